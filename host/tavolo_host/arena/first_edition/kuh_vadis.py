"""The reference for strength in Kuh Vadis: its first sensible virtual player, frozen.

It knows the rules alone. It is neither mended nor made better: how strong later players are is told against it.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import TypeAlias

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.position import DONE, FACE, HOLD, MARKING, NO_CELL, ROLL, Position
from tavolo.games.kuh_vadis.sheet import CELLS, COW, DICE, FACES, FREE, ROLLS, START, adjacent
from tavolo.games.kuh_vadis.turn import is_four, kinds

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


TRIES = 5000  # of rolls that begin with the faces entered so far


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return what `player` does: of equal marks any, everything else follows from the dice."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    plan = _plan(bytes(known.cells), bytes(known.marks), player, known.last)
    if known.phase == MARKING:
        values = {mark: plan.value(mark[2], is_four(known.dice, known.cells[mark[2]])) for mark in actions}
        best = max(values.values())
        return random.choice([action for action in actions if values[action] == best])
    if known.real_dice:
        return (FACE, player, _next_face(list(known.dice[: known.rolls]), plan.rolls, random))
    return _throw(known, player, plan.rolls)


class Plan:
    """What marks and rolls are worth in one turn."""

    def __init__(self, cells: bytes, marks: bytes, player: int, last: int) -> None:
        self._worth = worths(cells, marks, player)
        may_mark = [cell for cell in self._worth if last == NO_CELL or adjacent(last, cell)]
        self._best: dict[tuple[int, bool], float] = {}
        for face in FACES:
            for four in (False, True):
                found = [self.value(cell, four) for cell in may_mark if cells[cell] == face]
                self._best[face, four] = max(found, default=0.0)
        self.rolls = Rolls(self._worth_of)

    def value(self, cell: int, four: bool) -> float:
        """Return what marking a cell is worth, with four of a kind or not."""
        return with_another_turn(cell, self._worth) if four else self._worth[cell]

    def _worth_of(self, dice: Dice) -> float:
        return max([self._best[face, is_four(dice, face)] for face in kinds(dice)], default=0.0)


@lru_cache(maxsize=4)
def _plan(cells: bytes, marks: bytes, player: int, last: int) -> Plan:
    """Return the plan of a turn; it is asked for at each step of it."""
    return Plan(cells, marks, player, last)


def _throw(known: Position, player: int, rolls: Rolls) -> tuple[int, ...]:
    """Return the next step towards the dice that should be kept: put one aside, take one back, roll or stop."""
    left = list(rolls.kept(tuple(sorted(known.dice)), ROLLS - known.rolls))
    if len(left) == DICE:
        return (DONE, player)
    wanted = 0
    # Of equal dice those that are put aside already are kept.
    for die in sorted(range(DICE), key=lambda die: not known.held >> die & 1):
        if known.dice[die] in left:
            left.remove(known.dice[die])
            wanted |= 1 << die
    for die in range(DICE):
        if (known.held ^ wanted) >> die & 1:
            action = (HOLD, player, die)
            return action if game.refusal(known, action) is None else (DONE, player)
    return (ROLL, player)


def _next_face(entered: list[int], rolls: Rolls, random: Random) -> int:
    """Return the next face of a last roll that begins with the faces entered."""
    for _try in range(TRIES):
        dice: Dice = ()
        for left in range(ROLLS, 0, -1):
            kept = rolls.kept(dice, left) if dice else ()
            dice = tuple(sorted(kept + tuple(random.choices(FACES, k=DICE - len(kept)))))
        if list(dice[: len(entered)]) == entered:
            return dice[len(entered)]
    return random.choice(FACES)
