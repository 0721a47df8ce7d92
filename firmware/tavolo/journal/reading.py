"""What the journal tells of a game, record by record, however damaged it is.

Records are numbered, so one that is missing is noticed by the next, and by what cannot be read where a record would be.
From the first that is missing on nothing can be repeated; what is behind it is told to be there. A CUT says that the
game went on without: then what was before it, from the number that it names on, is void. A POSITION has the number of
the record before it: whether it can be read or not, nothing is missing; only one that a power cut has torn may as well
have been an action, and is told as that.
"""

from binascii import crc32

from tavolo.journal.entries import (
    ACTION,
    BACK,
    BACK_BEHIND,
    BEHIND,
    CRC,
    CUT,
    GAME_AT,
    GOES_ON,
    HEAD,
    KIND_AT,
    LEAST,
    NUMBER_AT,
    POSITION,
    RUN,
    VERSION,
    behind,
    content_at,
    is_blank,
    is_record,
    kind_at,
    whole_of,
)
from tavolo.journal.ring import ERASED, HEAD_BYTES, PAGES, UNKNOWN
from tavolo.wiring import PAGE_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tavolo.journal.ring import Ring

NONE = -1
ROOMY = 64  # bytes left on a page that an action would have found: with less the next sector was taken
_ACTION = ACTION << 4 | VERSION
_CRC_OF_WHOLE = 0x2144DF1C  # of anything with its own CRC-32 behind it


