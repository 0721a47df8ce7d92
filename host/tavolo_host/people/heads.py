"""A game as the people at a table have it in their heads and hands: all of it, and beside it what the board may know.

From the second follows how something is said to the board: by a card in the slot, by keys, or by both.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tavolo.play.chooser import NOTHING, Chooser, by_keys
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo_host.people.dealt import Action, Dealt
from tavolo_host.players.thinking import Answer
from tavolo_host.texts.sentences import sentence


@dataclass(frozen=True)
class Way:
    """How an action is said: the card that is put in or NO_CARD, and which of `count` options is then taken.

    `steps` are the touches of ▶ (of ◀, below nothing) that bring the cursor there.
    """

    card: int
    index: int
    count: int
    steps: int


class Heads:
    """`record` is the game with all cards; `known` is the same as everybody may know it."""

    def __init__(self, setup: Setup) -> None:
        self.record = Dealt(setup)
        self.known = Record(Setup(setup.game, setup.players, setup.options))
        # Where each player's cursor stands on the board.
        self.choosers = [Chooser(player) for player in range(setup.players)]
        # Which of the actions virtual people have thought out, and by what, as far as that is known.
        self.thought: dict[int, Answer | None] = {}

    def apply(self, action: Action) -> None:
        """Carry an action out in both."""
        game, told = self.record.game, self.record.game.public(action)
        actor = game.actor(told)
        if actor != CHANCE:
            self._take(self.choosers[actor], told)
        self.record.apply(action)
        self.known.apply(told)
        for chooser in self.choosers:
            if chooser.player == actor:
                chooser.go_on(game, self.known.position, told)
            elif not chooser.is_still_possible(game, self.known.position):
                chooser.clear()

    def _take(self, chooser: Chooser, told: Action) -> None:
        """Have the cursor stand where it has to be for ✓ to take this option; with a card there is none."""
        game, position = self.known.game, self.known.position
        chooser.clear()
        options = by_keys(game, position, chooser.player)
        if game.action_card(told) == NO_CARD and told in options:
            chooser.options = options
            chooser.index = options.index(told)

    def find_cursor(self, player: int, index: int) -> None:
        """Take notice of where somebody has left a player's cursor, NOTHING for nowhere."""
        chooser = self.choosers[player]
        chooser.clear()
        options = by_keys(self.known.game, self.known.position, player)
        if 0 <= index < len(options):
            chooser.options = options
            chooser.index = index

    def undo(self, length: int) -> None:
        """Go back to the first `length` actions."""
        self.thought = {place: answer for place, answer in self.thought.items() if place < length}
        for record in (self.record, self.known):
            if length < len(record.actions):
                record.undo(length)
        self.forget_cursors()

    def forget_cursors(self) -> None:
        """Take notice that no cursor stands anywhere: something was taken back, or the board has started anew."""
        for chooser in self.choosers:
            chooser.clear()

    def hand(self, player: int) -> list[int]:
        """Return what a player holds."""
        hands = getattr(self.record.position, "hands", None)
        return list(hands[player] or []) if hands else []

    def sealed(self, player: int) -> list[int]:
        """Return what a player has sealed, in the order of that."""
        return list(getattr(self.record.position, "sealed", [[]] * self.record.setup.players)[player])

    def offered(self, player: int) -> list[int]:
        """Return the cards that a player who is to act may take into the hand, of which the board learns the number."""
        game, position = self.record.game, self.record.position
        hand = self.hand(player)
        found = []
        for action in game.legal(position, player):
            card = game.action_card(action)
            if card != NO_CARD and card not in hand and game.action_card(game.public(action)) == NO_CARD:
                found.append(card)
        return found if hasattr(position, "hands") else []

    def taking(self, player: int, card: int) -> Action:
        """Return the action by which a player takes a card that is `offered`."""
        return self.record.game.legal(self.record.position, player, card)[0]

    def way(self, player: int, action: Action) -> Way:
        """Return how `player` (or CHANCE: who turns a card up) says an action to the board; or ValueError."""
        game, position = self.known.game, self.known.position
        told = game.public(action)
        card = game.action_card(action)
        if card != NO_CARD:
            options = [game.public(option) for option in game.legal(position, player, card)]
            if told in options:
                return Way(card, options.index(told), len(options), options.index(told))
        options = [game.public(option) for option in by_keys(game, position, player)]
        index = options.index(told)
        return Way(NO_CARD, index, len(options), _steps(self.choosers[player].index, index, len(options)))

    def can_say(self, player: int, action: Action) -> bool:
        """Return whether there is a way to say an action to the board, which may know better where cards are."""
        try:
            self.way(player, action)
        except ValueError:
            return False
        return True

    def next_chance(self, below: Callable[[int], int]) -> tuple[Action, bool]:
        """Return what chance does now, and whether it is a card that has to be shown to the board.

        ValueError for rules that do not say it, although every card is known.
        """
        game = self.record.game
        action = self.record.chance(below)
        if action is None:
            raise ValueError(f"It is chance's turn in {game.TITLE}, and `chance` in its rules gives nothing.")
        is_shown = game.action_card(action) != NO_CARD and bool(
            game.legal(self.known.position, CHANCE, game.action_card(action))
        )
        return action, is_shown

    def meant_by(self, told: Action, card: int) -> Action | None:
        """Return the action of a player of which the board tells the public form, and which is one with `card`.

        NO_CARD stands for any, or none, as the own hand allows. None where there is no such action.
        """
        game, player = self.record.game, self.record.game.actor(told)
        position = self.record.position if card == NO_CARD else self.known.position
        for action in game.legal(position, player, card):
            if game.public(action) == told and card in (NO_CARD, game.action_card(action)):
                return action
        return None


def _steps(cursor: int, index: int, count: int) -> int:
    """Return the shorter way of a cursor that goes round: touches of ▶, or of ◀ below nothing."""
    right = index + 1 if cursor == NOTHING else (index - cursor) % count
    left = count - index if cursor == NOTHING else (cursor - index) % count
    return right if right <= left else -left


def sentence_against(
    record: Dealt, player: int, card: int, names: tuple[str, ...], translate: Callable[[str], str]
) -> str | None:
    """Return why a player who keeps the rules would not play a card, None when nothing is against it."""
    game = record.game
    reason = game.why_not(record.position, player, card)
    return sentence(reason, translate, names, game.NAME) if reason else None
