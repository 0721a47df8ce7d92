"""A game as the people at a table have it in their heads and hands: all of it, and beside it what the board may know.

From the second follows how something is said to the board: by a card in the slot, by keys, or by both.
"""

from dataclasses import dataclass

from tavolo.play.chooser import NOTHING, by_keys
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
from tavolo.rules.record import Record
from tavolo.rules.sealed import UNKNOWN
from tavolo_host.board.mirror import Mirror
from tavolo_host.people.hidden_hands import Action, HiddenHands
from tavolo_host.players.thinking import Answer


@dataclass(frozen=True)
class Way:
    """How an action is said: the card that is put in or NO_CARD, and which of `count` options is then taken.

    `steps` are the touches of ▶ (of ◀, below nothing) that bring the cursor there.
    """

    card: int
    count: int
    steps: int


class TrackedGame:
    """`record` is the game with all cards; `known` is the same as everybody may know it."""

    def __init__(self, setup: Setup) -> None:
        self.record = HiddenHands(setup)
        self.known = Record(Setup(setup.game, setup.players, setup.options))
        # Which of the actions virtual people have thought out, and by what, as far as that is known.
        self.thought: dict[int, Answer | None] = {}

    def apply(self, action: Action) -> None:
        """Carry an action out in both."""
        self.record.apply(action)
        self.known.apply(self.record.game.public(action))

    def undo(self, length: int) -> None:
        """Go back to the first `length` actions."""
        self.thought = {place: answer for place, answer in self.thought.items() if place < length}
        for record in (self.record, self.known):
            if length < len(record.actions):
                record.undo(length)

    def hand(self, player: int | None) -> list[int]:
        """Return what a player holds; [] for who is none."""
        hands = getattr(self.record.position, "hands", None)
        return list(hands[player] or []) if hands and player is not None else []

    def sealed(self, player: int | None) -> list[int]:
        """Return what a player has sealed, in the order of that, as far as anybody knows; [] for who is none."""
        sealed = getattr(self.record.position, "sealed", None)
        return [card for card in sealed[player] if card != UNKNOWN] if sealed and player is not None else []

    def offered(self, player: int | None) -> dict[int, Action]:
        """Return the cards on the table that a player may take in secret now, each with the action that takes it.

        The board learns only their number, with keys.
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
        """Return how `player` (or CHANCE: who turns a card up) says an action to the board, None where nobody can.

        The board may know better where cards are. `cursor` is the option that is shown, NOTHING for none; it is one of
        the card that is `lying` in the slot, or by keys.
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

    def is_turned_up(self, card: int = NO_CARD) -> bool:
        """Return whether this card of nobody, or any at all, has to be shown to the board: one that is put in is it."""
        return bool(self.known.game.legal(self.known.position, CHANCE, card))

    def intended_by(self, told: Action, card: int) -> Action | None:
        """Return the action of a player of which the board tells the public form, and which is one with `card`.

        NO_CARD stands for any, or none, as the own hand allows. None where there is no such action.
        """
        game, player = self.record.game, self.record.game.actor(told)
        position = self.record.position if card == NO_CARD else self.known.position
        for action in game.legal(position, player, card):
            if game.public(action) == told and card in (NO_CARD, game.action_card(action)):
                return action
        return None


@dataclass(frozen=True)
class Now:
    """A pass at the table: the game in everybody's heads, and what the laptop was told of it.

    While everybody `is_asked` something, nobody plays on. People take `unhurried` times as long as usual.
    """

    elapsed_ms: int
    tracked_game: TrackedGame
    mirror: Mirror
    is_asked: bool
    unhurried: float


def _steps(cursor: int, index: int, count: int) -> int:
    """Return the shorter way of a cursor that goes round: touches of ▶, or of ◀ below nothing."""
    is_nowhere = not 0 <= cursor < count
    right = index + 1 if is_nowhere else (index - cursor) % count
    left = count - index if is_nowhere else (cursor - index) % count
    return right if right <= left else -left
