"""A sheet of Kuh Vadis as a network of resistors, and from it each player's chance to connect the three starts.

Current flows between adjacent cells: own marks resist hardly at all, a free cow a little less than a free number, which
is rolled more rarely, and the opponent's marks block it. Unlike the shortest path, the resistance takes every path into
account, and so distinguishes a player whom one mark could cut off from one with alternatives. Anshelevich introduced it
for connection games in “The Game of Hex: An Automatic Theorem Proving Approach to Game Programming” (2000).

Sheets are arrays of marks: n sheets, CELLS marks each.
"""

from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from tavolo.games.kuh_vadis.sheet import CELLS, COW, FREE, START, adjacent, is_connected

Sheets: TypeAlias = NDArray[numpy.uint8]
Floats: TypeAlias = NDArray[numpy.float64]

OWN, COW_FREE, NUMBER_FREE, OTHERS = 0.02, 1.0, 1.3, 1e6  # the resistance of a cell
BLOCKED = 1e3  # more than any resistance of starts that can still be connected
JOINED = 1.0  # and more than any of starts that are

# A player's chance to connect the starts in the end: by logistic regression over 2,100 games on all sheets, between
# players with this evaluation and against one with the shortest path, with every tenth mark at random.
ANYWAY, NEXT, OWN_RESISTS, OTHER_CONDUCTS, OTHER_AT_LEAST = 0.59, 0.26, 2.33, 1.18, 0.1

_ONE, _OTHER = numpy.array([(a, b) for a in range(CELLS) for b in range(a) if adjacent(a, b)]).T
_EACH = numpy.arange(CELLS)


def shares(cells: bytes, sheets: Sheets, player: int, is_next: bool) -> Floats:
    """Return the player's share of the win on each sheet: 1 and 0 when it is won and lost, a half for a draw.

    `is_next` tells whose turn follows, the player's or the other's.
    """
    own, other = (resistances(cells, sheets, each) for each in (player, 1 - player))
    found = (1 + _of(own, other, is_next) - _of(other, own, not is_next)) / 2
    for resistance, who, share in ((own, player, 1.0), (other, 1 - player, 0.0)):
        for place in numpy.flatnonzero(resistance < JOINED):
            if is_connected(cells, bytearray(sheets[place]), who):
                found[place] = share
    return found


def chances_after(
    cells: bytes, marks: bytes, player: int, cell: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the chance of the player's starts, and of the opponent's, to be connected: each before and after a mark.

    Before it, the player is about to mark a cell.
    """
    sheets = numpy.tile(numpy.frombuffer(marks, numpy.uint8), (2, 1))
    sheets[1, cell] = player + 1
    own, other = (resistances(cells, sheets, each) for each in (player, 1 - player))
    if is_connected(cells, bytearray(sheets[1]), player):
        return (_of(own, other, True)[0], 1.0), (_of(other, own, False)[0], 0.0)
    return (_of(own, other, True)[0], _of(own, other, False)[1]), (_of(other, own, False)[0], _of(other, own, True)[1])


def resistances(cells: bytes, sheets: Sheets, player: int) -> Floats:
    """Return the resistance between the player's three starts on each sheet, as of a star; inf if blocked."""
    free = numpy.where(numpy.frombuffer(cells, numpy.uint8) == COW, COW_FREE, NUMBER_FREE)
    resists = numpy.where(sheets == FREE, free, numpy.where(sheets == player + 1, OWN, OTHERS))
    conducts = 2 / (resists[:, _ONE] + resists[:, _OTHER])
    flows = numpy.zeros((len(sheets), CELLS, CELLS))
    flows[:, _ONE, _OTHER] = flows[:, _OTHER, _ONE] = -conducts
    flows[:, _EACH, _EACH] = -flows.sum(2)
    ground, first, second = [cell for cell in range(CELLS) if cells[cell] == START + player]
    flows[:, ground, ground] += 1  # adds 1 to all potentials
    sources = numpy.zeros((CELLS, 2))
    sources[first, 0] = sources[second, 1] = 1
    potentials = numpy.linalg.solve(flows, sources)
    found = potentials[:, first, 0] + potentials[:, second, 1] - potentials[:, second, 0] - 1
    return numpy.where(found < BLOCKED, found, numpy.inf)


def _of(own: Floats, other: Floats, is_next: bool) -> Floats:
    """Return a player's chance to connect the starts in the end, from both players' resistances."""
    odds = (
        ANYWAY + (NEXT if is_next else -NEXT) - OWN_RESISTS * numpy.log(own) - OTHER_CONDUCTS / (other + OTHER_AT_LEAST)
    )
    return 1 / (1 + numpy.exp(-odds))
