"""Chips, buses, wires and flash of a virtual table, on one clock."""

from collections.abc import Sequence
from random import Random

from tavolo import wiring
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.files import VirtualFiles
from tavolo_host.simulator.flash import NorFlash
from tavolo_host.simulator.i2c import VirtualI2C
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.simulator.pixels import PixelWire

TICK_MS = 5  # simulated time between two ticks of the firmware


def chips_by_address(chips: Sequence[Mpr121]) -> list[dict[int, Mpr121]]:
    """Return the chips of seats 0-7 as they are wired: for each bus, address -> chip."""
    buses: list[dict[int, Mpr121]] = [{} for _ in wiring.BUSES]
    for seat, chip in enumerate(chips):
        bus, address = wiring.seat_place(seat)
        buses[bus][address] = chip
    return buses


class VirtualHardware:
    """Chips, buses and wires as `tavolo.wiring` wires them, on one clock, with random numbers from `random`."""

    def __init__(self, clock: Clock, random: Random) -> None:
        self._random = random
        self.chips = [Mpr121(clock, Random(random.random())) for _ in range(wiring.SEATS)]
        self._buses = [VirtualI2C(chips) for chips in chips_by_address(self.chips)]
        self.track = PixelWire(wiring.TRACK_PIXELS, clock)
        self.field = PixelWire(wiring.FIELD_COLUMNS * wiring.FIELD_ROWS, clock)
        self.lamps = PixelWire(wiring.LAMPS, clock)
        self.journal_flash = NorFlash(clock, wiring.JOURNAL_BYTES)
        self.crashes = NorFlash(clock, wiring.CRASHES_BYTES)
        self.journal_index = NorFlash(clock, wiring.INDEX_BYTES)
        self.virtual_files = VirtualFiles()
        self.bus_hertz = wiring.I2C_HERTZ

    def i2c(self, bus: int, hertz: int = wiring.I2C_HERTZ) -> VirtualI2C:
        """Return the I2C of a bus, with machine.I2C's methods; it takes no time at any speed."""
        self.bus_hertz = hertz
        return self._buses[bus]

    def free_bus(self, bus: int) -> None:
        """Clock a bus that is held."""
        self._buses[bus].free()

    def pixel_pin(self, gp: int) -> PixelWire:
        """Return the data line on a pin."""
        return {wiring.TRACK_PIN: self.track, wiring.FIELD_PIN: self.field, wiring.LAMPS_PIN: self.lamps}[gp]

    def flash(self, part: tuple[int, int]) -> NorFlash:
        """Return a part of the flash: that of the journal, of its index, or of the crash log."""
        return {wiring.JOURNAL: self.journal_flash, wiring.INDEX: self.journal_index, wiring.CRASHES: self.crashes}[
            part
        ]

    def kept(self) -> bytes:
        """Return the content of the journal's flash and of its index."""
        return bytes(self.journal_flash.content + self.journal_index.content)

    def restore(self, content: bytes) -> None:
        """Write what `kept` returned; ValueError if it has another length."""
        if len(content) != wiring.JOURNAL_BYTES + wiring.INDEX_BYTES:
            raise ValueError("the journal that was kept has another length")
        self.journal_flash.content[:] = content[: wiring.JOURNAL_BYTES]
        self.journal_index.content[:] = content[wiring.JOURNAL_BYTES :]

    def files(self) -> VirtualFiles:
        """Return the board's own files."""
        return self.virtual_files

    def entropy(self, count: int) -> bytes:
        """Return `count` random bytes."""
        return self._random.randbytes(count)


class VirtualGuard:
    """What survives a reset of the board, but not a loss of its power, for `tavolo.maker.starts`."""

    def __init__(self) -> None:
        self.word = 0
        self.was_bitten = False  # by the watchdog: nothing hangs here
