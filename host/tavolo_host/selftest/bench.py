"""The board on the maker's bench: what it tells of itself while its selftest runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

from tavolo.maker.settings import SETTINGS, defaults, index_of
from tavolo.play.reasons import STRIP_NOT_BUILT
from tavolo.seat.registers import ELECTRODES
from tavolo.wiring import SEATS
from tavolo_host.port import Port, PortError, PortState
from tavolo_host.slot.reading import CHARGE_TIMES
from tavolo_host.words import told

WAKING_MS = 1500  # a board that has just got power calibrates its seats first
ANSWER_MS = 10_000
OVER_CURRENT_BIT = 0x8000  # of a chip's touch status
MOST_KEPT = 10_000  # readings of a chip, or touches, that nobody has looked at


@dataclass
class Chip:
    """What is known of a seat's chip.

    `failure` is None while nothing is known, 0 when it works, otherwise why it does not (`tavolo.seat.touch`);
    `failures` counts how often it was not. `readings` are those since the last `Bench.forget_readings`,
    twelve counts each.
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
        """Whether an over-current has stopped it: nothing that it reads then says anything of its wiring."""
        return bool(self.status & OVER_CURRENT_BIT)

    @property
    def works(self) -> bool:
        """Whether it answers and can be read."""
        return self.failure == 0 and bool(self.charges) and not self.is_stopped


@dataclass(frozen=True)
class Pace:
    """How quick the board is: passes and their milliseconds, the longest of them, bytes free (-1: not known)."""

    passes: int
    milliseconds: int
    longest_ms: int
    free_heap: int


class Bench:
    """A board at `port`. `pass_time` lets a moment go by outside, and returns how many milliseconds that were."""

    def __init__(self, port: Port, pass_time: Callable[[], float]) -> None:
        self.port = port
        self.chips = [Chip() for _ in range(SEATS)]
        self.touches: list[tuple[int, int]] = []  # seat and electrode, in the order in which they were felt
        self.walked: list[tuple[int, int]] = []  # strip and colour
        self.pace: Pace | None = None
        self.settings = defaults()  # as the board tells them when it begins
        self._pass_time = pass_time
        self._now_ms = 0.0
        self._told_ms = 0
        self._requests = 0
        self._answer: tuple[bool, tuple[int, ...]] | None = None  # to the newest request
        self._unknown = ""  # the kind of message that the board has said last not to know
        self._has_begun = False

    # ---- time

    def step(self) -> None:
        """Let a moment go by. Raises PortError when a board that was being checked has gone."""
        self._now_ms += self._pass_time()
        elapsed_ms = int(self._now_ms) - self._told_ms
        self._told_ms += elapsed_ms
        for kind, values in self.port.step(elapsed_ms):
            self._take(kind, values)
        if self._has_begun and self.port.state is not PortState.CONNECTED:
            raise PortError(f"The board was lost while it was checked. {self.port.sentence}")

    def wait(self, condition: Callable[[], bool], limit_ms: float) -> bool:
        """Let time go by until the condition holds, or for so long; return whether it holds."""
        end_ms = self._now_ms + limit_ms
        while not condition():
            if self._now_ms >= end_ms:
                return False
            self.step()
        return True

    def rest(self, milliseconds: float) -> None:
        """Let time go by."""
        self.wait(lambda: False, milliseconds)

    @contextmanager
    def kept_awake(self) -> Iterator[None]:
        """Go on with the board while whoever is inside waits for a person: a silent laptop ends the selftest."""
        over = Event()
        problems: list[PortError] = []

        def listen() -> None:
            try:
                while not over.is_set():
                    self.step()
            except PortError as problem:
                problems.append(problem)

        listener = Thread(target=listen, daemon=True)
        listener.start()
        try:
            yield
        finally:
            over.set()
            listener.join()
        if problems:
            raise problems[0]

    # ---- what is asked of the board

    def begin(self) -> None:
        """Connect, and have the board begin; raises PortError, or ValueError when the board refuses."""
        while self.port.state is not PortState.CONNECTED:
            if self.port.failures or self.port.state is PortState.REFUSED:
                raise PortError(self.port.sentence)
            self.step()
        self.rest(WAKING_MS)
        self._ask("ask_settings")
        self._ask("selftest", "begin")
        self._has_begun = True

    def walk(self, strip: int, colour: int, pixel_ms: int) -> bool:
        """Let light walk along a strip; `walked` says when it has arrived. False for a strip that is not built."""
        self.walked.clear()
        return self._ask("walk", strip, colour, pixel_ms) != (STRIP_NOT_BUILT,)

    def end(self) -> None:
        """Let the board go back to its lobby."""
        self._ask("selftest", "end")
        self._has_begun = False

    def forget_readings(self) -> None:
        """Begin anew to collect readings."""
        for chip in self.chips:
            chip.readings.clear()

    def _ask(self, kind: str, *values: Any) -> tuple[int, ...]:
        """Ask, and return the reason of the answer; ValueError when it is no, PortError when there is none."""
        self._requests += 1
        self._answer, self._unknown = None, ""
        self.port.send(kind, self._requests, *values)
        if not self.wait(lambda: self._answer is not None or self._unknown == kind, ANSWER_MS):
            raise PortError("The board does not answer any more.")
        if self._answer is None:
            raise ValueError("The firmware of this board is older than this program, and has no selftest.")
        accepted, reason = self._answer
        if not accepted and reason != (STRIP_NOT_BUILT,):
            raise ValueError(f"The board refuses to be checked: {told(reason)}")
        return reason

    # ---- what the board tells

    def _take(self, kind: str, values: tuple[Any, ...]) -> None:
        if kind == "answer" and values[0] == self._requests:
            self._answer = values[1] == "yes", values[2]
        elif kind == "unknown":
            self._unknown = values[0]
        elif kind == "settings":
            self._take_settings(values[0])
        elif kind == "chip":
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

    def _take_settings(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """Take over the settings that this program knows, with values that they can have."""
        for name, value in pairs:
            index = index_of(name)
            known = SETTINGS[index].value_of(value) if index >= 0 else None
            if known is not None:
                self.settings[name] = known

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
