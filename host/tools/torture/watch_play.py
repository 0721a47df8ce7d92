"""An evening with `tavolo watch` as a process, beside a virtual board in this process, in real time.

The program is killed and restarted, its cable is unplugged, strangers take its line, and the board's power fails.
"""

import asyncio
import time
from contextlib import closing
from random import Random

from host.tools.torture.evenings import Evening
from host.tools.torture.faults import KILLED, SECOND_CLIENTS
from host.tools.torture.found import STUCK, Found, Tally
from host.tools.torture.program import IN_STEP, Program, ProgramEvening, RestlessVisitor, be_strange, until
from host.tools.torture.record_check import RecordCheck
from host.tools.torture.ticks import tidy_slots
from host.tools.torture.virtual_play import brisk
from host.tools.torture.witness import Witness
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer
from tests.table.without_laptop import WithoutLaptop

STORMS = 3
STORM_ACTS = 12
BACK_S = 60
MOST_TICKS = 20  # to catch up with at once when this machine was busy
ATTEMPTS = 20  # to start a program whose line a stranger has


class WatchedBoard(ProgramEvening):
    """A virtual table on a line, and a `tavolo watch` beside it."""

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally)
        self.line = LoopbackServer()
        self.table = VirtualTable(evening.random("table"), self.line)
        self.witness = Witness(self.table.bodies)
        self.record_check = RecordCheck(self.table, self.witness, tally)

    async def drive(self) -> None:
        before = time.monotonic()
        while True:
            await asyncio.sleep(TICK_MS / 1000)
            now = time.monotonic()
            for _ in range(min(MOST_TICKS, int((now - before) * 1000 / TICK_MS))):
                self.table.step()
                self.witness.look(TICK_MS)
                self.record_check.look()
                self.tally.simulated_s += TICK_MS / 1000
            before = now

    async def play(self) -> None:
        driving = asyncio.create_task(self.drive())
        evening = asyncio.create_task(self._play())
        done, _ = await asyncio.wait((driving, evening), return_when=asyncio.FIRST_COMPLETED)
        driving.cancel()
        evening.cancel()
        await asyncio.gather(driving, evening, return_exceptions=True)
        for task in done:
            task.result()

    async def _play(self) -> None:
        await asyncio.sleep(2)
        WithoutLaptop(self.table).start(self.setup)
        visitor = await self.begin_program()
        for _ in range(STORMS):
            visitor = await self.storm(visitor)
            visitor = await self.calm(visitor)
        assert self.program is not None
        self.program.end()

    async def begin_program(self) -> RestlessVisitor:
        """Start the program, again if a stranger has its line, and visit its page."""
        for _ in range(ATTEMPTS):
            self.program = Program("watch", "--port", self.line.url)
            try:
                return await self.program.visited()
            except AssertionError:  # it ended with a sentence
                self.program.check()
        raise Found(STUCK, "The program does not start.")

    async def storm(self, visitor: RestlessVisitor) -> RestlessVisitor:
        for _ in range(STORM_ACTS):
            await asyncio.sleep(self.random.uniform(0.0, 1.0))
            kind = self.random.choice(("cable pulled", SECOND_CLIENTS, KILLED, "power cut", "clicks", "wrong moment"))
            if kind not in self.kinds or (kind == KILLED and self.random.random() < 0.7):
                continue
            self.suffer(kind)
            if kind == KILLED:
                assert self.program is not None
                self.program.check()
                self.program.kill()
                visitor = await self.begin_program()
            else:
                await self._inflict(kind, visitor, self.random)
        return visitor

    async def _inflict(self, kind: str, visitor: RestlessVisitor, random: Random) -> None:
        if kind == "cable pulled":
            self.line.hang_up()
            if random.random() < 0.5:
                be_strange(self.line.port, random)  # before the program is back
        elif kind == SECOND_CLIENTS:
            be_strange(self.line.port, random)
        elif kind == "power cut":
            self.record_check.power_goes()
            self.table.power_cycle()
            self.record_check.board_changed()
        elif kind == "clicks":
            await visitor.press_anything(random)
        else:
            body = random.choice(self.table.bodies)
            body.do(body.press(random.randrange(3)))

    async def calm(self, visitor: RestlessVisitor) -> RestlessVisitor:
        """Check that the program runs and its page is in step."""
        assert self.program is not None
        self.program.check_running()
        if not visitor.is_there:
            visitor = await self.program.visited()
        await until(lambda: visitor.shows(IN_STEP), BACK_S, "The page does not come into step again.")
        tidy_slots(self.table.virtual_players.people)
        return visitor


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening with `tavolo watch`; raises Found, and any exception that a visitor would see."""
    watched = WatchedBoard(evening, tally)
    with brisk(), closing(watched.line):
        asyncio.run(watched.play_and_kill())
