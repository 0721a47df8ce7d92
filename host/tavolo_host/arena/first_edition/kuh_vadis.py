"""The reference for strength in Kuh Vadis: its first sensible virtual player, frozen.

It knows the rules alone. It is neither mended nor made better: how strong later players are is told against it.
"""

from functools import lru_cache
from random import Random

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.position import DONE, FACE, HOLD, MARKING, NO_CELL, ROLL, Position
from tavolo.games.kuh_vadis.sheet import DICE, FACES, ROLLS, adjacent
from tavolo.games.kuh_vadis.turn import is_four, kinds
from tavolo_host.arena.first_edition.kuh_vadis_thinking import (
    Dice,
    Rolls,
    with_another_turn,
    worths,
)

TRIES = 5000  # of rolls that begin with the faces entered so far


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return what `player` does: of equal marks any, everything else follows from the dice."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    plan = _plan(bytes(known.cells), bytes(known.marks), player, known.last)
    if known.phase == MARKING:
        values = _values(known, actions, plan)
        best = max(values.values())
        return random.choice([action for action in actions if values[action] == best])
    if known.real_dice:
        return (FACE, player, _next_face(list(known.dice[: known.rolls]), plan.rolls, random))
    return _throw(known, player, plan.rolls)


def _values(known: Position, actions: list[tuple[int, ...]], plan: "Plan") -> dict[tuple[int, ...], float]:
    """Return what each mark is worth."""
    return {action: plan.value(action[2], is_four(known.dice, known.cells[action[2]])) for action in actions}


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
