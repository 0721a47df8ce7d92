"""An evening with `tavolo play` as a process: visitors press anything, strangers use its ports, and it is killed.

In real time: the schedule of the faults repeats with the seed, their effects may not.
"""

import asyncio
from contextlib import suppress

from host.tools.torture.evenings import Evening
from host.tools.torture.faults import KILLED, SECOND_CLIENTS
from host.tools.torture.found import STUCK, Found, Tally
from host.tools.torture.program import IN_STEP, Program, ProgramEvening, RestlessVisitor, be_strange, until

SPEED = "20"
STORMS = 3
STORM_ACTS = 25
BACK_S = 60
STILL_S = 90


class PlayedProgram(ProgramEvening):
    """A `tavolo play`, restarted whenever it was killed, and a visitor."""

    program: Program

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally)
        game = self.setup.game
        pairs = zip(game.OPTIONS, self.setup.options, strict=True)
        options = [word for option, value in pairs for word in ("--option", f"{option.name}={value}")]
        self.arguments = ("play", game.NAME, "--seats", str(self.setup.players), *options, "--speed", SPEED)
        self.program = Program(*self.arguments)
        self.visitor: RestlessVisitor | None = None

    async def play(self) -> None:
        await self.arrive()
        for _ in range(STORMS):
            await self.storm()
            await self.calm()
        self.program.end()

    async def arrive(self) -> RestlessVisitor:
        """Let a visitor come, and press Play if it is offered."""
        visitor = self.visitor = await self.program.visited()
        await until(lambda: visitor.shows(IN_STEP), BACK_S, "The page does not come into step.")
        with suppress(AssertionError):
            await visitor.press("start-button")
        return visitor

    async def storm(self) -> None:
        for _ in range(STORM_ACTS):
            await asyncio.sleep(self.random.uniform(0.0, 0.5))
            kind = self.random.random()
            if kind < 0.75:
                await self._click()
            elif kind < 0.9 and SECOND_CLIENTS in self.kinds:
                self.suffer(SECOND_CLIENTS)
                be_strange(self.program.port, self.random)
                port = self.program.strange_port()
                if port:
                    be_strange(port, self.random)
            elif kind < 0.92 and KILLED in self.kinds:
                self.suffer(KILLED)
                self.program.check()
                self.program.kill()
                self.program = Program(*self.arguments)
                await self.arrive()
            elif self.random.random() < 0.3:
                await self._leave_and_come_back()

    async def _click(self) -> None:
        if "clicks" in self.kinds and self.visitor is not None:
            self.suffer("clicks")
            await self.visitor.press_anything(self.random)

    async def _leave_and_come_back(self) -> None:
        if self.visitor is not None:
            await self.visitor.leave()
        self.visitor = await self.program.visited()

    async def calm(self) -> None:
        """Check that the program runs, the page is in step, and something changes on it."""
        self.program.check_running()
        if self.visitor is not None:
            await self.visitor.leave()
        visitor = await self.arrive()
        before = visitor.text()
        for _ in range(int(STILL_S / 0.5)):
            await visitor.press_choice(self.random)
            await asyncio.sleep(0.5)
            if visitor.text() != before:
                return
        raise Found(STUCK, "Nothing changes on the page.")


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening with `tavolo play`; raises Found, and any exception that a visitor would see."""
    asyncio.run(PlayedProgram(evening, tally).play_and_kill())
