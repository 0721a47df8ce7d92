"""The journal's part of the flash as a ring of sectors: erased ahead, filled page by page, worn evenly.

`flash` is raw NOR flash: read_into(address, buffer); program(address, page), which only clears bits, of a whole page
that begins at a multiple of its length; erase(sector), which sets all bits of a sector. Addresses count from the
beginning of the ring. On the Pico it is in `adapters/pico.py`.

An erased sector gets a head: magic, how often it has been erased, CRC-32. The head is written after erasing, so an
erasure that a power cut has interrupted is never trusted. Each program is read back; a place that does not keep its
data is skipped for the next page. The last page of the first sector stays free, for `put`.
"""

from binascii import crc32

from tavolo.wiring import PAGE_BYTES, SECTOR_BYTES

MAGIC = b"TAV2"
HEAD_BYTES = 16  # the last four are free for a later mark
MARK_AT = 12
MARK = bytes(4)
_MARKED = 16  # bits of it that must be clear: so neither a flipped bit nor a power cut while it is set matters
PAGES = SECTOR_BYTES // PAGE_BYTES
NOWHERE = -1

# The states of a sector.
UNKNOWN = 0  # without a head: whatever it contains, its erasing may have been interrupted
WRITTEN = 1
ERASED = 2  # ahead, reliably
BROKEN = 3  # erasing failed

BLANK = b"\xff" * PAGE_BYTES

# How many pages are read at once: a call costs more than the bytes do.
PART_PAGES = 4
_BLANK_PART = BLANK * PART_PAGES
_BLANK_BEHIND_HEAD = memoryview(_BLANK_PART)[MARK_AT:]

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any


