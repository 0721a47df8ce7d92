"""An evening on the emulated Pico: the firmware image of the real board, under the same storms, in simulated time.

Nothing looks into the board: what it has is read from its wire, at a point that no fault of the line affects.
"""

from itertools import takewhile
from random import Random
from typing import Any

from host.tools.bench.watched_table import at_each_tick
from host.tools.torture.evenings import Evening
from host.tools.torture.failing_flash import flip_bits
from host.tools.torture.faults import FAULTS
from host.tools.torture.found import LOST, STUCK, Found, Tally
from host.tools.torture.pico_wire import ANOTHER, INTERRUPT, DamagedPort, Told
from host.tools.torture.ticks import SECOND_MS, TableTorture
from host.tools.torture.virtual_play import brisk
from tavolo import wiring
from tavolo.link.telemetry import LAPTOP
from tavolo.play import reasons
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.pico_parts import ERASE
from tests.link.link_support import Damage
from tests.pico.pico_evening import FIRMWARE, WAKING_MS

# The emulated flash does not fail, and no page is open.
KINDS = tuple(kind for kind in FAULTS if kind not in ("flash fails", "clicks"))
STORMS = 3
STORM_MS = (2000, 10_000)
BACK_MS = 40_000
STILL_MS = 90_000
BLANK_MS = 3000  # after power-on or a silent chip, when the first chip does not show the ticks


class PicoTorture(TableTorture):
    """A table with an emulated Pico, its people and a laptop."""

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally, PicoTable(evening.random("table"), FIRMWARE), KINDS)
        self.pico = self.table.pico
        self.told = Told(self.witness, tally)
        self.pico.on_serial = self.told.hear
        self.damage: Damage | None = None
        self.is_flash_damaged = False
        self._blank_ms = BLANK_MS
        self._tick_ns = 0
        at_each_tick(self.chips[0], self._note_tick)
        self.kill_laptop()

    def _count(self, kind: str) -> None:
        super()._count(kind)
        if kind in ("chip lost", "bus held"):
            self._blank_ms = 10_000

    def _note_tick(self) -> None:
        took_ms = (self.pico.now_ns - self._tick_ns) / 1e6
        now = takewhile(lambda each: each.start_ns >= self._tick_ns, reversed(self.pico.operations))
        if self._blank_ms > 0 or not self.told.actions:
            pass
        elif ERASE in [each.kind for each in now]:
            self.tally.longest_erasing_ms = max(self.tally.longest_erasing_ms, took_ms)
        else:
            self.tally.longest_tick_ms = max(self.tally.longest_tick_ms, took_ms)
        self._tick_ns = self.pico.now_ns

    # ---- time

    def step(self) -> None:
        self.tally.simulated_s += TICK_MS / 1000
        self._blank_ms -= TICK_MS
        if self.is_stormy:
            self._storm.step(TICK_MS)
        self.table.step()
        self.witness.look(TICK_MS)
        if not self.pico.is_on:
            self._power_came()
        if not self._is_unread:
            self.companion.step(TICK_MS)

    # ---- faults

    def set_line_odds(self, odds: float) -> None:
        self.damage = self.new_damage(odds)

    def pull_cable(self, is_out: bool) -> None:
        if is_out:
            self.pico.unplug()
        else:
            self.pico.plug_in()

    def say_on_line(self, data: bytes, to_board: bool) -> None:
        if self.pico.port is None:
            return
        if to_board:
            self.pico.send_serial(data.replace(INTERRUPT, ANOTHER))
        else:
            self.pico.port.came += data

    def kill_laptop(self) -> None:
        self.companion = self.new_laptop()
        self.table.virtual_players.follower.laptop = self.companion.mirror

    def _open(self, url: str) -> Any:
        return DamagedPort(self.table.open_port(url), lambda: self.damage)

    def set_unread(self, is_unread: bool) -> None:
        super().set_unread(is_unread)
        if self.pico.port is not None:
            self.pico.port.unread = is_unread

    def cut_power(self, in_operation: int | None, share: float) -> None:
        if in_operation is None:
            self.pico.cut_power()
        else:
            self.pico.cut_power_at_operation(len(self.pico.operations) + 1 + in_operation, share)

    def _power_came(self) -> None:
        """Give the power back at once; people who saw the lights go out know."""
        self.told.power_came(bool(self.mirror.result))
        self._blank_ms = BLANK_MS
        self.pico.power_on()
        self.table.virtual_players.follower.power_failed()

    def flip_bits(self, random: Random, count: int) -> None:
        """Without power, flip bits of the journal; with a count of 0, wipe whole sectors."""
        self.is_flash_damaged = True
        self.pico.cut_power()
        at, length = wiring.JOURNAL_ADDRESS, wiring.JOURNAL_BYTES
        journal = bytearray(self.pico.read_flash(at, length))
        flip_bits(journal, random, count)
        self.pico.write_flash(at, journal)

    def ask(self, what: str) -> None:
        left = self.random.randrange(len(self.companion.mirror.actions) + 1)
        self.companion.ask(what, *((left,) if what == "undo" else ()), LAPTOP)

    # ---- the evening

    def play(self) -> None:
        self.run_ms(WAKING_MS)
        self.run_until(self.is_clear, BACK_MS, STUCK, "The board does not answer.")
        for _ in range(STORMS):
            self.begin()
            self.storm(self.random.randrange(*STORM_MS))
            self.calm()
        self.tally.games += bool(self.mirror.result)

    def start_game(self) -> None:
        self.companion.ask("new", tuple(range(self.setup.players)), self.setup.text())

    def calm(self) -> None:
        """Undo all faults, and check that everything is as it should be."""
        self._storm.heal()
        self.pico.cut_power_at_operation(0)
        self.run_until(self.is_clear, BACK_MS, STUCK, "Laptop and board do not come into step.")
        self.run_ms(SECOND_MS)  # the board reports on its journal after its game
        self._see_what_is_lost()
        self.goes_on(STILL_MS)

    def _see_what_is_lost(self) -> None:
        """Check that nothing is gone that the laptop had when the power went, unless the board reports it."""
        lost, self.told.lost = self.told.lost, 0
        if not lost:
            return
        if not self.is_flash_damaged:
            raise Found(LOST, f"{lost} actions are gone after a power cut. {self.last_words()}")
        if not set(self.told.reasons) - {reasons.GAME_RESUMED, reasons.SEALED_CARDS_LOST}:
            raise Found(LOST, f"{lost} actions are gone with damaged flash, and the board does not report it.")
        self.tally.lost_and_reported += lost


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening on the emulated Pico; raises Found, and any exception of board or laptop."""
    with brisk():
        torture = PicoTorture(evening, tally)
        try:
            torture.play()
        finally:
            torture.table.close()
