"""Flash that fails: pages are not programmed, sectors are not erased, bits do not hold."""

from random import Random

from tavolo.wiring import PAGE_BYTES, SECTOR_BYTES
from tavolo_host.simulator.flash import Buffer, NorFlash


def wipe(content: bytearray, random: Random) -> None:
    """Set some sectors to all zeros or all ones."""
    sectors = range(len(content) // SECTOR_BYTES)
    for sector in random.sample(sectors, random.choice((1, 2, len(sectors) // 2, len(sectors)))):
        content[sector * SECTOR_BYTES : (sector + 1) * SECTOR_BYTES] = random.choice((b"\0", b"\xff")) * SECTOR_BYTES


def flip_bits(content: bytearray, random: Random, count: int) -> None:
    """Flip bits in written pages; with a count of 0, wipe whole sectors."""
    if not count:
        wipe(content, random)
        return
    blank = b"\xff" * PAGE_BYTES
    written = [at for at in range(0, len(content), PAGE_BYTES) if content[at : at + PAGE_BYTES] != blank]
    for _ in range(count if written else 0):
        content[random.choice(written) + random.randrange(PAGE_BYTES)] ^= 1 << random.randrange(8)


class FailingFlash:
    """Makes a virtual flash fail with `odds` in each operation: only some of the change happens."""

    def __init__(self, flash: NorFlash, random: Random) -> None:
        self.odds = 0.0
        self._flash = flash
        self._random = random
        self._program, self._erase = flash.program, flash.erase
        flash.program = self.program  # type: ignore[method-assign]
        flash.erase = self.erase  # type: ignore[method-assign]

    def program(self, address: int, page: Buffer) -> None:
        if self._random.random() < self.odds:
            kept = self._random.randrange(len(page))
            page = bytes(page[:kept]) + b"\xff" * (len(page) - kept)
        self._program(address, page)

    def erase(self, sector: int) -> None:
        self._erase(sector)
        if self._random.random() < self.odds:
            for _ in range(self._random.randrange(1, 200)):
                self._flash.content[sector * SECTOR_BYTES + self._random.randrange(SECTOR_BYTES)] = 0