class Reading:
    """The records of `game`, whose first sector is `first`; `owners` has the game of each sector, 0 if not known.

    The first action has the number `opening`. Of `wiped` sectors it is known that they had records.

    `following` is the number of the next record, which is missing when there is a `gap`; then so many `unreadable`
    records are followed by so many `readable` ones, the last of them with the number `last`. `near_digest` is that of
    the first action among these, `last_digest` that of the last, unless some were taken back after it. So many are
    `owed`: they were to be filled in when the power failed. `is_torn` says that something unreadable is the last that
    there is. So many are `unknown`, of another firmware.
    """

    def __init__(
        self, ring: "Ring", first: int, owners: "list[int]", game: int, opening: int, wiped: "Sequence[int]" = ()
    ) -> None:
        self.following = 1
        self.gap = False
        self.is_torn = owners[first] != game  # its start is not there
        self.unreadable = self.readable = self.unknown = 0
        self.owed = 0
        self.last = self.near_digest = self.last_digest = NONE
        self.last_sector = first
        self.sectors = [first]  # those with records of the game
        self._ring, self._owners, self._game, self._opening = ring, owners, game, opening
        self._wiped = wiped
        self._page = b""
        self._has_ended = False  # no more sectors were taken: one that is erased comes
        self._cut = 0  # the number of the last CUT
        self._left_out = 0  # unknown records directly before the last one that was told
        self._is_told = False  # whether the last one was
        self._left_bytes = PAGE_BYTES  # behind the last record that could be read

    def has_lost(self) -> bool:
        """Return whether anything is missing, as far as is known."""
        return self.gap or self.is_torn or self.owed > 0

    def has_lost_sectors(self) -> bool:
        """Return whether what is torn is not the last record alone, but whole sectors."""
        first, last = self.sectors[0], self.last_sector
        count = self._ring.sectors
        behind_last = [sector for sector in self._wiped if (sector - first) % count >= (last - first) % count]
        return self.is_torn and len(behind_last) > 0

    def entries(self, in_runs: bool = False) -> "Iterator[tuple[int, Any]]":
        """Yield (kind, content) of each record after the start that is to be repeated, and what is not as BEHIND.

        Or as BACK_BEHIND, when it says that actions were taken back.

        With `in_runs` actions on a page that follow each other are told together, as RUN with a list of their contents.
        (0, b"") is nothing: the page took long enough to read.
        """
        ring = self._ring
        for distance in range(ring.sectors):
            sector = (self.sectors[0] + distance) % ring.sectors
            if ring.states[sector] == ERASED:
                self._has_ended = True
            if sector in self._wiped:
                self.is_torn = True
            if not self._may_be_ours(sector):
                continue
            for page in range(min(ring.used[sector], self._end_of(sector))):
                ring.read(sector, page)
                self._page = bytes(ring.page)
                yield from self._entries_of_page(sector, HEAD_BYTES if page == 0 else 0, in_runs)

    def backwards(self) -> "Iterator[list[tuple[int, int, bytes]]]":
        """Yield the records of each page, (kind, number, content) each, from the last page on.

        What cannot be read ends it, as does a page of another game.
        """
        ring = self._ring
        for distance in range(ring.sectors - 1, -1, -1):
            sector = (self.sectors[0] + distance) % ring.sectors
            if self._owners[sector] != self._game:
                continue
            for page in range(min(ring.used[sector], self._end_of(sector)) - 1, -1, -1):
                ring.read(sector, page)
                content = bytes(ring.page)
                at = HEAD_BYTES if page == 0 else 0
                records = []
                while at < len(content) and not is_blank(content, at):
                    if not is_record(content, at) or not is_of(content, at, self._game):
                        return
                    records.append((kind_at(content, at), number_at(content, at), content_at(content, at)))
                    at = behind(content, at)
                yield records

    def fail(self) -> bool:
        """Take the record that was told last for unreadable, since what it holds cannot be.

        Or rather what was left out before it: return whether that was so.
        """
        self.gap = True
        self.unreadable = max(1, self._left_out)
        if self._left_out:
            self.readable = 1
            self.last = self.following - 1
        self.following -= 1 + self._left_out
        return self._left_out > 0

    def _may_be_ours(self, sector: int) -> bool:
        """Return whether records of the game are there, or have been: what may have been is torn."""
        ring, owner = self._ring, self._owners[sector]
        if owner:
            return owner == self._game
        if not ring.used[sector]:
            if ring.states[sector] == UNKNOWN and self._has_taken_another():
                self.is_torn = True
            return False
        return ring.states[sector] != UNKNOWN or not self._has_ended

    def _end_of(self, sector: int) -> int:
        """Return up to which page a sector tells of the game."""
        return PAGES - 1 if sector == self.sectors[0] else PAGES

    def _has_taken_another(self) -> bool:
        """Return whether the last sector is full, so that records may be in another."""
        last = self.last_sector
        is_full = self._ring.used[last] >= self._end_of(last)
        return is_full and self._left_bytes < ROOMY and not self._has_ended

    def _entries_of_page(self, sector: int, at: int, in_runs: bool) -> "Iterator[tuple[int, Any]]":
        page = self._page
        while at < len(page):
            if in_runs and not self.gap:
                found = actions_at(page, at, self._game, self.following)
                if found:
                    for content in found:
                        at += LEAST + len(content)
                    self._take_run(sector, len(page) - at, len(found))
                    yield RUN, found
                    continue
            if not is_record(page, at):
                if is_blank(page, at):
                    return
                if sector == self.last_sector or self._has_taken_another():
                    self.is_torn = True
                at = next_record(page, at + 1, self._game)
                if at < 0:
                    yield 0, b""
                    return
            if is_of(page, at, self._game):
                self._note(sector, len(page) - behind(page, at))
                kind, content, number = kind_at(page, at), content_at(page, at), number_at(page, at)
                entry = self._in_order(kind, content, number)
                if entry is not None:
                    yield entry
            at = behind(page, at)

    def _note(self, sector: int, left_bytes: int) -> None:
        self.last_sector = sector
        self._left_bytes = left_bytes
        if sector != self.sectors[-1] and sector not in self.sectors:
            self.sectors.append(sector)

    def _in_order(self, kind: int, content: bytes, number: int) -> "tuple[int, bytes] | None":
        """Return what is to be told of a record."""
        if kind == CUT and len(content) > 3 and number > self._cut and self._covers(whole_of(content, 0, 2)):
            self._cut = number
            self.gap = self.is_torn = False
            self.following = number + 1
            self.unreadable = self.readable = 0
            self.last = self.near_digest = self.last_digest = NONE
            return kind, content[2:]
        if kind == POSITION:
            return self._with(number, content)
        if number < self.following or number <= self.last:
            # Twice on flash: what did not hold was written anew at once; all else is where another sector was.
            self.is_torn |= number < self.following - 1 and kind != GOES_ON
            return None
        self.is_torn = False
        if not self.gap and number > self.following and number > self._opening:
            self.gap = True
            self.following = max(self.following, self._opening)  # what is missing before is no action
        if self.gap:
            self.unreadable += number - max(self.last + 1, self.following + self.unreadable)
            return self._behind(kind, content, number)
        self.following = number + 1
        if self._is_told:
            self._left_out = 0
        self._is_told = 0 < kind < CUT
        if self._is_told:
            self.owed = max(0, self.owed - 1) if kind == ACTION else 0
            return kind, content
        self.unknown += 1
        self._left_out += 1
        return None

    def _take_run(self, sector: int, left_bytes: int, count: int) -> None:
        """Go on behind so many actions, of which the first is the next record."""
        self._note(sector, left_bytes)
        self.is_torn = False
        self.following += count
        self.owed = max(0, self.owed - count)
        if self._is_told or count > 1:
            self._left_out = 0
        self._is_told = True

    def _with(self, number: int, content: bytes) -> "tuple[int, bytes] | None":
        """Return what is to be told of a position that is kept with the record of this number."""
        if number >= self.following and number > self.last:  # that record is missing
            self.following = self.following if self.gap else max(self.following, self._opening)
            self.unreadable += number + 1 - max(self.last + 1, self.following + self.unreadable)
            self.last = number
            self.gap = True
            self.is_torn = False
        if self.gap or number != self.following - 1:
            return None
        self.is_torn = False
        return POSITION, content

    def _covers(self, void: int) -> bool:
        """Return whether a CUT that says so makes up for all that is missing."""
        return 0 <= void <= max(self.following, self._opening)

    def _behind(self, kind: int, content: bytes, number: int) -> "tuple[int, bytes] | None":
        self.last = number
        self.readable += 1
        if kind == BACK:
            self.last_digest = NONE
            return BACK_BEHIND, content
        if kind != ACTION:
            return None
        self.last_digest = whole_of(content)
        if self.near_digest == NONE:
            self.near_digest = self.last_digest
        return BEHIND, content


