"""What the table tells the laptop, and what the laptop asks: the messages on the link.

From the table, each a message unless it says telemetry; digests are 8 hex digits, <numbers> as in "2,1,34":

    hello      protocol=1.0 firmware=... rules=... board=... boot=... seats=ff calibration=...
    refused    <sentence>: this laptop speaks another protocol, and hears nothing more
    start      <how many actions follow> <seats of the players> <setup>: a game from its beginning
    past       <index of the first> <numbers>;<numbers>...: actions that the laptop has missed
    whole      <how many actions> <digest>: the laptop has now everything
    act        <index> <digest after it> <numbers>: an action, in the form that everybody may know
    undone     <how many actions are left> <digest>
    over       <numbers of the outcome>
    abandoned  there is no game (any more)
    note       <refused, trouble or table> <seat, -1 for none> <numbers of the reason>: for the log
    answer     <request> <yes or no> <numbers of the reason>
    unknown    <kind>: a message that is not understood
    slots      <state of each seat, 8 digits> <seats that are choosing, 2 hex digits>: telemetry
    choosing   <seat> <index> <count> <numbers>: telemetry, the option that is previewed

and, while a selftest runs, what `selftest` lists; when it has asked for the settings, what `keeping` lists.

From the laptop: hello; ask <request> <verb> <arguments...>; resync, which wishes everything from the start;
unknown.

A laptop that joins, comes back or could not keep up is told what it misses, a line a pass; one that is
silent is told nothing, and the game goes on as if it were not there.
"""

from tavolo.link.channel import QUEUE, Channel
from tavolo.link.frames import numbers_text
from tavolo.link.hello import Identity, fields_of, protocol_refusal
from tavolo.rules.contract import NO_SUCH_ACTION
from tavolo.wiring import SEATS

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.rules.record import Record

VERBS = ("new", "undo", "abandon", "selftest", "settings")
NOTHING_TOLD = -1
PAST_CHARACTERS = 160  # after which no further action goes into the same line
REFRESH_MS = 2500  # telemetry may get lost, so it is repeated


