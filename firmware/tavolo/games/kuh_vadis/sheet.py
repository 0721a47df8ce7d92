"""Kuh Vadis: its dice and its sheets, as printed and as bytes; what is connected on a sheet, or blocked.

Rulebook: contents (“Contenuto”), course of the game (“Svolgimento del gioco”), end of the game (“Fine del gioco”),
special case of a draw (“Caso speciale di pareggio”). A cell is row * 7 + column, from the top left, in text "e3".

The number of an own sheet, not one of SHEETS, is a bit and then three for each cell: its place in `SYMBOLS`.
"""

from tavolo.rules.contract import LEAST_OWN, Unprintable

DICE = 5
ROLLS = 3  # at most, in a turn

FREE = 0  # in marks; a player's mark is the player + 1
COW = 6
FACES: tuple[int, ...] = (1, 2, 3, 4, 5, COW)  # of dice, and of cells
START = COW + 1  # of player 0 (crosses), on a cell; then that of player 1 (circles)
STARTS = 3  # of each player
SIDE = 7  # cells of a row, and rows
CELLS = SIDE * SIDE
_ROW = SIDE + 1  # bits
SYMBOLS = "12345cXO"  # from 1
_BITS = 3  # of a symbol in the number of an own sheet

# The option `sheet` counts them from 1. Each equals its mirror image from top to bottom with crosses and circles
# exchanged, so that no player has an advantage.
SHEETS = (
    ("X1cO24X", "3c51c25", "c24c31c", "3c4c5cc", "c24c31c", "3c51c25", "O1cX24O"),  # starts on the outer rows
    ("cX3c5Xc", "14c1c24", "c25O3c5", "3c4c21c", "c25X3c5", "14c1c24", "cO3c5Oc"),  # two near the corners, one deep
    ("4cX2c1c", "O3c54c3", "c14c25X", "5c23c1c", "c14c25O", "X3c54c3", "4cO2c1c"),  # around the whole sheet
)


_ROWS_OF_A_SHEET = "A sheet has {} rows, and not {}."
_SYMBOLS_OF_A_ROW = "A sheet has {} rows of {} symbols, and not {} in row {}."
_OTHER_SYMBOL = "A sheet has the symbols {}, and not {}."
_STARTS_OF_A_PLAYER = "A sheet has {} starts {}, and not {}."
_NO_SHEET = "No sheet has this number."
CONSTRAINTS = (_ROWS_OF_A_SHEET, _SYMBOLS_OF_A_ROW, _OTHER_SYMBOL, _STARTS_OF_A_PLAYER, _NO_SHEET)


def cells_of(rows: tuple[str, ...]) -> bytes:
    """Return the contents of a sheet's cells; Unprintable says what is wrong (rulebook: contents)."""
    if len(rows) != SIDE:
        raise Unprintable(_ROWS_OF_A_SHEET, SIDE, len(rows))
    for number, row in enumerate(rows, 1):
        if len(row) != SIDE:
            raise Unprintable(_SYMBOLS_OF_A_ROW, SIDE, SIDE, len(row), number)
    symbols = "".join(rows)
    for symbol in symbols:
        if symbol not in SYMBOLS:
            raise Unprintable(_OTHER_SYMBOL, " ".join(SYMBOLS), symbol)
    for start in "XO":
        if symbols.count(start) != STARTS:
            raise Unprintable(_STARTS_OF_A_PLAYER, STARTS, start, symbols.count(start))
    return bytes([SYMBOLS.index(symbol) + 1 for symbol in symbols])


def number_of(cells: bytes) -> int:
    """Return the number of an own sheet with these contents of cells."""
    number = 1
    for face in cells:
        number = number << _BITS | face - 1
    return number


def sheet_of(number: int) -> bytes:
    """Return the contents of a sheet's cells, one of SHEETS or an own one; Unprintable if there is no such sheet."""
    if number < LEAST_OWN:
        return cells_of(SHEETS[number - 1])
    symbols = ""
    for _ in range(CELLS):
        symbols = SYMBOLS[number & 7] + symbols
        number >>= _BITS
    if number != 1:
        raise Unprintable(_NO_SHEET)
    return cells_of(tuple([symbols[first : first + SIDE] for first in range(0, CELLS, SIDE)]))


def cell_text(cell: int) -> str:
    """Return the text of a cell: "e3"."""
    return f"{'abcdefg'[cell % SIDE]}{cell // SIDE + 1}"


def cell_from_text(text: str) -> int:
    """Return the cell of a text; ValueError, in a sentence, if it is invalid."""
    if len(text) == 2 and text[0] in "abcdefg" and text[1] in "1234567":
        return (int(text[1]) - 1) * SIDE + "abcdefg".index(text[0])
    raise ValueError(f"A cell reads like e3, not {text}.")


def adjacent(one: int, other: int) -> bool:
    """Return whether two cells are neighbours, also diagonally (rulebook: course of the game)."""
    across = one % SIDE - other % SIDE
    down = one // SIDE - other // SIDE
    return one != other and -1 <= across <= 1 and -1 <= down <= 1


def is_connected(cells: bytes, marks: bytearray, player: int) -> bool:
    """Return whether an unbroken line of the player's own marks joins its starts (rulebook: end of the game)."""
    own = player + 1
    return _joins(_bits([mark == own for mark in bytes(marks)]), cells, START + player)


def can_connect(cells: bytes, marks: bytearray, player: int) -> bool:
    """Return whether the player's starts could still be joined by free cells (rulebook: special case of a draw)."""
    own = player + 1
    return _joins(_bits([mark in (FREE, own) for mark in bytes(marks)]), cells, START + player)


def _bits(members: list[bool]) -> int:
    bits = 0
    for row in range(CELLS - SIDE, -1, -SIDE):
        eight = 0
        for cell in range(row + SIDE - 1, row - 1, -1):
            eight = eight << 1 | members[cell]
        bits = bits << _ROW | eight
    return bits


def _joins(way: int, cells: bytes, start: int) -> bool:
    """Return whether `way` connects all cells with `start`, in eight directions (rulebook: end of the game)."""
    ends = _bits([cell == start for cell in cells])
    reached = ends & -ends  # from one of them
    while reached & ends != ends:
        wide = reached | reached << 1 | reached >> 1
        more = (wide | wide << _ROW | wide >> _ROW) & way
        if more == reached:
            return False
        reached = more
    return True
