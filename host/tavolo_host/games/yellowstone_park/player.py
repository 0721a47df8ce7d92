"""A virtual player of Yellowstone Park: looks through all that one turn can bring, and a little beyond.

Each way to place one card or two, with each frame that may be kept, is worth what it brings in bonus less the cards
that it takes, and what it leaves: how many cards of the hand still fit the board, what the next player could fill, and
how near the hand is to being empty, since then six cards of the own penalty pile become a hand. Whoever has six there
plays the hand down card by card, where a second card means drawing, and all over again. If all do that nobody draws
from the pile, so from a certain round on a draw counts more and more. With four or five, who need not draw, it counts
from the beginning: others use up the pile, and there is a scoring before six penalty cards are there.
"""

from dataclasses import dataclass
from random import Random

from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.position import (
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
from tavolo_host.games.yellowstone_park.thinking import (
    LEFT_OPEN,
    Board,
    drawn,
    end_of_turn,
    full_hand,
    nearly_full,
    small_hand,
    ways,
)
from tavolo_host.players.reasons import compared, names
from tavolo_host.texts.language import _, figure

TAKEN = 1.0  # a card into the penalty pile
FIRST_CARDS = 8  # how many ways to place the first card are looked at further


class Situation:
    """What does not change while the player thinks: the own pile and marker, and how far the game is."""

    def __init__(self, known: Position, player: int) -> None:
        self.known = known
        self.penalties = known.penalty_counts[player]
        self.marker = known.markers[player]

    def bonus(self, spaces: int) -> int:
        """Return how much of a bonus counts: no marker goes below 0."""
        return min(spaces, self.marker)

    def end(self, board: Board, hand: tuple[int, ...], placed: int, taken: int) -> float:
        """Return what the end of a turn is worth, after it has taken so many cards."""
        fits = sum([board.fits(card) for card in hand])
        worth = end_of_turn(self.known, len(hand), self.penalties + taken, fits, placed)
        return worth - LEFT_OPEN * nearly_full(board)


def points(position: Position) -> list[float]:
    """Return how far everybody's marker is from 0, less than nothing: the nearer, the better."""
    return [-marker for marker in position.markers]


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return what `player` does, whose own hand `known` holds; of what is worth the same, anything."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    if known.phase == REFILLING:
        full, small = _refilling(known, player, Situation(known, player))
        return (REFILL, player) if full > small else (STOP, player)
    if known.phase not in (PLACING, KEEPING):
        return (SHUFFLE, player)
    plans = plans_of(known, player)
    best = max(plan.worth for plan in plans.values())
    return random.choice([action for action, plan in plans.items() if plan.worth == best])


def why(known: Position, player: int, action: tuple[int, ...], random: Random, is_own: bool) -> str:
    """Return what is taken and gained, how much of the hand still fits, and what all that is worth."""
    situation, called = Situation(known, player), names(game, known)
    if known.phase == REFILLING:
        full, small = _refilling(known, player, situation)
        return _("{}: a full hand counts {} here, a small one {}.").format(called(action), figure(full), figure(small))
    if known.phase not in (PLACING, KEEPING):
        return _("{}: cards in the penalty pile are {}, and {} of them may become the hand.").format(
            called(action), situation.penalties, HAND
        )
    plans = plans_of(known, player)
    plan = plans[action]
    sentence = _(
        "{}: cards taken: {}, bonus: {}, cards in hand that still fit: {}. In all, worth {} (a card taken costs 1)."
    )
    told = sentence.format(called(action), plan.taken, plan.bonus, plan.fits, figure(plan.worth))
    return f"{told} {compared({each: plan.worth for each, plan in plans.items()}, action, called if is_own else None)}"


@dataclass(frozen=True)
class Plan:
    """What an action is `worth`: cards `taken`, the `bonus`, and how many cards in hand are left that fit the park."""

    worth: float
    taken: int
    bonus: int
    fits: int


def plans_of(known: Position, player: int) -> dict[tuple[int, ...], Plan]:
    """Return what each way to place a card, or to keep a frame, is worth, with the best second card that may follow."""
    of_phase = _plans_of_placing if known.phase == PLACING else _plans_of_keeping
    return of_phase(known, player, Situation(known, player))


def _fitting(board: Board, hand: tuple[int, ...]) -> int:
    return sum(board.fits(card) for card in hand)


def _refilling(known: Position, player: int, situation: Situation) -> tuple[float, float]:
    """Return what a full hand is worth, and the small one, after two cards."""
    hand = tuple(known.hands[player] or ())
    fits = _fitting(Board(known.board, known.doubles, tuple(known.columns), known.edge_frame), hand)
    return full_hand(len(hand), fits, drawn(known)), small_hand(len(hand), situation.penalties, fits)


def _plans_of_placing(known: Position, player: int, situation: Situation) -> dict[tuple[int, ...], Plan]:
    board = Board(known.board, known.doubles, tuple(known.columns), known.edge_frame)
    hand = tuple(known.hands[player] or ())
    plans: dict[tuple[int, ...], Plan] = {}
    found = []
    for card, column, after, taken, bonus in ways(board, hand):
        left = _without(hand, card)
        gain = situation.bonus(bonus) - TAKEN * taken
        action = (PLACE, player, card, column)
        value = gain + situation.end(after, left, known.placed + 1, taken)
        if action not in plans or value > plans[action].worth:
            plans[action] = Plan(value, taken, bonus, _fitting(after, left))
        if not known.placed and left:
            found.append((value, action, after, left, taken, gain, bonus))
    if known.placed:
        plans[STOP, player] = Plan(situation.end(board, hand, known.placed, 0), 0, 0, _fitting(board, hand))
    found.sort(key=lambda way: -way[0])
    for _value, action, after, left, taken, gain, bonus in found[:FIRST_CARDS]:
        best = gain + _second(after, left, taken, situation)
        if best > plans[action].worth:
            plans[action] = Plan(best, taken, bonus, _fitting(after, left))
    return plans


def _plans_of_keeping(known: Position, player: int, situation: Situation) -> dict[tuple[int, ...], Plan]:
    hand = tuple(known.hands[player] or ())
    plans: dict[tuple[int, ...], Plan] = {}
    board = Board(known.board, known.doubles, tuple(known.columns), known.edge_frame)
    for frame, kept in zip(known.frames, known.results, strict=True):
        after, taken, bonus = board.keeping(kept, known.card)
        value = situation.end(after, hand, known.placed, taken)
        if known.placed == 1 and hand:
            value = max(value, _second(after, hand, taken, situation))
        worth = value + situation.bonus(bonus) - TAKEN * taken
        plans[KEEP, player, frame] = Plan(worth, taken, bonus, _fitting(after, hand))
    return plans


def _second(board: Board, hand: tuple[int, ...], taken: int, situation: Situation) -> float:
    """Return what the best second card is worth."""
    return max(
        situation.bonus(bonus) - TAKEN * more + situation.end(after, _without(hand, card), 2, taken + more)
        for card, _column, after, more, bonus in ways(board, hand)
    )


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
