"""The laptop beside the table: the port and the mirror as one, and what a person may ask the board for."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tavolo.link.messages import Unfit
from tavolo.rules.contract import Setup
from tavolo_host.board.greeting import Message
from tavolo_host.board.mirror import Mirror
from tavolo_host.board.port import Port, PortState
from tavolo_host.board.serial_port import PortError
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.deferred import said
from tavolo_host.texts.messages import what_may_be
from tavolo_host.texts.sentences import told

if TYPE_CHECKING:
    from tavolo.rules.game import Game

PENDING_MS = 90_000  # an undo waits for every seat to agree, a minute at most
MOST_PENDING = 32  # requests, and replies


@dataclass
class Request:
    """What was asked of the board, as `tavolo.link.messages` has it: `kind`, and `values` behind the number.

    `accepted` is None until it has answered; `sentence` says why.
    """

    kind: str
    values: tuple[Any, ...] = ()
    accepted: bool | None = None
    sentence: str = ""
    age_ms: int = 0


class Companion:
    """What a display, a command line or a test has of a board: call `step` with the time that has passed."""

    def __init__(
        self, port: Port | str | None = None, names: tuple[str, ...] | None = None, board_id: str = ""
    ) -> None:
        self._own_rules = firmware_digests()[1]
        self.port = port if isinstance(port, Port) else Port(port, board_id=board_id, rules=self._own_rules)
        self.mirror = Mirror(names)
        self.mirror.disconnected(self.port.sentence)
        self._requests: dict[int, Request] = {}
        self._last_request = 0
        self._replies: list[Message] = []
        self._now_ms = 0.0

    @property
    def connected(self) -> bool:
        """Whether a board is there and answers."""
        return self.port.state is PortState.CONNECTED

    def step(self, elapsed_ms: float) -> None:
        """Let time pass: read the port, bring the mirror up to date, reply."""
        before = int(self._now_ms)
        self._now_ms += elapsed_ms
        now_ms = int(self._now_ms)
        self.mirror.time_is(now_ms)
        connected = self.connected
        messages = self.port.step(now_ms - before)
        if connected != self.connected:
            self.mirror.add_note(self.port.sentence, now_ms)
            self._compare_rules(now_ms)
        for text in self.port.not_understood:
            self.mirror.add_seldom(text)
        for kind, values in messages:
            if kind == "answer":
                self._take_answer(now_ms, *values)
            elif kind in ("unknown", "unfit"):
                self._give_up(said("The board does not understand what it was asked for."), values[0])
            else:
                self._replies += self.mirror.take(kind, values, now_ms)
        del self._replies[MOST_PENDING:]
        while self._replies and self.port.send(self._replies[0][0], *self._replies[0][1]):
            del self._replies[0]
        if not self.connected:
            self._replies.clear()
            self.mirror.disconnected(self.port.sentence)
            self._give_up(said("The connection was lost before the board had answered."))
        self._age(now_ms - before)

    def ask(self, kind: str, *values: Any) -> Request:
        """Ask the board for "new" (the players' seats, the text of a setup), "undo", "abandon" or another request."""
        request = Request(kind, values)
        self._last_request += 1
        try:
            is_asked = len(self._requests) < MOST_PENDING and self.port.send(kind, self._last_request, *values)
            if not is_asked and self._requests:
                request.sentence = said("The board has not answered yet what it was asked before.")
            elif not is_asked:
                request.sentence = said("No board is connected that could be asked.")
        except Unfit as problem:
            is_asked = False
            request.sentence = what_may_be(problem.kind, problem.field)
        if is_asked:
            self._requests[self._last_request] = request
        else:
            request.accepted = False
        return request

    def close(self) -> None:
        """Give the port free."""
        self.port.close()

    def _compare_rules(self, now_ms: int) -> None:
        """Say so when the board has other rules; whether that matters, the digests of the positions show."""
        theirs = self.port.board.get("rules", "-")
        if self.connected and theirs != self._own_rules:
            self.mirror.add_note(
                said("The board's rules ({}) are another version than this program's ({}).", theirs, self._own_rules),
                now_ms,
            )

    def _take_answer(self, now_ms: int, number: int, accepted: str, reason: tuple[int, ...]) -> None:
        request = self._requests.pop(number, None)
        if request is None:
            return
        request.accepted = accepted == "yes"
        request.sentence = told(reason, names=self.mirror.names)
        if not request.accepted:
            self.mirror.add_note(request.sentence, now_ms, reason)

    def _age(self, elapsed_ms: int) -> None:
        for number, request in list(self._requests.items()):
            request.age_ms += elapsed_ms
            if request.age_ms >= PENDING_MS:
                del self._requests[number]
                request.accepted = False
                request.sentence = said("The board has not answered.")

    def _give_up(self, text: str, kind: str | None = None) -> None:
        """Expect no answer any more to any request, or to those of a kind."""
        for number, request in list(self._requests.items()):
            if kind in (None, request.kind):
                del self._requests[number]
                request.accepted = False
                request.sentence = text


def chosen_setup(offered: Setup, players: int, game: "Game | None", options: tuple[int, ...] | None) -> Setup:
    """Return what a display asks for: the game that is `offered`, for so many, unless another is named.

    ValueError, in a sentence, for values that do not go together.
    """
    setup = Setup(game, players, options) if game else Setup(offered.game, players, offered.options)
    setup.game.start(setup)  # says what values do not go together
    return setup


def asked(companion: Companion, kind: str, *values: Any) -> str | None:
    """Ask "new", "undo" or "abandon" for a display: None when the question is on its way, else why it is not.

    The board's answer comes into the log.
    """
    request = companion.ask(kind, *values)
    return request.sentence if request.accepted is False else None


def first_connection(companion: Companion) -> bool:
    """Return whether the board has answered; raises PortError, in a sentence, when the first attempt failed.

    For a command line, which rather says what is wrong than go on searching.
    """
    if companion.port.failures and not companion.connected:
        raise PortError(companion.port.sentence)
    return companion.connected
