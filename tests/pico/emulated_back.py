"""The emulated board of the tests: `PicoEvening`, and what only an emulator can show or do wrong."""

from collections.abc import Callable
from typing import TypeVar

from tavolo import wiring
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.people.pico_table import PicoHardware, PicoTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.pico_parts import PicoPort
from tests.pico.back import Back, HeardMirror
from tests.pico.orders import Order, obey
from tests.pico.pico_evening import PicoEvening

Client = TypeVar("Client")

IDLE_MA, CHANNEL_MA = 1, 20  # a WS2812B: dark, and each channel at full (its data sheet's typical values)


class Meter:
    """The greatest current of all pixels, from the levels on their wires."""

    def __init__(self, hardware: PicoHardware) -> None:
        self._levels = dict.fromkeys(hardware.strips, 0)
        self._pixels = sum(strip.count for strip in hardware.strips.values())
        self.highest_ma = 0.0
        for pin, strip in hardware.strips.items():
            strip.listener = lambda start, end, levels, pin=pin: self._take(pin, levels)

    def _take(self, pin: int, levels: bytes) -> None:
        self._levels[pin] = sum(levels)
        drawn_ma = self._pixels * IDLE_MA + sum(self._levels.values()) * CHANNEL_MA / 255
        self.highest_ma = max(self.highest_ma, drawn_ma)


class EmulatedBack(Back):
    """An evening with an emulated Pico; nobody asks `evening.virtual_players` to play."""

    def __init__(self, seed: int = 1) -> None:
        self.evening = PicoEvening(seed, laptop=False, waking_ms=0)
        self.meter = Meter(self.table.hardware)
        self._sessions = 0
        self.plug_in()
        self.run_until(self.is_ready)

    @property
    def table(self) -> PicoTable:
        return self.evening.table

    @property
    def companion(self) -> Companion | None:  # type: ignore[override]
        return self.evening.companion

    @companion.setter
    def companion(self, companion: Companion | None) -> None:
        self.evening.companion = companion

    @property
    def lights(self) -> PicoHardware:
        return self.table.hardware

    @property
    def now_ms(self) -> int:
        return self.table.pico.now_ns // 1_000_000

    def step(self) -> int:
        self.evening.step()
        return TICK_MS

    def do(self, order: Order) -> None:
        obey(self.table.bodies, order)

    def are_hands_still(self) -> bool:
        return not any(body.is_moving() for body in self.table.bodies)

    def plug_in(self) -> None:
        self._sessions += 1
        self.companion = Companion(Port("cable", opener=self.table.open_port, first_session=1000 * self._sessions))
        self.companion.mirror = HeardMirror()

    def client(self, kind: Callable[[Port, Callable[[], float]], Client]) -> Client:
        """A command of the laptop, in place of its program."""
        if self.companion is not None:
            self.companion.close()
        self.companion = None
        return kind(Port("cable", opener=self.table.open_port, first_session=77), self.step)

    def open_line(self) -> PicoPort:
        return self.table.open_port()

    def set_unread(self, unread: bool) -> None:
        assert self.table.pico.port is not None
        self.table.pico.port.unread = unread

    def power_cycle(self) -> None:
        self.table.pico.cut_power()
        self.run_ms(500)
        self.table.pico.power_on()

    def check(self) -> None:
        """Assert what holds in every evening: the pixels have never drawn more current than they may."""
        assert 0 < self.meter.highest_ma <= wiring.CURRENT_LIMIT_MA

    def close(self) -> None:
        self.table.close()
