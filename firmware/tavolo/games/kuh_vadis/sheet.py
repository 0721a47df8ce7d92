"""Kuh Vadis: a sheet of 7 by 7 cells, read from its text and checked.

Cells are 0-48, row by row from the top left. A cell bears a number 1-5, COW, or the start mark of a player,
START + player.
"""

from tavolo.games.kuh_vadis.dice import COW, FACES
from tavolo.games.kuh_vadis.sheets import SHEETS

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
