"""The laptop's copy of the game: repeats the board's actions by the same rules and compares digests.

It never decides anything, and it cannot silently be wrong: when a digest differs it says so, and asks the
board once for everything from the start. `tavolo.link.messages` lists the messages it is fed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from tavolo.games import manifest, names, setup_from_text
from tavolo.link.shown import NOTHING_ASKED, REFRESH_MS
from tavolo.rules.contract import Refused, Setup
from tavolo.rules.record import Record
from tavolo.seat.states import NOBODY
from tavolo.wiring import SEATS
from tavolo_host.board.greeting import Message
from tavolo_host.board.log import Entry, Log
from tavolo_host.texts.deferred import said
from tavolo_host.texts.sentences import told

if TYPE_CHECKING:
    from tavolo.rules.game import Game, Position

OFFERED_A_LINE = 2  # actions: the longest fit
ASKED_MS = 4 * REFRESH_MS  # a question of which the board tells no more is over: of its end it tells once
KINDS = {"refused": "refusal", "trouble": "trouble", "table": "note"}  # of the board's notes, in the log


@dataclass(frozen=True)
class Preview:
    """What a seat is choosing: option `index` of `count`, which is this action."""

    index: int
    count: int
    action: tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """What seats are asked, "undo", "abandon" or "fill": the seats that are `asked`, and those that have `agreed`."""

    what: str
    asked: tuple[int, ...]
    agreed: tuple[int, ...]


class OutOfStep(Exception):
    """The laptop's position is not the board's; `sentence` says since when and how."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Mirror:
    """What the board is known to hold.

    `record`, `game` (the rules module) and `position` are None while there is no game. `seats` is the
    physical seat of each player. `slots` is the state of the eight slots, `troubled` which of them have something in
    them that cannot be read, `wanted` the seats whose sealed cards are wanted again, `going_back` those whose cards go
    back into the hand, since so many actions are `lost` (-1: nobody knows), `choosing` what seats preview,
    `question` what they are asked. While `is_lobby`, it is the lobby that is shown, perhaps after a game: who has
    `joined`, in their order, `game_index`, `option_index` (-1 for none) and `option_value`. `trial` is what the only
    seat of a table reads, (pads, keys).
    `in_step` is True when the last digest was equal or neither side has a game, False when it was not, None while
    nothing is known; `status` says it in words. `names` are the players' names for sentences.
    """

    def __init__(self, names: tuple[str, ...] | None = None) -> None:
        self._given_names = names
        self.record: Record | None = None
        self.seats: tuple[int, ...] = ()
        self._forget_table()
        self.in_step: bool | None = None
        self.status: str = said("No board is connected.")
        self._log = Log()
        self._asked_for_everything = False
        self._result_is_logged = False
        self._agreed = 0  # so many of the actions were in step with the board
        self._takebacks = 0  # and before that something was taken back so often
        self._earlier: tuple[tuple[int, ...], ...] = ()  # those that were, before the board told all anew
        self._earlier_takebacks = 0
        self._replies: list[Message] = []
        self._takers: dict[str, Callable[..., None]] = {
            "start": self._take_start,
            "past": self._take_past,
            "whole": self._take_whole,
            "gap": self._take_gap,
            "act": self._take_act,
            "undone": self._take_undone,
            "over": self._take_over,
            "abandoned": self._take_abandoned,
            "note": self._take_note,
            "slots": self._take_slots,
            "choosing": self._take_choosing,
            "question": self._take_question,
            "lobby": self._take_lobby,
            "trial": self._take_trial,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in sentences: those that were given, or where they sit, counted from 1."""
        return self._given_names or tuple(f"seat {seat + 1}" for seat in self.seats)

    @property
    def game(self) -> "Game | None":
        """The rules module of the game, None without one."""
        return self.record.game if self.record else None

    @property
    def setup(self) -> Setup | None:
        """From what the game started, None without one."""
        return self.record.setup if self.record else None

    @property
    def position(self) -> "Position | None":
        """The position, None without a game; not to be changed."""
        return self.record.position if self.record else None

    @property
    def actions(self) -> Sequence[tuple[int, ...]]:
        """All actions so far, in the form that everybody may know."""
        return self.record.actions if self.record else ()

    @property
    def game_number(self) -> int:
        """Which game it is that it knows, or knew last, counted from 1: the same when a board tells one once more."""
        return self._log.game

    @property
    def log(self) -> Sequence[Entry]:
        """What happened, the newest last."""
        return self._log.entries

    @property
    def result(self) -> str:
        """The outcome with its reason in words, "" before the end."""
        outcome = self.record.game.outcome(self.record.position) if self.record else None
        return self._words(outcome) if outcome else ""

    def disconnected(self, status: str) -> None:
        """The board is gone, or not there yet: what is shown may be old. `status` says it in words."""
        self.in_step = None
        self._forget_table()
        self._asked_for_everything = False
        self.status = status

    def take(self, kind: str, values: tuple[Any, ...], now_ms: int) -> list[Message]:
        """Take a message of the board, as `Port` gives it; return what is to be sent in reply.

        What is about something else than the game and the table is left to whoever has asked for it.
        """
        self._log.now_ms = now_ms
        self._replies = []
        if kind in self._takers:
            try:
                self._takers[kind](*values)
            except OutOfStep as problem:
                self._fall_out_of_step(problem.sentence)
        return self._replies

    def time_is(self, now_ms: int) -> None:
        """Be told how late it is, for what is said in between, and for what nothing more was heard of."""
        self._log.now_ms = now_ms
        if self.question is not None and now_ms - self._asked_ms > ASKED_MS:
            self._take_question(NOTHING_ASKED, 0, 0)

    def failed(self, failure: Exception) -> None:
        """Say in the log what nobody had foreseen: type and place, never what stood in it. At most once a second."""
        steps = extract_tb(failure.__traceback__)
        place = f"{Path(steps[-1].filename).name}:{steps[-1].lineno}" if steps else "-"
        text = said("The program goes on after a fault of its own: {} in {}.", type(failure).__name__, place)
        self._log.add_seldom("trouble", text)

    def add_seldom(self, text: str) -> None:
        """Put something into the log that a board may give occasion for as often as it likes: once a second."""
        self._log.add_seldom("note", text)

    def add_note(self, text: str, now_ms: int, reason: tuple[int, ...] = ()) -> None:
        """Put something into the log that the laptop itself has to say, or the board as the `reason` of an answer."""
        self._log.now_ms = now_ms
        self._log.add("note", text, reason)

    def _forget_table(self) -> None:
        self.slots: tuple[int, ...] = (0,) * SEATS
        self.troubled: tuple[int, ...] = ()
        self.wanted: tuple[int, ...] = ()
        self.going_back: tuple[int, ...] = ()
        self.lost = 0
        self.choosing: dict[int, Preview] = {}
        self.question: Question | None = None
        self._asked_ms = 0  # when the board has told of it last
        self.is_lobby = False
        self.joined: tuple[int, ...] = ()
        self.game_index = 0
        self.option_index = -1
        self.option_value = 0
        self.trial: tuple[int, int] | None = None

    def _take_start(self, count: int, seats: tuple[int, ...], setup_text: str) -> None:
        known = self.record is not None and self.record.setup.text() == setup_text
        if not known or seats != self.seats:
            self._earlier = ()
        elif self._agreed:
            self._earlier = tuple(self.actions)[: self._agreed]
            self._earlier_takebacks = self._takebacks
        self._agreed = 0
        self.record = None
        self.choosing = {}
        self.is_lobby = False
        try:
            setup = setup_from_text(setup_text)
            record = Record(setup)
        except ValueError as problem:
            self.in_step = None
            self.status = said("The board plays something that this program does not know. {}", problem)
            self._log.add_seldom("note", self.status)
            return
        if setup.dealt or len(set(seats)) != len(seats) or len(seats) != setup.players:
            raise OutOfStep(said("no table plays “{}” at the seats {}.", setup_text, _counted(seats)))
        self.record = record
        self.seats = self._log.seats = seats
        self._log.game_name = record.game.NAME
        self._result_is_logged = False
        self.in_step = None
        self.status = said("Hearing from the board what was played so far.")
        if known and count:
            self._log.forget_events()
        else:
            self._log.game += 1
            self._log.add("note", said("{} for {} players.", record.game.TITLE, len(self.seats)))

    def _take_past(self, index: int, actions: tuple[tuple[int, ...], ...]) -> None:
        for place, action in enumerate(actions):
            self._apply(index + place, action)

    def _take_whole(self, count: int, digest: int, takebacks: int) -> None:
        self._compare(count, digest)
        if self.in_step:
            self._takebacks = takebacks

    def _take_gap(self, count: int, closed: str) -> None:
        """Offer the board what its journal has lost."""
        lost = self._earlier[count:]
        if self.in_step and lost and self._earlier[:count] == tuple(self.actions):
            total = count + len(lost)
            for index in range(count, total, OFFERED_A_LINE):
                some = self._earlier[index : index + OFFERED_A_LINE]
                self._replies.append(("fill", (index, total, self._earlier_takebacks, some)))
            self._log.add(
                "note", said("This program offers the board what its journal has lost: {} actions.", len(lost))
            )

    def _take_act(self, index: int, digest: int, action: tuple[int, ...]) -> None:
        self.choosing = {}
        if self._apply(index, action):
            self._compare(index + 1, digest)

    def _take_undone(self, length: int, digest: int) -> None:
        self.choosing = {}
        if self.record is None or self.in_step is False:
            return
        if length > len(self.record.actions):
            raise OutOfStep(said("the board has {} actions after an undo, the laptop {}.", length, len(self.actions)))
        self.record.undo(length)
        self._compare(length, digest)
        self._takebacks += 1

    def _take_over(self, outcome: tuple[int, ...]) -> None:
        if self.record is None or not self.in_step:
            return
        own = self.record.game.outcome(self.record.position)
        if own != outcome:
            raise OutOfStep(said("the board's outcome is {}, the laptop's {}.", outcome, own))

    def _take_abandoned(self) -> None:
        if self.record is not None and not self.result:
            self._log.add("note", said("The game was abandoned."))
        self.record = None
        self.seats = ()
        self.choosing = {}
        self.in_step = True  # neither side has a game
        self._asked_for_everything = False
        self.status = said("No game is being played.")

    def _take_note(self, about: str, seat: int, reason: tuple[int, ...]) -> None:
        self._log.add(KINDS[about], self._words(reason), reason, seat if seat >= 0 else None)

    def _take_slots(
        self, slots: tuple[int, ...], choosing: int, troubled: int, wanted: int, going_back: int, lost: int
    ) -> None:
        self.slots = slots
        self.lost = lost
        self.going_back = _seats_in(going_back)
        self.choosing = {seat: shown for seat, shown in self.choosing.items() if choosing >> seat & 1}
        self.troubled = _seats_in(troubled)
        self.wanted = _seats_in(wanted)
        if sum(state not in NOBODY for state in slots) != 1:
            self.trial = None

    def _take_choosing(self, seat: int, index: int, count: int, action: tuple[int, ...]) -> None:
        """Take a preview. One that cannot be is of a moment that is over, or not there yet; it comes again."""
        record = self.record
        if record is None or not self.in_step or index >= count or seat not in self.seats:
            return
        is_possible = record.game.refusal(record.position, action) is None
        if is_possible and record.game.actor(action) == self.seats.index(seat):
            self.choosing[seat] = Preview(index, count, action)

    def _take_question(self, what: str, asked: int, agreed: int) -> None:
        self.question = None if what == NOTHING_ASKED else Question(what, _seats_in(asked), _seats_in(agreed))
        self._asked_ms = self._log.now_ms

    def _take_lobby(self, joined: tuple[int, ...], game_index: int, option_index: int, option_value: int) -> None:
        if game_index >= len(names()):
            raise OutOfStep(said("the board offers game {}, the laptop has {}.", game_index, len(names())))
        if option_index >= 0 and not _is_offered(game_index, option_index, option_value):
            raise OutOfStep(
                said("the board offers the value {} of option {}, the laptop not.", option_value, option_index)
            )
        if len(set(joined)) != len(joined):
            raise OutOfStep(said("a seat has joined twice: {}.", _counted(joined)))
        self.is_lobby = True
        self.joined = joined
        self.game_index = game_index
        self.option_index = option_index
        self.option_value = option_value

    def _take_trial(self, pads: int, keys: int) -> None:
        self.trial = (pads, keys)

    def _apply(self, index: int, action: tuple[int, ...]) -> bool:
        """Repeat an action; return whether that was possible (not while waiting for everything anew)."""
        record = self.record
        if record is None or self.in_step is False:
            return False
        if index != len(record.actions):
            raise OutOfStep(said("the board goes on with action {}, the laptop has {}.", index, len(record.actions)))
        try:
            events = record.apply(action)
        except Refused as refusal:
            raise OutOfStep(said("action {} is refused here. {}", index, self._words(refusal.reason))) from None
        text = record.game.action_text(action)
        player = record.game.actor(action)
        seat = self.seats[player] if 0 <= player < len(self.seats) else None
        for event in events:
            self._log.add("event", self._words(event), event, seat, text, index)
            seat = None  # what follows from an action is nobody's own doing
        return True

    def _compare(self, count: int, digest: int) -> None:
        record = self.record
        if record is None or self.in_step is False:
            return
        if len(record.actions) != count:
            raise OutOfStep(said("the board has {} actions, the laptop {}.", count, len(record.actions)))
        if record.digest() != digest:
            raise OutOfStep(said("after action {} the digest is {:08x}, not {:08x}.", count, record.digest(), digest))
        self.in_step = True
        self._agreed = count
        self._asked_for_everything = False
        one = said("In step with the board after {} action.", count)
        self.status = one if count == 1 else said("In step with the board after {} actions.", count)
        outcome = record.game.outcome(record.position)
        if outcome and not self._result_is_logged:
            self._log.add("event", self._words(outcome), outcome)
        self._result_is_logged = outcome is not None

    def _fall_out_of_step(self, problem: str) -> None:
        status = said("Out of step with the board: {}", problem)
        if self.in_step is not False or status != self.status:
            self._log.add_seldom("trouble", status)
        self.in_step = False
        self.status = status
        if not self._asked_for_everything:
            self._asked_for_everything = True
            self._replies.append(("resync", ()))

    def _words(self, numbers: tuple[int, ...]) -> str:
        return told(numbers, names=self.names, game_name=self.game.NAME if self.game else "")


def _is_offered(game_index: int, option_index: int, value: int) -> bool:
    options = manifest(names()[game_index]).OPTIONS
    return option_index < len(options) and options[option_index].low <= value <= options[option_index].high


def _counted(seats: tuple[int, ...]) -> str:
    """Return seats as people count them."""
    return ", ".join(str(seat + 1) for seat in seats) or "-"


def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if mask >> seat & 1)
