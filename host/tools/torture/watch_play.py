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
from host.tools.torture.program import ProgramEvening, be_strange, until
from host.tools.torture.record_check import RecordCheck
from host.tools.torture.restless import IN_PLAY
from host.tools.torture.ticks import tidy_slots
from host.tools.torture.virtual_play import brisk
from host.tools.torture.witness import Witness
from tavolo.rules.contract import Setup
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.serial_line import LoopbackServer
from tests.table.evening import WAKING_MS
from tests.table.without_laptop import WithoutLaptop

STORM_ACTS, SHORT_STORM_ACTS = 30, 6
BACK_S = 60
GOING_ON_S = 3
IN_STEP = 'class="dot in-step"'  # beside a real board the page always says whether it is in step
MOST_TICKS = 20  # to catch up with at once when this machine was busy
ATTEMPTS = 20  # to start a program whose line a stranger has


class WatchedBoard(ProgramEvening):
    """A virtual table on a line, and a `tavolo watch` beside it."""

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally)
        # With other options, people without a laptop cannot read each draw off the lights.
        self.setup = Setup(self.setup.game, self.setup.players)
        self.line = LoopbackServer()
        self.table = VirtualTable(evening.random("table"), self.line)
        self.witness = Witness(self.table.bodies)
        self.record_check = RecordCheck(self.table, self.witness, tally)
        self._acts = SHORT_STORM_ACTS if evening.is_short else STORM_ACTS

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
        await until(lambda: self.tally.simulated_s * 1000 > WAKING_MS, BACK_S, "Time does not pass at the table.")
        WithoutLaptop(self.table).start(self.setup)
        # From then on visitors may start or end games of which the people at the table know nothing.
        await until(lambda: self.tally.accepted, BACK_S, "The game does not begin.")
        await self.begin_program()
        for _ in range(self.storms):
            await self.storm()
            await self.calm()
        assert self.program is not None
        self.program.end()

    async def begin_program(self) -> None:
        """Start the program, again if a stranger has its line, and visit its page."""
        for _ in range(ATTEMPTS):
            self.begin("watch", "--port", self.line.url)
            try:
                await self.crowd.gather()
            except AssertionError:  # it ended with a sentence
                assert self.program is not None
                self.program.check()
            else:
                return
        raise Found(STUCK, "The program does not start.")

    async def storm(self) -> None:
        for _ in range(self._acts):
            await asyncio.sleep(self.random.uniform(0.0, 0.4))
            kind = self.random.choice(
                ("cable pulled", SECOND_CLIENTS, KILLED, "power cut", *4 * ["clicks"], "wrong moment")
            )
            if kind not in self.kinds or (kind == KILLED and self.random.random() < 0.7):
                continue
            self.suffer(kind)
            if kind == KILLED:
                await self._kill()
            else:
                await self._inflict(kind, self.random)

    async def _kill(self) -> None:
        assert self.program is not None
        self.program.check()
        self.program.kill()
        await self.crowd.leave()
        await self.begin_program()

    async def _inflict(self, kind: str, random: Random) -> None:
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
            await self.crowd.do_anything(random)
        else:
            body = random.choice(self.table.bodies)
            body.do(body.press(random.randrange(3)))

    async def calm(self) -> None:
        """Check that the program runs, everybody gets in, and the page is in step and goes on with the board."""
        self.check_running()
        await self.crowd.gather()
        host = self.crowd.host
        await until(lambda: IN_STEP in host.text(), BACK_S, "The page does not come into step again.")
        tidy_slots(self.table.virtual_players.people)
        accepted, seen = self.tally.accepted, host.pictures
        await asyncio.sleep(GOING_ON_S)
        if self.tally.accepted > accepted + 1 and host.state() in IN_PLAY:
            await until(lambda: host.pictures > seen, BACK_S, f"The page stands still. {self.crowd.last_words()}")
        self.check_running()


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening with `tavolo watch`; raises Found, and any exception that a visitor would see."""
    watched = WatchedBoard(evening, tally)
    with brisk(), closing(watched.line):
        asyncio.run(watched.play_and_kill())
