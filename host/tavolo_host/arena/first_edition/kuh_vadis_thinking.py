"""What the reference for strength in Kuh Vadis thinks with, frozen with it."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from tavolo.games.kuh_vadis.sheet import CELLS, COW, DICE, FACES, FREE, ROLLS, START, adjacent

Dice: TypeAlias = tuple[int, ...]

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


class Rolls:
    """The optimum for a worth of each last roll.

    `keeping[left][kept]` is the greatest mean worth when these dice are kept, the others are rolled now, and `left`
    rolls may follow.
    """

    def __init__(self, worth: Callable[[Dice], float]) -> None:
        self.worth = {dice: worth(dice) for dice in multisets(DICE)}
        self.keeping: list[dict[Dice, float]] = []
        ends = self.worth
        for _ in range(ROLLS):
            keeping = dict(ends)
            for size in range(DICE - 1, -1, -1):
                for kept in multisets(size):
                    keeping[kept] = sum(keeping[with_die(kept, face)] for face in FACES) / len(FACES)
            self.keeping.append(keeping)
            ends = {dice: max(keeping[kept] for kept in parts(dice)) for dice in self.worth}
        self._chances: dict[tuple[Dice, int], float] = {}

    @property
    def start(self) -> float:
        """The mean worth of a turn that is yet to be rolled."""
        return self.keeping[ROLLS - 1][()]

    def chance(self, kept: Dice, left: int) -> float:
        """Return how likely the turn is to end with a mark when these dice are kept and the others rolled now."""
        if len(kept) == DICE:
            return float(self.worth[kept] > 0)
        if (kept, left) not in self._chances:
            ends = [with_die(kept, face) for face in FACES]
            if len(kept) == DICE - 1 and left > 1:
                chances = [self.chance(self.kept(dice, left - 1), left - 1) for dice in ends]
            else:
                chances = [self.chance(dice, left) for dice in ends]
            self._chances[kept, left] = sum(chances) / len(FACES)
        return self._chances[kept, left]

    def kept(self, dice: Dice, left: int) -> Dice:
        """Return which of the dice, sorted, to keep when `left` rolls are left; all of them is to stop."""
        keeping = self.keeping[left - 1]
        return max(parts(dice), key=lambda part: (keeping[part], len(part)))


@cache
def multisets(size: int) -> tuple[Dice, ...]:
    """Return all that so many dice can show."""
    return tuple(combinations_with_replacement(FACES, size))


@cache
def parts(dice: Dice) -> tuple[Dice, ...]:
    """Return everything that can be kept of dice: nothing to all."""
    return tuple(sorted({part for size in range(len(dice) + 1) for part in combinations(dice, size)}))


@cache
def with_die(dice: Dice, face: int) -> Dice:
    """Return the dice with one more."""
    return tuple(sorted((*dice, face)))
