"""Reads a game's records from the journal, however damaged it is.

Records are numbered, so a missing one is noticed by the number of the next, or by something unreadable in its place.
From the first missing record on nothing can be replayed; what is behind it is only reported. A CUT says that the game
went on without it: then everything before, from the number that it names on, is void. A POSITION has the number of the
record before it: if it cannot be read, nothing is missing. But one that a power cut has torn may as well have been an
action, and is reported as such.

A record whose link does not fit is a stray, from another journal or another place, and so are those linked to it. They
are left out, and the last thing in flash may be missing where they are.
"""

from binascii import crc32

from tavolo.journal.entries import (
    ACTION,
    BACK,
    BACK_BEHIND,
    BEHIND,
    CALIBRATION,
    CONTENT_AT,
    CRC,
    CUT,
    CUT_BYTES,
    GAME_AT,
    GOES_ON,
    HEAD,
    KIND_AT,
    LEAST,
    NUMBER_AT,
    POSITION,
    RUN,
    START,
    VERSION,
    behind,
    content_at,
    int_at,
    is_blank,
    is_record,
    kind_at,
    link_at,
    link_before,
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
_LINK_HIGH, _CRC_HIGH = HEAD + 1, CRC - 1  # of the second byte of a link, and of what links to a record, from its end
_CRC_OF_WHOLE = 0x2144DF1C  # the CRC-32 of anything that ends in its own CRC-32


class Reading:
    """The records of `game`, whose first sector is `first`; `owners` has the game of each sector, 0 if unknown.

    The first action has the number `opening`, and this `link` to the start. `wiped` sectors are known to have had
    records.

    `following` is the number of the next record, and `link` what it is linked to. It is missing when there is a `gap`;
    then that many `unreadable` records are followed by that many `readable` ones, the last with the number `last`.
    `near_digest` is the digest of the first action among these, `last_digest` that of the last, unless some were undone
    after it. `owed` is how many actions were being repaired when the power failed. `is_torn` if the last thing that
    there is cannot be read, or something hides it.
    `unknown` is the number of records from other firmware.
    """

    def __init__(
        self,
        ring: "Ring",
        first: int,
        owners: "list[int]",
        game: int,
        opening: int,
        link: bytes,
        wiped: "Sequence[int]" = (),
    ) -> None:
        self.following = 1
        self.link = link
        self.gap = False
        self.is_torn = owners[first] != game  # then its start is missing
        self.unreadable = self.readable = self.unknown = 0
        self.owed = 0
        self.last = self.near_digest = self.last_digest = NONE
        self.last_sector = first
        self.in_last_sector = 0  # records there
        self.sectors = [first]  # those with records of the game
        self._ring, self._owners, self._game, self._opening = ring, owners, game, opening
        self._wiped = wiped
        self._page = b""
        self._has_ended = False  # an erased sector comes, so no more were used
        self._cut = 0  # the number of the last CUT
        self._left_out = 0  # unknown records directly before the last yielded one
        self._was_yielded = False  # whether the last record was yielded
        self._link_before = link  # before the last yielded record, and the unknown ones directly before it
        self._last_link = link  # to the last record that was read
        self._stray = b""  # to the last that was left out
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
        self.link = self._link_before
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
                found, at = actions_at(page, at, self._game, self.following, self.link)
                if found:
                    self._take_run(sector, at, len(found))
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
                entry = self._entry(at)
                if entry is not None:
                    yield entry
            elif self._owners[sector] == self._game:
                self.is_torn = True
            at = behind(page, at)

    def _note(self, sector: int, left_bytes: int, count: int = 1) -> None:
        self.in_last_sector = count if sector != self.last_sector else self.in_last_sector + count
        self.last_sector = sector
        self._left_bytes = left_bytes
        if sector != self.sectors[-1] and sector not in self.sectors:
            self.sectors.append(sector)

    def _entry(self, at: int) -> "tuple[int, bytes] | None":
        """Return what to yield for the record of the game at this place."""
        page = self._page
        kind, number, content = kind_at(page, at), number_at(page, at), content_at(page, at)
        link, next_link = link_at(page, at), link_before(page, behind(page, at))
        if kind == CUT and self._covers(number, content, link):
            self._go_on_behind(number, next_link)
            return kind, content[2:]
        if kind in (START, GOES_ON):
            # Of both nothing else is used. With GOES_ON the record behind it was written.
            self.is_torn |= kind == GOES_ON or next_link != self.link
            return None
        if kind == POSITION:
            return self._with(number, content, link)
        if number < self.following or number <= self.last:
            # A stray, unless a failed write was repeated at once: then another record follows.
            self.is_torn |= number < self.following - 1 or kind > 0
            return None
        if kind == CALIBRATION:
            next_link = link
        return self._in_order(kind, number, content, link, next_link)

    def _covers(self, number: int, content: bytes, link: bytes) -> bool:
        """Return whether a CUT is of this game, and covers all that is missing."""
        if len(content) != CUT_BYTES or number <= self._cut or number < max(self.following - 1, self.last):
            return False
        void = int_at(content, 0, 2)
        if void == 0:
            return link == self._last_link
        return void == max(self.following, self._opening) and link == self.link

    def _go_on_behind(self, cut: int, next_link: bytes) -> None:
        self._cut = cut
        self.gap = False
        self.is_torn = True  # until the record that was written with it
        self.following = cut + 1
        self.link = self._link_before = self._last_link = next_link
        self._was_yielded = True
        self.unreadable = self.readable = 0
        self.last = self.near_digest = self.last_digest = NONE

    def _in_order(
        self, kind: int, number: int, content: bytes, link: bytes, next_link: bytes
    ) -> "tuple[int, bytes] | None":
        is_next = not self.gap and (number == self.following or number <= self._opening)
        # Another version's link is not known; a CUT's is to a record long before.
        if kind and (is_next or kind != CUT) and not self._is_linked(number, link, is_next):
            self.is_torn = True
            self._stray = next_link
            return None
        self.is_torn = False
        self._last_link = next_link
        if not is_next:
            if not self.gap:
                self.gap = True
                self.following = max(self.following, self._opening)  # no action is missing before that
            self.unreadable += number - max(self.last + 1, self.following + self.unreadable)
            return self._behind(kind, content, number)
        self.following = number + 1
        if self._was_yielded:
            self._left_out = 0
            self._link_before = self.link
        self.link = next_link
        self._was_yielded = 0 < kind < CUT
        if self._was_yielded:
            self.owed = max(0, self.owed - 1) if kind == ACTION else 0
            return kind, content
        self.unknown += 1
        self._left_out += 1
        return None

    def _is_linked(self, number: int, link: bytes, is_next: bool) -> bool:
        """Return whether a record is linked to the one before, or if that is missing, whether it may be."""
        if is_next:
            return link == self.link
        return link != self._stray and (number != self.last + 1 or link == self._last_link)

    def _take_run(self, sector: int, end: int, count: int) -> None:
        self._note(sector, PAGE_BYTES - end, count)
        self.is_torn = False
        self.link = self._last_link = link_before(self._page, end)
        self.following += count
        self.owed = max(0, self.owed - count)
        if self._was_yielded or count > 1:
            self._left_out = 0
        self._was_yielded = True

    def _with(self, number: int, content: bytes, link: bytes) -> "tuple[int, bytes] | None":
        """Return what to yield for a position that has this number; None if it cannot be used."""
        if number >= self.following and number > self.last:  # the record with this number is missing
            self.following = self.following if self.gap else max(self.following, self._opening)
            self.unreadable += number + 1 - max(self.last + 1, self.following + self.unreadable)
            self.last = number
            self._last_link = link
            self.gap = True
            self.is_torn = False
        if self.gap:
            return None
        self.is_torn = number != self.following - 1 or link != self.link
        return None if self.is_torn else (POSITION, content)

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


def actions_at(page: bytes, at: int, game: int, number: int, link: bytes) -> "tuple[list[bytes], int]":
    """Return the contents of successive actions on a page, the first with this number of the game, and where they end.

    They are most of a journal, so they are read in one loop: a call for each would take three times as long. The first
    has this link. Those behind it have the next numbers, since they are linked.
    """
    found: "list[bytes]" = []
    last, low, high = len(page) - LEAST, link[0], link[1]
    if at > last or number_at(page, at) != number or not is_of(page, at, game):
        return found, at
    while at <= last and page[at + KIND_AT] == _ACTION and page[at + HEAD] == low and page[at + _LINK_HIGH] == high:
        end = at + LEAST + page[at]
        if crc32(page[at:end]) != _CRC_OF_WHOLE:
            break
        found.append(page[at + CONTENT_AT : end - CRC])
        low, high = page[end - CRC], page[end - _CRC_HIGH]
        at = end
    return found, at


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
