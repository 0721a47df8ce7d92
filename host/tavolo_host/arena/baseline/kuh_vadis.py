"""The baseline for strength in Kuh Vadis: its first sensible virtual player, frozen."""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from random import Random

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.position import FACE, MARKING, NO_CELL, Position
from tavolo.games.kuh_vadis.sheet import CELLS, DICE, FACES, FREE, ROLLS, adjacent
from tavolo.games.kuh_vadis.turn import is_four, kinds
from tavolo_host.games.kuh_vadis.dice import Dice
from tavolo_host.games.kuh_vadis.player import next_face, step
from tavolo_host.games.kuh_vadis.ways import FAR, NEIGHBOURS, costs, distance, starts_of

WIN = 100.0
ANY_MARK = 0.05  # so that a mark is better than none
AGAIN = 0.5  # the share of the best adjacent cell's worth that another turn adds


def worths(cells: bytes, marks: bytes, player: int) -> dict[int, float]:
    """Return for each free cell the worth of the player's mark there."""
    own, other = costs(cells, marks, player), costs(cells, marks, 1 - player)
    starts = [starts_of(cells, player), starts_of(cells, 1 - player)]
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
    """Return the worth of a mark that is followed by another turn, with marks adjacent to it."""
    beside = [worth[neighbour] for neighbour in NEIGHBOURS[cell] if neighbour in worth]
    return worth[cell] + AGAIN * max(beside, default=0.0)


def _changed(cost: list[int], cell: int, price: int) -> list[int]:
    return [*cost[:cell], price, *cost[cell + 1 :]]


class Rolls:
    """The best way to roll, for a worth of each last roll.

    `keeping[left][kept]` is the greatest mean worth when these dice are kept, the others are rolled now, and `left`
    more rolls may follow.
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
        """Return which of the sorted dice to keep when `left` rolls are left; all of them means to stop."""
        keeping = self.keeping[left - 1]
        return max(parts(dice), key=lambda part: (keeping[part], len(part)))


@cache
def multisets(size: int) -> tuple[Dice, ...]:
    """Return all results of that many dice."""
    return tuple(combinations_with_replacement(FACES, size))


@cache
def parts(dice: Dice) -> tuple[Dice, ...]:
    """Return all parts of the dice that can be kept, from nothing to all."""
    return tuple(sorted({part for size in range(len(dice) + 1) for part in combinations(dice, size)}))


@cache
def with_die(dice: Dice, face: int) -> Dice:
    """Return the dice with one more."""
    return tuple(sorted((*dice, face)))


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return the action of `player`: a random one of equal marks, everything else follows from the dice."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    plan = _plan(bytes(known.cells), bytes(known.marks), player, known.last)
    if known.phase == MARKING:
        values = {mark: plan.value(mark[2], is_four(known.dice, known.cells[mark[2]])) for mark in actions}
        best = max(values.values())
        return random.choice([action for action in actions if values[action] == best])
    if known.real_dice:
        return (FACE, player, next_face(list(known.dice[: known.rolls]), plan.rolls.kept, random))
    return step(known, player, plan.rolls.kept(tuple(sorted(known.dice)), ROLLS - known.rolls))


class Plan:
    """The worth of marks and rolls in one turn."""

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
        """Return the worth of marking a cell, with four of a kind or not."""
        return with_another_turn(cell, self._worth) if four else self._worth[cell]

    def _worth_of(self, dice: Dice) -> float:
        return max([self._best[face, is_four(dice, face)] for face in kinds(dice)], default=0.0)


@lru_cache(maxsize=4)
def _plan(cells: bytes, marks: bytes, player: int, last: int) -> Plan:
    return Plan(cells, marks, player, last)
