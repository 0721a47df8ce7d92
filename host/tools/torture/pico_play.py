"""An evening on the emulated Pico: the firmware image of the real board, under the same storms, in simulated time."""

from itertools import takewhile
from random import Random
from typing import Any

from host.tools.bench.watched_table import at_each_tick
from host.tools.torture.board_play import BoardTorture
from host.tools.torture.evenings import Evening
from host.tools.torture.failing_flash import flip_bits
from host.tools.torture.faults import FAULTS
from host.tools.torture.found import Tally
from host.tools.torture.virtual_play import brisk
from tavolo import wiring
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.pico_parts import ERASE
from tests.pico.pico_evening import FIRMWARE

# The emulated flash does not fail, and no page is open.
STORIES = {kind: story for kind, story in FAULTS.items() if kind not in ("flash fails", "clicks")}
SHORT_STORM_MS = (1000, 1500)
BLANK_MS = 3000  # after power-on or a silent chip, when the first chip does not show the ticks


class PicoTorture(BoardTorture):
    """A table with an emulated Pico."""

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally, PicoTable(evening.random("table"), FIRMWARE), STORIES)
        self.pico = self.table.pico
        self.pico.on_serial = lambda _, data: self.told.hear(data)
        if evening.is_short:
            self.storms, self.storm_ms = 1, SHORT_STORM_MS
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

    def step(self) -> None:
        self._blank_ms -= TICK_MS
        super().step()

    # ---- faults

    def pull_cable(self, is_out: bool) -> None:
        if is_out:
            self.pico.unplug()
        else:
            self.pico.plug_in()

    def open_port(self, url: str) -> Any:
        return self.table.open_port(url)

    def set_unread(self, is_unread: bool) -> None:
        super().set_unread(is_unread)
        if self.pico.port is not None:
            self.pico.port.unread = is_unread

    def cut_power(self, in_operation: int | None, share: float) -> None:
        if in_operation is None:
            self.pico.cut_power()
        else:
            self.pico.cut_power_at_operation(len(self.pico.operations) + 1 + in_operation, share)

    def see_power(self) -> None:
        if not self.pico.is_on:
            self._blank_ms = BLANK_MS
            self.pico.power_on()
            self.power_came()

    def flip_bits(self, random: Random, count: int) -> None:
        """Without power, flip bits of the journal; with a count of 0, wipe whole sectors."""
        self.is_flash_damaged = True
        self.pico.cut_power()
        at, length = wiring.JOURNAL_ADDRESS, wiring.JOURNAL_BYTES
        journal = bytearray(self.pico.read_flash(at, length))
        flip_bits(journal, random, count)
        self.pico.write_flash(at, journal)

    def heal(self) -> None:
        super().heal()
        self.pico.cut_power_at_operation(0)


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening on the emulated Pico; raises Found, and any exception of board or laptop."""
    with brisk():
        torture = PicoTorture(evening, tally)
        try:
            torture.play()
        finally:
            torture.end()
            torture.table.close()
