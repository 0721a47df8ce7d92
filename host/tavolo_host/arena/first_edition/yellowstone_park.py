"""The reference for strength in Yellowstone Park: its first sensible virtual player, frozen.

It knows the rules alone. It is neither mended nor made better: how strong later players are is told against it.
"""

from collections.abc import Iterator
from random import Random

from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.frames import NO_FRAME, SIDE, choices, count, frame_around
from tavolo.games.yellowstone_park.frames import bonus as bonus_of
from tavolo.games.yellowstone_park.position import (
    ALWAYS_REFILL,
    HAND,
    KEEP,
    KEEPING,
    NO_COLUMN,
    NUMBERS,
    PLACE,
    PLACING,
    REFILL,
    REFILLING,
    SHUFFLE,
    STOP,
    Position,
)

ROW_BITS = (1 << NUMBERS) - 1

Way = tuple[int, int, "Board", int, int]


class Board:
    """What lies on the board, as `tavolo.games.yellowstone_park.frames` reads it of a position."""

    def __init__(self, board: int, doubles: int, columns: tuple[int, ...], edge_frame: int) -> None:
        self.board = board
        self.doubles = doubles
        self.columns = columns
        self.edge_frame = edge_frame
        rows = (board | board >> NUMBERS | board >> 2 * NUMBERS | board >> 3 * NUMBERS) & ROW_BITS
        self.first_row = (rows & -rows).bit_length() - 1
        self.last_row = rows.bit_length() - 1
        self.taken_columns = sorted(column for column in columns if column != NO_COLUMN)

    def keeping(self, kept: int, card: int) -> tuple["Board", int, int]:
        """Return the board when only these faces are kept, how many cards are taken, and the bonus for `card`."""
        gone = self.board & ~kept
        taken = count(gone) + count(self.doubles & gone)
        columns = tuple(
            [own if kept >> colour * NUMBERS & ROW_BITS else NO_COLUMN for colour, own in enumerate(self.columns)]
        )
        after = Board(kept, self.doubles & kept, columns, self.edge_frame)
        return after, taken, after.bonus(card)

    def bonus(self, card: int) -> int:
        """Return the bonus for `card`, which has just been placed and lies in a frame that holds all."""
        if self.doubles >> card & 1:
            return 0
        frame = frame_around(self)
        return 0 if frame == NO_FRAME else bonus_of(frame, count(self.board))

    def fits(self, card: int) -> bool:
        """Return whether a card can be placed without taking any (edge frames are not thought of)."""
        row = card % NUMBERS
        if not self.last_row - SIDE < row < self.first_row + SIDE:
            return False
        if self.columns[card // NUMBERS] != NO_COLUMN:
            return True
        columns = self.taken_columns
        return len(columns) < SIDE and columns[-1] - columns[0] < SIDE

    def may_go(self, colour: int) -> list[int]:
        """Return the columns for a colour: its own, or the empty ones that lie near the others."""
        own = self.columns[colour]
        if own != NO_COLUMN:
            return [own]
        empty = [column for column in range(NUMBERS) if column not in self.columns]
        near = [column for column in empty if any(abs(column - other) < SIDE for other in self.taken_columns)]
        return near or empty[:1]


def ways(board: Board, hand: tuple[int, ...]) -> Iterator[Way]:
    """Yield all that one card of a hand can do: card, column, board after it, cards taken, bonus."""
    for card in sorted(set(hand)):
        colour = card // NUMBERS
        face = 1 << card
        doubles = board.doubles | (board.board & face)
        for column in board.may_go(colour):
            columns = (*board.columns[:colour], column, *board.columns[colour + 1 :])
            after = Board(board.board | face, doubles, columns, board.edge_frame)
            if frame_around(after) != NO_FRAME:
                yield card, column, after, 0, after.bonus(card)
                continue
            for kept in choices(after, card)[1]:
                yield card, column, *after.keeping(kept, card)


def nearly_full(board: Board) -> int:
    """Return 1 when a frame lacks one cell or two, which brings the next player a bonus, otherwise 0."""
    covered = count(board.board)
    if covered < SIDE * 2 - 2:
        return 0
    frame = frame_around(board)
    return int(frame != NO_FRAME and (bonus_of(frame, covered) == 1 or bonus_of(frame, covered + 1) == 1))


TAKEN = 1.0  # a card into the penalty pile
FITS = 0.5  # a card in hand that can be placed without taking
NEW_HAND = 0.75  # a card of the penalty pile that becomes one of the hand
NEARER = 0.35  # a card fewer in hand, while the penalty pile has a hand or more
SHORT = 0.1  # a card fewer in hand, otherwise
UNKNOWN = 0.25  # a card that will be drawn
IMPATIENCE = 0.01  # so much more with every round: who only ever waits for the own penalty pile wins, but not this year
LEFT_OPEN = 0.7  # a frame that the next player can fill
FIRST_CARDS = 8  # how many ways to place the first card are looked at further


class Situation:
    """What does not change while the player thinks: the own pile and marker, and who must fill the hand up."""

    def __init__(self, known: Position, player: int) -> None:
        self.penalties = known.penalty_counts[player]
        self.marker = known.markers[player]
        self.must_refill = known.players <= ALWAYS_REFILL
        self.unknown = UNKNOWN + IMPATIENCE * (known.turn // known.players)

    def bonus(self, spaces: int) -> int:
        """Return how much of a bonus counts: no marker goes below 0."""
        return min(spaces, self.marker)

    def end(self, board: Board, hand: tuple[int, ...], placed: int, taken: int) -> float:
        """Return what the end of a turn is worth, after it has taken so many cards."""
        penalties = self.penalties + taken
        left_open = -LEFT_OPEN * nearly_full(board)
        if not hand:
            return left_open + (HAND * NEW_HAND if penalties >= HAND else HAND * self.unknown)
        value = left_open + FITS * sum([board.fits(card) for card in hand])
        wanting = HAND - len(hand)
        if placed == 2 and (self.must_refill or self.wants_more(len(hand), penalties)):
            return value + self.unknown * wanting
        return value + (NEARER if penalties >= HAND else -SHORT) * wanting

    def wants_more(self, hand: int, penalties: int) -> bool:
        """Return whether a hand is filled up rather than played down to nothing."""
        return self.unknown > (NEARER if penalties >= HAND else -SHORT)


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return what `player` does, whose own hand `known` holds; of what is worth the same, anything."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    situation = Situation(known, player)
    if known.phase == PLACING:
        plans = _plans_of_placing(known, player, situation)
    elif known.phase == KEEPING:
        plans = _plans_of_keeping(known, player, situation)
    elif known.phase == REFILLING:
        more = situation.wants_more(known.hand_counts[player], situation.penalties)
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
    """Return what the best second card is worth."""
    return max(
        situation.bonus(bonus) - TAKEN * more + situation.end(after, _without(hand, card), 2, taken + more)
        for card, _column, after, more, bonus in ways(board, hand)
    )


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