class Ring:
    """`length` bytes of `flash`. `erase_counts` has how often each sector has been erased.

    `page` is the last page that was `read`. `used` is how many pages of each sector are in use, up to the last that is
    not blank; `states` are as above. A sector that is `kept` is not erased. Each sector that is begun starts with
    `owner`; `sector` is the last one. To save memory, `page` is shared with an `other` ring.
    """

    def __init__(self, flash: "Any", length: int, other: "Ring | None" = None) -> None:
        self.sectors = length // SECTOR_BYTES
        self.page: bytearray = other.page if other else bytearray(PAGE_BYTES)
        self.erase_counts = [0] * self.sectors
        self.used = [0] * self.sectors
        self.states = [UNKNOWN] * self.sectors
        self.kept = bytearray(self.sectors)
        self.owner = b""
        self._flash = flash
        self._part: bytearray = other._part if other else bytearray(PART_PAGES * PAGE_BYTES)
        self._behind_head: memoryview = other._behind_head if other else memoryview(self._part)[MARK_AT:]
        self._image: bytearray = other._image if other else bytearray(BLANK)
        self._first = 0
        self.sector = 0
        self._next_page = PAGES
        self._offset = 0
        for sector in range(self.sectors):
            self._look_at(sector)
        for sector in range(self.sectors):
            if self.states[sector] == UNKNOWN:  # its count was lost with the head
                self.erase_counts[sector] = max(self.erase_counts)

    # ---- what is there

    def read(self, sector: int, page: int) -> None:
        """Read a page into `page`."""
        self._flash.read_into(sector * SECTOR_BYTES + page * PAGE_BYTES, self.page)

    def is_marked(self, sector: int) -> bool:
        """Return whether `mark` was called for the sector."""
        self.read(sector, 0)
        clear = 0
        for byte in self.page[MARK_AT:HEAD_BYTES]:
            for bit in range(8):
                clear += not byte >> bit & 1
        return clear >= _MARKED

    def _look_at(self, sector: int) -> None:
        """Find out how much of a sector is used; for one that was erased ahead its first part is enough, in 0.3 ms."""
        self._read_part(sector, 0)
        head = bytes(self._part[:MARK_AT])
        has_head = head[:4] == MAGIC and int.from_bytes(head[8:], "little") == crc32(head[:8])
        is_blank = self._behind_head == _BLANK_BEHIND_HEAD
        self.used[sector] = 0 if has_head and is_blank else self._pages_used(sector)
        self.states[sector] = UNKNOWN
        if has_head:
            self.states[sector] = WRITTEN if self.used[sector] else ERASED
            self.erase_counts[sector] = int.from_bytes(head[4:8], "little")

    def _pages_used(self, sector: int) -> int:
        """Return how many pages are used, up to the last that is not blank; 0 if there is at most a head."""
        for first in range(PAGES - PART_PAGES, -1, -PART_PAGES):
            self._read_part(sector, first)
            if self._part != _BLANK_PART:
                for page in range(PART_PAGES - 1, -1, -1):
                    content = self._part[page * PAGE_BYTES : (page + 1) * PAGE_BYTES]
                    if content != BLANK and (first + page or self._behind_head != _BLANK_BEHIND_HEAD):
                        return first + page + 1
        return 0

    def _read_part(self, sector: int, first_page: int) -> None:
        self._flash.read_into(sector * SECTOR_BYTES + first_page * PAGE_BYTES, self._part)

    # ---- erasing ahead

    def to_erase(self, after: int, before: int = NOWHERE) -> int:
        """Return the next sector that may be erased, in ring order between these two; NOWHERE if there is none."""
        for distance in range(1, self.sectors + 1):
            sector = (after + distance) % self.sectors
            if sector == before:
                break
            if self.states[sector] in (UNKNOWN, WRITTEN) and not self.kept[sector]:
                return sector
        return NOWHERE

    def ahead(self) -> int:
        """Return how many sectors are erased ahead."""
        return self.states.count(ERASED)

    def erase(self, sector: int) -> bool:
        """Erase a sector, in 45 to 400 ms, and count that; return False if it is broken."""
        self.erase_counts[sector] += 1
        self._flash.erase(sector)
        head = MAGIC + self.erase_counts[sector].to_bytes(4, "little")
        head += crc32(head).to_bytes(4, "little")
        self._program(sector, 0, 0, head)
        self._look_at(sector)
        self.used[sector] = self._pages_used(sector)
        if self.states[sector] != ERASED or self.used[sector]:
            self.states[sector] = BROKEN
        return self.states[sector] == ERASED

    def erased(self, after: int, before: int = NOWHERE) -> int:
        """Return the next erased sector in ring order between these two; NOWHERE if there is none.

        If none is erased ahead, erase one now, which makes this tick long.
        """
        for distance in range(1, self.sectors + 1):
            sector = (after + distance) % self.sectors
            if sector == before:
                break
            if self.states[sector] == ERASED:
                return sector
        sector = self.to_erase(after, before)
        while sector != NOWHERE and not self.erase(sector):
            sector = self.to_erase(after, before)
        return sector

    # ---- writing

    def open(self, sector: int) -> None:
        """Write from the beginning of a sector that was erased ahead; it becomes the first one."""
        self._first = self.sector = sector
        self._next_page = 0
        self._offset = HEAD_BYTES
        self.kept[sector] = 1

    def reopen(self, first: int, last: int) -> None:
        """Write on a blank page behind everything from sector `first` to `last`."""
        self._first = first
        self.sector = last
        self._next_page = max(1, self.used[last])  # the first has a head, or had one
        self._offset = 0
        if self._next_page >= self.end_of(last):
            self._next_page = PAGES
            self._take_next_sector()

    def end_of(self, sector: int) -> int:
        """Return up to which page a sector is written."""
        return PAGES - 1 if sector == self._first else PAGES

    def has_room(self) -> bool:
        """Return whether anything can be appended."""
        return self._next_page < PAGES

    def append(self, data: bytes) -> bool:
        """Write `data` in one page program; return False when the ring is full.

        `data` is at most a page less HEAD_BYTES and the owner.
        """
        while self._next_page < PAGES:
            is_first = self._next_page == 0 and self._offset == HEAD_BYTES and self.sector != self._first
            written = self.owner + data if is_first else data
            if self._offset + len(written) <= PAGE_BYTES:
                offset, self._offset = self._offset, self._offset + len(written)
                if self.put(self.sector, self._next_page, offset, written):
                    return True
            self._next_page += 1
            self._offset = 0
            if self._next_page >= self.end_of(self.sector):
                self._next_page = PAGES
                self._take_next_sector()
        return False

    def put(self, sector: int, page: int, offset: int, data: bytes) -> bool:
        """Write `data` at a blank place; return whether it was written."""
        self.used[sector] = max(self.used[sector], page + 1)
        self.states[sector] = WRITTEN
        return self._program(sector, page, offset, data)

    def mark(self, sector: int) -> bool:
        """Set the mark of a sector; return whether it is set."""
        self._program(sector, 0, MARK_AT, MARK)
        return self.is_marked(sector)

    def _take_next_sector(self) -> None:
        sector = self.erased(self.sector, self._first)
        if sector != NOWHERE:
            self.sector = sector
            self._next_page = 0
            self._offset = HEAD_BYTES
            self.kept[sector] = 1

    def _program(self, sector: int, page: int, offset: int, data: bytes) -> bool:
        """Program a part of a page; the rest of the image is ones, which change nothing."""
        self._image[offset : offset + len(data)] = data
        self._flash.program(sector * SECTOR_BYTES + page * PAGE_BYTES, self._image)
        self._image[offset : offset + len(data)] = BLANK[: len(data)]
        self.read(sector, page)
        return bytes(self.page[offset : offset + len(data)]) == data
