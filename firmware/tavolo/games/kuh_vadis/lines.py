"""Kuh Vadis: whether three starts are connected, or can still be (rulebook: end of the game).

A set of cells is a number with a bit for each. A row takes eight bits, so that the one between two rows is never
set, and a step aside does not lead into the next row.
"""

from tavolo.games.kuh_vadis.sheet import CELLS, SIDE, START

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Sequence

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