def actions_at(page: bytes, at: int, game: int, number: int) -> "list[bytes]":
    """Return the contents of the actions that follow each other there, the first with this number of the game.

    Of what a journal has most, all in one: a call for each would take three times as long.
    """
    low, last = game & 255, len(page) - LEAST
    found = []
    while at <= last and page[at + KIND_AT] == _ACTION and page[at + NUMBER_AT] == number & 255:
        end = at + LEAST + page[at]
        if page[at + NUMBER_AT + 1] != number >> 8 or page[at + GAME_AT] != low or crc32(page[at:end]) != _CRC_OF_WHOLE:
            break
        found.append(page[at + HEAD : end - CRC])
        number += 1
        at = end
    return found


# A page that no journal has written is looked through for records too (in `finding` as well): each byte by itself would
# take the chip longer than its watchdog waits. `find` is quick.


def next_record(page: bytes, at: int, game: int) -> int:
    """Return where, from a place on where there may be none, the next record of a game is; -1 when none is."""
    low = bytes((game & 255,))
    place = page.find(low, at + GAME_AT)
    while place >= 0 and not is_record(page, place - GAME_AT):
        place = page.find(low, place + 1)
    return place - GAME_AT if place >= 0 else -1


def is_of(page: bytes, at: int, game: int) -> bool:
    """Return whether the record that is there is one of this game."""
    return page[at + GAME_AT] == game & 255


def number_at(page: bytes, at: int) -> int:
    """Return the number of the record that is there."""
    return page[at + NUMBER_AT] | page[at + NUMBER_AT + 1] << 8
