"""The journal's index: the current game, and its sectors of the ring, in a sector of its own.

A sector that is wiped, to ones or to zeros, looks as if it had never been written. So a sector is listed here as soon
as it has a record of the game: a listed sector without one has been lost. Takebacks are counted here too, so that a
laptop's outdated offer is not accepted when the ring has lost them.

Its records have the form of those in the ring (`entries`). After each power-on they continue on a new page. The sector
is erased between games, when half of its pages are used and nobody has touched the table for two seconds. After that
there is room for 64 to 190 takebacks. The next one stops the counting, and that is written down: then only offers that
a record in the ring proves are accepted. The same holds for a game that the index does not know, because it was lost,
or because a hundred games without such a pause have filled it; then the ring alone says what there was.
"""

from tavolo.journal import entries
from tavolo.journal.entries import GAME_BYTES
from tavolo.journal.ring import BROKEN, HEAD_BYTES, PAGES, Ring
from tavolo.wiring import SECTOR_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

_TAKEBACKS_BYTES = 2
_FOR_SECTORS = 4  # pages that takebacks leave free


class Index:
    """The index in one sector of `flash`, for the ring `games`.

    `game` is the number of the newest game that it knows, 0 for none; `sectors` are its listed sectors, `takebacks` how
    many there were, MOST_TAKEBACKS when they are not counted any more.
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
        """Read the last pages, back to the one where a game begins."""
        found: "list[tuple[int, bytes]]" = []
        for page in range(self._ring.used[0] - 1, -1, -1):
            self._ring.read(0, page)
            records = _records(bytes(self._ring.page), HEAD_BYTES if page == 0 else 0)
            found = records + found
            if entries.LISTED in [kind for kind, _ in records]:
                break
        for kind, content in found:
            self._take(kind, content)

    def _take(self, kind: int, content: bytes) -> None:
        game = entries.int_at(content)
        if not max(1, self.game) <= game < entries.MOST_GAMES:
            return
        if kind in (entries.LISTED, entries.CLOSED):
            self.game, self.sectors, self.is_over = game, [], kind == entries.CLOSED
        is_listing = kind in (entries.LISTED, entries.LISTED_TOO) and game == self.game
        if is_listing and content[GAME_BYTES:] < bytes((self._games.sectors,)):
            self.sectors += [sector for sector in content[GAME_BYTES : GAME_BYTES + 1] if sector not in self.sectors]
            self.takebacks = max(0, entries.int_at(content, GAME_BYTES + 1, _TAKEBACKS_BYTES))

    # ---- in play

    def begin(self, game: int) -> None:
        """Begin a game, without any sector yet."""
        self.game, self.sectors, self.takebacks, self.is_over = game, [], 0, False

    def resume(self, game: int, sectors: "list[int]", takebacks: int) -> None:
        """Resume a game that has these readable sectors: from its next record on only those are listed."""
        if self.game != game or [sector for sector in self.sectors if sector not in sectors]:
            self.begin(game)
        self.takebacks = takebacks

    def add_sector(self, sector: int) -> None:
        """Note that a sector has a record of the game."""
        if sector not in self.sectors:
            self._list(sector)

    def count_takeback(self, sector: int) -> None:
        """Count a takeback, whose record is in this sector."""
        if self.takebacks < entries.MOST_TAKEBACKS:
            has_room = self._ring.used[0] < PAGES - _FOR_SECTORS
            self.takebacks = self.takebacks + 1 if has_room else entries.MOST_TAKEBACKS
            self._list(sector)

    def _list(self, sector: int) -> None:
        takebacks = min(self.takebacks, entries.MOST_TAKEBACKS).to_bytes(_TAKEBACKS_BYTES, "little")
        self._write(entries.LISTED_TOO if self.sectors else entries.LISTED, self.game, bytes((sector,)) + takebacks)

    def end(self, game: int) -> None:
        """Note that a game is over."""
        if self.game != game or not self.is_over:
            self._write(entries.CLOSED, game, b"")

    def _write(self, kind: int, game: int, sector: bytes) -> None:
        content = game.to_bytes(GAME_BYTES, "little") + sector
        self._ring.append(entries.record_of(kind, game, 0, content))  # whether or not that works
        self._take(kind, content)

    # ---- between games

    def wants_erasing(self) -> bool:
        """Return whether no game needs the content, and there will soon be no room."""
        return self.is_over and self._ring.used[0] > PAGES // 2 and self._ring.states[0] != BROKEN

    def erase(self) -> None:
        """Erase the sector, in 45 to 400 ms."""
        if self._ring.erase(0):
            self._ring.open(0)


def _records(page: bytes, at: int) -> "list[tuple[int, bytes]]":
    found = []
    while entries.is_record(page, at):
        found.append((entries.kind_at(page, at), entries.content_at(page, at)))
        at = entries.behind(page, at)
    return found
