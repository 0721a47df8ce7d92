"""Raw NOR flash like the Pico's W25Q16JV, in simulated time, with a power cut at any operation or instant.

Programming only clears bits, of a whole page at once; erasing sets all bits of a sector. Times are those of the
W25Q16JV datasheet (table of AC characteristics): page program 0.4 ms typical, 3 ms at most; sector erase 45 ms typical,
400 ms at most. After a cut in mid-operation each bit that was to change is random: of a page some are cleared; a sector
is first cleared and then set, and stops somewhere in between.
"""

from random import Random

from tavolo.wiring import PAGE_BYTES, SECTOR_BYTES
from tavolo_host.simulator.clock import Clock

TYPICAL_US = (400, 45_000)  # page program, sector erase
# The share of an erasure in which the chip clears the sector, so that all its cells wear alike.
CLEARING_SHARE = 0.3

Buffer = bytes | bytearray | memoryview


class PowerCut(BaseException):
    """The board has lost its power: nothing on it may go on, whatever it catches."""


class NorFlash:
    """`length` bytes of flash, erased when new. `wear` counts the erasures of each sector.

    `cut_at` cuts the power during that operation (program or erase, counted from 0 in `operations`), `cut_at_us` during
    the operation at that instant. `broken` is a set of sectors whose cells cannot be programmed any more.
    """

    def __init__(self, clock: Clock, length: int, times_us: tuple[int, int] = TYPICAL_US, seed: int = 1) -> None:
        self.content = bytearray(b"\xff" * length)
        self.wear = [0] * (length // SECTOR_BYTES)
        self.operations = 0
        self.cut_at: int | None = None
        self.cut_at_us: int | None = None
        self.is_cut = False
        self.broken: set[int] = set()
        self._clock = clock
        self._program_us, self._erase_us = times_us
        self._random = Random(seed)

    def power_on(self) -> None:
        """Restore the power; no cut is planned any more."""
        self.is_cut = False
        self.cut_at = self.cut_at_us = None

    def read_into(self, address: int, buffer: bytearray) -> None:
        """Fill the buffer with what is at the address."""
        self._check(address, len(buffer))
        buffer[:] = self.content[address : address + len(buffer)]

    def program(self, address: int, page: Buffer) -> None:
        """Clear the bits of a page that are clear in `page`."""
        if address % PAGE_BYTES or len(page) != PAGE_BYTES:
            raise ValueError("The flash is programmed by whole pages.")
        self._check(address, PAGE_BYTES)
        share = self._share_done(self._program_us)
        if address // SECTOR_BYTES not in self.broken:
            for place, wanted in enumerate(page):
                untouched = 0 if share >= 1 else self._bits(1 - share)
                self.content[address + place] &= wanted | untouched
        self._end(share)

    def erase(self, sector: int) -> None:
        """Set all bits of a sector."""
        first = sector * SECTOR_BYTES
        self._check(first, SECTOR_BYTES)
        self.wear[sector] += 1
        share = self._share_done(self._erase_us)
        for place in range(first, first + SECTOR_BYTES):
            if share >= 1:
                self.content[place] = 0xFF
            elif share < CLEARING_SHARE:
                self.content[place] &= self._bits(1 - share / CLEARING_SHARE)
            else:
                self.content[place] = self._bits((share - CLEARING_SHARE) / (1 - CLEARING_SHARE))
        self._end(share)

    def _check(self, address: int, length: int) -> None:
        if self.is_cut:
            raise PowerCut
        if not 0 <= address <= len(self.content) - length:
            raise ValueError(f"There is no flash at {address:#x}.")

    def _share_done(self, duration_us: int) -> float:
        """Let the time of an operation pass; return the share of it that is done, 1 for all."""
        begin_us = self._clock.now_us
        share = 1.0
        if self.operations == self.cut_at:
            share = self._random.random()
        elif self.cut_at_us is not None and self.cut_at_us < begin_us + duration_us:
            share = max(0.0, (self.cut_at_us - begin_us) / duration_us)
        self.operations += 1
        self._clock.advance_us(round(duration_us * share))
        return share

    def _end(self, share: float) -> None:
        if share < 1:
            self.is_cut = True
            raise PowerCut

    def _bits(self, share: float) -> int:
        """Return eight bits, each 1 with this probability."""
        return sum((self._random.random() < share) << bit for bit in range(8))
