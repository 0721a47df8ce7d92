"""Yellowstone Park: frames, groups of adjacent cells, and the cards that each would keep.

Rulebook: 3×3 frames (“Che cos'è una matrice 3x3?”), taking cards (“Prendere Carte Animale dal Tabellone”), bonus
(“Bonus”), advanced rules (“Regole Avanzate”). Frames are numbered rows * 5 + first column. Rows 0-4 are three rows of
the board from that one on (counted from 0); rows 5 are the edge frame's, the seventh and the first. So frames 0-24 are
3×3, and 25-29, of the option `edge_frame`, 2×3.
"""

from tavolo.games.yellowstone_park.position import NUMBERS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.games.yellowstone_park.board import Board

SIDE = 3
WINDOWS = NUMBERS - SIDE + 1  # groups of three neighbours among seven
EDGE = WINDOWS  # the rows of an edge frame
FRAMES = (WINDOWS + 1) * WINDOWS
NO_FRAME = -1
FEWEST_FOR_A_BONUS: tuple[int, ...] = (SIDE * 3 - 1, SIDE * 2 - 1)  # covered cells, without edge frames and with them

_ALL = (1 << NUMBERS) - 1
_NEITHER_ROW_OF_THE_EDGE = 0b0111110
_EACH_COLOUR = 1 | 1 << NUMBERS | 1 << 2 * NUMBERS | 1 << 3 * NUMBERS

# The faces in the rows of a frame.
_FACES_IN_ROWS = tuple([(0b111 << rows) * _EACH_COLOUR for rows in range(WINDOWS)] + [0b1000001 * _EACH_COLOUR])

# For each set of rows or columns, seven bits: the first three neighbours that hold them all, or WINDOWS.
_FIRST_AROUND = bytes(
    [
        min([first for first in range(WINDOWS) if cells & ~(0b111 << first) == 0] + [WINDOWS])
        for cells in range(1 << NUMBERS)
    ]
)

# How many of seven bits are set.
_BITS = bytes([sum([cells >> bit & 1 for bit in range(NUMBERS)]) for cells in range(1 << NUMBERS)])


def count(faces: int) -> int:
    """Return how many of 28 faces a number has."""
    return (
        _BITS[faces & _ALL]
        + _BITS[faces >> NUMBERS & _ALL]
        + _BITS[faces >> 2 * NUMBERS & _ALL]
        + _BITS[faces >> 3 * NUMBERS]
    )


def frame_around(position: "Board") -> int:
    """Return the first frame that holds all cards on the board, or NO_FRAME (rulebook: 3×3 frames, advanced rules)."""
    board = position.board
    columns = 0
    for column in position.columns:
        columns |= 1 << column
    first = _FIRST_AROUND[columns & _ALL]
    if first == WINDOWS:
        return NO_FRAME
    rows = (board | board >> NUMBERS | board >> 2 * NUMBERS | board >> 3 * NUMBERS) & _ALL
    if _FIRST_AROUND[rows] != WINDOWS:
        return _FIRST_AROUND[rows] * WINDOWS + first
    if position.edge_frame and not rows & _NEITHER_ROW_OF_THE_EDGE:
        return EDGE * WINDOWS + first
    return NO_FRAME


def kept_by(position: "Board", frame: int) -> int:
    """Return the faces on the board, as 28 bits, that lie in a frame (rulebook: 3×3 frames)."""
    first = frame % WINDOWS
    faces = 0
    colour = _ALL
    for column in position.columns:
        if first <= column < first + SIDE:
            faces |= colour
        colour <<= NUMBERS
    return position.board & faces & _FACES_IN_ROWS[frame // WINDOWS]


def choices(position: "Board", card: int) -> tuple[list[int], list[int]]:
    """Return a card's frames, and what each keeps; of those with the same result the first (rulebook: taking cards)."""
    board = position.board
    columns = [0] * (NUMBERS + 1)  # the cards in each; the last is for colours without a column
    colour = _ALL
    for column in position.columns:
        columns[column] = board & colour
        colour <<= NUMBERS
    column = position.columns[card // NUMBERS]
    firsts: list[int] = []
    beside: list[int] = []  # the cards in the three columns from each of `firsts` on
    for first in range(column - SIDE + 1 if column >= SIDE else 0, column + 1 if column < WINDOWS else WINDOWS):
        faces = columns[first] | columns[first + 1] | columns[first + 2]
        if faces not in beside:
            firsts.append(first)
            beside.append(faces)
    frames: list[int] = []
    results: list[int] = []
    face = 1 << card
    for rows in range(WINDOWS + position.edge_frame):
        in_rows = _FACES_IN_ROWS[rows]
        if in_rows & face:
            for place in range(len(firsts)):
                kept = beside[place] & in_rows
                if kept not in results:
                    frames.append(rows * WINDOWS + firsts[place])
                    results.append(kept)
    return frames, results


def bonus(frame: int, covered: int) -> int:
    """Return the spaces that a new cell of a frame brings with this many covered: 0, 1 or 3 (rulebook: bonus)."""
    cells = SIDE * 2 if frame // WINDOWS == EDGE else SIDE * SIDE
    if covered == cells:
        return 3
    return 1 if covered == cells - 1 else 0
