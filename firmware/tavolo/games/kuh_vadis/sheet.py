"""Kuh Vadis: the sheets, as they are printed and as they are read; and what is connected on one, or blocked.

`X` is a start of player 0 (crosses), `O` one of player 1 (circles), `c` a cow. The option `sheet` counts them from
1. Each is its own mirror image from top to bottom with crosses and circles changing places, so that neither player
has the better one. Who owns another sheet puts it here.
"""

from tavolo.games.kuh_vadis.dice import COW, FACES

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Sequence

SHEETS = (
    # The starts on the outer rows.
    """
    X 1 c O 2 4 X
    3 c 5 1 c 2 5
    c 2 4 c 3 1 c
    3 c 4 c 5 c c
    c 2 4 c 3 1 c
    3 c 5 1 c 2 5
    O 1 c X 2 4 O
    """,
    # Two starts near the corners and one deep in the other half.
    """
    c X 3 c 5 X c
    1 4 c 1 c 2 4
    c 2 5 O 3 c 5
    3 c 4 c 2 1 c
    c 2 5 X 3 c 5
    1 4 c 1 c 2 4
    c O 3 c 5 O c
    """,
    # The starts around the whole sheet.
    """
    4 c X 2 c 1 c
    O 3 c 5 4 c 3
    c 1 4 c 2 5 X
    5 c 2 3 c 1 c
    c 1 4 c 2 5 O
    X 3 c 5 4 c 3
    4 c O 2 c 1 c
    """,
)

SIDE = 7  # cells of a row, and rows
CELLS = SIDE * SIDE
STARTS = 3  # of each player
START = COW + 1
_SYMBOLS = "12345cXO"  # from 1 on


def sheet_numbered(number: int) -> bytes:
    """Return the cells of the sheet with that number, from 1; ValueError as in `cells_of`."""
    return cells_of(SHEETS[number - 1])


def cells_of(text: str) -> bytes:
    """Return the cells of a sheet's text; ValueError, in a sentence, names what is wrong with it."""
    rows = [line.split() for line in text.strip().split("\n")]
    if len(rows) != SIDE or any([len(row) != SIDE for row in rows]):
        raise ValueError(f"A sheet has {SIDE} rows of {SIDE} symbols.")
    cells = bytearray()
    for row in rows:
        for symbol in row:
            if len(symbol) != 1 or symbol not in _SYMBOLS:
                raise ValueError(f"A sheet has the symbols {' '.join(_SYMBOLS)}, and not {symbol}.")
            cells.append(_SYMBOLS.index(symbol) + 1)
    for player in range(2):
        found = [cell for cell in cells if cell == START + player]
        if len(found) != STARTS:
            raise ValueError(f"A sheet has {STARTS} starts {_SYMBOLS[len(FACES) + player]}, and not {len(found)}.")
    return bytes(cells)


def adjacent(one: int, other: int) -> bool:
    """Return whether two cells are neighbours, also diagonally."""
    across = one % SIDE - other % SIDE
    down = one // SIDE - other // SIDE
    return one != other and -1 <= across <= 1 and -1 <= down <= 1


FREE = 0  # in marks; a player's mark is the player + 1
_ROW = SIDE + 1  # bits


def is_connected(cells: "Sequence[int]", marks: "Sequence[int]", player: int) -> bool:
    """Return whether an unbroken line of the player's own marks joins its starts."""
    own = player + 1
    return _joins(_bits([mark == own for mark in marks]), _starts(cells, player))


def can_connect(cells: "Sequence[int]", marks: "Sequence[int]", player: int) -> bool:
    """Return whether the player's starts could be joined if every free cell became its own."""
    own = player + 1
    return _joins(_bits([mark in (FREE, own) for mark in marks]), _starts(cells, player))


def _starts(cells: "Sequence[int]", player: int) -> int:
    start = START + player
    return _bits([cell == start for cell in cells])


def _bits(members: "list[bool]") -> int:
    """Return the set of those cells, of all in order, that are members."""
    bits = 0
    for row in range(CELLS - SIDE, -1, -SIDE):
        eight = 0
        for cell in range(row + SIDE - 1, row - 1, -1):
            eight = eight << 1 | members[cell]
        bits = bits << _ROW | eight
    return bits


def _joins(way: int, ends: int) -> bool:
    """Return whether all `ends` are connected by cells of `way`, in eight directions."""
    reached = ends & -ends  # from one of them
    while reached & ends != ends:
        wide = reached | reached << 1 | reached >> 1
        more = (wide | wide << _ROW | wide >> _ROW) & way
        if more == reached:
            return False
        reached = more
    return True
