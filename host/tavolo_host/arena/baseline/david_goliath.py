"""The baseline for strength in David & Goliath: its first sensible virtual player, frozen."""

from collections.abc import Sequence
from random import Random

from tavolo.games.david_goliath import CARDS
from tavolo.games.david_goliath import rules as game
from tavolo.games.david_goliath.position import COLOURS, IN_HAND, NUMBERS, Position, colour_points
from tavolo.games.david_goliath.rules import extremes

Action = tuple[int, ...]

GUESSES = 40
# How often a player who may have the led colour is guessed to have it.
FOLLOWS = 0.8


def choose(known: Position, player: int, random: Random) -> Action:
    """Return the play of `player`, whose own hand is in `known`."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    values = _values(known, player, actions, random)
    return max(actions, key=lambda action: values[action])


def _values(known: Position, player: int, actions: Sequence[Action], random: Random) -> dict[Action, float]:
    own = known.hands[player] or []
    unseen = [card for card in range(CARDS) if known.where[card] == IN_HAND and card not in own]
    return {action: _worth(known, player, action[2], unseen, random) for action in actions}


def _worth(known: Position, player: int, card: int, unseen: list[int], random: Random) -> float:
    """Return the mean gain of playing `card`, less the mean gain of the others."""
    place = len(known.trick)
    total = 0.0
    for _guess_number in range(GUESSES):
        trick = [*known.trick, card]
        left = unseen[:]
        while len(trick) < known.players:
            follower = (known.leader + len(trick)) % known.players
            trick.append(_guess(known, follower, trick[0] // NUMBERS, left, random))
        total += _gain(known, player, place, trick)
    return total / GUESSES


def _guess(known: Position, follower: int, led: int, left: list[int], random: Random) -> int:
    """Return a card that `follower` may play, and remove it from `left`."""
    suited = [card for card in left if card // NUMBERS == led]
    void = known.voids[follower * len(COLOURS) + led]
    others = [card for card in left if card // NUMBERS != led]
    follows = suited and not void and (not others or random.random() < FOLLOWS)
    card = random.choice(suited if follows else others or left)
    left.remove(card)
    return card


def _gain(known: Position, player: int, place: int, trick: list[int]) -> float:
    """Return the gain of `player`, who played card number `place` of a complete trick, relative to the others."""
    high, low = extremes(trick)
    rest = trick if high == low else trick[:high] + trick[high + 1 :]
    gain = 0.0
    for taker, cards in ((high, rest), (low, [trick[high]] if high != low else [])):
        seat = (player + taker - place) % known.players
        points = _points_with(known, seat, cards) - known.deal_points(seat)
        gain += points if seat == player else -points / (known.players - 1)
    return gain


def _points_with(known: Position, player: int, cards: list[int]) -> int:
    """Return the points of `player` with `cards` captured too."""
    points = 0
    for colour in range(len(COLOURS)):
        numbers = [card % NUMBERS + 1 for card in cards if card // NUMBERS == colour]
        index = player * len(COLOURS) + colour
        points += colour_points(known.counts[index] + len(numbers), known.sums[index] + sum(numbers))
    return points
