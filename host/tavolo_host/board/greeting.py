"""An open port: it greets the board, then carries the messages of both sides."""

from typing import Any

from tavolo.link.channel import Channel
from tavolo.link.hello import OF_A_BOARD, PROTOCOL, is_spoken
from tavolo.link.messages import BOARD, LONGEST_KIND, THE_WHOLE, InvalidMessage, decode, encode, is_from
from tavolo_host.board.serial_port import FoundBoard, OtherVersion, PortError, SerialPort, SilentPort
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.messages import what_may_be

HELLO_MS = 4000  # for a board to answer: it takes 2.8 s after power-on, with a game of 2,000 records to resume

Message = tuple[str, tuple[Any, ...]]  # kind and values, as `tavolo.link.messages` has them


class Greeting:
    """The port at `place`, open as `serial`. `board` has the contents of the board's hello, {} until one has answered.

    `not_understood` has a sentence for each message that either end did not understand in the last step.
    """

    def __init__(self, place: FoundBoard, serial: SerialPort, first_session: int, rules: str) -> None:
        self.place = place
        self.board: dict[str, str] = {}
        self.not_understood: list[str] = []
        self._serial = serial
        self._channel = Channel(serial, first_session)
        self._rules = rules
        self._messages: list[Message] = []
        self._greeted_session = 0
        self._unanswered_ms = 0

    @property
    def session(self) -> int:
        """The number of the channel's session."""
        return self._channel.session

    def send(self, kind: str, payload: str) -> bool:
        """Send a message, which arrives once and in order; False when the queue is full."""
        return self._channel.send(kind, payload)

    def step(self, elapsed_ms: int) -> None:
        """Let time pass. PortError when no board answers or it refuses; OSError when the port has gone."""
        channel = self._channel
        self.not_understood.clear()
        for kind, payload in channel.step(elapsed_ms):
            values = self._understood(kind, payload)
            if values is None:
                continue
            if kind == "hello":
                self._welcome(dict(values[0]))
            elif kind == "refused":
                raise self._other_version(*values)
            else:
                self._messages.append((kind, values))
        if channel.ready and self._greeted_session != channel.sessions:
            self._greeted_session = channel.sessions
            self.board = {}
            channel.send("hello", encode("hello", (("protocol", PROTOCOL), ("rules", self._rules))))
        elif not channel.ready:
            self.board = {}
        if not self.board:
            self._unanswered_ms += elapsed_ms
            if self._unanswered_ms >= HELLO_MS:
                if channel.sessions:
                    raise PortError(deferred("A board answers at {}, but does not identify itself.", self.place.device))
                raise SilentPort(deferred("No Tavolo board answers at {}.", self.place.device))

    def take_messages(self) -> list[Message]:
        """Return the messages since the last call, without hello."""
        messages, self._messages = self._messages, []
        return messages

    def close(self) -> None:
        """Close the port."""
        self._serial.close()

    def _understood(self, kind: str, payload: str) -> tuple[Any, ...] | None:
        """Return the values of a message; if it is not understood, tell the board and return None."""
        if not is_from(BOARD, kind):
            self._channel.send("unknown", encode("unknown", kind[:LONGEST_KIND] or THE_WHOLE))
            self.not_understood.append(
                deferred("The board sent a message “{}”, which this program does not know.", kind)
            )
            return None
        try:
            values = decode(kind, payload)
        except InvalidMessage as problem:
            self._report_invalid(problem, what_may_be(problem.kind, problem.field))
            return None
        if kind == "unknown":
            self.not_understood.append(deferred("The board does not know the message “{}”.", values[0]))
        elif kind == "unfit":
            reason = what_may_be(*values)
            self.not_understood.append(
                deferred("The board does not understand the message “{}”. {}", values[0], reason)
            )
        return values

    def _report_invalid(self, problem: InvalidMessage, why: str) -> None:
        if problem.kind not in ("unknown", "unfit"):  # otherwise two ends could complain for ever
            self._channel.send("unfit", encode("unfit", problem.kind, problem.field))
        self.not_understood.append(
            deferred("The board sent a message “{}” that this program does not understand. {}", problem.kind, why)
        )

    def _welcome(self, board: dict[str, str]) -> None:
        if not is_spoken(board["protocol"]):
            raise self._other_version(board["protocol"])
        for name in OF_A_BOARD:
            if name not in board:
                self._report_invalid(InvalidMessage("hello", "ends"), f"A board's hello says its {name}.")
                return
        self.board = board
        self._unanswered_ms = 0

    def _other_version(self, theirs: str) -> OtherVersion:
        """Return the error for a board with this version of the protocol."""
        return OtherVersion(
            deferred(
                "The board at {} speaks version {} of the protocol, this program version {}: `tavolo flash` gives it "
                "this program's firmware; if its own is newer, install that release here instead.",
                self.place.device,
                theirs,
                PROTOCOL,
            )
        )
