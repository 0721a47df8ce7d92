"""The optimal dice to keep in Kuh Vadis over three rolls, computed exactly.

Dice are multisets of faces, as sorted tuples. The worth of keeping some dice and rolling the others follows backwards,
roll by roll, from the worth of each last roll.
"""

from functools import cached_property
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from tavolo.games.kuh_vadis.sheet import DICE, FACES, ROLLS
from tavolo.games.kuh_vadis.turn import is_four, kinds

Dice: TypeAlias = tuple[int, ...]
Floats: TypeAlias = NDArray[numpy.float64]

LAST = tuple(combinations_with_replacement(FACES, DICE))  # all that five dice can show
_KEPT = [part for size in range(DICE + 1) for part in combinations_with_replacement(FACES, size)]
_PLACE = {part: place for place, part in enumerate(_KEPT)}


def _parts(dice: Dice) -> list[Dice]:
    """Return all selections of the dice, some of them more than once."""
    return [tuple([dice[die] for die in range(DICE) if held >> die & 1]) for held in range(1 << DICE)]


def _falls() -> Floats:
    """Return the probability of each last roll after keeping some dice: a row for each of _KEPT."""
    found = numpy.zeros((len(_KEPT), len(LAST)))
    found[-len(LAST) :] = numpy.eye(len(LAST))
    for place in range(len(_KEPT) - len(LAST) - 1, -1, -1):
        found[place] = sum(found[_PLACE[tuple(sorted((*_KEPT[place], face)))]] for face in FACES) / len(FACES)
    return found


_FALLS = _falls().T
_PARTS = numpy.array([[_PLACE[part] for part in _parts(dice)] for dice in LAST])
_SIZES = numpy.array([len(part) for part in _KEPT])
_ROLLED = {dice: place for place, dice in enumerate(LAST)}
_LITTLE = 1e-9  # a negligible share of the win
# The marks of a last roll: a face, and whether four of a kind show it; one more index stands for no mark.
MARKS = [(face, four) for face in FACES for four in (False, True)]
_MAY_MARK = numpy.array(
    [([MARKS.index((face, is_four(dice, face))) for face in kinds(dice)] + 2 * [len(MARKS)])[:2] for dice in LAST]
)


class Rolls:
    """The optimum for the given worth of each of MARKS, -inf for one without a cell, and of no mark at all.

    `start` is the expected worth of a turn before its first roll. With an additional first axis of the worths it has
    one value for each.
    """

    def __init__(self, marks: Floats, nothing: float | Floats) -> None:
        ends = numpy.append(marks, numpy.full((*marks.shape[:-1], 1), -numpy.inf), -1)[..., _MAY_MARK].max(-1)
        self._marks = ends > -numpy.inf
        ends = numpy.where(self._marks, ends, numpy.expand_dims(nothing, -1))
        self._keeping: list[Floats] = []  # by rolls that may follow, then as _KEPT
        for _ in range(ROLLS):
            keeping = ends @ _FALLS
            self._keeping.append(keeping)
            ends = keeping[..., _PARTS].max(-1)
        self.start: Floats = keeping[..., 0]

    def worth(self, kept: Dice, left: int) -> float:
        """Return the highest expected worth when these dice are kept and `left` rolls follow."""
        return float(self._keeping[left - 1][_PLACE[kept]])

    def kept(self, dice: Dice, left: int) -> Dice:
        """Return the dice to keep, sorted, with `left` rolls left; all of them means stopping."""
        return self._kept[left - 1][_ROLLED[dice]]

    def chance(self, kept: Dice, left: int) -> float:
        """Return the chance of a mark at the end of the turn when these dice are kept and the others rolled."""
        return float(self._chances[left - 1][_PLACE[kept]])

    @cached_property
    def _kept(self) -> list[list[Dice]]:
        # Of equally good choices the one that keeps more dice.
        by_worth = [(keeping[_PARTS] + _LITTLE * _SIZES[_PARTS]).argmax(1) for keeping in self._keeping]
        return [[_KEPT[place] for place in _PARTS[range(len(LAST)), best]] for best in by_worth]

    @cached_property
    def _chances(self) -> list[Floats]:
        ends, found = self._marks.astype(float), []
        for left in range(1, ROLLS + 1):
            found.append(ends @ _FALLS)
            ends = found[-1][[_PLACE[kept] for kept in self._kept[left - 1]]]
        return found


def parts(dice: Dice) -> list[Dice]:
    """Return all distinct selections of the dice."""
    return sorted(set(_parts(dice)))
