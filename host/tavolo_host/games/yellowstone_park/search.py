"""Yellowstone Park for the strong player's search: rollout policy, pruning and evaluation.

All three judge as the sensible player does, but one card at a time: what it takes and gains, and the hand that it
leaves. The sensible player itself, who considers a second card, selects the actions at the root. A card's effects on a
board are cached, because a search reaches the same boards again and again. Edge frames are ignored, both for bonuses
and for fitting cards.

In its determinizations each card is in one of the places that its mark allows. The two cards of a face look the same,
but each has its own mark. The holder of one cannot tell which of the two it is: both ways count.
"""

from functools import cache, lru_cache
from random import Random
from typing import NamedTuple

from tavolo.games.yellowstone_park import CARDS
from tavolo.games.yellowstone_park import position as at
from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.frames import SIDE, choices, count
from tavolo.games.yellowstone_park.position import NO_COLUMN, NUMBERS, Position
from tavolo_host.games.yellowstone_park import player as sensible
from tavolo_host.games.yellowstone_park.player import LEFT_OPEN, end_of_turn, fitting, number_fitting
from tavolo_host.players.dealing import Ways, deal

DECISIONS = 6  # a round or two: later events depend more on the guesses than on the choice
ITERATIONS = 300
SAMPLES = 40
WORSE = 1.0  # actions this much worse than the best are pruned
UNDECIDED = 0.05  # actions this close in worth are equally likely
BONUSES = {SIDE * SIDE - 1: 1, SIDE * SIDE: 3}  # by covered cells


class Landing(NamedTuple):
    """A card's effect on a board: its column, the cards taken, the bonus, and the faces that stay."""

    column: int
    taken: int
    bonus: int
    board: int


