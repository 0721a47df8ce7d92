"""The board's end of the link: publishes the game and the table to the laptop, and receives its requests.

A laptop that connects, comes back or could not keep up gets what it has missed, a line a tick; a silent one gets
nothing, and the game goes on as if it were not there. `messages` lists all messages.
"""

from tavolo.link.channel import QUEUE, Channel
from tavolo.link.hello import PROTOCOL, Identity, is_spoken
from tavolo.link.telemetry import Telemetry

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.rules.record import Record

NOTHING_SENT = -1
READING = 2 * 1200  # bytes: the buffers with which MicroPython reads two files
PAST_CHARACTERS = 148  # after which no more actions go into the same line: the longest has 80


class Publisher:
    """Publishes the game, and the table as `telemetry`. The table reports what happens, and calls `step` every tick."""

    def __init__(self, channel: Channel, identity: Identity) -> None:
        self._channel = channel
        self._grammar: "Any" = None  # the module `messages`, once there is a laptop
        self._room: "bytearray | None" = bytearray(READING)  # to load it: a long game leaves no such gap in memory
        self._identity = identity
        self._requests: "list[tuple[str, tuple[Any, ...]]]" = []
        self._session = 0  # which of the channel's sessions was greeted
        self._greeted = False
        self._record: "Record" | None = None
        self._number = 0
        self._seats: tuple[int, ...] = ()
        self._length = 0  # of the record when its position was last valid: undoing takes several ticks
        self._sent = NOTHING_SENT  # how many actions the laptop has
        self._whole = False  # whether it also has the digest after them
        self._gap = ""  # "yes" or "no", for `closed`, when something is missing in the journal behind the actions
        self._is_gap_sent = False
        self.telemetry = Telemetry()
        self._notes: list[tuple[int, ...]] = []  # waiting for a laptop

    def started(self, record: "Record", seats: tuple[int, ...], number: int = 0) -> None:
        """A game has begun or resumed: the board's `number` for it, 0 for none, and the seat of each player."""
        self._record = record
        self._number = number
        self._seats = seats
        self._gap = ""
        self._length = len(record.actions)
        self.telemetry.forget_previews()
        self.telemetry.leave_lobby()
        self._channel.withdraw()  # a line of the lobby would come after that of the game
        self._republish()

    def missing(self, is_closed: bool) -> None:
        """The journal has lost what came after the actions; `is_closed` if it has a later record."""
        self._gap = "yes" if is_closed else "no"
        self._is_gap_sent = False

    def acted(self, record: "Record", action: tuple[int, ...]) -> None:
        """An action was applied to the record."""
        self._gap = ""
        self.telemetry.forget_previews()
        self._length = len(record.actions)
        if not self._whole or self._sent != self._length - 1:
            self._whole = False
        elif self._send("act", self._sent, record.digest(), record.game.public(action)):
            self._sent = self._length
        else:
            self._whole = False

    def undone(self, record: "Record") -> None:
        """Actions were undone, and the record's position is valid again."""
        self.telemetry.forget_previews()
        self._gap = ""
        self._length = len(record.actions)
        if self._sent < self._length:
            self._whole = False
        elif self._send("undone", self._length, record.digest()):
            self._sent = self._length
            self._whole = True
        else:
            self._sent = NOTHING_SENT

    def over(self, record: "Record") -> None:
        """The game has an outcome. (A laptop that misses this sees it in the position.)"""
        if self._whole:
            self._send("over", record.game.outcome(record.position))

    def abandoned(self) -> None:
        """The game was abandoned."""
        self.telemetry.forget_previews()
        self._record = None
        self._republish()

    def note(self, reason: tuple[int, ...]) -> None:
        """Send a note about the whole table, for the log."""
        self.note_of("table", -1, reason)

    def queue_note(self, reason: tuple[int, ...]) -> None:
        """The same, sent as soon as there is a laptop."""
        self._notes.append(reason)

    def is_present(self) -> bool:
        """Return whether a laptop has been greeted and is still there: not silent for `channel.SILENCE_MS`."""
        return self._greeted and self._channel.ready

    def is_free(self) -> bool:
        """Return whether a laptop is there, and nothing waits to be sent to it."""
        return self._channel.is_free()

    def send(self, kind: str, *values: "Any") -> bool:
        """Send a message of a selftest or settings; return False, to be repeated, when too much waits to be sent."""
        return self._channel.room() > QUEUE // 4 and self._send(kind, *values)

    def offer(self, kind: str, *values: "Any") -> bool:
        """Send telemetry of a selftest; return False, and drop it, when anything else waits."""
        # First ask whether it would be accepted: encoding a line takes a millisecond.
        if not (self._greeted and self._channel.is_free()):
            return False
        return self._channel.offer(kind, self._grammar.encode(kind, *values))

    def introduce(self, seats: int, calibration: str) -> None:
        """Send hello again if other seats answer (a bit for each), or the calibration has changed."""
        if (seats, calibration) != (self._identity.seats, self._identity.calibration):
            self._identity.seats = seats
            self._identity.calibration = calibration
            self._send("hello", self._identity.pairs())

    def choosing(self, seat: int, index: int, count: int, action: "tuple[int, ...] | None") -> None:
        """A seat previews option `index` of `count`; `action` is None when it previews nothing.

        A secret action is not sent: the options would reveal the card.
        """
        telemetry = None
        if action is not None and self._record is not None and self._record.game.public(action) == action:
            telemetry = (index, count, action)
        self.telemetry.preview(seat, telemetry)

    def answer(self, request: int, accepted: bool, reason: tuple[int, ...]) -> None:
        """Answer a request of the laptop."""
        self._send("answer", request, "yes" if accepted else "no", reason)

    def step(self, elapsed_ms: int) -> "list[tuple[str, tuple[Any, ...]]]":
        """Step the channel and send what is due; return (kind, values) of requests, the first value its number.

        The list is the publisher's own, and valid until the next step.
        """
        self._requests.clear()
        messages = self._channel.step(elapsed_ms)
        if self._session != self._channel.sessions:
            self._session = self._channel.sessions
            self._greeted = False
            self._republish()
        if messages:
            self._take_all(messages)
        if self._greeted and self._channel.ready:
            self.telemetry.wait(elapsed_ms)
            if not self._send_game():
                self._send_table()
        return self._requests

    def _take_all(self, messages: list[tuple[str, str]]) -> None:
        if self._grammar is None:
            self._room = None
            from tavolo.link import messages as grammar  # imported here so that the table is ready sooner

            self._grammar = grammar
            grammar.fields_of("act")  # parsing it takes 9 ms, for which no card should wait
        for kind, payload in messages:
            self._take(kind, payload)

    def _take(self, kind: str, payload: str) -> None:
        grammar = self._grammar
        if not grammar.is_from(grammar.LAPTOP, kind):
            self._channel.send("unknown", grammar.encode("unknown", kind[: grammar.LONGEST_KIND] or grammar.THE_WHOLE))
            return
        try:
            values = grammar.decode(kind, payload)
        except grammar.InvalidMessage as problem:
            if kind not in ("unknown", "unfit"):  # or two ends that do not understand each other would loop for ever
                self._channel.send("unfit", grammar.encode("unfit", kind, problem.field))
            return
        if kind == "hello":
            self._greet(dict(values[0])["protocol"])
        elif kind == "resync":
            self._republish()
        elif kind not in ("unknown", "unfit") and self._greeted:
            self._requests.append((kind, values))

    def _greet(self, protocol: str) -> None:
        self._channel.send("hello", self._grammar.encode("hello", self._identity.pairs()))
        self._greeted = is_spoken(protocol)
        if not self._greeted:
            self._channel.send("refused", self._grammar.encode("refused", PROTOCOL))
        self._republish()

    def _republish(self) -> None:
        self._sent = NOTHING_SENT
        self._whole = self._is_gap_sent = False
        self.telemetry.republish()

    def _send_game(self) -> bool:
        """Send one line of what the laptop misses of the game; return whether anything was missing."""
        record = self._record
        if self._whole and self._gap and not self._is_gap_sent:
            self._is_gap_sent = self._send("gap", self._length, self._gap)
        if self._whole or self._channel.room() < QUEUE // 2:
            return False
        if record is None:
            self._whole = self._channel.send("abandoned")
            return True
        if len(record.actions) != self._length:
            return False  # undoing is in progress; `undone` follows
        if self._sent == NOTHING_SENT:
            is_named = not self._number or self._send("game", self._number)
            if is_named and self._send("start", self._length, self._seats, record.setup.text()):
                self._sent = 0
        elif self._sent < self._length:
            self._send_past(record)
        else:
            self._whole = self._send("whole", self._length, record.digest(), record.takebacks)
        return True

    def _send_past(self, record: "Record") -> None:
        actions: "list[tuple[int, ...]]" = []
        characters = 0
        following = self._sent
        while following < self._length and characters < PAST_CHARACTERS:
            action = record.game.public(record.actions[following])
            actions.append(action)
            for number in action:
                characters += len(str(number)) + 1
            following += 1
        if self._send("past", self._sent, actions):
            self._sent = following

    def _send_table(self) -> None:
        if self._notes and self._channel.room() > QUEUE // 4:
            self.note(self._notes.pop(0))
        elif self._channel.is_free():
            self.telemetry.send(self._channel, self._grammar.encode)

    def _send(self, kind: str, *values: "Any") -> bool:
        return self._greeted and self._channel.send(kind, self._grammar.encode(kind, *values))

    def note_of(self, about: str, seat: int, reason: tuple[int, ...]) -> None:
        """Send a seat's note: "refused", its lamp is red, or "trouble", in its slot or with its chip."""
        if self._channel.room() > QUEUE // 4:  # many notes must not push out the game
            self._send("note", about, seat, reason)
