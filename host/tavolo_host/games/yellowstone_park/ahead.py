"""How Yellowstone Park goes on, for a search: what is likely, what is worth a thought, how everybody stands half-way.

What is likely is one step of what the sensible player weighs (`thinking`): a card, or a frame, by what it brings and
takes and the hand that it leaves. A second card is not foreseen when the first is chosen. What a card does to a board
is kept, since a search comes to the same boards again and again.
"""

from functools import lru_cache
from random import Random
from typing import NamedTuple

from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.frames import SIDE, choices, count
from tavolo.games.yellowstone_park.position import (
    ALWAYS_REFILL,
    CHOOSING_PILE,
    DRAWING,
    DRAWING_OWN,
    HAND,
    KEEP,
    KEEPING,
    NO_COLUMN,
    NUMBERS,
    PLACE,
    PLACING,
    REFILL,
    SHUFFLE,
    STOP,
    Position,
)
from tavolo_host.games.yellowstone_park.thinking import fitting, full_hand, new_hand, small_hand

DECISIONS = 6  # a round or two: what comes then says more of the guesses than of the choice
VISITS = 150
WORSE = 1.0  # what is likely to be worth so much less than the best is not worth a thought
UNDECIDED = 0.05  # what is worth the same to so much happens as often
LEFT_OPEN = 0.7  # a frame that the next player can fill
BONUSES = {SIDE * SIDE - 1: 1, SIDE * SIDE: 3}  # by covered cells


class Landing(NamedTuple):
    """What a card can do to a board: the column it goes to, the cards taken, the bonus, and the faces that stay."""

    column: int
    taken: int
    bonus: int
    board: int


def likely(position: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return what a sensible player is likely to do; () to wait for others."""
    if player != position.turn % position.players:
        return ()
    if position.phase in (PLACING, KEEPING):
        return max([(worth + UNDECIDED * random.random(), action) for worth, action in _weighed(position, player)])[1]
    if position.phase == CHOOSING_PILE:
        return SHUFFLE, player
    fits = _fits(fitting(position.board), position.hands[player] or [])
    held = position.hand_counts[player]
    more = full_hand(held, fits, position.turn // position.players) > small_hand(
        held, position.penalty_counts[player], fits
    )
    return (REFILL if more else STOP), player


def candidates(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return the actions of a player that do not look much worse than the best."""
    if player != position.turn % position.players or position.phase not in (PLACING, KEEPING):
        return game.legal(position, player)
    weighed = _weighed(position, player)
    least = max(weighed)[0] - WORSE
    return [action for worth, action in weighed if worth >= least]


def worth(position: Position) -> list[float]:
    """Return how everybody stands: the marker, the penalty cards, and what the hand promises."""
    acting, phase = position.turn % position.players, position.phase
    fits, found = fitting(position.board), []
    for player, hand in enumerate(position.hands):
        assert hand is not None
        held, penalties, fit = len(hand), position.penalty_counts[player], _fits(fits, hand)
        if player == acting and phase in (CHOOSING_PILE, DRAWING_OWN):
            promise = new_hand()
        elif player == acting and phase == DRAWING:
            promise = full_hand(held, fit, position.turn // position.players)
        else:
            promise = small_hand(held, penalties, fit)
        if player == acting and phase == KEEPING:
            promise -= _lying(position.board, position.doubles) - max(
                [_lying(kept, position.doubles) for kept in position.results]
            )
        found.append(promise - position.markers[player] - penalties)
    return found


def _weighed(position: Position, player: int) -> list[tuple[float, tuple[int, ...]]]:
    """Return what each card, or frame, is worth, and stopping, as the sensible player weighs it, with one card only."""
    hand = position.hands[player]
    assert hand is not None
    penalties = position.penalty_counts[player]
    if position.phase == KEEPING:
        return [
            (
                _lying(kept, position.doubles) + _left(kept, hand, penalties, position, position.placed),
                (KEEP, player, frame),
            )
            for frame, kept in zip(position.frames, position.results, strict=True)
        ]
    found = []
    if position.placed:
        found.append((_left(position.board, hand, penalties, position, 1), (STOP, player)))
    placed = position.placed + 1
    columns, last = bytes(position.columns), -1
    for place, card in enumerate(hand):
        if card == last:
            continue
        last = card
        rest = hand[:place] + hand[place + 1 :]
        for column, taken, gain, board in landings(
            position.board, position.doubles, columns, position.edge_frame, card
        ):
            value = min(gain, position.markers[player]) - taken
            value += _left(board, rest, penalties + taken, position, placed)
            found.append((value, (PLACE, player, card, column)))
    return found


def _left(board: int, hand: list[int], penalties: int, position: Position, placed: int) -> float:
    """Return what a player is left with: a board, a hand, a penalty pile, and perhaps a draw."""
    held = len(hand)
    left_open = LEFT_OPEN * (SIDE * SIDE - 3 < count(board) < SIDE * SIDE)
    if not held and penalties >= HAND:
        return new_hand() - left_open
    fits = _fits(fitting(board), hand)
    if not held or (placed > 1 and position.players <= ALWAYS_REFILL):
        return full_hand(held, fits, position.turn // position.players) - left_open
    return small_hand(held, penalties, fits) - left_open


def _fits(fits: int, hand: list[int]) -> int:
    return sum([fits >> card & 1 for card in hand])


def _lying(board: int, doubles: int) -> int:
    return count(board) + count(board & doubles)


@lru_cache(1 << 17)
def landings(board: int, doubles: int, columns: bytes, edge_frame: int, card: int) -> list[Landing]:
    """Return what a card can do to a board, for each column that is worth it: with the frame that keeps most."""
    colour, face = card // NUMBERS, 1 << card
    own, is_new = columns[colour], not board & face
    may_go = _beside(columns) if own == NO_COLUMN else (own,)
    if fitting(board) >> card & 1:
        gain = is_new and BONUSES.get(count(board) + 1, 0)
        return [Landing(column, 0, gain, board | face) for column in may_go if _near(columns, column)]
    board, doubles = board | face, doubles | board & face
    found = []
    for column in may_go:
        park = _Park(board, columns[:colour] + bytes((column,)) + columns[colour + 1 :], edge_frame)
        most, kept = max([(_lying(kept, doubles), kept) for kept in choices(park, card)[1]])
        found.append(Landing(column, _lying(board, doubles) - most, is_new and BONUSES.get(count(kept), 0), kept))
    least = min([landing.taken for landing in found])
    return [landing for landing in found if landing.taken == least]


class _Park(NamedTuple):
    """As much of a board as `frames` reads."""

    board: int
    columns: bytes
    edge_frame: int


@lru_cache(1 << 12)
def _beside(columns: bytes) -> tuple[int, ...]:
    """Return the empty columns next to one that is not."""
    lying = [column for column in columns if column != NO_COLUMN]
    return tuple([empty for empty in range(NUMBERS) if empty not in lying and {empty - 1, empty + 1} & {*lying}])


def _near(columns: bytes, column: int) -> bool:
    """Return whether a column is in one frame with all that are not empty."""
    return all(abs(column - other) < SIDE for other in columns if other != NO_COLUMN)
