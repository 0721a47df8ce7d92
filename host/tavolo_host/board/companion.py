"""The laptop beside the table: a client with a mirror of the game."""

from collections.abc import Callable
from typing import Any

from tavolo.play import reasons
from tavolo_host.board.client import Client, Request
from tavolo_host.board.greeting import Message
from tavolo_host.board.mirror import Mirror
from tavolo_host.board.port import Port
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.sentences import safe_sentence

MOST_REPLIES = 32
OF_A_VOTE = [(reasons.DISAGREED,), (reasons.QUESTION_LAPSED,)]  # told to everybody before the laptop has its answer


class Companion(Client):
    """The board as displays, commands and tests use it: call `step` with the elapsed time."""

    def __init__(
        self,
        port: Port | str | None = None,
        board_id: str = "",
        pass_time: Callable[[], float] | None = None,
    ) -> None:
        self._rules_digest = firmware_digests()[1]
        port = port if isinstance(port, Port) else Port(port, board_id=board_id, rules=self._rules_digest)
        super().__init__(port, pass_time)
        self.mirror = Mirror()
        self.mirror.disconnected(self.port.sentence)
        self._replies: list[Message] = []
        self.listeners: list[Callable[[str, tuple[Any, ...]], None]] = []  # get every message besides the mirror

    def step(self, elapsed_ms: float | None = None) -> None:
        """Let time pass: read the port, update the mirror, reply."""
        super().step(elapsed_ms)
        del self._replies[MOST_REPLIES:]
        while self._replies and self.port.send(self._replies[0][0], *self._replies[0][1]):
            del self._replies[0]
        if not self.connected:
            self._replies.clear()
            self.mirror.disconnected(self.port.sentence)

    def _read(self, elapsed_ms: int) -> list[Message]:
        self.mirror.time_is(int(self._now_ms))
        was_connected = self.connected
        messages = super()._read(elapsed_ms)
        if was_connected != self.connected:
            self.mirror.log.add("note", self.port.sentence)
            self._compare_rules()
        for text in self.port.not_understood:
            self.mirror.log.add_seldom("note", text)
        return messages

    def _compare_rules(self) -> None:
        """Log that the board's rules differ; the digests of the positions show whether it matters."""
        theirs, own = self.port.board.get("rules", "-"), self._rules_digest
        if self.connected and theirs != own:
            words = deferred("The board's rules ({}) and this program's ({}) are different versions.", theirs, own)
            self.mirror.log.add("note", words)

    def _take(self, kind: str, values: tuple[Any, ...]) -> None:
        self._replies += self.mirror.take(kind, values, int(self._now_ms))
        for listener in self.listeners:
            listener(kind, values)

    def _take_answer(self, number: int, accepted: str, reason: tuple[int, ...]) -> Request | None:
        request = super()._take_answer(number, accepted, reason)
        if request is not None:
            request.sentence = safe_sentence(reason, names=self.mirror.names)
            is_told = reason[:1] in OF_A_VOTE and [entry.numbers for entry in self.mirror.log[-1:]] == [reason]
            if not request.accepted and not is_told:
                self.mirror.log.add("note", request.sentence, reason)
        return request
