"""An evening with `tavolo play` as a process: visitors do anything, strangers use its ports, and it is killed.

In real time: the schedule of the faults repeats with the seed, their effects may not.
"""

import asyncio

from host.tools.torture.evenings import Evening
from host.tools.torture.faults import KILLED, SECOND_CLIENTS
from host.tools.torture.found import Tally
from host.tools.torture.program import ProgramEvening, be_strange

SPEED = "20"
STORM_ACTS, SHORT_STORM_ACTS = 60, 12


class PlayedProgram(ProgramEvening):
    """A `tavolo play`, restarted whenever it was killed, and its visitors."""

    def __init__(self, evening: Evening, tally: Tally) -> None:
        super().__init__(evening, tally)
        game = self.setup.game
        pairs = zip(game.OPTIONS, self.setup.options, strict=True)
        options = [word for option, value in pairs for word in ("--option", f"{option.name}={value}")]
        self._arguments = ("play", game.NAME, "--seats", str(self.setup.players), *options, "--speed", SPEED)
        self._acts = SHORT_STORM_ACTS if evening.is_short else STORM_ACTS

    async def play(self) -> None:
        self.begin(*self._arguments)
        await self.crowd.gather()
        for _ in range(self.storms):
            await self.crowd.goes_on(self.random)
            await self.storm()
            await self.calm()
        self.tally.accepted += self.crowd.host.pictures
        assert self.program is not None
        self.program.end()

    async def storm(self) -> None:
        for _ in range(self._acts):
            await asyncio.sleep(self.random.uniform(0.0, 0.2))
            kind = self.random.random()
            if kind < 0.85:
                if "clicks" in self.kinds:
                    self.suffer("clicks")
                    await self.crowd.do_anything(self.random)
            elif kind < 0.92:
                await self.random.choice(self.crowd.everybody).leave()
            elif kind < 0.95 and SECOND_CLIENTS in self.kinds:
                self.suffer(SECOND_CLIENTS)
                self._strangers_come()
            elif kind < 0.96 and KILLED in self.kinds:
                await self._kill()
            else:
                await self.crowd.gather()

    def _strangers_come(self) -> None:
        assert self.program is not None
        be_strange(self.program.port, self.random)
        port = self.program.strange_port()
        if port:
            be_strange(port, self.random)

    async def _kill(self) -> None:
        assert self.program is not None
        self.suffer(KILLED)
        self.program.check()
        self.program.kill()
        await self.crowd.leave()
        self.begin(*self._arguments)
        await self.crowd.gather()

    async def calm(self) -> None:
        """Check that the program runs, everybody gets in, and the game goes on."""
        self.check_running()
        await self.crowd.gather()
        await self.crowd.goes_on(self.random)
        self.check_running()


def play(evening: Evening, tally: Tally) -> None:
    """Play an evening with `tavolo play`; raises Found, and any exception that a visitor would see."""
    asyncio.run(PlayedProgram(evening, tally).play_and_kill())
