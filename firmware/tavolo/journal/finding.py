"""Finds the last game in the journal's sectors at power-on, and whether it was over.

Up to three places say which game it is: its start, the copy of that in the sector before, and the index. Each has the
link to the start, so a sector of another journal among them is noticed: those that agree are believed. Nothing is
resumed when they do not, or when a start is alone although the index would know it.
"""

from tavolo.journal import entries
from tavolo.journal.ring import HEAD_BYTES, NOWHERE, PAGES
from tavolo.wiring import PAGE_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.journal.index import Index
    from tavolo.journal.ring import Ring

KINDS = range(entries.START, entries.POSITION + 1)  # those in the ring
_ABOUT_GAMES = (entries.START, entries.GOES_ON, entries.BEGUN, entries.ENDED)
_RULES_AT = entries.GAME_BYTES  # in the content of a start
_OPENING_AT, _SEATS_AT = _RULES_AT + 4, _RULES_AT + 5


class Finding:
    """What is found in a `ring`: the last `game`, the `link` to its start, and what is known of it (see `Journal`).

    `ring.kept` gets its sectors, if it is to be kept. `wiped` are the sectors that the `index` lists for the game, but
    that have no record of it.
    """

    def __init__(self, ring: "Ring", rules: int, index: "Index | None" = None) -> None:
        self.owners = [0] * ring.sectors
        self.game = index.game if index is not None else 0
        self.link = entries.NO_LINK
        self.sector = self.before = NOWHERE
        self.behind_before = 0
        self.opening = 1
        self.seats: tuple[int, ...] = ()
        self.setup_text = ""
        self.is_unfinished = self.is_foreign = self.is_damaged = False
        # The records about whole games: kind, game, link to its start, sector, the place behind it there, content.
        self._heads: "list[tuple[int, int, bytes, int, int, bytes]]" = []
        self._ring = ring
        self._index = index
        self.wiped: "list[int]" = []
        for sector in range(ring.sectors):
            for page in (0, PAGES - 1):
                self._look_at(sector, page)
        self._starts = [head[3] for head in self._heads if head[0] == entries.START]
        self._heads = [head for head in self._heads if head[1] == self.game]
        self._judge(rules)
        self._keep()

    def _look_at(self, sector: int, page: int) -> None:
        """Note each record about a whole game on a page."""
        at = HEAD_BYTES if page == 0 else 0
        while page < self._ring.used[sector]:
            self._ring.read(sector, page)
            content = bytes(self._ring.page)
            if not entries.is_record(content, at):
                return
            kind = entries.kind_at(content, at)
            if kind not in _ABOUT_GAMES:
                is_first = page == 0 and at == HEAD_BYTES
                self.is_foreign |= is_first and not kind and not self._ring.is_marked(sector)
                return
            end = entries.behind(content, at)
            link = entries.link_before(content, end) if kind == entries.START else entries.link_at(content, at)
            self._take_head(kind, link, sector, page * PAGE_BYTES + end, entries.content_at(content, at))
            at = end

    def _take_head(self, kind: int, link: bytes, sector: int, end: int, content: bytes) -> None:
        game = entries.int_at(content, 1 if kind == entries.BEGUN else 0)
        if not 0 < game < entries.MOST_GAMES:
            return
        self.game = max(self.game, game)
        if end < PAGE_BYTES:
            self.owners[sector] = game if kind in (entries.START, entries.GOES_ON) else entries.NO_OWNER
        self._heads.append((kind, game, link, sector, end, content))

    def _judge(self, rules: int) -> None:
        index = self._index
        is_agreed = self._choose()
        is_closed = index is not None and index.game == self.game and index.is_over
        if is_closed and index is not None and index.link == entries.NO_LINK:  # put aside when its start was in doubt
            self.sector, is_agreed = NOWHERE, True
        elif (
            is_closed and not self._heads
        ):  # a game that has not ended would be older than one of which nothing is left
            is_agreed = not [sector for sector in self._starts if not self._ring.is_marked(sector)]
        if is_agreed and self.sector != NOWHERE:
            self._judge_start(rules, is_closed and index is not None and index.link == self.link)
        else:
            self.sector, self.link = NOWHERE, entries.NO_LINK
            self.is_damaged = self.game > 0 and not (is_agreed and (is_closed or self._is_ended()))
        ahead = 0 if self.is_unfinished or self.is_damaged else self._games_ahead()
        if ahead:
            self.game += ahead
            self.is_damaged = True
            self.sector = NOWHERE

    def _judge_start(self, rules: int, is_closed: bool) -> None:
        ring = self._ring
        ended = [head[3] for head in self._heads if head[0] == entries.ENDED and head[2] == self.link]
        is_marked = self.owners[self.sector] == self.game and ring.is_marked(self.sector)
        if ended and not is_marked:
            ring.kept[ended[-1]] = 1
        is_over = len(ended) > 0 or is_marked
        is_known = self._reads(self._start()) and entries.int_at(self._start(), _RULES_AT) == rules
        self.is_damaged = is_closed and not is_over  # the ring still has a game that the index says is over
        self.is_unfinished = is_known and not is_over and not is_closed
        self.is_foreign = not is_known if not is_over and not is_closed else self.is_foreign

    # ---- which start

    def _choose(self) -> bool:
        """Set the sector where the last game begins, and the link to its start; return False if they are in doubt."""
        index = self._index
        told: "dict[bytes, int]" = {}
        for kind, _, link, _, _, _ in self._heads:
            if kind in (entries.START, entries.BEGUN):
                told[link] = told.get(link, 0) | (1 if kind == entries.START else 2)
        if not told:
            self._find_before()
            return True
        if index is not None and index.game == self.game:
            told[index.link] = told.get(index.link, 0) | 4
        best = max([_bits(places) for places in told.values()])
        links = [link for link, places in told.items() if _bits(places) == best]
        self.link = links[0]
        self.sector = self._sector_of_start()
        self._find_before()
        self._disown()
        is_alone = best == 1 and index is not None and index.is_behind(self.game)
        return len(links) == 1 and self.sector != NOWHERE and (not is_alone or self._is_just_begun())

    def _sector_of_start(self) -> int:
        """Return the sector of the start with the link, which its copy names if there are several; NOWHERE if none."""
        begun = [head[5][0] % self._ring.sectors for head in self._of(entries.BEGUN)]
        starts = [head[3] for head in self._of(entries.START)]
        return ([sector for sector in starts if sector in begun] + starts + begun + [NOWHERE])[0]

    def _start(self) -> bytes:
        """Return the content of the start, or of its copy."""
        starts = [head[5] for head in self._of(entries.START)]
        return (starts + [head[5][1:] for head in self._of(entries.BEGUN)])[0]

    def _of(self, kind: int) -> "list[tuple[int, int, bytes, int, int, bytes]]":
        return [head for head in self._heads if head[0] == kind and head[2] == self.link]

    def _find_before(self) -> None:
        """Find the sector with the copy of the start, and where the next record there comes."""
        for head in self._of(entries.BEGUN) + self._of(entries.ENDED):
            self.before, self.behind_before = head[3], head[4]

    def _disown(self) -> None:
        """Forget the sectors that belong to another game of the same number; list those that were wiped."""
        ours = [head[3] for head in self._of(entries.START) + self._of(entries.GOES_ON)]
        for sector in range(self._ring.sectors):
            if self.owners[sector] == self.game and sector not in ours:
                self.owners[sector] = 0
        if self._index is not None and self._index.knows(self.game, self.link):
            self.wiped = [sector for sector in self._index.sectors if self.owners[sector] != self.game]

    def _is_just_begun(self) -> bool:
        """Return whether there is nothing but a start, so that power failed before the index or the copy had it."""
        ring = self._ring
        if ring.used[self.sector] != 1 or self.owners[self.sector] != self.game:
            return False
        ring.read(self.sector, 0)
        start = bytes(ring.page)
        is_only = entries.is_blank(start, entries.behind(start, HEAD_BYTES))
        return is_only and self._index is not None and self._index.is_over

    def _is_ended(self) -> bool:
        return entries.ENDED in [head[0] for head in self._heads]

    # ---- what it is

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


def _bits(places: int) -> int:
    return (places & 1) + (places >> 1 & 1) + (places >> 2)
