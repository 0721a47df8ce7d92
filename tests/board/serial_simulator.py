"""A laptop's serial ports, simulated: two boards at pseudo-terminals, and their faults.

Names of devices come and go in a folder. The simulator sees each call that pyserial makes, and may let a fault happen
in it. Time is simulated.
"""

import contextlib
import fcntl
import os
import select
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

from tavolo.link.channel import Serial
from tavolo_host.board.serial_port import USB_VENDOR
from tavolo_host.simulator.serial_line import PseudoTerminal
from tests.link.link_support import Board

TICK_MS = 20
SLOWEST_MS = 3000  # until a board answers, which takes 0.4 to 2.8 s after power-on
CALLS = 60  # of pyserial, within which a fault happens
OPENING_CALLS = 25  # that open a port and read and write for the first time
ARRIVING_S = 1.0  # within which written bytes arrive
NAMES = [f"ttyACM{number}" for number in range(6)]


class Wire(Serial):
    """A device that can be plugged in: the far end of a pseudo-terminal, or nothing."""

    def __init__(self, folder: Path, serial_number: str) -> None:
        self.folder, self.serial_number = folder, serial_number
        self.name = ""
        self._line: PseudoTerminal | None = None

    @property
    def path(self) -> Path:
        return self.folder / self.name

    def plug_in(self, name: str) -> None:
        self.unplug()
        self.name = name
        self._line = PseudoTerminal()
        self.path.symlink_to(self._line.url)

    def unplug(self) -> None:
        if self._line:
            self.path.unlink()
            self._line.close()
        self._line, self.name = None, ""

    def await_laptop(self) -> None:
        """Wait for what the laptop has just written, which the system delivers a moment later."""
        if self._line:
            select.select([self._line.table_end], [], [], ARRIVING_S)

    def read(self) -> bytes:
        return self._line.read() if self._line else b""

    def write(self, data: bytes) -> int:
        if not self._line:
            return 0
        taken = self._line.write(data)
        if taken:
            select.select([self._line.laptop_end], [], [], ARRIVING_S)
        return taken


class Watchful:
    """A Python module as pyserial uses it; the simulator sees each call."""

    def __init__(self, module: ModuleType, simulator: "SerialSimulator") -> None:
        self._module, self._simulator = module, simulator

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, type) or not callable(value):
            return value

        def call(*arguments: Any) -> Any:
            self._simulator.called(name)
            result = value(*arguments)
            if name == "write" and result:
                self._simulator.await_laptop(arguments[0])
            return result

        return call


class SerialSimulator:
    """Two boards, a device that never answers, a second program, and the next fault with its call."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.random = random
        self.is_numbered = random.random() < 0.6
        numbers = ("e661a", "e661b", "e661c") if self.is_numbered else ("", "", "")
        self.own, self.other, self.probe = (Wire(folder, number) for number in numbers)
        self.double = Wire(folder, numbers[0])
        self.board = Board(self.own)
        self.board.start()
        self.stranger = Board(self.other, players=3, name="board-8")
        self.stranger.start()
        self.is_silent = False
        self.late_ms = 0  # until the board answers
        self.quiet_ms = 0  # since it stopped answering
        self.is_own_listed = False
        self.rounds = 0
        self.error = ""  # of this program's own
        self._lock = -1
        self._in_calls = 0
        self._waits_for_open = False
        self._event: Callable[[], None] | None = None

    @property
    def wires(self) -> list[Wire]:
        return [wire for wire in (self.own, self.other, self.probe, self.double) if wire.name]

    def called(self, name: str) -> None:
        """Let the planned fault happen in this call."""
        self._waits_for_open &= name != "open"
        self._in_calls -= not self._waits_for_open
        if self._event and self._in_calls <= 0:
            event, self._event = self._event, None
            try:
                event()
            except Exception:  # pyserial would take it for an error of the system
                self.error = traceback.format_exc()

    def happens(self, event: Callable[[], None], in_opening: bool = False) -> None:
        """Plan a fault for one of the next calls, or of those that open a port."""
        self._event, self._waits_for_open = event, in_opening
        self._in_calls = self.random.randrange(OPENING_CALLS if in_opening else CALLS)

    def await_laptop(self, number: int) -> None:
        with contextlib.suppress(OSError):
            written = os.ttyname(number)
            for wire in self.wires:
                if os.path.realpath(wire.path) == written:
                    wire.await_laptop()

    def comports(self) -> list[Any]:
        """List the ports as pyserial does; if one vanishes during the call, raise what pyserial raises on Linux."""
        self.rounds += 1
        before = self.wires
        self.called("comports")
        if any(not wire.name for wire in before):
            raise TypeError("int() can't convert non-string with explicit base")
        self.is_own_listed = bool(self.own.name)
        return [
            SimpleNamespace(device=str(wire.path), vid=USB_VENDOR, description="Pico", serial_number=wire.serial_number)
            for wire in self.wires
        ]

    def free_name(self) -> str:
        return self.random.choice([name for name in NAMES if name not in [wire.name for wire in self.wires]])

    def lock(self) -> None:
        """Let another program open the board's port before the laptop can."""
        self._lock = os.open(self.own.path, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
        self._lock = -1

    def put_right(self) -> None:
        """Cancel the planned fault, and undo faults of the ports, except their names."""
        self.happens(lambda: None)
        self.unlock()
        self.is_silent = False
        self.late_ms = self.quiet_ms = 0
        self.double.unplug()

    def step(self) -> None:
        self.late_ms -= TICK_MS
        if self.is_silent or self.late_ms > 0:
            self.quiet_ms += TICK_MS
        else:
            self.board.step(TICK_MS)
        self.stranger.step(TICK_MS)

    def close(self) -> None:
        self.unlock()
        for wire in self.wires:
            wire.unplug()


def vanishes(simulator: SerialSimulator) -> None:
    simulator.own.unplug()


def is_busy(simulator: SerialSimulator) -> None:
    simulator.own.plug_in(simulator.own.name or simulator.free_name())
    simulator.unlock()
    simulator.lock()


def is_renamed(simulator: SerialSimulator) -> None:
    name = simulator.own.name
    simulator.own.plug_in(simulator.free_name())
    if not simulator.other.name and name and simulator.random.random() < 0.5:
        simulator.other.plug_in(name)


def is_doubled(simulator: SerialSimulator) -> None:
    simulator.double.plug_in(simulator.double.name or simulator.free_name())
    simulator.own.plug_in(simulator.own.name or simulator.free_name())


def is_silent(simulator: SerialSimulator) -> None:
    simulator.is_silent = True


def is_slow(simulator: SerialSimulator) -> None:
    simulator.late_ms = simulator.random.randrange(SLOWEST_MS)


def has_its_name_taken(simulator: SerialSimulator) -> None:
    name = simulator.own.name or simulator.free_name()
    simulator.own.unplug()
    simulator.other.plug_in(name)


KINDS = (vanishes, is_busy, is_renamed, is_doubled, is_silent, is_slow, has_its_name_taken)
