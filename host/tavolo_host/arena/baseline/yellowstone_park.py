"""The baseline for strength in Yellowstone Park: its first sensible virtual player, frozen."""

from random import Random

from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.position import (
    ALWAYS_REFILL,
    HAND,
    KEEP,
    KEEPING,
    PLACE,
    PLACING,
    REFILL,
    REFILLING,
    SHUFFLE,
    STOP,
    Position,
)
from tavolo_host.games.yellowstone_park.player import Board, nearly_full, number_fitting, ways

TAKEN = 1.0  # a card into the penalty pile
FITS = 0.5  # a card in hand that can be placed without taking
NEW_HAND = 0.75  # a card of the penalty pile that becomes one of the hand
NEARER = 0.35  # a card fewer in hand, while the penalty pile has a hand or more
SHORT = 0.1  # a card fewer in hand, otherwise
UNKNOWN = 0.25  # a card that will be drawn
IMPATIENCE = 0.01  # added each round: waiting for one's penalty pile wins, but takes for ever
LEFT_OPEN = 0.7  # a frame that the next player can fill
FIRST_CARDS = 8  # ways to place the first card that are examined further


class Situation:
    """What stays the same during a decision: the player's pile and marker, and whether the hand must be refilled."""

    def __init__(self, known: Position, player: int) -> None:
        self.penalties = known.penalty_counts[player]
        self.marker = known.markers[player]
        self.must_refill = known.players <= ALWAYS_REFILL
        self.unknown = UNKNOWN + IMPATIENCE * (known.turn // known.players)

    def bonus(self, spaces: int) -> int:
        """Return how much of a bonus counts: no marker goes below 0."""
        return min(spaces, self.marker)

    def end(self, board: Board, hand: tuple[int, ...], placed: int, taken: int) -> float:
        """Return the worth of a turn's end, after it took that many cards."""
        penalties = self.penalties + taken
        left_open = -LEFT_OPEN * nearly_full(board)
        if not hand:
            return left_open + (HAND * NEW_HAND if penalties >= HAND else HAND * self.unknown)
        value = left_open + FITS * number_fitting(board.board, hand)
        wanting = HAND - len(hand)
        if placed == 2 and (self.must_refill or self.wants_more(penalties)):
            return value + self.unknown * wanting
        return value + (NEARER if penalties >= HAND else -SHORT) * wanting

    def wants_more(self, penalties: int) -> bool:
        """Return whether a hand is refilled rather than played to its end."""
        return self.unknown > (NEARER if penalties >= HAND else -SHORT)


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return the action of `player`, whose own hand is in `known`; a random one of those worth the same."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    situation = Situation(known, player)
    if known.phase == PLACING:
        plans = _plans_of_placing(known, player, situation)
    elif known.phase == KEEPING:
        plans = _plans_of_keeping(known, player, situation)
    elif known.phase == REFILLING:
        more = situation.wants_more(situation.penalties)
        return (REFILL, player) if more else (STOP, player)
    else:
        return (SHUFFLE, player)
    best = max(plans.values())
    return random.choice([action for action, worth in plans.items() if worth == best])


def _plans_of_placing(known: Position, player: int, situation: Situation) -> dict[tuple[int, ...], float]:
    board = Board(known.board, known.doubles, tuple(known.columns), known.edge_frame)
    hand = tuple(known.hands[player] or ())
    plans: dict[tuple[int, ...], float] = {}
    found = []
    for card, column, after, taken, bonus in ways(board, hand):
        left = _without(hand, card)
        gain = situation.bonus(bonus) - TAKEN * taken
        action = (PLACE, player, card, column)
        value = gain + situation.end(after, left, known.placed + 1, taken)
        plans[action] = max(value, plans.get(action, value))
        if not known.placed and left:
            found.append((value, action, after, left, taken, gain))
    if known.placed:
        plans[STOP, player] = situation.end(board, hand, known.placed, 0)
    found.sort(key=lambda way: -way[0])
    for _value, action, after, left, taken, gain in found[:FIRST_CARDS]:
        plans[action] = max(plans[action], gain + _second(after, left, taken, situation))
    return plans


def _plans_of_keeping(known: Position, player: int, situation: Situation) -> dict[tuple[int, ...], float]:
    hand = tuple(known.hands[player] or ())
    plans: dict[tuple[int, ...], float] = {}
    board = Board(known.board, known.doubles, tuple(known.columns), known.edge_frame)
    for frame, kept in zip(known.frames, known.results, strict=True):
        after, taken, bonus = board.keeping(kept, known.card)
        value = situation.end(after, hand, known.placed, taken)
        if known.placed == 1 and hand:
            value = max(value, _second(after, hand, taken, situation))
        plans[KEEP, player, frame] = value + situation.bonus(bonus) - TAKEN * taken
    return plans


def _second(board: Board, hand: tuple[int, ...], taken: int, situation: Situation) -> float:
    return max(
        situation.bonus(bonus) - TAKEN * more + situation.end(after, _without(hand, card), 2, taken + more)
        for card, _column, after, more, bonus in ways(board, hand)
    )


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
