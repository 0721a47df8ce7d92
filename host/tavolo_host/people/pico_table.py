"""The virtual table with an emulated Pico, which runs the firmware image of the real chip in simulated time.

It is used like `VirtualTable`, except that the board can only be observed over the cable.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from tavolo import wiring
from tavolo_host.board.serial_port import PortError
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.people.table import bodies_at
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.hardware import TICK_MS, chips_by_address
from tavolo_host.simulator.i2c import VirtualI2C
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.simulator.pico import EmulatedPico
from tavolo_host.simulator.pico_bridge import PicoBridge
from tavolo_host.simulator.pico_parts import PicoPort, Strip
from tavolo_host.simulator.serial_line import LoopbackServer, PseudoTerminal

TICK_NS = TICK_MS * 1_000_000


class PicoHardware:
    """The Pico's surroundings, as in `tavolo.wiring`: eight chips, two buses, three strips."""

    def __init__(self, clock: Clock, random: Random) -> None:
        self.chips = [Mpr121(clock, Random(random.random())) for _ in range(wiring.SEATS)]
        self.track = Strip(wiring.TRACK_PIXELS)
        self.field = Strip(wiring.FIELD_COLUMNS * wiring.FIELD_ROWS)
        self.lamps = Strip(wiring.LAMPS)
        self.strips = {wiring.TRACK_PIN: self.track, wiring.FIELD_PIN: self.field, wiring.LAMPS_PIN: self.lamps}
        self.buses: Sequence[VirtualI2C] = ()

    def i2c(self, bus: int) -> VirtualI2C:
        """Return a bus, for fault injection."""
        return self.buses[bus]


class PicoTable:
    """A table with people. `firmware` is a .bin or .uf2, `flash` the initial content of the flash; power is on.

    The same `random` and the same calls give the same evening. Close it at the end. A `line` makes the board's serial
    port accessible to other programs.
    """

    def __init__(
        self,
        random: Random,
        firmware: Path,
        flash: bytes | None = None,
        quick: bool = True,
        line: LoopbackServer | PseudoTerminal | None = None,
    ) -> None:
        self.clock = Clock()
        self.hardware = PicoHardware(self.clock, Random(random.random()))
        self.bodies = bodies_at(self.hardware.chips, random)
        self.pico = EmulatedPico(
            firmware,
            chips_by_address(self.hardware.chips),
            wiring.BUSES,
            self.hardware.strips,
            clock=self.clock,
            flash=flash,
            seed=random.getrandbits(16),
            quick=quick,
        )
        self.hardware.buses = self.pico.buses
        self.virtual_players = VirtualPlayers(self.bodies, self.hardware, Random(random.random()), random)
        self._end_ns = 0
        self._bridge = PicoBridge(self.open_port, line) if line else None
        self.pico.power_on()

    def open_port(self, _: str = "") -> PicoPort:
        """Open the board's serial port: an opener for `Port`. Raises PortError while there is no board."""
        if not (self.pico.is_on and self.pico.plugged):
            raise PortError("No board is plugged in.")
        return self.pico.open_port()

    def step(self) -> None:
        """Let TICK_MS pass for people and board."""
        self._end_ns += TICK_NS
        self.virtual_players.step(TICK_MS)
        self.pico.advance_to_ns(self._end_ns)
        if self._bridge:
            self._bridge.step()

    def catch_up(self) -> None:
        """Let people continue from now, after time has passed for the board alone."""
        self._end_ns = self.pico.now_ns

    def run_ms(self, milliseconds: int) -> None:
        """Let time go by."""
        for _ in range(milliseconds // TICK_MS):
            self.step()

    def close(self) -> None:
        """End the emulator."""
        self.pico.close()

    def __enter__(self) -> "PicoTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
