"""Kuh Vadis: which dice to keep so that three rolls are worth most, computed exactly.

Dice are multisets of faces, sorted tuples. From the worth of each last roll follows, roll by roll backwards, what
it is worth to keep some dice and to roll the others: the mean over the faces of one more die, until all lie.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from tavolo.games.kuh_vadis.sheet import DICE, FACES, ROLLS

Dice: TypeAlias = tuple[int, ...]


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

    @property
    def start(self) -> float:
        """The mean worth of a turn that is yet to be rolled."""
        return self.keeping[ROLLS - 1][()]

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
