"""The journal's index: which game is played, and on which sectors of the ring, in a sector of its own.

A sector that is wiped, to ones or to zeros, looks as if nobody had ever written on it. So a sector is listed here as
soon as something of the game stands on it: what is listed and cannot be found is missing. How often something was taken
back is counted here too, lest an offer from before it is believed when the ring has lost that.

Its records have the form of those in the ring (`entries`). After each power-on they continue on a new page. Between
games the sector is erased, when half of its pages are used and nobody has touched the table for two seconds. After that
there is room for 64 to 190 takebacks. With the next one the count is given up, and that is written down: nobody knows
any more how many there were, so no offer is believed that nothing in the ring proves. So it is too in a game that the
index does not know, because it was lost, or because a hundred games without such a pause have filled it; then the ring
is believed alone as to what there was.
"""

from tavolo.journal.entries import (
    CLOSED,
    GAME_BYTES,
    LISTED,
    LISTED_TOO,
    MOST_GAMES,
    MOST_TAKEBACKS,
    behind,
    content_at,
    is_record,
    kind_at,
    record_of,
    whole_of,
)
from tavolo.journal.ring import BROKEN, HEAD_BYTES, PAGES, Ring
from tavolo.wiring import SECTOR_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

_TAKEBACKS_BYTES = 2
_FOR_SECTORS = 4  # pages, that takebacks leave


class Index:
    """The index in one sector of `flash`, of games in the ring `games`.

    `game` is the number of the newest that it knows, 0 for none; `sectors` are those of it that are listed, `takebacks`
    is how often something was taken back, MOST_TAKEBACKS when that is not counted any more.
    """

    def __init__(self, flash: "Any", games: Ring) -> None:
        self.game = 0
        self.sectors: "list[int]" = []
        self.takebacks = 0
        self.is_over = True
        self._games = games
        self._ring = Ring(flash, SECTOR_BYTES, games)
        self._read()
        self._ring.reopen(0, 0)

    def _read(self) -> None:
        """Read the last pages, back to one on which a game begins."""
        found: "list[tuple[int, bytes]]" = []
        for page in range(self._ring.used[0] - 1, -1, -1):
            self._ring.read(0, page)
            records = _records(bytes(self._ring.page), HEAD_BYTES if page == 0 else 0)
            found = records + found
            if LISTED in [kind for kind, _ in records]:
                break
        for kind, content in found:
            self._take(kind, content)

    def _take(self, kind: int, content: bytes) -> None:
        game = whole_of(content)
        if not max(1, self.game) <= game < MOST_GAMES:
            return
        if kind in (LISTED, CLOSED):
            self.game, self.sectors, self.is_over = game, [], kind == CLOSED
        if kind in (LISTED, LISTED_TOO) and game == self.game and content[GAME_BYTES:] < bytes((self._games.sectors,)):
            self.sectors += [sector for sector in content[GAME_BYTES : GAME_BYTES + 1] if sector not in self.sectors]
            self.takebacks = max(0, whole_of(content, GAME_BYTES + 1, _TAKEBACKS_BYTES))

    # ---- in play

    def begin(self, game: int) -> None:
        """A game begins; nothing of it stands anywhere yet."""
        self.game, self.sectors, self.takebacks, self.is_over = game, [], 0, False

    def go_on(self, game: int, sectors: "list[int]", takebacks: int) -> None:
        """A game was taken up, of which these sectors can be read: from its next record on no others are listed."""
        if self.game != game or [sector for sector in self.sectors if sector not in sectors]:
            self.begin(game)
        self.takebacks = takebacks

    def stands(self, sector: int) -> None:
        """A record of the game stands on a sector."""
        if sector not in self.sectors:
            self._list(sector)

    def took_back(self, sector: int) -> None:
        """Something was taken back once more, which stands on this sector."""
        if self.takebacks < MOST_TAKEBACKS:
            has_room = self._ring.used[0] < PAGES - _FOR_SECTORS
            self.takebacks = self.takebacks + 1 if has_room else MOST_TAKEBACKS
            self._list(sector)

    def _list(self, sector: int) -> None:
        takebacks = min(self.takebacks, MOST_TAKEBACKS).to_bytes(_TAKEBACKS_BYTES, "little")
        self._write(LISTED_TOO if self.sectors else LISTED, self.game, bytes((sector,)) + takebacks)

    def end(self, game: int) -> None:
        """A game is over."""
        if self.game != game or not self.is_over:
            self._write(CLOSED, game, b"")

    def _write(self, kind: int, game: int, sector: bytes) -> None:
        content = game.to_bytes(GAME_BYTES, "little") + sector
        self._ring.append(record_of(kind, game, 0, content))  # whether it stands there or not
        self._take(kind, content)

    # ---- between games

    def wants_erasing(self) -> bool:
        """Return whether no game needs what is there, and there will soon be no room."""
        return self.is_over and self._ring.used[0] > PAGES // 2 and self._ring.states[0] != BROKEN

    def erase(self) -> None:
        """Erase the sector, in 45 to 400 ms."""
        if self._ring.erase(0):
            self._ring.open(0)


def _records(page: bytes, at: int) -> "list[tuple[int, bytes]]":
    """Return kind and content of the records that follow each other on a page, from a place on."""
    found = []
    while is_record(page, at):
        found.append((kind_at(page, at), content_at(page, at)))
        at = behind(page, at)
    return found
