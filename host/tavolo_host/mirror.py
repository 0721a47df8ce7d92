"""The laptop's copy of the game: repeats the board's actions by the same rules and compares digests.

It never decides anything, and it cannot silently be wrong: when a digest differs it says so, and asks the
board once for everything from the start. `tavolo.link.herald` lists the messages it is fed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tavolo.link.frames import numbers_from_text
from tavolo.rules.contract import Refused, setup_from_text
from tavolo.rules.record import Record
from tavolo.wiring import SEATS
from tavolo_host.log import Entry, Log
from tavolo_host.words import sentence

if TYPE_CHECKING:
    from tavolo.rules.game import Game, Position

KINDS = {"refused": "refusal", "trouble": "trouble", "table": "note"}  # of the board's notes, in the log


@dataclass(frozen=True)
class Preview:
    """What a seat is choosing: option `index` of `count`, which is this action."""

    index: int
    count: int
    action: tuple[int, ...]


class OutOfStep(Exception):
    """The laptop's position is not the board's; str() says since when and how."""


class Mirror:
    """What the board is known to hold.

    `record`, `game` (the rules module) and `position` are None while there is no game. `seats` is the
    physical seat of each player, `slots` the state of the eight slots, `choosing` what seats preview.
    `in_step` is True when the last digest was equal or neither side has a game, False when it was not, None while
    nothing is known; `status` says it in words. `names` are the players' names for sentences.
    """

    def __init__(self, names: tuple[str, ...] | None = None) -> None:
        self._given_names = names
        self.record: Record | None = None
        self.seats: tuple[int, ...] = ()
        self.slots: tuple[int, ...] = (0,) * SEATS
        self.choosing: dict[int, Preview] = {}
        self.in_step: bool | None = None
        self.status = "No board is connected."
        self._log = Log()
        self._asked_for_everything = False
        self._result_is_logged = False
        self._replies: list[tuple[str, str]] = []
        self._takers: dict[str, Callable[[str], None]] = {
            "start": self._take_start,
            "past": self._take_past,
            "whole": self._take_whole,
            "act": self._take_act,
            "undone": self._take_undone,
            "over": self._take_over,
            "abandoned": self._take_abandoned,
            "note": self._take_note,
            "slots": self._take_slots,
            "choosing": self._take_choosing,
            "unknown": self._take_unknown,
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
    def position(self) -> "Position | None":
        """The position, None without a game; not to be changed."""
        return self.record.position if self.record else None

    @property
    def actions(self) -> Sequence[tuple[int, ...]]:
        """All actions so far, in the form that everybody may know."""
        return self.record.actions if self.record else ()

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
        self.choosing = {}
        self._asked_for_everything = False
        self.status = status

    def take(self, kind: str, payload: str, now_ms: int) -> list[tuple[str, str]]:
        """Take a message of the board; return (kind, payload) of what is to be sent in reply."""
        self._log.now_ms = now_ms
        self._replies = []
        try:
            if kind in self._takers:
                self._takers[kind](payload)
            else:
                self._replies.append(("unknown", kind[:40]))
        except OutOfStep as problem:
            self._fall_out_of_step(str(problem))
        except (ValueError, IndexError) as problem:
            # The CRC was right, so this is another program's message, not a damaged one.
            self._log.add("note", f"The board sent a message “{kind}” that is not understood: {problem}")
        return self._replies

    def add_note(self, text: str, now_ms: int) -> None:
        """Put something into the log that the laptop itself has to say."""
        self._log.now_ms = now_ms
        self._log.add("note", text)

    def _take_start(self, payload: str) -> None:
        count, seats, setup_text = payload.split(" ", 2)
        known = self.record is not None and self.record.setup.text() == setup_text
        self.record = None
        self.choosing = {}
        try:
            record = Record(setup_from_text(setup_text))
        except ValueError as problem:
            self.in_step = None
            self.status = f"The board plays something that this program does not know. {problem}"
            self._log.add("note", self.status)
            return
        self.record = record
        self.seats = numbers_from_text(seats)
        self._result_is_logged = False
        self.in_step = None
        self.status = "Hearing from the board what was played so far."
        if known and int(count):
            self._log.forget_events()
        else:
            self._log.game += 1
            self._log.add("note", f"{record.game.TITLE} for {len(self.seats)} players.")

    def _take_past(self, payload: str) -> None:
        index, _, actions = payload.partition(" ")
        for place, action in enumerate(actions.split(";")):
            self._apply(int(index) + place, numbers_from_text(action))

    def _take_whole(self, payload: str) -> None:
        count, digest = payload.split()
        self._compare(int(count), int(digest, 16))

    def _take_act(self, payload: str) -> None:
        index, digest, action = payload.split()
        self.choosing = {}
        if self._apply(int(index), numbers_from_text(action)):
            self._compare(int(index) + 1, int(digest, 16))

    def _take_undone(self, payload: str) -> None:
        length, digest = payload.split()
        self.choosing = {}
        if self.record is None or self.in_step is False:
            return
        if int(length) > len(self.record.actions):
            raise OutOfStep(f"the board has {length} actions after an undo, the laptop {len(self.actions)}.")
        self.record.undo(int(length))
        self._compare(int(length), int(digest, 16))

    def _take_over(self, payload: str) -> None:
        if self.record is None or not self.in_step:
            return
        own = self.record.game.outcome(self.record.position)
        if tuple(own or ()) != numbers_from_text(payload):
            raise OutOfStep(f"the board's outcome is {payload or 'none'}, the laptop's {own}.")

    def _take_abandoned(self, payload: str) -> None:
        if self.record is not None and not self.result:
            self._log.add("note", "The game was abandoned.")
        self.record = None
        self.seats = ()
        self.choosing = {}
        self.in_step = True  # neither side has a game
        self._asked_for_everything = False
        self.status = "No game is being played."

    def _take_note(self, payload: str) -> None:
        kind, seat, numbers = payload.split(" ")
        reason = numbers_from_text(numbers)
        self._log.add(KINDS.get(kind, "note"), self._words(reason), reason, int(seat) if int(seat) >= 0 else None)

    def _take_slots(self, payload: str) -> None:
        states, choosing = payload.split()
        self.slots = tuple(int(state) for state in states)
        seats = int(choosing, 16)
        self.choosing = {seat: shown for seat, shown in self.choosing.items() if seats >> seat & 1}

    def _take_choosing(self, payload: str) -> None:
        seat, index, count, action = payload.split()
        self.choosing[int(seat)] = Preview(int(index), int(count), numbers_from_text(action))

    def _take_unknown(self, payload: str) -> None:
        self._log.add("note", f"The board does not understand the message “{payload}”.")

    def _apply(self, index: int, action: tuple[int, ...]) -> bool:
        """Repeat an action; return whether that was possible (not while waiting for everything anew)."""
        record = self.record
        if record is None or self.in_step is False:
            return False
        if index != len(record.actions):
            raise OutOfStep(f"the board goes on with action {index}, the laptop has {len(record.actions)}.")
        try:
            events = record.apply(action)
        except Refused as refusal:
            raise OutOfStep(f"action {index} is refused here. {self._words(refusal.reason)}") from None
        text = record.game.action_text(action)
        player = record.game.actor(action)
        seat = self.seats[player] if 0 <= player < len(self.seats) else None
        for event in events:
            self._log.add("event", self._words(event), event, seat, text)
            seat = None  # what follows from an action is nobody's own doing
        return True

    def _compare(self, count: int, digest: int) -> None:
        record = self.record
        if record is None or self.in_step is False:
            return
        if len(record.actions) != count:
            raise OutOfStep(f"the board has {count} actions, the laptop {len(record.actions)}.")
        if record.digest() != digest:
            raise OutOfStep(f"after action {count} the digest is {record.digest():08x}, not {digest:08x}.")
        self.in_step = True
        self._asked_for_everything = False
        self.status = f"In step with the board after {count} {'action' if count == 1 else 'actions'}."
        outcome = record.game.outcome(record.position)
        if outcome and not self._result_is_logged:
            self._log.add("event", self._words(outcome), outcome)
        self._result_is_logged = outcome is not None

    def _fall_out_of_step(self, problem: str) -> None:
        self.in_step = False
        self.status = f"Out of step with the board: {problem}"
        self._log.add("trouble", self.status)
        if not self._asked_for_everything:
            self._asked_for_everything = True
            self._replies.append(("resync", ""))

    def _words(self, numbers: tuple[int, ...]) -> str:
        try:
            return sentence(numbers, names=self.names, game_name=self.game.NAME if self.game else "")
        except (KeyError, IndexError):
            return f"(no words for {numbers})"
