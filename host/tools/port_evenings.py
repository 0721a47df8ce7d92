"""Evenings of a laptop at a real pyserial port: `python -m host.tools.port_evenings --evenings 500 --seed 1`.

Boards are at the far ends of pseudo-terminals whose names come and go in a folder. During any call that pyserial makes,
the board's device vanishes, comes back under another name, is another program's, is there twice, is silent, or its name
is another board's. The laptop may never show another board, raise anything or give up, and two rounds over the ports
after the board is back it is in step again. Time is made up. The exit code is 1 when anything else has come about.
"""

import argparse
import contextlib
import fcntl
import os
import select
import sys
import tempfile
import termios
import traceback
import tty
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from tavolo.link.channel import Serial
from tavolo_host.companion import Companion
from tavolo_host.port import LONGEST_RETRY_MS, Port, PortState
from tavolo_host.serial_port import USB_VENDOR
from tests.link.link_support import Board

PASS_MS = 20
FAULTS = 4  # of an evening
LONGEST_FAULT_MS = 9000
MOST_ROUNDS = 2
BACK_MS = 2 * (LONGEST_RETRY_MS + 4000)  # twice the longest pause, and the longest wait for an answer
CALLS = 60  # among the next so many of pyserial's calls is the one in which it happens
OPENING_CALLS = 25  # with which a port is opened, and the first reading and writing
ARRIVING_S = 1.0  # what was written has arrived by then
NAMES = [f"ttyACM{number}" for number in range(6)]


class Wire(Serial):
    """A device that can be plugged in: the far end of a pseudo-terminal, or nothing."""

    def __init__(self, folder: Path, serial_number: str) -> None:
        self.folder, self.serial_number = folder, serial_number
        self.name = ""
        self._ends: tuple[int, int] | None = None

    @property
    def path(self) -> Path:
        return self.folder / self.name

    def plug_in(self, name: str) -> None:
        self.unplug()
        self.name = name
        self._ends = os.openpty()
        tty.setraw(self._ends[1])
        os.set_blocking(self._ends[0], False)
        self.path.symlink_to(os.ttyname(self._ends[1]))

    def unplug(self) -> None:
        if self._ends:
            self.path.unlink()
            for end in self._ends:
                os.close(end)
        self._ends, self.name = None, ""

    def await_laptop(self) -> None:
        """Wait for what the laptop has just written: the system brings it a moment later."""
        if self._ends:
            select.select([self._ends[0]], [], [], ARRIVING_S)

    def read(self) -> bytes:
        with contextlib.suppress(BlockingIOError):
            return os.read(self._ends[0], 4096) if self._ends else b""
        return b""

    def write(self, data: bytes) -> int:
        if not self._ends:
            return 0
        with contextlib.suppress(BlockingIOError):
            taken = os.write(self._ends[0], data)
            select.select([self._ends[1]], [], [], ARRIVING_S)
            return taken
        return 0


class Watchful:
    """A module of Python's, as pyserial uses it: the world is told of each call."""

    def __init__(self, module: ModuleType, world: "World") -> None:
        self._module, self._world = module, world

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, type) or not callable(value):
            return value

        def call(*arguments: Any) -> Any:
            self._world.called(name)
            result = value(*arguments)
            if name == "write" and result:
                self._world.await_laptop(arguments[0])
            return result

        return call


