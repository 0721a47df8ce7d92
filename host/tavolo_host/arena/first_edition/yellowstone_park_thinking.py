"""What the reference for strength in Yellowstone Park thinks with, frozen with it."""

from collections.abc import Iterator

from tavolo.games.yellowstone_park.frames import NO_FRAME, SIDE, bonus, choices, count, frame_around
from tavolo.games.yellowstone_park.position import NO_COLUMN, NUMBERS

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
        return 0 if frame == NO_FRAME else bonus(frame, count(self.board))

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
    return int(frame != NO_FRAME and (bonus(frame, covered) == 1 or bonus(frame, covered + 1) == 1))
