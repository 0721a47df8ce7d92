"""The laptop's copy of the game: repeats the board's actions by the same rules and compares digests.

It never decides anything, and it cannot silently be wrong: when a digest differs it says so, and asks the board once
for the whole game. `tavolo.link.messages` lists the messages it takes.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tavolo.games import setup_from_text
from tavolo.link.telemetry import REFRESH_MS
from tavolo.rules.contract import CHANCE, Refused, Setup
from tavolo.rules.record import Record
from tavolo_host.board.greeting import Message
from tavolo_host.board.log import Log
from tavolo_host.board.view import OutOfStep, Preview, View, counted
from tavolo_host.texts.deferred import deferred
from tavolo_host.texts.sentences import safe_sentence

if TYPE_CHECKING:
    from tavolo.rules.game import Game, Position

OFFERED_A_LINE = 2  # actions: even the longest fit
ASKED_MS = 4 * REFRESH_MS  # a question that the board no longer repeats is over: it announces the end only once
KINDS = {"refused": "refusal", "trouble": "trouble", "table": "note"}  # of log entries, by kind of note


class Mirror:
    """The board's game as far as it is known.

    `record`, `game` (the rules module) and `position` are None without a game. `seats` is the physical seat of each
    player, `view` what else the board shows, `log` what happened. `in_step` is True when the last digest was equal or
    neither side has a game, False when it differed, None while nothing is known; `status` says so in words.
    `is_taken_back` once something that people had seen was taken back in this game, or may have been, unheard here.
    """

    def __init__(self) -> None:
        self.record: Record | None = None
        self.seats: tuple[int, ...] = ()
        self.view = View()
        self.log = Log()
        self.in_step: bool | None = None
        self.is_taken_back = False
        self.status: str = deferred("No board is connected.")
        self._asked_ms = 0  # when the board last sent a question to seats
        self._is_resync_requested = False
        self._result_is_logged = False
        self._agreed = 0  # how many of the actions were in step with the board
        self._takebacks = 0  # how often something had been taken back by then
        self._earlier: tuple[tuple[int, ...], ...] = ()  # the actions before the board sent everything again
        self._earlier_takebacks = 0
        self._number = self._named = 0  # the board's own for this game, and for the one that starts next
        self._replies: list[Message] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in sentences: their seats, counted from 1."""
        return tuple(f"seat {seat + 1}" for seat in self.seats)

    @property
    def game(self) -> "Game | None":
        """The rules module of the game, None without one."""
        return self.record.game if self.record else None

    @property
    def setup(self) -> Setup | None:
        """The setup of the game, None without one."""
        return self.record.setup if self.record else None

    @property
    def position(self) -> "Position | None":
        """The position, None without a game; not to be changed."""
        return self.record.position if self.record else None

    @property
    def actions(self) -> Sequence[tuple[int, ...]]:
        """All actions so far, in their public form."""
        return self.record.actions if self.record else ()

    @property
    def game_number(self) -> int:
        """The number of the current or last game, from 1; the same when a board sends a game again."""
        return self.log.game

    @property
    def board_game(self) -> int:
        """The board's own number of the game, 0 if it has not told one."""
        return self._number

    @property
    def result(self) -> str:
        """The outcome with its reason in words, "" before the end."""
        outcome = self.record.game.outcome(self.record.position) if self.record else None
        return self._words(outcome) if outcome else ""

    def disconnected(self, status: str) -> None:
        """Note that no board is connected, so the mirror may be out of date. `status` says why."""
        self.in_step = None
        self.view = View(self.record, self.seats)
        self._is_resync_requested = False
        self.status = status

    def take(self, kind: str, values: tuple[Any, ...], now_ms: int) -> list[Message]:
        """Take a message from `Port`; return the replies. Messages about other things are ignored."""
        self.log.now_ms = now_ms
        self._replies = []
        take = getattr(self, f"_take_{kind}", None) or getattr(self.view, f"take_{kind}", None)
        try:
            if take is not None:
                take(*values)
        except OutOfStep as problem:
            status = deferred("Out of step with the board: {}", problem.sentence)
            if self.in_step is not False or status != self.status:
                self.log.add_seldom("trouble", status)
            self.in_step = False
            self.status = status
            if not self._is_resync_requested:
                self._is_resync_requested = True
                self._replies.append(("resync", ()))
        if kind == "question":
            self._asked_ms = now_ms
        return self._replies

    def time_is(self, now_ms: int) -> None:
        """Set the time of new log entries, and drop a question that is no longer repeated."""
        self.log.now_ms = now_ms
        if now_ms - self._asked_ms > ASKED_MS:
            self.view.question = None

    def _take_game(self, number: int) -> None:
        self._named = number

    def _take_start(self, count: int, seats: tuple[int, ...], setup_text: str) -> None:
        known = self.record is not None and self.record.setup.text() == setup_text and self._named == self._number
        self._number, self._named = self._named, 0
        if not known or seats != self.seats:
            self._earlier = ()
        elif self._agreed:
            self._earlier = tuple(self.actions)[: self._agreed]
            self._earlier_takebacks = self._takebacks
        self._agreed = 0
        self.record = self.view.record = None
        self.view.choosing, self.view.is_lobby = {}, False
        try:
            record = Record(setup_from_text(setup_text))
        except ValueError as problem:
            self.in_step = None
            self.status = deferred("The board is playing something that this program does not know. {}", problem)
            self.log.add_seldom("note", self.status)
            return
        if record.setup.dealt or len(set(seats)) != len(seats) or len(seats) != record.setup.players:
            raise OutOfStep(deferred("no table can play “{}” at seats {}.", setup_text, counted(seats)))
        self.record = self.view.record = record
        self.seats = self.view.playing = self.log.seats = seats
        self.log.game_name = record.game.NAME
        self._result_is_logged = False
        self.in_step = None
        self.status = deferred("Getting the game so far from the board.")
        if known and (count or self._number):
            self.log.forget_events()
        else:
            self.log.game += 1
            self.is_taken_back = False
            self._takebacks = 0
            self.log.add("note", deferred("{} for {} players.", record.game.TITLE, len(self.seats)))

    def _take_past(self, index: int, actions: tuple[tuple[int, ...], ...]) -> None:
        for place, action in enumerate(actions):
            self._apply(index + place, action)

    def _take_whole(self, count: int, digest: int, takebacks: int) -> None:
        self._compare(count, digest)
        if self.in_step:
            self.is_taken_back |= takebacks > self._takebacks
            self._takebacks = takebacks

    def _take_gap(self, count: int, closed: str) -> None:
        """Offer the board the actions that its journal has lost."""
        lost = self._earlier[count:]
        if self.in_step and lost and self._earlier[:count] == tuple(self.actions):
            total = count + len(lost)
            for index in range(count, total, OFFERED_A_LINE):
                some = self._earlier[index : index + OFFERED_A_LINE]
                self._replies.append(("fill", (index, total, self._earlier_takebacks, some)))
            self.log.add(
                "note", deferred("This program is sending the board what its journal has lost: {} actions.", len(lost))
            )

    def _take_act(self, index: int, digest: int, action: tuple[int, ...]) -> None:
        self.view.choosing = {}
        if self._apply(index, action):
            self._compare(index + 1, digest)

    def _take_undone(self, length: int, digest: int) -> None:
        self.view.choosing = {}
        if self.record is None or self.in_step is False:
            return
        if length > len(self.record.actions):
            raise OutOfStep(
                deferred("the board has {} actions after an undo, the laptop {}.", length, len(self.actions))
            )
        game = self.record.game
        seen = [
            gone for gone in self.record.actions[length:] if game.actor(gone) == CHANCE or game.action_card(gone) >= 0
        ]
        self.record.undo(length)
        self._compare(length, digest)
        self._takebacks += 1
        if seen:
            self.is_taken_back = True
            self.log.add("note", deferred("This was taken back after something new had been seen."))

    def _take_over(self, outcome: tuple[int, ...]) -> None:
        if self.record is None or not self.in_step:
            return
        own = self.record.game.outcome(self.record.position)
        if own != outcome:
            raise OutOfStep(deferred("the board's outcome is {}, the laptop's {}.", outcome, own))

    def _take_abandoned(self) -> None:
        if self.record is not None and not self.result:
            self.log.add("note", deferred("The game was abandoned."))
        self.record = self.view.record = None
        self.seats = self.view.playing = ()
        self.view.choosing = {}
        self.in_step = True  # neither side has a game
        self._is_resync_requested = False
        self.status = deferred("No game is being played.")

    def _take_note(self, about: str, seat: int, reason: tuple[int, ...]) -> None:
        self.log.add(KINDS[about], self._words(reason), reason, seat if seat >= 0 else None)

    def _take_choosing(self, seat: int, index: int, count: int, action: tuple[int, ...]) -> None:
        """Take a preview. An impossible one is early or late; it comes again."""
        record = self.record
        if record is None or not self.in_step or index >= count or seat not in self.seats:
            return
        is_possible = record.game.refusal(record.position, action) is None
        if is_possible and record.game.actor(action) == self.seats.index(seat):
            self.view.choosing[seat] = Preview(index, count, action)

    def _apply(self, index: int, action: tuple[int, ...]) -> bool:
        """Repeat an action; return False while waiting for the whole game."""
        record = self.record
        if record is None or self.in_step is False:
            return False
        if index != len(record.actions):
            raise OutOfStep(
                deferred("the board continues with action {}, the laptop has {}.", index, len(record.actions))
            )
        try:
            events = record.apply(action)
        except Refused as refusal:
            raise OutOfStep(
                deferred("this program refuses action {}. {}", index, self._words(refusal.reason))
            ) from None
        text = record.game.action_text(action)
        player = record.game.actor(action)
        seat = self.seats[player] if 0 <= player < len(self.seats) else None
        for event in events:
            self.log.add("event", self._words(event), event, seat, text, index)
            seat = None  # the events that follow belong to nobody
        return True

    def _compare(self, count: int, digest: int) -> None:
        record = self.record
        if record is None or self.in_step is False:
            return
        if len(record.actions) != count:
            raise OutOfStep(deferred("the board has {} actions, the laptop {}.", count, len(record.actions)))
        if record.digest() != digest:
            raise OutOfStep(
                deferred("after action {} the digest is {:08x}, not {:08x}.", count, record.digest(), digest)
            )
        self.in_step = True
        self._agreed = count
        self._is_resync_requested = False
        one = deferred("In step with the board after {} action.", count)
        self.status = one if count == 1 else deferred("In step with the board after {} actions.", count)
        outcome = record.game.outcome(record.position)
        if outcome and not self._result_is_logged:
            self.log.add("event", self._words(outcome), outcome)
        self._result_is_logged = outcome is not None

    def _words(self, numbers: tuple[int, ...]) -> str:
        return safe_sentence(numbers, names=self.names, game_name=self.game.NAME if self.game else "")
