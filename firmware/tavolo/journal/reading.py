"""Reads a game's records from the journal, however damaged it is.

Records are numbered, so a missing one is noticed by the number of the next, or by something unreadable in its place.
From the first missing record on nothing can be replayed; what is behind it is only reported. A CUT says that the game
went on without it: then everything before, from the number that it names on, is void. A POSITION has the number of the
record before it: if it cannot be read, nothing is missing. But one that a power cut has torn may as well have been an
action, and is reported as such.
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
    int_at,
    is_blank,
    is_record,
    kind_at,
)
from tavolo.journal.ring import ERASED, HEAD_BYTES, PAGES, UNKNOWN
from tavolo.wiring import PAGE_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tavolo.journal.ring import Ring

NONE = -1
ROOMY = 64  # bytes left on a page that have room for an action: with less the next sector was begun
_ACTION = ACTION << 4 | VERSION
_CRC_OF_WHOLE = 0x2144DF1C  # the CRC-32 of anything that ends in its own CRC-32


class Reading:
    """The records of `game`, whose first sector is `first`; `owners` has the game of each sector, 0 if unknown.

    The first action has the number `opening`. `wiped` sectors are known to have had records.

    `following` is the number of the next record. It is missing when there is a `gap`; then that many `unreadable`
    records are followed by that many `readable` ones, the last with the number `last`. `near_digest` is the digest of
    the first action among these, `last_digest` that of the last, unless some were undone after it. `owed` is how many
    actions were being repaired when the power failed. `is_torn` if the last thing that there is cannot be read.
    `unknown` is the number of records from other firmware.
    """

    def __init__(
        self, ring: "Ring", first: int, owners: "list[int]", game: int, opening: int, wiped: "Sequence[int]" = ()
    ) -> None:
        self.following = 1
        self.gap = False
        self.is_torn = owners[first] != game  # then its start is missing
        self.unreadable = self.readable = self.unknown = 0
        self.owed = 0
        self.last = self.near_digest = self.last_digest = NONE
        self.last_sector = first
        self.sectors = [first]  # those with records of the game
        self._ring, self._owners, self._game, self._opening = ring, owners, game, opening
        self._wiped = wiped
        self._page = b""
        self._has_ended = False  # an erased sector comes, so no more were used
        self._cut = 0  # the number of the last CUT
        self._left_out = 0  # unknown records directly before the last yielded one
        self._was_yielded = False  # whether the last record was yielded
        self._left_bytes = PAGE_BYTES  # behind the last readable record

    def has_lost(self) -> bool:
        """Return whether anything is known to be missing."""
        return self.gap or self.is_torn or self.owed > 0

    def has_lost_sectors(self) -> bool:
        """Return whether whole sectors are missing at the end, not just the last record."""
        first, last = self.sectors[0], self.last_sector
        count = self._ring.sectors
        behind_last = [sector for sector in self._wiped if (sector - first) % count >= (last - first) % count]
        return self.is_torn and len(behind_last) > 0

    def entries(self, in_runs: bool = False) -> "Iterator[tuple[int, Any]]":
        """Yield (kind, content) of each record after the start that can be replayed.

        Those behind a gap come as BEHIND, or as BACK_BEHIND when actions were undone. With `in_runs` successive actions
        on a page come together, as RUN with a list of their contents. (0, b"") is nothing: the page took long enough.
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
        """Yield the records of each page as (kind, number, content), from the last page backwards.

        Something unreadable ends it, and so does a page of another game.
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
        """Count the last yielded record as unreadable, because its content is invalid.

        If unknown records were left out before it, they are the reason: return whether that was so.
        """
        self.gap = True
        self.unreadable = max(1, self._left_out)
        if self._left_out:
            self.readable = 1
            self.last = self.following - 1
        self.following -= 1 + self._left_out
        return self._left_out > 0

    def _may_be_ours(self, sector: int) -> bool:
        """Return whether a sector may have records of the game; lost ones make it torn."""
        ring, owner = self._ring, self._owners[sector]
        if owner:
            return owner == self._game
        if not ring.used[sector]:
            if ring.states[sector] == UNKNOWN and self._has_taken_another():
                self.is_torn = True
            return False
        return ring.states[sector] != UNKNOWN or not self._has_ended

    def _end_of(self, sector: int) -> int:
        """Return the page of a sector where the game's records end."""
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
        is_cut = kind == CUT and len(content) > 3 and number > self._cut
        if is_cut and 0 <= int_at(content, 0, 2) <= max(self.following, self._opening):  # it covers all that is missing
            self._cut = number
            self.gap = self.is_torn = False
            self.following = number + 1
            self.unreadable = self.readable = 0
            self.last = self.near_digest = self.last_digest = NONE
            return kind, content[2:]
        if kind == POSITION:
            return self._with(number, content)
        if number < self.following or number <= self.last:
            # Twice in flash: a failed write was repeated at once. Anything else means that a sector was replaced.
            self.is_torn |= number < self.following - 1 and kind != GOES_ON
            return None
        self.is_torn = False
        if not self.gap and number > self.following and number > self._opening:
            self.gap = True
            self.following = max(self.following, self._opening)  # no action is missing before that
        if self.gap:
            self.unreadable += number - max(self.last + 1, self.following + self.unreadable)
            return self._behind(kind, content, number)
        self.following = number + 1
        if self._was_yielded:
            self._left_out = 0
        self._was_yielded = 0 < kind < CUT
        if self._was_yielded:
            self.owed = max(0, self.owed - 1) if kind == ACTION else 0
            return kind, content
        self.unknown += 1
        self._left_out += 1
        return None

    def _take_run(self, sector: int, left_bytes: int, count: int) -> None:
        self._note(sector, left_bytes)
        self.is_torn = False
        self.following += count
        self.owed = max(0, self.owed - count)
        if self._was_yielded or count > 1:
            self._left_out = 0
        self._was_yielded = True

    def _with(self, number: int, content: bytes) -> "tuple[int, bytes] | None":
        """Return what to yield for a position that has this number; None if it cannot be used."""
        if number >= self.following and number > self.last:  # the record with this number is missing
            self.following = self.following if self.gap else max(self.following, self._opening)
            self.unreadable += number + 1 - max(self.last + 1, self.following + self.unreadable)
            self.last = number
            self.gap = True
            self.is_torn = False
        if self.gap or number != self.following - 1:
            return None
        self.is_torn = False
        return POSITION, content

    def _behind(self, kind: int, content: bytes, number: int) -> "tuple[int, bytes] | None":
        self.last = number
        self.readable += 1
        if kind == BACK:
            self.last_digest = NONE
            return BACK_BEHIND, content
        if kind != ACTION:
            return None
        self.last_digest = int_at(content)
        if self.near_digest == NONE:
            self.near_digest = self.last_digest
        return BEHIND, content


def actions_at(page: bytes, at: int, game: int, number: int) -> "list[bytes]":
    """Return the contents of successive actions on a page, the first with this number of the game.

    They are most of a journal, so they are read in one loop: a call for each would take three times as long.
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


# A page that the journal has not written is searched for records too (in `finding` as well). Testing every byte would
# take the chip longer than its watchdog waits; `find` is fast.


def next_record(page: bytes, at: int, game: int) -> int:
    """Return the place of the next record of a game, from a place on where there may be none; -1 if there is none."""
    low = bytes((game & 255,))
    place = page.find(low, at + GAME_AT)
    while place >= 0 and not is_record(page, place - GAME_AT):
        place = page.find(low, place + 1)
    return place - GAME_AT if place >= 0 else -1


def is_of(page: bytes, at: int, game: int) -> bool:
    """Return whether a record is one of this game."""
    return page[at + GAME_AT] == game & 255


def number_at(page: bytes, at: int) -> int:
    """Return the number of a record."""
    return page[at + NUMBER_AT] | page[at + NUMBER_AT + 1] << 8
