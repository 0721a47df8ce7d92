"""The board on the maker's bench: what it reports while its selftest runs."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from tavolo.maker.settings import SETTINGS, defaults
from tavolo.play.reasons import STRIP_NOT_BUILT
from tavolo.seat.registers import ELECTRODES
from tavolo.wiring import SEATS
from tavolo_host.board.client import Refused
from tavolo_host.board.port import Port
from tavolo_host.board.serial_port import PortError
from tavolo_host.board.settings import SettingsClient
from tavolo_host.slot.geometry import CHARGE_TIMES

WAKING_MS = 1500  # a board calibrates its seats after power-on
OVER_CURRENT_BIT = 0x8000  # of a chip's touch status
MOST_KEPT = 10_000  # unread readings of a chip, or touches


@dataclass
class Chip:
    """The state of a seat's chip.

    `failure` is None while unknown, 0 when it works, otherwise why it does not (`tavolo.seat.touch`); `failures` counts
    how often it stopped working. `readings` are those since the last `Bench.forget_readings`, twelve counts each.
    """

    failure: int | None = None
    failures: int = 0
    compared: int = 0
    wrong: int = 0
    first_wrong: int = -1
    is_calibrated: bool = False
    charge_time: int = 0
    charges: tuple[int, ...] = ()
    status: int = 0
    readings: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def is_stopped(self) -> bool:
        """Whether an over-current has stopped it: then its readings tell nothing about its wiring."""
        return bool(self.status & OVER_CURRENT_BIT)

    @property
    def works(self) -> bool:
        """Whether it answers and can be read."""
        return self.failure == 0 and bool(self.charges) and not self.is_stopped


@dataclass(frozen=True)
class Pace:
    """The board's speed: ticks and their milliseconds, the longest tick, bytes free (-1: unknown)."""

    ticks: int
    milliseconds: int
    longest_ms: int
    free_heap: int


class Bench(SettingsClient):
    """A board at `port` that is checked. `pass_time` lets simulated time pass."""

    lacks = "and has no selftest"
    refuses = "The board refuses to be checked"

    def __init__(self, port: Port, pass_time: Callable[[], float] | None = None) -> None:
        super().__init__(port, pass_time)
        self.chips = [Chip() for _ in range(SEATS)]
        self.touches: list[tuple[int, int]] = []  # seat and electrode, in the order of the touches
        self.walked: list[tuple[int, int]] = []  # strip and colour
        self.pace: Pace | None = None
        self.settings = defaults()  # replaced by the board's own when it begins
        self.look: Callable[[], object] = lambda: None  # whenever time has passed
        self._has_begun = False

    # ---- time

    def step(self, elapsed_ms: float | None = None) -> None:
        """Let a moment pass. Raises PortError when a board was lost during its check."""
        super().step(elapsed_ms)
        self.look()
        if self._has_begun and not self.connected:
            raise PortError(f"The board was lost during the check. {self.port.sentence}")

    def rest(self, milliseconds: float) -> None:
        """Let time pass."""
        self.wait(lambda: False, milliseconds)

    @contextmanager
    def kept_awake(self) -> Iterator[None]:
        """Keep talking to the board while the body waits for a person: a silent laptop ends the selftest."""
        over = Event()

        def listen() -> None:
            while not over.is_set():
                self.step()

        with ThreadPoolExecutor(1) as pool:
            listening = pool.submit(listen)
            try:
                yield
            finally:
                over.set()
        listening.result()  # raises PortError where the board was lost

    # ---- requests to the board

    def begin(self) -> None:
        """Connect, and start the selftest; raises PortError, or ValueError when the board refuses."""
        self.connect()
        self.rest(WAKING_MS)
        self.learn_settings()
        self._answer_to("selftest", "begin")
        self._has_begun = True

    def learn_settings(self) -> None:
        """Ask the board for its settings."""
        told = self.values()
        known = {each.name: each.value_of(told[each.name]) for each in SETTINGS if each.name in told}
        self.settings |= {name: value for name, value in known.items() if value is not None}

    def walk(self, strip: int, colour: int, pixel_ms: int) -> bool:
        """Let light walk along a strip; `walked` tells when it has arrived. False for a strip that is not built."""
        self.walked.clear()
        try:
            self._answer_to("walk", strip, colour, pixel_ms)
        except Refused as refusal:
            if refusal.reason != (STRIP_NOT_BUILT,):
                raise
            return False
        return True

    def end(self) -> None:
        """End the selftest; the board returns to its lobby."""
        self._answer_to("selftest", "end")
        self._has_begun = False

    def forget_readings(self) -> None:
        """Drop all readings, to collect new ones."""
        for chip in self.chips:
            chip.readings.clear()

    # ---- reports of the board

    def _take(self, kind: str, values: tuple[Any, ...]) -> None:
        super()._take(kind, values)
        if kind == "chip":
            self._take_chip(self.chips[values[0]], *values[1:])
        elif kind == "charges" and values[2] in CHARGE_TIMES:
            chip = self.chips[values[0]]
            chip.is_calibrated, chip.charge_time, chip.charges = values[1] == 1, values[2], values[3]
        elif kind == "touched":
            self._take_touched(*values)
        elif kind == "walked":
            self.walked = [*self.walked[-1:], values]
        elif kind == "reading":
            readings = self.chips[values[0]].readings
            if len(readings) < MOST_KEPT:
                readings.append(values[1])
        elif kind == "pace":
            self.pace = Pace(*values)

    def _take_chip(self, chip: Chip, failure: int, compared: int, wrong: int, first_wrong: int) -> None:
        worked = not chip.failure
        chip.failure, chip.compared, chip.wrong, chip.first_wrong = failure, compared, wrong, first_wrong
        chip.failures += worked and chip.failure != 0

    def _take_touched(self, seat: int, status: int) -> None:
        chip = self.chips[seat]
        for electrode in range(ELECTRODES):
            if status & ~chip.status & 1 << electrode and len(self.touches) < MOST_KEPT:
                self.touches.append((seat, electrode))
        chip.status = status
