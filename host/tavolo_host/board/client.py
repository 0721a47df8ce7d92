"""The base of all programs that talk to a board: it connects, sends requests and receives messages."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tavolo.link.messages import InvalidMessage
from tavolo_host.board.greeting import Message
from tavolo_host.board.port import Port, PortState
from tavolo_host.board.serial_port import PortError
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.messages import what_may_be
from tavolo_host.texts.sentences import safe_sentence

LOOK_S = 0.01
ANSWER_MS = 10_000
RETURN_MS = 20_000  # until a restarted board answers again
PENDING_MS = 90_000  # an undo waits for every seat to agree, a minute at most
MOST_PENDING = 32  # requests


def real_time(look_s: float = LOOK_S) -> Callable[[], int]:
    """Return a function that sleeps for a moment and returns the ms since it has returned last."""
    told_ms = time.monotonic() * 1000

    def pass_time() -> int:
        nonlocal told_ms
        time.sleep(look_s)
        elapsed_ms = int(time.monotonic() * 1000 - told_ms)
        told_ms += elapsed_ms
        return elapsed_ms

    return pass_time


class Refused(ValueError):
    """The board has refused a request, for this `reason`."""

    def __init__(self, sentence: str, reason: tuple[int, ...]) -> None:
        super().__init__(sentence)
        self.reason = reason


@dataclass
class Request:
    """A request to the board, as in `tavolo.link.messages`: its `kind`, and the `values` after the number.

    `accepted` is None until the board has answered with a `reason`, which `sentence` puts into words. `is_older` means
    that the firmware does not know this kind of request.
    """

    kind: str
    values: tuple[Any, ...] = ()
    accepted: bool | None = None
    sentence: str = ""
    reason: tuple[int, ...] = ()
    is_older: bool = False
    age_ms: int = 0


class Client:
    """A program connected to the board at `port`. `pass_time` lets a moment pass, and returns its ms.

    Methods that wait raise PortError when the board is not there or goes away, and Refused when it refuses. Messages
    other than answers go to `_take`; `lacks` ends the sentence about a firmware that does not know the request.
    """

    lacks = ""
    refuses = "The board refuses"

    def __init__(self, port: Port, pass_time: Callable[[], float] | None = None) -> None:
        self.port = port
        self._pass_time = pass_time or real_time()
        self._requests: dict[int, Request] = {}
        self._last_request = 0
        self._now_ms = 0.0

    @property
    def connected(self) -> bool:
        """Whether a board is there and answers."""
        return self.port.state is PortState.CONNECTED

    @property
    def found(self) -> str:
        """Which board was found and which ports did not answer, in a sentence; "" if the port was named."""
        return self.port.sentence if self.port.url is None else ""

    def step(self, elapsed_ms: float | None = None) -> None:
        """Handle the board's messages after this time, or after waiting for a moment."""
        before = int(self._now_ms)
        self._now_ms += self._pass_time() if elapsed_ms is None else elapsed_ms
        passed_ms = int(self._now_ms) - before
        for kind, values in self._read(passed_ms):
            if kind == "answer":
                self._take_answer(*values)
            elif kind in ("unknown", "unfit"):
                self._give_up(deferred("The board does not understand the request."), values[0], kind == "unknown")
            else:
                self._take(kind, values)
        if not self.connected:
            self._give_up(deferred("The connection was lost before the board answered."))
        self._age(passed_ms)

    def wait(self, condition: Callable[[], object], limit_ms: float) -> bool:
        """Wait until the condition holds, at most `limit_ms`; return whether it holds."""
        end_ms = self._now_ms + limit_ms
        while not condition():
            if self._now_ms >= end_ms:
                return False
            self.step()
        return True

    def connect(self, may_choose: bool = False) -> None:
        """Wait until the board has answered, or, if one `may_choose` later, until several have."""
        while not self.connected and not (may_choose and self.port.choice):
            if self.port.failures:
                named = " Name the board you want with --board." if self.port.choice else ""
                raise PortError(self.port.sentence + named)
            self.step()

    def ask(self, kind: str, *values: Any) -> Request:
        """Send a request: "new" (the players' seats, the text of a setup), "undo", "abandon" or another."""
        request = Request(kind, values)
        self._last_request += 1
        try:
            is_asked = len(self._requests) < MOST_PENDING and self.port.send(kind, self._last_request, *values)
            if not is_asked and self._requests:
                request.sentence = deferred("The board has not answered the previous request yet.")
            elif not is_asked:
                request.sentence = deferred("There is no board to ask: none is connected.")
        except InvalidMessage as problem:
            is_asked = False
            request.sentence = what_may_be(problem.kind, problem.field)
        if is_asked:
            self._requests[self._last_request] = request
        else:
            request.accepted = False
        return request

    def close(self) -> None:
        """Close the port."""
        self.port.close()

    def _answer_to(self, kind: str, *values: Any) -> tuple[int, ...]:
        """Send a request, and return the reason with which the board accepts it."""
        request = self.ask(kind, *values)
        if not self.wait(lambda: request.accepted is not None, ANSWER_MS):
            raise PortError("The board no longer answers.")
        if request.accepted:
            return request.reason
        if request.reason:
            raise Refused(f"{self.refuses}: {request.sentence}", request.reason)
        if request.is_older:
            raise ValueError(f"The firmware of this board is older than this program, {self.lacks}.")
        if self.connected:
            raise ValueError(request.sentence)
        raise PortError(f"{request.sentence} {self.port.sentence}")

    def _wait_for_return(self, boot: str | None, done: str) -> None:
        """Wait until the board has restarted since this `boot`; `done` says what it has done already."""
        if not self.wait(lambda: self.connected and self.port.board.get("boot") != boot, RETURN_MS):
            raise PortError(f"{done}, but has not come back: unplug its power and plug it in again.")

    def _read(self, elapsed_ms: int) -> list[Message]:
        """Let time pass at the port; return the board's messages."""
        return self.port.step(elapsed_ms)

    def _take(self, kind: str, values: tuple[Any, ...]) -> None:
        """Handle another message from the board."""

    def _take_answer(self, number: int, accepted: str, reason: tuple[int, ...]) -> Request | None:
        """Handle an answer; return its request, None if there is none."""
        request = self._requests.pop(number, None)
        if request is not None:
            request.accepted, request.reason, request.sentence = accepted == "yes", reason, safe_sentence(reason)
        return request

    def _age(self, elapsed_ms: int) -> None:
        for number, request in list(self._requests.items()):
            request.age_ms += elapsed_ms
            if request.age_ms >= PENDING_MS:
                del self._requests[number]
                request.accepted = False
                request.sentence = deferred("The board did not answer.")

    def _give_up(self, text: str, kind: str | None = None, is_older: bool = False) -> None:
        """End all open requests, or those of a kind, without an answer."""
        for number, request in list(self._requests.items()):
            if kind in (None, request.kind):
                del self._requests[number]
                request.accepted, request.sentence, request.is_older = False, text, is_older
