"""An evening in real time with `tavolo watch` as a process, beside a virtual board in this process."""

import time
from random import Random

from host.tools.torture.evening import Evening
from host.tools.torture.found import STUCK, Tally
from host.tools.torture.program_play import ProgramPlay, be_strange
from host.tools.torture.record_check import RecordCheck
from host.tools.torture.table_play import BRISK, tidy_slots
from host.tools.torture.visitors import IN_PLAY
from host.tools.torture.witness import Witness
from tavolo.rules.contract import Setup
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer
from tests.table.evening import WAKING_MS
from tests.table.without_laptop import WithoutLaptop

BACK_MS = 60_000
GOING_ON_MS = 3000
IN_STEP = 'class="dot in-step"'  # beside a real board the page always says whether it is in step
MOST_TICKS = 20  # to catch up with at once when this machine was busy


class WatchPlay(ProgramPlay):
    """A virtual table on a line, and a `tavolo watch` beside it, ending with a sentence if a stranger has its line."""

    kinds: tuple[str, ...] = (
        *("cable pulled", "power cut", "wrong moment"),
        *("second clients", *4 * ("clicks",), "pages closed", "laptop killed"),
    )
    attempts = 20

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally)
        # With other options, people without a laptop cannot read each draw off the lights.
        self.setup = Setup(self.setup.game, self.setup.players)
        self.line = LoopbackServer()
        self.table = VirtualTable(evening.random("table"), self.line)
        self.table.virtual_players.unhurried = BRISK
        self.bodies = self.table.bodies
        self.witness = Witness(self.bodies)
        self.record_check = RecordCheck(self.table, self.witness, tally)
        self._now_s = time.monotonic()

    def arguments(self) -> tuple[str, ...]:
        return "watch", "--port", self.line.url

    def close(self) -> None:
        super().close()
        self.line.close()

    def pass_time(self) -> None:
        super().pass_time()
        now_s = time.monotonic()
        ticks = int((now_s - self._now_s) * 1000 / TICK_MS)
        self._now_s += ticks * TICK_MS / 1000
        for _ in range(min(MOST_TICKS, ticks)):
            self.table.step()
            self.witness.look(TICK_MS)
            self.record_check.look()

    # ---- the evening

    def wake(self) -> None:
        self.run_ms(WAKING_MS)
        WithoutLaptop(self.table).start(self.setup)
        # From now on visitors may start or end games of which the people at the table know nothing.
        self.run_until(lambda: self.tally.accepted, BACK_MS, STUCK, "The game does not begin.")
        super().wake()

    def is_clear(self) -> bool:
        tidy_slots(self.table.virtual_players)
        return super().is_clear() and IN_STEP in self.crowd.host.text()

    def goes_on(self) -> None:
        """Check that the page goes on with the board, if that goes on."""
        accepted, seen, host = self.tally.accepted, self.crowd.host.pictures, self.crowd.host
        self.run_ms(GOING_ON_MS)
        if self.tally.accepted > accepted + 1 and host.state() in IN_PLAY:
            self.run_until(lambda: host.pictures > seen, BACK_MS, STUCK, "The page stands still.")
        self.check()

    # ---- faults

    def pull_cable(self, is_out: bool) -> None:
        """Unplug the cable, or plug it in again."""
        if is_out:
            self.line.hang_up()

    def cut_power(self, in_operation: int | None, share: float) -> None:
        """Cut the board's power."""
        self.record_check.cut_power()

    def let_stranger_in(self, random: Random) -> None:
        """Open the board's line, send something strange, and leave."""
        be_strange(self.line.port, random)
