"""One of the people at a virtual table: hands at a seat, and what a virtual person does with them unasked."""

from random import Random
from typing import Any

from tavolo.rules.contract import NO_CARD
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.people.hands import AGAIN_MS, HOLDING_MS, Hands
from tavolo_host.people.hidden_hands import Action
from tavolo_host.people.tracked_game import Now, TrackedGame
from tavolo_host.players.thinking import Answer, Engine, Thinking
from tavolo_host.simulator.body import Body

THINKING_MS = (700, 1900)  # shortest and longest
CONSIDERING_MS = 900  # before a virtual person agrees, and again when that was not felt
MOST_DOUBTS = 4  # after which somebody takes back all that was sealed, and begins anew


class Person(Hands):
    """Who plays for one seat: a virtual person, or a visitor.

    `thinking_ms` is for how long a virtual person seems to think; `answers` are what real thinking has led to last, by
    the number of the action.
    """

    def __init__(self, seat: int, body: Body, random: Random) -> None:
        super().__init__(seat, body, random)
        self.thinking_ms = 0
        self.answers: dict[int, Answer] = {}
        self._thinking: Thinking | None = None
        self._about: tuple[Any, str] = None, ""  # position and level

    def hand(self, tracked_game: TrackedGame) -> list[int]:
        """Return the cards in the hand, the one in the slot not among them.

        What was sealed and has still to be put in again is back in the hand.
        """
        held = tracked_game.hand(self.player) + self.again
        if self.card in held and not self.is_played:
            held.remove(self.card)
        return held

    def is_busy(self) -> bool:
        """Return whether hands are about something."""
        return bool(self.body.is_moving() or self.intended or (self.card != NO_CARD and not self.is_visitor))

    def begin(self, player: int | None) -> None:
        """Begin a game as this player, or as none."""
        self.player = player
        self.intended = None
        self.again = []
        self.believed = {}
        self._forget()

    def stand_up(self) -> None:
        """Let a virtual person take over from a visitor."""
        self.is_visitor = False
        self.let_go()

    def power_failed(self, tracked_game: TrackedGame | None) -> None:
        """The lights went out and came back: what was sealed is gone, and is begun anew."""
        self.again = tracked_game.sealed(self.player) if tracked_game else []
        if self.again:
            self.let_go()

    # ---- what happens

    def happened(self, action: Action, card: int) -> None:
        """Take notice of an action that the board has taken, with a card or NO_CARD."""
        if self.intended == action:
            self.intended = None
            self.doubts = 0
        if self.last == card != NO_CARD:
            self.is_played = True
            self.last = NO_CARD

    def hear_what_is_wanted(self, now: Now, is_all: bool) -> None:
        """Take notice of whether the board asks for what is sealed; `is_all` when it is sure to have told that."""
        if self.again:
            sealed = now.tracked_game.sealed(self.player)  # some may have been taken back
            self.again = [card for card in self.again if card in sealed]
        if self.seat in now.mirror.view.seats_to_reseal():
            if not self.again and self.has_free_slot():
                self.again = now.tracked_game.sealed(self.player)
        elif is_all:
            self.again = []
        self._is_showing = self._is_showing and bool(self.again)

    # ---- what everybody is asked

    def answer(self, agrees: bool) -> None:
        """Agree or disagree to what everybody is asked, with a key."""
        self.body.stop()
        self.body.do(self.body.press(TAKE if agrees else LEFT))

    def consider(self, unhurried: float) -> None:
        """Let go of everything, since everybody is asked something, or is not any more."""
        self.thinking_ms = int(CONSIDERING_MS * unhurried) + 150 * self.seat
        if self.intended or not self.is_visitor:
            self.let_go()

    def agree(self, elapsed_ms: int, unhurried: float) -> None:
        """Press ✓ after a moment, again where that was not felt."""
        if self.is_visitor or self.body.is_moving():
            return
        self.thinking_ms -= elapsed_ms
        if self.thinking_ms <= 0:
            self.body.do(self.body.press(TAKE))
            self.thinking_ms = int(CONSIDERING_MS * unhurried)

    # ---- decisions

    def wonder(self, unhurried: float) -> None:
        """Seem to think about what has become of the game."""
        self.thinking_ms = int(self._random.randint(*THINKING_MS) * unhurried)

    def think(self, tracked_game: TrackedGame, engine: Engine, level: str) -> None:
        """Think about the moment, unless that is what this one does; older thoughts are gone."""
        position = tracked_game.record.position
        if self.is_visitor or (self._thinking and self._about[0] is position and self._about[1] == level):
            return
        assert self.player is not None
        self._forget()
        self._thinking = engine.begin(tracked_game.record.moment(self.player, level))
        self._about = position, level

    def _forget(self) -> None:
        if self._thinking:
            self._thinking.forget()
        self._thinking = None

    def decide(self, now: Now) -> None:
        """Do what was thought out, after a while; or let others go first."""
        self.thinking_ms -= now.elapsed_ms
        if self.thinking_ms > 0:
            return
        tracked_game, record, player = now.tracked_game, now.tracked_game.record, self.player
        assert player is not None
        self.doubts = self.doubts if tracked_game.sealed(self.player) else 0
        actions = record.game.legal(record.position, player) if self.doubts <= MOST_DOUBTS else []
        action: Action = ()
        if actions:
            assert self._thinking is not None
            answer = self._thinking.answer()
            if answer is None:
                return  # this one goes on thinking
            action = answer.action
            self.answers = {len(record.actions): answer}
            self._forget()
            if action and not tracked_game.way(player, action):
                actions = [other for other in actions if tracked_game.way(player, other)]
                action = actions[0] if actions else ()
        if action:
            self.intend(action)
        elif actions:
            self.thinking_ms = int(THINKING_MS[0] * now.unhurried)  # others go first
        else:  # what lies sealed leaves nothing to go on with: somebody else's hands were there, or power was away
            self.body.do(self.body.press(LEFT, RIGHT, hold_ms=HOLDING_MS))
            self.thinking_ms = int(AGAIN_MS * now.unhurried)
