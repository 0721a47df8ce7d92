"""A board at the other end of a cable that a command asks something and waits for: what such commands share."""

import time
from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar

from tavolo_host.board.port import Port, PortState
from tavolo_host.board.serial_port import PortError
from tavolo_host.texts.sentences import told

LOOK_S = 0.01
ANSWER_MS = 10_000
RETURN_MS = 20_000  # until a board that has begun anew answers again


def real_time() -> Callable[[], float]:
    """Return what lets a moment pass, and returns how long it was in ms."""
    last = time.monotonic()

    def pass_time() -> float:
        nonlocal last
        time.sleep(LOOK_S)
        now = time.monotonic()
        elapsed_ms, last = (now - last) * 1000, now
        return elapsed_ms

    return pass_time


class Refused(ValueError):
    """The board has answered no, for this `reason`."""

    def __init__(self, sentence: str, reason: tuple[int, ...]) -> None:
        super().__init__(sentence)
        self.reason = reason


class Desk:
    """A board at `port`. `pass_time` lets a moment go by outside, and returns its ms.

    Every method raises PortError when the board is not there (any more), Refused for what it refuses. What the board
    tells besides its answers `_take` gets; `lacks` ends the sentence about a firmware that does not know the question.
    """

    lacks: ClassVar[str]
    refuses: ClassVar[str] = "The board refuses"

    def __init__(self, port: Port, pass_time: Callable[[], float] | None = None) -> None:
        self.port = port
        self._pass_time = pass_time or real_time()
        self._numbers = count(1)
        self._asked = 0
        self._answer: tuple[bool, tuple[int, ...]] | None = None  # to what was `_asked` last
        self._unknown = ""  # the kind of message that the board has said last not to know
        self._told_ms = self._now_ms = 0.0

    @property
    def found(self) -> str:
        """Which board it is, and what else did not answer, in a sentence; "" where the port was named."""
        return self.port.sentence if self.port.url is None else ""

    def step(self) -> None:
        """Let a moment go by."""
        self._now_ms += self._pass_time()
        elapsed_ms = int(self._now_ms - self._told_ms)
        self._told_ms += elapsed_ms
        for kind, values in self.port.step(elapsed_ms):
            if kind == "answer":
                if values[0] == self._asked:
                    self._answer = values[1] == "yes", values[2]
            elif kind == "unknown":
                self._unknown = values[0]
            else:
                self._take(kind, values)

    def wait(self, condition: Callable[[], bool], limit_ms: float) -> bool:
        """Let time go by until the condition holds, or for so long; return whether it holds."""
        end_ms = self._now_ms + limit_ms
        while not condition():
            if self._now_ms >= end_ms:
                return False
            self.step()
        return True

    def connect(self) -> None:
        """Wait until the board has answered; before it has, nothing is asked of it."""
        while not self._is_connected():
            if self.port.failures:
                named = " Name the one that is meant by --board." if self.port.choice else ""
                raise PortError(self.port.sentence + named)
            self.step()

    def _is_connected(self) -> bool:
        return self.port.state is PortState.CONNECTED

    def _ask(self, kind: str, *values: Any) -> tuple[int, ...]:
        """Ask, and return the reason with which the board accepts it."""
        self._asked, self._answer, self._unknown = next(self._numbers), None, ""
        self.port.send(kind, self._asked, *values)

        def is_over() -> bool:
            return self._answer is not None or self._unknown == kind or not self._is_connected()

        if not self.wait(is_over, ANSWER_MS):
            raise PortError("The board does not answer any more.")
        if self._unknown == kind:
            raise ValueError(f"The firmware of this board is older than this program, {self.lacks}.")
        if self._answer is None:
            raise PortError(f"The connection was lost before the board had answered. {self.port.sentence}")
        accepted, reason = self._answer
        if not accepted:
            raise Refused(f"{self.refuses}: {told(reason)}", reason)
        return reason

    def _wait_for_return(self, boot: str | None, done: str) -> None:
        """Wait until the board, of this start before, has begun anew; `done` is what it has done already."""
        if not self.wait(lambda: self._is_connected() and self.port.board.get("boot") != boot, RETURN_MS):
            raise PortError(f"{done}, but has not come back: take its power away and give it back.")

    def _take(self, kind: str, values: tuple[Any, ...]) -> None:
        """Take something else that the board tells."""
