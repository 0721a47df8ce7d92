"""A person at a virtual table: hands at a seat, and what a virtual player does with them."""

from random import Random

from tavolo.rules.contract import NO_CARD
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.people.hands import AGAIN_MS, HOLDING_MS, Hands
from tavolo_host.people.hidden_hands import Action
from tavolo_host.people.tracked_game import Now, TrackedGame
from tavolo_host.players.thinking import Answer, Engine, Thinking
from tavolo_host.simulator.body import Body

THINKING_MS = (700, 1900)  # shortest and longest
AT_LEAST_MS = 100  # between two decisions to let others go first
CONSIDERING_MS = 300  # before a virtual player agrees
MISSED_MS = 900  # before it presses ✓ again, because the key was missed
MOST_DOUBTS = 4  # after which a player asks to undo, because other cards were sealed


class Person(Hands):
    """The player at one seat: a virtual one, or a visitor.

    `thinking_ms` is how much longer a virtual player appears to think; `thought` is the last computed decision, after
    how many actions it came up.
    """

    def __init__(self, seat: int, body: Body, random: Random) -> None:
        super().__init__(seat, body, random)
        self.thinking_ms = 0
        self.thought: tuple[int, Answer] | None = None
        self.stands_in = False  # for a visitor who is away, and who alone answers questions
        self._is_deciding = False  # since a decision came up; others may act meanwhile
        self.is_searching = False  # has had the time for thinking, and the answer is not there
        self._thinking: Thinking | None = None
        self._set_aside: tuple[int, list[Action]] = 0, []  # by a question: after how many actions, what was intended
        self._about = 0, ""  # after how many actions, and at which level

    def hand(self, tracked_game: TrackedGame) -> list[int]:
        """Return the cards in the hand, without the one in the slot, with sealed cards to be put in again."""
        held = tracked_game.hand(self.player) + self.again
        if self.card in held and not self.is_played:
            held.remove(self.card)
        return held

    def is_busy(self) -> bool:
        """Return whether the hands are busy."""
        return bool(self.body.is_moving() or self.intended or (self.card != NO_CARD and not self.is_visitor))

    def is_at_keys(self) -> bool:
        """Return whether a finger is on a key, and not because the hands are moved for a visitor."""
        return any(self.body.keys) and not self.body.is_moving()

    def begin(self, player: int | None) -> None:
        """Start a game as this player, or as none."""
        self.lift()
        self.intended = None
        self.player = player
        self.unheard, self.again = [], []
        self.believed = {}
        self._set_aside = 0, []
        self.has_decided()

    def stand_up(self, stands_in: bool = False) -> None:
        """Let a virtual player take over from a visitor, or stand in while the visitor is away."""
        self.is_visitor = False
        self.stands_in = stands_in
        self.let_go()

    def power_failed(self, tracked_game: TrackedGame | None) -> None:
        """The board restarted: sealed cards are lost and have to be put in again."""
        self.again = tracked_game.sealed(self.player) if tracked_game else []
        if self.again:
            self.let_go()

    # ---- what happens

    def happened(self, action: Action, card: int, actor: int) -> None:
        """Note an action that the board has accepted, with a card or NO_CARD; an own one ends what was intended."""
        if self.intended == action:
            self.doubts = 0
        if self.player == actor or self.intended == action:
            self.intended = None
        if self.player == actor and card in self.unheard:
            del self.unheard[: self.unheard.index(card) + 1]
        if self.last == card != NO_CARD:
            self.is_played = True
            self.last = NO_CARD

    def hear_what_is_wanted(self, now: Now, is_all: bool) -> None:
        """Note whether the board asks for sealed cards; `is_all` once its request is certain to have arrived."""
        if self.again:
            sealed = now.tracked_game.sealed(self.player)  # some may have been taken back
            self.again = [card for card in self.again if card in sealed]
        if self.seat in now.mirror.view.seats_to_reseal():
            if not self.again and self.has_free_slot():
                self.again = now.tracked_game.sealed(self.player)
        elif is_all:
            self.again = []
        self._is_showing = self._is_showing and bool(self.again)

    # ---- questions to all players

    def answer(self, agrees: bool) -> None:
        """Answer a question to all players with a key."""
        self.body.stop()
        self.body.do(self.body.press(TAKE if agrees else LEFT))

    def consider(self, unhurried: float, is_asked: bool, length: int) -> None:
        """Stop what the hands are doing after `length` actions: a question was opened or closed.

        What a visitor has chosen is not lost: it goes on after a question that has changed nothing.
        """
        self.thinking_ms = int(CONSIDERING_MS * unhurried) + 50 * self.seat
        if not self.is_visitor:
            self.let_go()
        elif is_asked:
            self._set_aside = length, [self.intended, *self.wishes] if self.intended else []
            if self.intended:
                self.let_go()
        elif self._set_aside[0] == length and self._set_aside[1] and not self.intended:
            self.wishes = self._set_aside[1]

    def rest(self) -> None:
        """Stop what the hands are doing, for a moment."""
        self.let_go()
        self.thinking_ms = max(self.thinking_ms, CONSIDERING_MS)

    def agree(self, elapsed_ms: int, is_decided: bool) -> None:
        """Press ✓ after a moment, and again if the key was missed; for a visitor only if there is nothing to decide."""
        if ((self.is_visitor or self.stands_in) and not is_decided) or self.body.is_moving():
            return
        self.thinking_ms -= elapsed_ms
        if self.thinking_ms <= 0:
            self.body.do(self.body.press(TAKE))
            self.thinking_ms = MISSED_MS

    # ---- decisions

    def wonder(self, unhurried: float) -> None:
        """Draw a thinking time, unless this decision came up before."""
        if not self._is_deciding:
            self._is_deciding = True
            self.thinking_ms = int(self._random.randint(*THINKING_MS) * unhurried)

    def has_decided(self) -> None:
        """Note that there is no decision to think about any more."""
        self._is_deciding = False
        self._forget()

    def think(self, tracked_game: TrackedGame, engine: Engine, level: str) -> None:
        """Start computing a decision, unless that is under way."""
        if self.is_visitor or self.intended or (self._thinking and self._about[1] == level):
            return
        assert self.player is not None
        self._forget()
        self._thinking = engine.begin(tracked_game.record.moment(self.player, level))
        self._about = len(tracked_game.record.actions), level

    def _forget(self) -> None:
        if self._thinking:
            self._thinking.forget()
        self._thinking = None
        self.is_searching = False

    def decide(self, now: Now) -> None:
        """Act on the computed decision after the thinking time, or let others go first."""
        self.thinking_ms -= now.elapsed_ms
        if self.thinking_ms > 0 or self.again or self.is_busy():
            return
        tracked_game, record, player = now.tracked_game, now.tracked_game.record, self.player
        assert player is not None
        self.doubts = self.doubts if tracked_game.sealed(self.player) else 0
        actions = record.game.legal(record.position, player) if self.doubts <= MOST_DOUBTS else []
        action: Action = ()
        if actions:
            assert self._thinking is not None
            answer = self._thinking.answer()
            self.is_searching = answer is None
            if answer is None:
                return
            action = answer.action
            self.thought = self._about[0], answer
            self._forget()
            if action and not tracked_game.way(player, action):
                if self.thought[0] != len(record.actions):
                    return  # what others did meanwhile makes it impossible: think again
                actions = [other for other in actions if tracked_game.way(player, other)]
                action = actions[0] if actions else ()
        if action:
            self.intend(action)
        elif actions:
            self.thinking_ms = max(AT_LEAST_MS, int(THINKING_MS[0] * now.unhurried))  # others go first
        else:  # the sealed cards leave no legal action: a visitor or a power cut changed them
            self.body.do(self.body.press(LEFT, RIGHT, hold_ms=HOLDING_MS))
            self.thinking_ms = int(AGAIN_MS * now.unhurried)
