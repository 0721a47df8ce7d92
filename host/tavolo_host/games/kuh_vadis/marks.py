"""Kuh Vadis: what a mark on each cell is worth, by how far each player is from connecting the three starts.

The distance is the cheapest set of free cells that would join the starts, a cow counting one and a number two:
in three rolls a given number comes half as often as two cows. A mark is worth what it shortens the own distance and
what it lengthens the other's.
"""

from collections.abc import Sequence

from tavolo.games.kuh_vadis.sheet import CELLS, COW, FREE, START, adjacent

COW_COST, NUMBER_COST = 1, 2
FAR = 40  # more than any way costs: where there is none
WIN = 100.0
ANY_MARK = 0.05  # so that a mark is better than none
AGAIN = 0.5  # how much of the best adjacent cell's worth another turn brings

_NEIGHBOURS = tuple([tuple([n for n in range(CELLS) if adjacent(cell, n)]) for cell in range(CELLS)])


def worths(cells: bytes, marks: bytes, player: int) -> dict[int, float]:
    """Return for each free cell what a mark of the player is worth."""
    own, other = costs(cells, marks, player), costs(cells, marks, 1 - player)
    starts = [_starts(cells, player), _starts(cells, 1 - player)]
    before = distance(other, starts[1]) - distance(own, starts[0])
    found = {}
    for cell in range(CELLS):
        if marks[cell] != FREE:
            continue
        mine = distance(_changed(own, cell, 0), starts[0])
        theirs = distance(_changed(other, cell, FAR), starts[1])
        found[cell] = ANY_MARK + theirs - mine - before + (WIN if mine == 0 else 0)
    return found


def with_another_turn(cell: int, worth: dict[int, float]) -> float:
    """Return what a mark is worth that is followed by another turn, of marks adjacent to it."""
    beside = [worth[neighbour] for neighbour in _NEIGHBOURS[cell] if neighbour in worth]
    return worth[cell] + AGAIN * max(beside, default=0.0)


def costs(cells: bytes, marks: bytes, player: int) -> list[int]:
    """Return what each cell costs on the player's way: nothing where it has marked, FAR where it cannot."""
    found = []
    for cell, mark in zip(cells, marks, strict=True):
        if mark == FREE:
            found.append(COW_COST if cell == COW else NUMBER_COST)
        else:
            found.append(0 if mark == player + 1 else FAR)
    return found


def distance(cost: Sequence[int], starts: Sequence[int]) -> int:
    """Return what the cheapest cells cost that join the three starts; FAR when nothing does."""
    ways = [_ways_from(start, cost) for start in starts]
    # Three ways meet in a cell, which all three have paid for.
    meeting = min(sum(way[cell] for way in ways) - (len(ways) - 1) * cost[cell] for cell in range(CELLS))
    return min(FAR, meeting)


def _ways_from(start: int, cost: Sequence[int]) -> list[int]:
    """Return what the cheapest way from a cell to each costs, its last cell included."""
    way = [FAR * len(_NEIGHBOURS)] * CELLS
    way[start] = 0
    reached: list[list[int]] = [[] for _ in range(FAR)]
    reached[0].append(start)
    for paid, found in enumerate(reached):
        for cell in found:  # grows by cells that cost nothing
            if way[cell] < paid:
                continue
            for neighbour in _NEIGHBOURS[cell]:
                price = paid + cost[neighbour]
                if price < way[neighbour] and price < FAR:
                    way[neighbour] = price
                    reached[price].append(neighbour)
    return way


def _changed(cost: list[int], cell: int, price: int) -> list[int]:
    return [*cost[:cell], price, *cost[cell + 1 :]]


def _starts(cells: bytes, player: int) -> list[int]:
    return [cell for cell in range(CELLS) if cells[cell] == START + player]
