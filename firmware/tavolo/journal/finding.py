"""Finds the last game in the journal's sectors at power-on, and whether it was over."""

from tavolo.journal import entries
from tavolo.journal.ring import HEAD_BYTES, NOWHERE, PAGES
from tavolo.wiring import PAGE_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tavolo.journal.index import Index
    from tavolo.journal.ring import Ring

KINDS = range(entries.START, entries.POSITION + 1)  # those in the ring
_RULES_AT = entries.GAME_BYTES  # in the content of a start
_OPENING_AT, _SEATS_AT = _RULES_AT + 4, _RULES_AT + 5


class Finding:
    """What is found in a `ring`: the last `game`, and what the journal knows of it (see `Journal`).

    `ring.kept` gets its sectors, if it is to be kept. `wiped` are the sectors that the `index` lists for the game, but
    that have no record of it.
    """

    def __init__(self, ring: "Ring", rules: int, index: "Index | None" = None) -> None:
        self.owners = [0] * ring.sectors
        self.game = 0
        self.sector = self.before = NOWHERE
        self.behind_before = 0
        self.opening = 1
        self.seats: tuple[int, ...] = ()
        self.setup_text = ""
        self.is_unfinished = self.is_foreign = self.is_damaged = False
        self._starts: "dict[int, list[tuple[int, bytes]]]" = {}  # by game: sector and content of its starts
        self._begun: "dict[int, tuple[int, bytes]]" = {}  # the same, from the copy in the sector before
        self._ended: "dict[int, int]" = {}  # by game: the sector with its end
        self._ring = ring
        self._index = index
        self.wiped: "list[int]" = []
        for sector in range(ring.sectors):
            for page in (0, PAGES - 1):
                for kind, content, at in self._heads(sector, page):
                    self._take_head(sector, page * PAGE_BYTES + at, kind, content)
        self._judge(rules)
        self._keep()

    def _heads(self, sector: int, page: int) -> "Iterator[tuple[int, bytes, int]]":
        """Yield kind, content and end place of each record about a whole game."""
        at = HEAD_BYTES if page == 0 else 0
        while page < self._ring.used[sector]:
            self._ring.read(sector, page)
            content = bytes(self._ring.page)
            if not entries.is_record(content, at):
                return
            kind = entries.kind_at(content, at)
            if kind not in (entries.START, entries.GOES_ON, entries.BEGUN, entries.ENDED):
                is_first = page == 0 and at == HEAD_BYTES
                self.is_foreign |= is_first and not kind and not self._ring.is_marked(sector)
                return
            found = entries.content_at(content, at)
            at = entries.behind(content, at)
            yield kind, found, at

    def _take_head(self, sector: int, behind_it: int, kind: int, content: bytes) -> None:
        game = entries.int_at(content, 1 if kind == entries.BEGUN else 0)
        if not 0 < game < entries.MOST_GAMES:
            return
        self.game = max(self.game, game)
        if behind_it < PAGE_BYTES:
            self.owners[sector] = game if kind in (entries.START, entries.GOES_ON) else entries.NO_OWNER
        if kind == entries.START:
            self._starts.setdefault(game, []).append((sector, content))
        elif kind == entries.BEGUN:
            self._begun[game] = content[0] % self._ring.sectors, content[1:]
        elif kind == entries.ENDED:
            self._ended[game] = sector
        if kind in (entries.BEGUN, entries.ENDED) and game == self.game:
            self.before, self.behind_before = sector, behind_it

    def _judge(self, rules: int) -> None:
        is_over = self._index is not None and self._ask(self._index)
        is_over = is_over or self.game in self._ended
        self.sector, start = self._start()
        if self.sector == NOWHERE:
            self.is_damaged = self.game > 0 and not is_over
        else:
            is_marked = self.owners[self.sector] == self.game and self._ring.is_marked(self.sector)
            if self.game in self._ended and not is_marked:
                self._ring.kept[self._ended[self.game]] = 1
            is_over = is_over or is_marked
            is_known = self._reads(start) and entries.int_at(start, _RULES_AT) == rules
            self.is_unfinished = is_known and not is_over
            self.is_foreign = not is_known if not is_over else self.is_foreign
        ahead = 0 if self.is_unfinished or self.is_damaged else self._games_ahead()
        if ahead:
            self.game += ahead
            self.is_damaged = True
            self.sector = NOWHERE

    def _ask(self, index: "Index") -> bool:
        """Take what the index knows of the last game; return whether it says that the game is over."""
        self.game = max(self.game, index.game)
        if index.game != self.game:
            return False
        self.wiped = [sector for sector in index.sectors if self.owners[sector] != self.game]
        return index.is_over

    def _start(self) -> "tuple[int, bytes]":
        """Return the sector where the last game begins, and its start's content; (NOWHERE, b"") when that is lost."""
        starts = self._starts.get(self.game, [])
        begun = self._begun.get(self.game, starts[0] if starts else (NOWHERE, b""))
        for start in starts:
            if start[0] == begun[0]:
                return start
        return starts[0] if starts else begun

    def _reads(self, start: bytes) -> bool:
        """Parse a start; return whether it is valid."""
        try:
            first = _SEATS_AT + 1
            behind_seats = first + start[_SEATS_AT]
            self.opening = start[_OPENING_AT]
            self.seats = tuple(start[first:behind_seats])
            self.setup_text = start[behind_seats:].decode()
        except (IndexError, ValueError):  # UnicodeError is one
            return False
        return True

    def _games_ahead(self) -> int:
        """Return by how much the newest game is newer than the last known one, because its start is lost; 0 if none is.

        Its records are in sectors of no known game, wherever they can still be read. All others in the ring belong to
        at most as many earlier games as there are sectors.
        """
        ring = self._ring
        farthest = 256 - (ring.sectors if self.game else 0)
        found = 0
        for sector in range(ring.sectors):
            for page in range(0 if self.owners[sector] else ring.used[sector]):
                ring.read(sector, page)
                content = bytes(ring.page)
                for at in records_anywhere(content):
                    lowest_byte = content[at + entries.GAME_AT]  # of the number
                    ahead = (lowest_byte - self.game - 1) % 256 + 1
                    if ahead <= farthest:
                        found = max(found, ahead)
        return found

    def _keep(self) -> None:
        """Protect the sectors of the game from being erased."""
        kept = self._ring.kept
        if self.sector != NOWHERE:
            kept[self.sector] = 1
        if self.is_unfinished or self.is_foreign:
            for sector in range(self._ring.sectors):
                if self.owners[sector] == self.game or (self.is_foreign and not self.owners[sector]):
                    kept[sector] = 1
            if self.before != NOWHERE:
                kept[self.before] = 1


def records_anywhere(page: bytes) -> "list[int]":
    """Return the places of all records of known kinds on a page, of any game, whatever is between them."""
    found = []
    for kind in KINDS:
        kind_and_version = bytes((kind << 4 | entries.VERSION,))
        place = page.find(kind_and_version, entries.KIND_AT)
        while place >= 0:
            if entries.is_record(page, place - entries.KIND_AT):
                found.append(place - entries.KIND_AT)
            place = page.find(kind_and_version, place + 1)
    return found
