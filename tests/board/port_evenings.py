"""Evenings of a laptop at a real pyserial port, whose boards come and go.

Boards are at the far ends of pseudo-terminals whose names come and go in a folder. During any call that pyserial makes,
the board's device vanishes, gets another name, is opened by another program, appears twice, is silent or slow, or
its name goes to another board. The laptop may never show another board, raise an exception or give up, and at most two
rounds over the ports after the board is back it is in step again. Before that, commands that change a board look for
an unnamed one: none may take the other board while its own is plugged in and answers in time. Time is simulated.
"""

import fcntl
import os
import select
import termios
from pathlib import Path
from random import Random
from unittest.mock import patch

from tavolo_host.board.client import Client
from tavolo_host.board.companion import Companion
from tavolo_host.board.greeting import HELLO_MS
from tavolo_host.board.port import LONGEST_RETRY_MS, Port, PortState
from tests.board.serial_simulator import KINDS, NAMES, TICK_MS, SerialSimulator, Watchful

COMMANDS = 4  # in an evening
FAULTS = 4
LONGEST_FAULT_MS = 9000
MOST_ROUNDS = 2
BACK_MS = 2 * (LONGEST_RETRY_MS + 4000)  # twice the longest pause, and the longest wait for an answer
OWN, OTHER, REFUSED = "its own board", "the only possible one, the other board", "refused"


class Evening:
    """A laptop that stays with the first board while the ports change. Raises AssertionError for a failure."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.random = random
        self.simulator = SerialSimulator(folder, self.random)
        self._is_named = self.random.random() < 0.3
        self._first_name = NAMES[0]
        self.laptop = Companion(Port(str(folder / self._first_name) if self._is_named else None))

    def play(self) -> None:
        simulator = self.simulator
        modules = {module.__name__: Watchful(module, simulator) for module in (os, fcntl, termios, select)}
        with (
            patch.multiple("serial.serialposix", **modules),
            patch("serial.tools.list_ports.comports", simulator.comports),
        ):
            try:
                for _ in range(COMMANDS):
                    self._command()
                self._begin()
                for _ in range(FAULTS):
                    self._fault()
                    self._calm()
            finally:
                simulator.close()
                self.laptop.close()

    def _command(self) -> None:
        """Let a command look for an unnamed board to change, with a fault before the first greeting."""
        simulator, random = self.simulator, self.random
        for wire, odds in ((simulator.own, 1.0), (simulator.other, 0.7), (simulator.probe, 0.5)):
            if random.random() < odds:
                wire.plug_in(simulator.free_name())
        kind = random.choice((None, *KINDS))
        if kind and random.random() < 0.5:
            kind(simulator)
        elif kind:
            simulator.happens(lambda: kind(simulator), random.random() < 0.5)
        found = self._found(Port(acts=True))
        is_taken = not simulator.is_own_listed or simulator.quiet_ms >= HELLO_MS
        assert found != OTHER or is_taken, "The command changes the other board."
        assert kind or found == (REFUSED if simulator.other.name else OWN), f"Without a fault the result is {found}."
        simulator.put_right()
        simulator.own.plug_in(simulator.own.name or simulator.free_name())
        assert self._found(Port(board_id="board-7", acts=True)) == OWN, "The named board is not found."
        for wire in simulator.wires:
            wire.unplug()

    def _found(self, port: Port) -> str:
        """Return which board a command takes, or that it refuses."""
        client = Client(port, self._pass_time)
        is_decided = client.wait(lambda: port.failures or client.connected, 2 * HELLO_MS)
        assert is_decided, f"The command waits for ever: {port.sentence}"
        client.close()
        return {"board-7": OWN, "board-8": OTHER}[port.board["board"]] if port.board else REFUSED

    def _pass_time(self) -> float:
        self.simulator.step()
        assert not self.simulator.error, self.simulator.error
        return TICK_MS

    def _begin(self) -> None:
        simulator, random = self.simulator, self.random
        simulator.own.plug_in(self._first_name)
        if random.random() < 0.5:
            simulator.probe.plug_in(simulator.free_name())
        is_chosen = random.random() < 0.5
        if is_chosen:
            simulator.other.plug_in(simulator.free_name())
        port = self.laptop.port
        for _ in range(500):
            if self._is_in_step():
                return
            if port.choice:
                assert is_chosen, "there is only one board"
                port.choose("board-7")
            self._step()
        raise AssertionError(f"It has never come into step: {port.sentence}")

    def _fault(self) -> None:
        kind = self.random.choice(KINDS)
        in_opening = self.random.random() < 0.5
        if in_opening:
            self.simulator.own.plug_in(self.simulator.own.name)  # it reconnects, and is opened again
        self.simulator.happens(lambda: kind(self.simulator), in_opening)
        for _ in range(self.random.randrange(LONGEST_FAULT_MS // TICK_MS)):
            if self.random.random() < 0.005:
                self.simulator.board.act()
            self._step()
        if self.random.random() < 0.4:  # a second fault during the first
            second = self.random.choice(KINDS)
            self.simulator.happens(lambda: second(self.simulator))
            for _ in range(self.random.randrange(100)):
                self._step()

    def _calm(self) -> None:
        """Undo all faults, and wait for the laptop to be in step."""
        simulator = self.simulator
        simulator.put_right()
        if self._is_named and not simulator.is_numbered and simulator.own.name != self._first_name:
            for wire in (simulator.own, simulator.other, simulator.probe):  # it can be found only by its name
                if wire.name == self._first_name:
                    wire.unplug()
            simulator.own.plug_in(self._first_name)
        elif not simulator.own.name:
            simulator.own.plug_in(simulator.free_name())
        rounds = simulator.rounds
        for _ in range(BACK_MS // TICK_MS):
            if self._is_in_step():
                break
            self._step()
        needed = simulator.rounds - rounds
        assert self._is_in_step(), f"It is not in step again: {self.laptop.port.sentence}"
        assert needed <= MOST_ROUNDS, f"It needed {needed} rounds over the ports."

    def _step(self) -> None:
        self.laptop.step(TICK_MS)
        self.simulator.step()
        port, record = self.laptop.port, self.laptop.mirror.record
        assert not self.simulator.error, self.simulator.error
        assert port.state is not PortState.REFUSED, f"It has given up: {port.sentence}"
        assert port.board.get("board", "board-7") == "board-7", "It is connected to another board."
        assert record is None or record.setup.players == 4, "It shows another board's game."

    def _is_in_step(self) -> bool:
        mirror, record = self.laptop.mirror, self.simulator.board.record
        assert record is not None
        return (
            self.laptop.connected
            and mirror.in_step is True
            and mirror.record is not None
            and mirror.record.digest() == record.digest()
        )