class Herald:
    """Tells the laptop of the game. The table calls what happens; `step` once a pass."""

    def __init__(self, channel: Channel, identity: Identity) -> None:
        self._channel = channel
        self._identity = identity
        self._requests: list[tuple[int, str, list[str]]] = []
        self._session = 0  # which of the channel's sessions was greeted
        self._greeted = False
        self._record: "Record" | None = None
        self._seats: tuple[int, ...] = ()
        self._length = 0  # of the record when its position was last right: undo replays over several passes
        self._told = NOTHING_TOLD  # how many actions the laptop has
        self._whole = False  # and whether it has been given the digest after them
        self._to_be_noted: list[tuple[int, ...]] = []
        self._slots = bytearray(SEATS)
        self._choosing = [""] * SEATS
        self._untold_choosing = 0  # a bit for each seat
        self._untold_slots = True
        self._refresh_ms = 0

    def started(self, record: "Record", seats: tuple[int, ...]) -> None:
        """A game has begun, or was taken up again; `seats` is the seat of each player."""
        self._record = record
        self._seats = seats
        self._length = len(record.actions)
        self._tell_anew()

    def acted(self, record: "Record", action: tuple[int, ...]) -> None:
        """An action was applied to the record."""
        self._forget_choosing()
        self._length = len(record.actions)
        if self._whole and self._told == self._length - 1:
            public = numbers_text(record.game.public(action))
            if self._say("act", f"{self._told} {record.digest():08x} {public}"):
                self._told = self._length
                return
        self._whole = False

    def undone(self, record: "Record") -> None:
        """Actions were taken back, and the record's position is right again."""
        self._forget_choosing()
        self._length = len(record.actions)
        if self._told < self._length:
            self._whole = False
        elif self._say("undone", f"{self._length} {record.digest():08x}"):
            self._told = self._length
            self._whole = True
        else:
            self._told = NOTHING_TOLD

    def over(self, record: "Record") -> None:
        """The game has an outcome. (A laptop that misses this sees it from the position.)"""
        if self._whole:
            self._say("over", numbers_text(record.game.outcome(record.position) or ()))

    def abandoned(self) -> None:
        """The game is given up."""
        self._record = None
        self._tell_anew()

    def refused(self, seat: int, reason: tuple[int, ...]) -> None:
        """The rules, or the table, do not take what a seat did: its lamp is red."""
        self._note("refused", seat, reason)

    def trouble(self, seat: int, reason: tuple[int, ...]) -> None:
        """Something is wrong with what is in a slot, or with a seat's chip."""
        self._note("trouble", seat, reason)

    def note(self, reason: tuple[int, ...]) -> None:
        """Something for the log that concerns the whole table."""
        self._note("table", -1, reason)

    @property
    def is_heard(self) -> bool:
        """Return whether a laptop has been greeted."""
        return self._greeted

    @property
    def is_present(self) -> bool:
        """Return whether a laptop has been greeted and is still there: not silent for `link.SILENCE_MS`."""
        return self._greeted and self._channel.ready

    def say(self, kind: str, payload: str) -> bool:
        """Tell of a selftest or settings; False, and to be said again, when too much waits to be told."""
        return self._channel.room() > QUEUE // 4 and self._say(kind, payload)

    def offer(self, kind: str, payload: str) -> bool:
        """Tell telemetry of a selftest; False, and dropped, when anything else waits."""
        return self._greeted and self._channel.offer(kind, payload)

    def introduce(self, seats: int, calibration: str) -> None:
        """Say hello anew: other seats answer (a bit for each), or the calibration is another."""
        if (seats, calibration) != (self._identity.seats, self._identity.calibration):
            self._identity.seats = seats
            self._identity.calibration = calibration
            self._say("hello", self._identity.text())

    def note_soon(self, reason: tuple[int, ...]) -> None:
        """Note something as soon as there is a laptop that hears it."""
        self._to_be_noted.append(reason)

    def slot(self, seat: int, state: int, is_troubled: int) -> None:
        """A slot is in this state, 0-9."""
        self._untold_slots = self._untold_slots or self._slots[seat] != state
        self._slots[seat] = state

    def choosing(self, seat: int, index: int, count: int, action: "tuple[int, ...] | None") -> None:
        """A seat previews option `index` of `count`; None when it previews nothing (any more).

        A secret action is not told: which options there are would tell the card.
        """
        text = ""
        if action is not None and self._record is not None and self._record.game.public(action) == action:
            text = f"{seat} {index} {count} {numbers_text(action)}"
        if text != self._choosing[seat]:
            self._choosing[seat] = text
            self._untold_slots = True
            self._untold_choosing |= 1 << seat

    def answer(self, request: int, accepted: bool, reason: tuple[int, ...] = ()) -> None:
        """Answer what the laptop has asked."""
        self._say("answer", f"{request} {'yes' if accepted else 'no'} {numbers_text(reason)}")

    def step(self, elapsed_ms: int) -> list[tuple[int, str, list[str]]]:
        """Let the channel work, tell what is due; return (request, verb, arguments) of what was asked.

        The list is the herald's own, and valid until the next step.
        """
        self._requests.clear()
        messages = self._channel.step(elapsed_ms)
        if self._session != self._channel.sessions:
            self._session = self._channel.sessions
            self._greeted = False
            self._tell_anew()
        if messages:
            self._take_all(messages)
        if self._greeted and self._channel.ready:
            self._refresh_ms += elapsed_ms
            if self._to_be_noted:
                self.note(self._to_be_noted.pop(0))
            if not self._tell_game():
                self._tell_table()
        return self._requests

    def _take_all(self, messages: list[tuple[str, str]]) -> None:
        for kind, payload in messages:
            self._take(kind, payload)

    def _take(self, kind: str, payload: str) -> None:
        if kind == "hello":
            self._greet(payload)
        elif kind == "resync":
            self._tell_anew()
        elif kind == "ask" and self._greeted and len(payload.split()) >= 2 and payload.split()[0].isdigit():
            words = payload.split()
            if words[1] in VERBS:
                self._requests.append((int(words[0]), words[1], words[2:]))
            else:
                self.answer(int(words[0]), False, (NO_SUCH_ACTION,))
        elif kind != "unknown":  # or two ends that do not understand each other would never stop
            self._channel.send("unknown", kind[:40])

    def _greet(self, payload: str) -> None:
        self._channel.send("hello", self._identity.text())
        refusal = protocol_refusal(fields_of(payload).get("protocol", ""), "laptop")
        self._greeted = not refusal
        if refusal:
            self._channel.send("refused", refusal)
        self._tell_anew()

    def _tell_anew(self) -> None:
        self._forget_choosing()
        self._told = NOTHING_TOLD
        self._whole = False
        self._untold_slots = True

    def _tell_game(self) -> bool:
        """Tell one line of what the laptop misses of the game; return whether anything was missing."""
        record = self._record
        if self._whole or self._channel.room() < QUEUE // 2:
            return False
        if record is None:
            self._whole = self._channel.send("abandoned")
            return True
        if len(record.actions) != self._length:
            return False  # undo is replaying; `undone` follows
        if self._told == NOTHING_TOLD:
            seats = numbers_text(self._seats)
            if self._channel.send("start", f"{self._length} {seats} {record.setup.text()}"):
                self._told = 0
        elif self._told < self._length:
            self._tell_past(record)
        else:
            self._whole = self._channel.send("whole", f"{self._length} {record.digest():08x}")
        return True

    def _tell_past(self, record: "Record") -> None:
        text = f"{self._told} "
        following = self._told
        while following < self._length and len(text) < PAST_CHARACTERS:
            text += numbers_text(record.game.public(record.actions[following])) + ";"
            following += 1
        if self._channel.send("past", text[:-1]):
            self._told = following

    def _tell_table(self) -> None:
        if self._refresh_ms >= REFRESH_MS:
            self._refresh_ms = 0
            self._untold_slots = True
            self._untold_choosing = self._choosing_seats()
        if self._untold_slots:
            states = "".join([str(state) for state in self._slots])
            self._untold_slots = not self._channel.offer("slots", f"{states} {self._choosing_seats():02x}")
        elif self._untold_choosing:
            for seat in range(SEATS):
                if self._untold_choosing >> seat & 1:
                    if not self._choosing[seat] or self._channel.offer("choosing", self._choosing[seat]):
                        self._untold_choosing &= ~(1 << seat)
                    return

    def _say(self, kind: str, payload: str) -> bool:
        return self._greeted and self._channel.send(kind, payload)

    def _choosing_seats(self) -> int:
        return sum([1 << seat for seat in range(SEATS) if self._choosing[seat]])

    def _forget_choosing(self) -> None:
        for seat in range(SEATS):
            if self._choosing[seat]:
                self._choosing[seat] = ""
                self._untold_slots = True

    def _note(self, kind: str, seat: int, reason: tuple[int, ...]) -> None:
        if self._channel.room() > QUEUE // 4:  # a flood of notes must not push out the game
            self._say("note", f"{kind} {seat} {numbers_text(reason)}")
