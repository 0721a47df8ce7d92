"""Yellowstone Park as a virtual player thinks it through: what one card does to the board, without a position."""

from collections.abc import Iterator
from functools import lru_cache

from tavolo.games.yellowstone_park.frames import NO_FRAME, SIDE, bonus, choices, count, frame_around
from tavolo.games.yellowstone_park.position import ALWAYS_REFILL, COLOURS, HAND, NO_COLUMN, NUMBERS, Position

ROW_BITS = (1 << NUMBERS) - 1

NEW_HAND = 4.5  # six cards of the penalty pile that become the hand
SOON = (4.5, 3.5, 3.0, 2.0, 1.0, 0.3, 0.0)  # with so many cards left in hand, while the penalty pile has a hand or more
AT_ONCE, LATER = 0.7, 0.1  # how much of that counts with six penalty cards, and with each more, up to all of it
FEWER = 0.1  # a card fewer in hand, otherwise
FITS = 0.25  # a card in hand that can be placed without taking
NONE = 0.6  # where there is no such card, so much less
DRAWN_FITS = 0.4  # of the cards that are drawn, how many will fit
LEFT_OPEN = 0.7  # a frame that the next player can fill
# A card that is drawn, up to three players and with more: at first, how many rounds that stays so, and how much more it
# is worth with every round after those. Who only ever waits for the own penalty pile wins, but not this year.
DRAWN = ((0.0, 40, 0.05), (0.2, 0, 0.01))

Way = tuple[int, int, "Board", int, int]


class Board:
    """What lies on the board, as `tavolo.games.yellowstone_park.frames` reads it of a position."""

    def __init__(self, board: int, doubles: int, columns: tuple[int, ...], edge_frame: int) -> None:
        self.board = board
        self.doubles = doubles
        self.columns = columns
        self.edge_frame = edge_frame
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
        return 0 if frame == NO_FRAME else bonus(frame, count(self.board))

    def fits(self, card: int) -> bool:
        """Return whether a card can be placed without taking any (edge frames are not thought of)."""
        return fitting(self.board) >> card & 1 > 0

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
    return int(frame != NO_FRAME and (bonus(frame, covered) == 1 or bonus(frame, covered + 1) == 1))


@lru_cache(1 << 16)
def fitting(board: int) -> int:
    """Return the faces that can be placed on a board without taking any, as 28 bits (edge frames are not counted)."""
    rows, lying = 0, []
    for colour in range(len(COLOURS)):
        of_colour = board >> colour * NUMBERS & ROW_BITS
        rows |= of_colour
        if of_colour:
            lying.append(colour)
    first, last = (rows & -rows).bit_length() - 1, rows.bit_length() - 1
    near = sum([1 << row for row in range(NUMBERS) if last - SIDE < row < first + SIDE])
    return sum([near << colour * NUMBERS for colour in (lying if len(lying) == SIDE else range(len(COLOURS)))])


def small_hand(held: int, penalties: int, fits: float) -> float:
    """Return what it is worth to go on with so many cards, some of which fit: the fewer, the nearer is a new hand."""
    nearer = FEWER * (HAND - held)
    if penalties >= HAND:
        nearer = SOON[held] * min(1.0, AT_ONCE + LATER * (penalties - HAND))
    return nearer + FITS * fits - NONE * max(0.0, 1 - fits)


def drawn(position: Position) -> float:
    """Return what a card that is drawn is worth by itself."""
    first, patience, more = DRAWN[position.players > ALWAYS_REFILL]
    return first + more * max(0, position.turn // position.players - patience)


def full_hand(held: int, fits: int, of_each: float) -> float:
    """Return what it is worth to fill up a hand of `held` cards, some of which fit; `of_each` card as `drawn` says."""
    wanting = HAND - held
    will_fit = fits + DRAWN_FITS * wanting
    return of_each * wanting + FITS * will_fit - NONE * max(0.0, 1 - will_fit)


def new_hand() -> float:
    """Return what it is worth that six penalty cards become the hand."""
    return NEW_HAND + full_hand(0, 0, 0)


def end_of_turn(position: Position, held: int, penalties: int, fits: int, placed: int) -> float:
    """Return what it is worth to end a turn in which so many cards were placed with this hand and penalty pile."""
    if not held and penalties >= HAND:
        return new_hand()
    small = small_hand(held, penalties, fits)
    if held and placed == 1:
        return small
    full = full_hand(held, fits, drawn(position))
    return full if not held or position.players <= ALWAYS_REFILL else max(small, full)
