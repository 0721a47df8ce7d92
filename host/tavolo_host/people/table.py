"""The virtual table: real firmware on virtual hardware, in simulated time, with people around it.

The board's only inputs are the capacitances at its chips, time and its serial line. Its lights are decoded from the
bits on the wires.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from tavolo import wiring
from tavolo.assembly import build, build_safe
from tavolo.link.hello import Identity
from tavolo.maker.crashes import log_crash
from tavolo.maker.settings import FILE
from tavolo.maker.settings import read as read_settings
from tavolo.maker.starts import Starts
from tavolo_host.people.people import VirtualPlayers
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.simulator.body import SlotBody
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.hardware import TICK_MS, VirtualGuard, VirtualHardware
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.slot.capacitance import Slot
from tavolo_host.slot.geometry import GLUED, GRID, THICKNESSES, Thickness


def bodies_at(
    chips: Sequence[Mpr121], random: Random, slots: Random | None = None, cards: Thickness = GLUED
) -> list[SlotBody]:
    """Return the hands at each seat, over a slot for these cards; `slots` randomises the pads a little."""
    slots = slots or Random(random.random())
    return [SlotBody(chip, Slot(GRID.for_cards(cards), slots), Random(random.random())) for chip in chips]


class VirtualTable:
    """The whole table. `serial` is the board's end of a line; the same `random` gives the same evening.

    An exception in the board ends the program, unless it is `guarded` like a Pico (see `firmware/main.py`). If it
    `is_at_the_prompt`, the board does nothing until a power cycle.

    `settings` is the content of the board's settings file. Everything is built, whatever it says, with spacers for the
    cards that it names. `slots` seeds the differences between slots separately, to keep them for another evening.
    """

    def __init__(
        self,
        random: Random,
        serial: Any,
        settings: bytes = b"",
        slots: Random | None = None,
    ) -> None:
        self.guarded = False
        self.guard = VirtualGuard()
        self.clock = Clock()
        self.hardware = VirtualHardware(self.clock, Random(random.random()))
        if settings:
            self.hardware.virtual_files.write(FILE, settings)
        cards = THICKNESSES[read_settings(settings)[0]["cards"]]
        self.bodies = bodies_at(self.hardware.chips, random, slots, cards)
        self._serial = serial
        self._boots = Random(random.getrandbits(32))
        self._switch_on()
        self.virtual_players = VirtualPlayers(self.bodies, self.hardware, Random(random.random()), random)

    def _switch_on(self) -> None:
        """Start as `firmware/main.py` does."""
        boot = f"{self._boots.getrandbits(32):08x}"
        self._told_us = self.clock.now_us
        self._starts = Starts(self.guard)
        self.is_at_the_prompt = self._starts.goes_to_the_prompt
        if self.is_at_the_prompt:
            self._starts.restart()
            return
        self._starts.begin()
        identity = Identity(*firmware_digests(), "virtual", boot)
        self.board: Any = (build_safe if self._starts.is_safe else build)(self.hardware, self._serial, identity)
        if self._starts.has_crashed:
            self._starts.report(self.board.publisher, self.hardware.flash(wiring.CRASHES))

    def power_cycle(self) -> None:
        """Cut the board's power at any instant, and restore it.

        Memory and the chips' registers are lost; capacitances, people and flash stay as they were.
        """
        hardware = self.hardware
        self.guard.word = 0
        hardware.journal_flash.power_on()
        hardware.journal_index.power_on()
        for chip in hardware.chips:
            chip.power_cycle()
        for wire in (hardware.track, hardware.field, hardware.lamps):
            wire.power_cycle()
        self._switch_on()
        self.virtual_players.follower.power_failed()

    def step(self) -> None:
        """Let one tick pass for people and board; the board's flash may take more time."""
        self.clock.advance_ms(TICK_MS)
        self.virtual_players.step(TICK_MS)
        elapsed_ms = (self.clock.now_us - self._told_us) // 1000
        self._told_us += elapsed_ms * 1000
        if not self.is_at_the_prompt:
            self._step_board(elapsed_ms)

    def _step_board(self, elapsed_ms: int) -> None:
        try:
            self.board.step(elapsed_ms)
        except Exception as error:
            if not self.guarded:
                raise
            self._starts.crashed()
            if self._starts.logs_crashes:
                log_crash(error, self.board.keeps_a_secret(), self.hardware.flash(wiring.CRASHES))
            self._restart()
            return
        if self._starts.is_new:
            self._starts.step(elapsed_ms, self.board)
        if self.board.workbench.wants_restart:
            self._starts.restart(self.board.workbench.wants_prompt)
            self._restart()

    def _restart(self) -> None:
        self._switch_on()
        self.virtual_players.follower.power_failed()

    def run_ms(self, milliseconds: int) -> None:
        """Let time go by."""
        for _ in range(milliseconds // TICK_MS):
            self.step()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
