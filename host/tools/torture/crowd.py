"""The visitors of a program in an evening: the host, a guest, and another browser that says that it is that guest."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

from host.tools.torture.found import EXCEPTION, STUCK, Found, Tally
from host.tools.torture.page_visitor import NotAdmitted
from host.tools.torture.visitors import Guest, RestlessVisitor
from tavolo_host.display.parts.what_to_do import State

ARRIVING_S = 120  # for a program to start on a busy machine
JOINING_S = 60  # for guests, who can try but now and then
STILL_S = 90  # within which a game goes on if everybody does what is offered
LOOK_S = 0.5
# The words of buttons that lead to a game. "Play again" is refused if there are more visitors than its game seats.
STARTS = {State.LOBBY: ("Play", "Start"), State.OVER: ("Play again", "Another game")}


class Crowd:
    """The visitors of the program whose page is at a port of this machine; `is_running` tells whether it still runs."""

    def __init__(self, port: int, is_running: Callable[[], bool], tally: Tally) -> None:
        self.host = RestlessVisitor(f"http://127.0.0.1:{port}/", is_running, tally.deeds, "Ada")
        # Who takes the name of a person at the table is asked whether that is the same person.
        self.guests = [Guest(port, is_running, tally.deeds, "Ben") for _ in range(2)]

    @property
    def everybody(self) -> list[RestlessVisitor]:
        """The host and the guests."""
        return [self.host, *self.guests]

    def are_all_there(self) -> bool:
        """Return whether everybody has the page open."""
        return all(visitor.is_there for visitor in self.everybody)

    async def gather(self) -> None:
        """Let everybody come who is not there; raises Found when the page does not come, or lets nobody in."""
        try:
            await asyncio.wait_for(self._arrive(self.host), ARRIVING_S)
        except TimeoutError:
            raise Found(STUCK, "The page does not come, or does not say what there is to do.") from None
        try:
            await asyncio.wait_for(self._let_guests_in(), JOINING_S)
        except TimeoutError:
            raise Found(STUCK, "The guests cannot join.") from None

    async def _arrive(self, visitor: RestlessVisitor) -> None:
        if not visitor.is_there:
            await visitor.arrive()
        while visitor.is_there and not visitor.state():
            await asyncio.sleep(LOOK_S)

    async def _let_guests_in(self) -> None:
        for guest in self.guests:
            while not guest.is_there:
                await self.host.open_table()
                await asyncio.sleep(LOOK_S)
                if await guest.join(self.host.letters()):
                    with suppress(NotAdmitted):  # removed again, or by a program that has ended since
                        await self._arrive(guest)

    async def leave(self) -> None:
        """Let everybody close their pages."""
        for visitor in self.everybody:
            await visitor.leave()

    def check(self) -> None:
        """Raise Found for an exception that a page tells of."""
        for visitor in self.everybody:
            if visitor.bug():
                raise Found(EXCEPTION, f"The page tells of a bug: {visitor.bug()}")

    async def goes_on(self, random: Random) -> None:
        """Check that the game goes on while everybody does what is offered.

        The picture has to change twice: once because another game begins, and once because that one goes on.
        """
        seen, end = self.host.pictures, time.monotonic() + STILL_S
        while self.host.pictures < seen + 2:
            if time.monotonic() > end:
                raise Found(STUCK, f"The game stands still. {self.last_words()}")
            if not self.are_all_there():
                await self.gather()  # on a busy machine a socket falls silent; a browser would come back by itself
            if self.host.state() in STARTS:
                await self._start(random)
            for visitor in self.everybody:
                await visitor.do_what_is_offered(random)
            await asyncio.sleep(LOOK_S)
            self.check()

    async def _start(self, random: Random) -> None:
        """Press a button that leads to a game; a page keeps hidden ones for its other states."""
        words = [words for words in STARTS[State(self.host.state())] if self.host.button(words)]
        if words:
            await self.host.press_button(random.choice(words))

    def last_words(self) -> str:
        """Return what the pages say."""
        return "; ".join(f"{visitor.state() or 'no page'}: {visitor.sentence()}" for visitor in self.everybody)
