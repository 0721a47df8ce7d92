"""Kuh Vadis: its dice and its sheets, as printed and as bytes; what is connected on a sheet, or blocked.

Rulebook: contents (“Contenuto”), course of the game (“Svolgimento del gioco”), end of the game (“Fine del gioco”),
special case of a draw (“Caso speciale di pareggio”). A cell is row * 7 + column, from the top left, in text "e3".
"""

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
_SYMBOLS = "12345cXO"  # from 1

# The option `sheet` counts them from 1. Each equals its mirror image from top to bottom with crosses and circles
# exchanged, so that no player has an advantage. Owners of another sheet put it here.
SHEETS = (
    ("X1cO24X", "3c51c25", "c24c31c", "3c4c5cc", "c24c31c", "3c51c25", "O1cX24O"),  # starts on the outer rows
    ("cX3c5Xc", "14c1c24", "c25O3c5", "3c4c21c", "c25X3c5", "14c1c24", "cO3c5Oc"),  # two near the corners, one deep
    ("4cX2c1c", "O3c54c3", "c14c25X", "5c23c1c", "c14c25O", "X3c54c3", "4cO2c1c"),  # around the whole sheet
)


def cells_of(rows: tuple[str, ...]) -> bytes:
    """Return the contents of a sheet's cells; ValueError, in a sentence, says what is wrong (rulebook: contents)."""
    if len(rows) != SIDE or any([len(row) != SIDE for row in rows]):
        raise ValueError(f"A sheet has {SIDE} rows of {SIDE} symbols.")
    symbols = "".join(rows)
    for symbol in symbols:
        if symbol not in _SYMBOLS:
            raise ValueError(f"A sheet has the symbols {' '.join(_SYMBOLS)}, and not {symbol}.")
    for start in "XO":
        if symbols.count(start) != STARTS:
            raise ValueError(f"A sheet has {STARTS} starts {start}, and not {symbols.count(start)}.")
    return bytes([_SYMBOLS.index(symbol) + 1 for symbol in symbols])


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
