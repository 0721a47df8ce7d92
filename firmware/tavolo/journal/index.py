"""The journal's index: the current game, and its sectors of the ring, in a sector of its own.

A sector that is wiped, to ones or to zeros, looks as if it had never been written. So a sector is listed here as soon
as it has a record of the game: a listed sector without one has been lost. Takebacks are counted here too, so that a
laptop's outdated offer is not accepted when the ring has lost them.

Its records have the form of those in the ring (`entries`), with the link to the game's start. After each power-on they
continue on a new page. The sector is erased between games, when half of its pages are used and nobody has touched the
table for two seconds. After that there is room for 56 to 165 takebacks. The next one stops the counting, and that is
written down: then only offers that a record in the ring proves are accepted. The same holds for a game that the index
does not know, because it was lost, or because a hundred games without such a pause have filled it; then the ring alone
says what there was.
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

    `game` is the number of the newest game that it knows, 0 for none, and `link` that to its start; `sectors` are its
    listed sectors, `takebacks` how many there were, MOST_TAKEBACKS when they are not counted any more. `has_strays` if
    there is something from the ring in it.
    """

    def __init__(self, flash: "Any", games: Ring) -> None:
        self.game = 0
        self.link = entries.NO_LINK
        self.sectors: "list[int]" = []
        self.takebacks = 0
        self.is_over = True
        self.has_strays = False
        self._games = games
        self._ring = Ring(flash, SECTOR_BYTES, games)
        self._read()
        self._ring.reopen(0, 0)

    def _read(self) -> None:
        """Read the last pages, back to the one where a game begins."""
        found: "list[tuple[int, bytes, bytes]]" = []
        for page in range(self._ring.used[0] - 1, -1, -1):
            self._ring.read(0, page)
            records = _records(bytes(self._ring.page), HEAD_BYTES if page == 0 else 0)
            found = records + found
            if entries.LISTED in [kind for kind, _, _ in records]:
                break
        for kind, link, content in found:
            self.has_strays |= 0 < kind < entries.LISTED
            self._take(kind, link, content)

    def _take(self, kind: int, link: bytes, content: bytes) -> None:
        game = entries.int_at(content)
        if not max(1, self.game) <= game < entries.MOST_GAMES:
            return
        if kind in (entries.LISTED, entries.CLOSED):
            self.game, self.link, self.sectors, self.is_over = game, link, [], kind == entries.CLOSED
        is_listing = kind in (entries.LISTED, entries.LISTED_TOO) and (game, link) == (self.game, self.link)
        if is_listing and content[GAME_BYTES:] < bytes((self._games.sectors,)):
            self.sectors += [sector for sector in content[GAME_BYTES : GAME_BYTES + 1] if sector not in self.sectors]
            self.takebacks = max(0, entries.int_at(content, GAME_BYTES + 1, _TAKEBACKS_BYTES))

    def knows(self, game: int, link: bytes) -> bool:
        """Return whether its newest game is this one, with this link to its start."""
        return self.game == game and self.link == link

    def lacks(self, sector: int) -> bool:
        """Return whether a sector is not listed, although there was room for it."""
        return sector not in self.sectors and self._ring.has_room()

    def is_behind(self, game: int) -> bool:
        """Return whether it knows only earlier games, although it had room for this one."""
        return 0 < self.game < game and self._ring.has_room()

    # ---- in play

    def begin(self, game: int, link: bytes) -> None:
        """Begin a game, without any sector yet."""
        self.game, self.link, self.sectors, self.takebacks, self.is_over = game, link, [], 0, False

    def resume(self, game: int, link: bytes, sectors: "list[int]", takebacks: int) -> None:
        """Resume a game that has these readable sectors: from its next record on only those are listed."""
        if self.has_strays or not self.knows(game, link) or [each for each in self.sectors if each not in sectors]:
            self.begin(game, link)
        self.has_strays = False
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
        kind = entries.LISTED_TOO if self.sectors else entries.LISTED
        self._write(kind, self.game, self.link, bytes((sector,)) + takebacks)

    def end(self, game: int, link: bytes) -> None:
        """Note that a game is over."""
        if not self.knows(game, link) or not self.is_over:
            self._write(entries.CLOSED, game, link, b"")

    def _write(self, kind: int, game: int, link: bytes, sector: bytes) -> None:
        content = game.to_bytes(GAME_BYTES, "little") + sector
        self._ring.append(entries.record_of(kind, game, 0, link, content))  # whether or not that works
        self._take(kind, link, content)

    # ---- between games

    def wants_erasing(self) -> bool:
        """Return whether no game needs the content, and there will soon be no room."""
        return self.is_over and self._ring.used[0] > PAGES // 2 and self._ring.states[0] != BROKEN

    def erase(self) -> None:
        """Erase the sector, in 45 to 400 ms; the last game stays known, so that no older one is taken for a new one."""
        if self._ring.erase(0):
            self._ring.open(0)
            self._write(entries.CLOSED, self.game, self.link, b"")


def _records(page: bytes, at: int) -> "list[tuple[int, bytes, bytes]]":
    found = []
    while entries.is_record(page, at):
        found.append((entries.kind_at(page, at), entries.link_at(page, at), entries.content_at(page, at)))
        at = entries.behind(page, at)
    return found
