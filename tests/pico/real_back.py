"""A real board for the tests, at a serial port: everything runs by itself but the hands, which are a person's.

The person reads on the terminal what to do and does it; the test goes on when the board has reported it.
"""

from collections.abc import Callable
from random import Random, SystemRandom
from typing import Protocol

from tavolo.link.channel import Serial
from tavolo_host.board.client import real_time
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.board.serial_port import PortError, open_serial
from tests.pico.back import Back, HeardMirror
from tests.pico.orders import Order

PATIENCE_MS = 180_000  # for what a person has to do first
OPENING_MS = 5000  # a board that restarts is not there for a while


class Person(Protocol):
    """The person with the hands."""

    def say(self, text: str) -> None:
        """Tell the person something."""

    def do(self, order: Order) -> None:
        """Ask the person to do something, without waiting."""

    def is_still(self) -> bool:
        """Return whether it is done, as far as that can be known."""

    def power_cycle(self) -> None:
        """Ask the person to unplug the board and plug it in again."""


class PersonAtTheTerminal:
    """A person who reads; `print_line` prints a line."""

    def __init__(self, print_line: Callable[[str], None]) -> None:
        self.say = print_line

    def do(self, order: Order) -> None:
        self.say(f"  ▸ {order}")

    def is_still(self) -> bool:
        return True

    def power_cycle(self) -> None:
        self.say("  ▸ Take the power from the board (all cables), wait for a moment, and give it back.")


class RealBack(Back):
    """The board at `url`. `pass_time` lets a moment pass and returns its milliseconds.

    It starts in an empty lobby: a game that the board has kept is abandoned first, with the person's help.
    """

    random: Random = SystemRandom()

    def __init__(
        self,
        url: str,
        person: Person,
        pass_time: Callable[[], int] | None = None,
        opener: Callable[[str], Serial] = open_serial,
    ) -> None:
        self.companion: Companion | None = None
        self._url = url
        self._opener = opener
        self._person = person
        self._pass_time = pass_time or real_time()
        self.restart()  # whatever it was doing
        if self.mirror.record is not None:
            self._give_up_the_game()
            self.restart()

    def step(self) -> int:
        elapsed_ms = self._pass_time()
        if self.companion is not None:
            self.companion.step(elapsed_ms)
        return elapsed_ms

    def do(self, order: Order) -> None:
        self._person.do(order)

    def are_hands_still(self) -> bool:
        return self._person.is_still()

    def patience_ms(self, limit_ms: int) -> int:
        return max(limit_ms, PATIENCE_MS)

    def plug_in(self) -> None:
        self.companion = Companion(
            Port(self._url, opener=self._opener, first_session=self.random.randrange(1, 0xFFFFFFFF))
        )
        self.companion.mirror = HeardMirror()

    def open_line(self) -> Serial:
        left_ms = OPENING_MS
        while True:
            try:
                return self._opener(self._url)
            except PortError:
                left_ms -= self.step()
                if left_ms <= 0:
                    raise

    def set_unread(self, unread: bool) -> None:
        """The system's own buffer takes some of it first; then the board has to wait."""
        if unread:
            self._away, self.companion = self.companion, None
        else:
            self.companion = self._away

    def power_cycle(self) -> None:
        assert self.companion is not None
        boot = self.hello["boot"]
        self._person.power_cycle()
        self.run_until(lambda: self.hello.get("boot") != boot)

    def close(self) -> None:
        if self.companion is not None:
            self.companion.close()

    def _give_up_the_game(self) -> None:
        self._person.say("The board has kept a game; it is given up.")
        if self.mirror.result:
            self.leave_the_result()
        else:
            self.abandon()