class World:
    """Two boards, a device that never answers, a second program, and what is about to happen in which call."""

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
        self.rounds = 0
        self.slip = ""  # of this program's own
        self._lock = -1
        self._in_calls = 0
        self._waits_for_open = False
        self._event: Callable[[], None] | None = None

    @property
    def wires(self) -> list[Wire]:
        return [wire for wire in (self.own, self.other, self.probe, self.double) if wire.name]

    def called(self, name: str) -> None:
        """Let happen what is to happen in this call."""
        self._waits_for_open &= name != "open"
        self._in_calls -= not self._waits_for_open
        if self._event and self._in_calls <= 0:
            event, self._event = self._event, None
            try:
                event()
            except Exception:  # pyserial would take it for the system's
                self.slip = traceback.format_exc()

    def happens(self, event: Callable[[], None], in_opening: bool = False) -> None:
        """Have something happen in one of the next calls, or in one of those with which a port is opened."""
        self._event, self._waits_for_open = event, in_opening
        self._in_calls = self.random.randrange(OPENING_CALLS if in_opening else CALLS)

    def await_laptop(self, number: int) -> None:
        with contextlib.suppress(OSError):
            written = os.ttyname(number)
            for wire in self.wires:
                if os.path.realpath(wire.path) == written:
                    wire.await_laptop()

    def comports(self) -> list[Any]:
        """List the ports, as pyserial does: one that goes meanwhile raises what it raises on Linux."""
        self.rounds += 1
        before = self.wires
        self.called("comports")
        if any(not wire.name for wire in before):
            raise TypeError("int() can't convert non-string with explicit base")
        return [
            SimpleNamespace(device=str(wire.path), vid=USB_VENDOR, description="Pico", serial_number=wire.serial_number)
            for wire in self.wires
        ]

    def free_name(self) -> str:
        return self.random.choice([name for name in NAMES if name not in [wire.name for wire in self.wires]])

    def lock(self) -> None:
        """Have another program open the board's port before the laptop can."""
        self._lock = os.open(self.own.path, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
        self._lock = -1

    def step(self) -> None:
        if not self.is_silent:
            self.board.step(PASS_MS)
        self.stranger.step(PASS_MS)

    def close(self) -> None:
        self.unlock()
        for wire in self.wires:
            wire.unplug()


def vanishes(world: World) -> None:
    world.own.unplug()


def is_busy(world: World) -> None:
    world.own.plug_in(world.own.name or world.free_name())
    world.unlock()
    world.lock()


def is_renamed(world: World) -> None:
    name = world.own.name
    world.own.plug_in(world.free_name())
    if not world.other.name and name and world.random.random() < 0.5:
        world.other.plug_in(name)


def is_doubled(world: World) -> None:
    world.double.plug_in(world.double.name or world.free_name())
    world.own.plug_in(world.own.name or world.free_name())


def is_silent(world: World) -> None:
    world.is_silent = True


def is_somebody_elses(world: World) -> None:
    name = world.own.name or world.free_name()
    world.own.unplug()
    world.other.plug_in(name)


KINDS = (vanishes, is_busy, is_renamed, is_doubled, is_silent, is_somebody_elses)


class Evening:
    """A laptop that stays with the first board while the world changes. Raises AssertionError for what may not be."""

    def __init__(self, folder: Path, seed: str, told: Counter[str]) -> None:
        self.random = Random(seed)
        self.world = World(folder, self.random)
        self._told = told
        self._is_named = self.random.random() < 0.3
        self._first_name = NAMES[0]

    def play(self) -> None:
        world = self.world
        modules = {module.__name__: Watchful(module, world) for module in (os, fcntl, termios, select)}
        with (
            patch.multiple("serial.serialposix", **modules),
            patch("serial.tools.list_ports.comports", world.comports),
        ):
            try:
                self._begin()
                for _ in range(FAULTS):
                    self._fault()
                    self._calm()
            finally:
                world.close()
                self.laptop.close()

    def _begin(self) -> None:
        world, random = self.world, self.random
        world.own.plug_in(self._first_name)
        if random.random() < 0.5:
            world.probe.plug_in(world.free_name())
        is_chosen = random.random() < 0.5
        if is_chosen:
            world.other.plug_in(world.free_name())
        port = Port(str(world.own.path) if self._is_named else None)
        self.laptop = Companion(port)
        for _ in range(500):
            if self._is_in_step():
                return
            if port.choice:
                assert is_chosen, "there is nothing to choose from"
                port.choose("board-7")
            self._step()
        raise AssertionError(f"It has never been in step: {port.sentence}")

    def _fault(self) -> None:
        kind = self.random.choice(KINDS)
        self._told[kind.__name__] += 1
        in_opening = self.random.random() < 0.5
        if in_opening:
            self.world.own.plug_in(self.world.own.name)  # it blinks, and is opened anew
        self.world.happens(lambda: kind(self.world), in_opening)
        for _ in range(self.random.randrange(LONGEST_FAULT_MS // PASS_MS)):
            if self.random.random() < 0.005:
                self.world.board.act()
            self._step()
        if self.random.random() < 0.4:  # another thing happens in the middle of it
            second = self.random.choice(KINDS)
            self._told[second.__name__] += 1
            self.world.happens(lambda: second(self.world))
            for _ in range(self.random.randrange(100)):
                self._step()

    def _calm(self) -> None:
        """Put everything right, and wait for the laptop to be in step."""
        world = self.world
        world.happens(lambda: None)
        world.unlock()
        world.is_silent = False
        world.double.unplug()
        if self._is_named and not world.is_numbered and world.own.name != self._first_name:
            for wire in (world.own, world.other, world.probe):  # only its name tells where it is
                if wire.name == self._first_name:
                    wire.unplug()
            world.own.plug_in(self._first_name)
        elif not world.own.name:
            world.own.plug_in(world.free_name())
        rounds = world.rounds
        for _ in range(BACK_MS // PASS_MS):
            if self._is_in_step():
                break
            self._step()
        needed = world.rounds - rounds
        assert self._is_in_step(), f"It is not in step again: {self.laptop.port.sentence}"
        assert needed <= MOST_ROUNDS, f"It took {needed} rounds over the ports."
        self._told[f"in step again after {needed} retries"] += 1

    def _step(self) -> None:
        self.laptop.step(PASS_MS)
        self.world.step()
        port, record = self.laptop.port, self.laptop.mirror.record
        self._told["steps"] += 1
        assert not self.world.slip, self.world.slip
        assert port.state is not PortState.REFUSED, f"It has given up: {port.sentence}"
        assert port.board.get("board", "board-7") == "board-7", "It is connected to another board."
        assert record is None or record.setup.players == 4, "It shows another board's game."

    def _is_in_step(self) -> bool:
        mirror, record = self.laptop.mirror, self.world.board.record
        assert record is not None
        return (
            self.laptop.connected
            and mirror.in_step is True
            and mirror.record is not None
            and mirror.record.digest() == record.digest()
        )


def evening(seed: str, told: Counter[str]) -> str:
    """Play an evening; return what came about that may not, "" for nothing."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            Evening(Path(folder), seed, told).play()
        except Exception:
            return traceback.format_exc()
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m host.tools.port_evenings", description=__doc__.split("\n")[0])
    parser.add_argument("--evenings", type=int, default=500, help="how many (500)")
    parser.add_argument("--seed", type=int, default=1, help="of everything (1)")
    parser.add_argument("--evening", type=int, help="this one alone")
    wanted = parser.parse_args()
    numbers = range(wanted.evenings) if wanted.evening is None else [wanted.evening]
    told: Counter[str] = Counter()
    found = 0
    for number in numbers:
        problem = evening(f"{wanted.seed} {number}", told)
        if problem:
            found += 1
            print(f"Evening {number} of seed {wanted.seed}:\n{problem}")
    print(f"Evenings: {len(numbers)}, with something that may not be: {found}.")
    for what, count in sorted(told.items()):
        print(f"{count:9,} {what.replace('_', ' ')}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
