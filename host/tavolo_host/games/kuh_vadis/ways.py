"""The distances of the players of Kuh Vadis: the cheapest free cells that would connect the three starts.

A cow counts one and a number two: in three rolls a given number comes half as often as two cows.
"""

from collections.abc import Sequence

from tavolo.games.kuh_vadis.sheet import CELLS, COW, FREE, START, adjacent

COW_COST, NUMBER_COST = 1, 2
FAR = 40  # more than any way costs: where there is none

NEIGHBOURS = tuple([tuple([n for n in range(CELLS) if adjacent(cell, n)]) for cell in range(CELLS)])


def to_go(cells: bytes, marks: bytes, player: int) -> int:
    """Return the cost of the cheapest cells that the player still needs; FAR if blocked."""
    return distance(costs(cells, marks, player), starts_of(cells, player))


def costs(cells: bytes, marks: bytes, player: int) -> list[int]:
    """Return each cell's cost for the player: 0 if marked, FAR if the opponent marked it."""
    free = [COW_COST if cell == COW else NUMBER_COST for cell in cells]
    return [{FREE: price, player + 1: 0}.get(mark, FAR) for mark, price in zip(marks, free, strict=True)]


def distance(cost: Sequence[int], starts: Sequence[int]) -> int:
    """Return the cost of the cheapest cells that connect the three starts; FAR if there are none."""
    ways = [_ways_from(start, cost) for start in starts]
    # Three ways meet in a cell, which all three have paid for.
    meeting = min(sum(way[cell] for way in ways) - (len(ways) - 1) * cost[cell] for cell in range(CELLS))
    return min(FAR, meeting)


def _ways_from(start: int, cost: Sequence[int]) -> list[int]:
    """Return the cost of the cheapest path from a cell to each other, including the last cell."""
    way = [FAR * len(NEIGHBOURS)] * CELLS
    way[start] = 0
    reached: list[list[int]] = [[] for _ in range(FAR)]
    reached[0].append(start)
    for paid, found in enumerate(reached):
        for cell in found:  # grows by cells that cost nothing
            if way[cell] < paid:
                continue
            for neighbour in NEIGHBOURS[cell]:
                price = paid + cost[neighbour]
                if price < way[neighbour] and price < FAR:
                    way[neighbour] = price
                    reached[price].append(neighbour)
    return way


def starts_of(cells: bytes, player: int) -> list[int]:
    """Return the cells that a player wants to join."""
    return [cell for cell in range(CELLS) if cells[cell] == START + player]