def rollout_policy(position: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return a likely action of a sensible player; () to wait for others."""
    if player != position.turn % position.players:
        return ()
    weighed = _weighed(position, player)
    return max([(worth + UNDECIDED * random.random(), action) for worth, action in weighed])[1]


def prune(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return the actions of a player that do not look much worse than the best."""
    if player != position.turn % position.players or position.phase not in (at.PLACING, at.KEEPING):
        return game.legal(position, player)
    weighed = _weighed(position, player)
    least = max(weighed)[0] - WORSE
    return [action for worth, action in weighed if worth >= least]


def shortlist(known: Position, player: int, _random: Random) -> list[tuple[int, ...]]:
    """Return the actions that the virtual player, who considers a second card too, rates not much worse."""
    if known.phase not in (at.PLACING, at.KEEPING):
        return game.legal(known, player)
    plans = sensible.plans_of(known, player)
    least = max(plan.worth for plan in plans.values()) - WORSE
    return [action for action, plan in plans.items() if plan.worth >= least]


def evaluate(position: Position) -> list[float]:
    """Return each player's standing: marker, penalty cards, and the worth of the hand."""
    acting, phase, of_each = position.turn % position.players, position.phase, sensible.drawn(position)
    found = []
    for player, hand in enumerate(position.hands):
        assert hand is not None
        held, penalties = len(hand), position.penalty_counts[player]
        fits = number_fitting(position.board, hand)
        if player == acting and phase in (at.CHOOSING_PILE, at.DRAWING_OWN):
            promise = sensible.PILE_AS_HAND
        elif player == acting and phase == at.DRAWING:
            promise = sensible.full_hand(held, fits, of_each)
        else:
            promise = sensible.small_hand(held, penalties, fits)
        if player == acting and phase == at.KEEPING:
            most = max([_lying(kept, position.doubles) for kept in position.results])
            promise += most - _lying(position.board, position.doubles)
        found.append(promise - position.markers[player] - penalties)
    return found


def _weighed(position: Position, player: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return the worth of each action, as the sensible player judges it, but with one card only."""
    hand, penalties, placed = position.hands[player], position.penalty_counts[player], position.placed
    assert hand is not None
    if position.phase == at.KEEPING:
        return [
            (_lying(kept, position.doubles) + _left(position, kept, hand, penalties, placed), (at.KEEP, player, frame))
            for frame, kept in zip(position.frames, position.results, strict=True)
        ]
    if position.phase == at.CHOOSING_PILE:
        return [(sensible.PILE_AS_HAND, (at.SHUFFLE, player))]
    if position.phase == at.REFILLING:
        full, small = sensible.Situation(position, player).refilling()
        return [(full, (at.REFILL, player)), (small, (at.STOP, player))]
    weighed = _cards(position, player, hand)
    return [*weighed, (_left(position, position.board, hand, penalties, 1), (at.STOP, player))] if placed else weighed


def _cards(position: Position, player: int, hand: list[int]) -> list[tuple[float, tuple[int, ...]]]:
    """Return the worth of each card of a hand, for each promising column."""
    penalties, marker = position.penalty_counts[player], position.markers[player]
    board, doubles, columns = position.board, position.doubles, bytes(position.columns)
    found: list[tuple[float, tuple[int, ...]]] = []
    for place, card in enumerate(hand):
        if place and hand[place - 1] == card:
            continue
        rest = hand[:place] + hand[place + 1 :]
        for column, taken, bonus, after in landings(board, doubles, columns, position.edge_frame, card):
            left = _left(position, after, rest, penalties + taken, position.placed + 1)
            found.append((min(bonus, marker) - taken + left, (at.PLACE, player, card, column)))
    return found


def _left(position: Position, board: int, hand: list[int], penalties: int, placed: int) -> float:
    """Return the worth of a turn that ends with this board, hand and penalty pile, by cards placed."""
    is_open = SIDE * SIDE - 3 < count(board) < SIDE * SIDE
    fits = number_fitting(board, hand)
    return end_of_turn(position, len(hand), penalties, fits, placed) - LEFT_OPEN * is_open


def _lying(board: int, doubles: int) -> int:
    """Return how many cards lie on these faces, of which some lie there twice."""
    return count(board) + count(board & doubles)


@lru_cache(1 << 17)
def landings(board: int, doubles: int, columns: bytes, edge_frame: int, card: int) -> list[Landing]:
    """Return a card's effects on a board for each promising column, with the frame that keeps most."""
    colour, face = card // NUMBERS, 1 << card
    own, is_new = columns[colour], not board & face
    may_go = _beside(columns) if own == NO_COLUMN else (own,)
    if fitting(board) >> card & 1:
        bonus = is_new and BONUSES.get(count(board) + 1, 0)
        return [Landing(column, 0, bonus, board | face) for column in may_go if _near(columns, column)]
    board, doubles = board | face, doubles | board & face
    found = []
    for column in may_go:
        park = sensible.Board(board, 0, columns[:colour] + bytes((column,)) + columns[colour + 1 :], edge_frame)
        most, kept = max([(_lying(kept, doubles), kept) for kept in choices(park, card)[1]])
        found.append(Landing(column, _lying(board, doubles) - most, is_new and BONUSES.get(count(kept), 0), kept))
    least = min([landing.taken for landing in found])
    return [landing for landing in found if landing.taken == least]


@lru_cache(1 << 12)
def _beside(columns: bytes) -> tuple[int, ...]:
    """Return the empty columns next to one that is not."""
    lying = [column for column in columns if column != NO_COLUMN]
    return tuple([empty for empty in range(NUMBERS) if empty not in lying and {empty - 1, empty + 1} & {*lying}])


def _near(columns: bytes, column: int) -> bool:
    """Return whether a column is in one frame with all that are not empty."""
    return all(abs(column - other) < SIDE for other in columns if other != NO_COLUMN)


_PLACES = at.BOARD.bit_length() - 1  # of a mark, all but the board: hands, draw pile, penalty piles
_PILE = at.PILE.bit_length() - 1
_PENALTIES = at.PENALTY.bit_length() - 1


def determinize(known: Position, player: int, random: Random) -> Position:
    """Return a random dealt position that agrees with `known`, a view of `player`, each with equal probability.

    ValueError when none agrees.
    """
    own = known.hands[player] if player >= 0 else None
    hands = [0 if each == player and own is not None else held for each, held in enumerate(known.hand_counts)]
    nobodys = [0] * (_PILE - known.players)
    capacities = [*hands, *nobodys, known.pile_count, *known.penalty_counts, *nobodys]
    dealt = deal(_groups(known, own or [], 0 if own is None else 1 << player), capacities, random)
    found = known.copy()
    found.dealt = True
    found.hands = [sorted(dealt[each]) if hand is None else hand for each, hand in enumerate(found.hands)]
    found.pile = sorted(dealt[_PILE])
    found.penalties = [sorted(dealt[_PENALTIES + each]) for each in range(known.players)]
    return found


def _groups(known: Position, own: list[int], hand: int) -> dict[Ways, list[int]]:
    """Return the faces of all cards outside the board and the player's hand, by their possible places."""
    groups: dict[Ways, list[int]] = {}
    marks = known.marks
    for card in range(CARDS):
        for ways in _ways(marks[at.COPIES * card], marks[at.COPIES * card + 1], own.count(card), hand):
            groups.setdefault(ways, []).append(card)
    return groups


@cache
def _ways(first: int, second: int, held: int, hand: int) -> tuple[Ways, ...]:
    """Return, for the cards of a face that are not in the player's hand, the number of ways to be in each place.

    The marks are those of both cards; `held` of them are in `hand`. ValueError if none can be there.
    """
    one, other = [[mark >> place & 1 for place in range(_PLACES)] for mark in (first & ~hand, second & ~hand)]
    if not held:
        return tuple([tuple(ways) for mark, ways in ((first, one), (second, other)) if mark != at.BOARD])
    may_be_first, may_be_second = int(first & hand > 0), int(second & hand > 0)
    if held == at.COPIES and may_be_first and may_be_second:
        return ()
    if held > 1 or not (may_be_first or may_be_second):
        raise ValueError("The hand holds a card that cannot be there.")
    if second == at.BOARD:
        return ()
    return (tuple([may_be_first * b + may_be_second * a for a, b in zip(one, other, strict=True)]),)
