"""A game as the people at a table hold it: with all cards, and beside that as the board knows it.

The second determines how to enter an action at the board: with a card in the slot, with keys, or both.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tavolo.play.chooser import NOTHING, by_keys
from tavolo.rules.contract import CHANCE, NO_CARD, Refused, Setup
from tavolo.rules.record import Record
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.board.mirror import Mirror
from tavolo_host.people.hidden_hands import Action, Deck, HiddenHands
from tavolo_host.players.thinking import Answer


@dataclass(frozen=True)
class Way:
    """How to enter an action: the card to put in or NO_CARD, and which of `count` options to take.

    `steps` is how often to press ▶ to get there; negative for ◀.
    """

    card: int
    count: int
    steps: int


class TrackedGame:
    """`record` is the game with all cards, which come from `deck`; `known` is its public part."""

    def __init__(self, setup: Setup, deck: Deck | None = None) -> None:
        self.record = HiddenHands(setup, deck)
        self.known = Record(Setup(setup.game, setup.players, setup.options))
        # The actions that virtual players decided; if known, with how many there were then, and the answer.
        self.thought: dict[int, tuple[int, Answer] | None] = {}
        # What visitors were advised, by how many actions there were then and by player.
        self.hinted: dict[tuple[int, int], Action] = {}

    def apply(self, action: Action) -> None:
        """Apply an action to both."""
        self.record.apply(action)
        self.known.apply(self.record.game.public(action))

    def undo(self, length: int) -> None:
        """Go back to the first `length` actions."""
        self.thought = {place: answer for place, answer in self.thought.items() if place < length}
        self.hinted = {moment: action for moment, action in self.hinted.items() if moment[0] <= length}
        for record in (self.record, self.known):
            if length < len(record.actions):
                record.undo(length)

    def hand(self, player: int | None) -> list[int]:
        """Return a player's hand; [] for no player."""
        hands = getattr(self.record.position, "hands", None)
        return list(hands[player] or []) if hands and player is not None else []

    def sealed(self, player: int | None) -> list[int]:
        """Return the known cards that a player has sealed, in order; [] for no player."""
        sealed = getattr(self.record.position, "sealed", None)
        return [card for card in sealed[player] if card != UNKNOWN] if sealed and player is not None else []

    def offered(self, player: int | None) -> dict[int, Action]:
        """Return the cards on the table that a player may secretly take now, with the action for each.

        The board learns only how many are taken, through keys.
        """
        game, position = self.record.game, self.record.position
        if player not in game.to_act(position) or not hasattr(position, "hands"):
            return {}
        hand = self.hand(player)
        found: dict[int, Action] = {}
        for action in game.legal(position, player):
            card = game.action_card(action)
            if card != NO_CARD and card not in hand and game.action_card(game.public(action)) == NO_CARD:
                found.setdefault(card, action)
        return found

    def way(self, player: int, action: Action, cursor: int = NOTHING, lying: int = NO_CARD) -> Way | None:
        """Return how `player` (for CHANCE, the one who turns up a card) enters an action, None if that is impossible.

        The board may know better where cards are. `cursor` is the option shown, NOTHING for none; it belongs to the
        card `lying` in the slot, or to the keys.
        """
        game, position = self.known.game, self.known.position
        told = game.public(action)
        card = game.action_card(action)
        if card != NO_CARD:
            options = [game.public(option) for option in game.legal(position, player, card)]
            if told in options:
                shown = max(cursor, 0) if card == lying and len(options) > 1 else 0
                return Way(card, len(options), options.index(told) - shown)
        options = [game.public(option) for option in by_keys(game, position, player)]
        if told not in options:
            return None
        return Way(NO_CARD, len(options), _steps(cursor, options.index(told), len(options)))

    def is_last_choice(self, action: Action) -> bool:
        """Return whether a player has nothing more to choose after this action, which is possible now."""
        position = self.record.position.copy()
        self.record.game.apply(position, action)
        return self.record.game.actor(action) not in self.record.game.to_act(position)

    def can_follow(self, actions: Sequence[Action], action: Action) -> bool:
        """Return whether a player can make a choice after these, which are possible now."""
        game, position = self.record.game, self.record.position.copy()
        try:
            for each in actions:
                game.apply(position, each)
        except Refused:
            return False
        return action in game.legal(position, game.actor(action))

    def is_turned_up(self, card: int = NO_CARD) -> bool:
        """Return whether this card, or any, has to be turned up from the pile: the next one put in counts as it."""
        return bool(self.known.game.legal(self.known.position, CHANCE, card))

    def intended_by(self, told: Action, card: int) -> Action | None:
        """Return a player's action with this public form and this `card`; None if there is none.

        NO_CARD allows any card, or none, as far as the hand does.
        """
        game, player = self.record.game, self.record.game.actor(told)
        position = self.record.position if card == NO_CARD else self.known.position
        for action in game.legal(position, player, card):
            if game.public(action) == told and card in (NO_CARD, game.action_card(action)):
                return action
        return None


@dataclass(frozen=True)
class Now:
    """The state of the table in one tick: the game as people track it, and the laptop's mirror.

    `is_asked` means that a question to all players is open, so that nobody plays. People take `unhurried` times as long
    as usual. `holding` are the players whose last sealed choice lies in the slot without ✓. `has_cards_in_slots` is
    what everybody sees at the table, also where the board says nothing of a slot, to keep a secret.
    """

    elapsed_ms: int
    tracked_game: TrackedGame
    mirror: Mirror
    is_asked: bool
    unhurried: float
    holding: frozenset[int | None]
    has_cards_in_slots: bool

    def has_others_to_choose(self, player: int) -> bool:
        """Return whether anybody but this player still has to choose, and does not hold a choice yet."""
        record = self.tracked_game.record
        return not self.holding.issuperset(set(record.game.to_act(record.position)) - {player})


def _steps(cursor: int, index: int, count: int) -> int:
    """Return the shorter way of a cyclic cursor: presses of ▶, negative for ◀."""
    is_nowhere = not 0 <= cursor < count
    right = index + 1 if is_nowhere else (index - cursor) % count
    left = count - index if is_nowhere else (cursor - index) % count
    return right if right <= left else -left
