"""A virtual player of Kuh Vadis: rolls for what is worth most on the sheet, exactly, and marks that.

What a mark is worth is a guess (`marks`); which dice to keep for it is not (`rolls`). What the
board rolls is read off its lights (`lights`). With real dice it rolls its own, and enters the faces in
ascending order.
"""

from functools import lru_cache
from random import Random

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.position import DONE, FACE, HOLD, MARKING, NO_CELL, ROLL, Position
from tavolo.games.kuh_vadis.sheet import DICE, FACES, ROLLS, adjacent
from tavolo.games.kuh_vadis.turn import is_four, kinds
from tavolo_host.display.words import _, figure
from tavolo_host.games.kuh_vadis import face_words
from tavolo_host.games.kuh_vadis.lights import read
from tavolo_host.games.kuh_vadis.thinking import (
    FAR,
    Dice,
    Rolls,
    parts,
    ways_after,
    with_another_turn,
    worths,
)
from tavolo_host.virtual.reasons import compared, names

__all__ = ["choose", "read", "why"]

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


def why(known: Position, player: int, action: tuple[int, ...], random: Random, is_own: bool) -> str:
    """Return what a mark does to both ways, or how likely the dice that are kept are to bring one."""
    actions = game.legal(known, player)
    plan = _plan(bytes(known.cells), bytes(known.marks), player, known.last)
    if known.phase == MARKING:
        values = _values(known, actions, plan)
        return f"{_of_a_mark(known, player, action)} {compared(values, action, names(game, known))}"
    if known.real_dice:
        return _("What your own dice show is entered.")
    return _of_a_throw(known, plan.rolls)


def _values(known: Position, actions: list[tuple[int, ...]], plan: "Plan") -> dict[tuple[int, ...], float]:
    """Return what each mark is worth."""
    return {action: plan.value(action[2], is_four(known.dice, known.cells[action[2]])) for action in actions}


def _of_a_mark(known: Position, player: int, action: tuple[int, ...]) -> str:
    (before, after), (his_before, his_after) = ways_after(bytes(known.cells), bytes(known.marks), player, action[2])
    called = names(game, known)(action)
    if not after:
        return _("{}: that joins the three starts and wins.").format(called)
    if his_after >= FAR > his_before:
        return _("{}: the other has no way left; the own one is {} long now, {} before.").format(called, after, before)
    return _("{}: the own way gets shorter by {}, the other's longer by {} (a cow counts 1, a number 2).").format(
        called, before - after, his_after - his_before
    )


def _of_a_throw(known: Position, rolls: Rolls) -> str:
    if not known.rolls:
        return _("All dice are rolled: {} % of such turns end with a mark.").format(_percent(rolls.chance((), ROLLS)))
    left, dice = ROLLS - known.rolls, tuple(sorted(known.dice))
    kept = rolls.kept(dice, left)
    if len(kept) == DICE:
        on = max(worth for part, worth in _partly_kept(dice, rolls, left))
        return _("Stop: the dice are worth {}, to roll on would be worth {} on average (a win: 100).").format(
            figure(rolls.worth[dice]), figure(on)
        )
    faces = ", ".join(face_words(face, _) for face in kept) or _("nothing")
    sentence = _(
        "Keep {} and roll the others: a mark in {} % of cases, worth {} on average, and {} if you stop (a win: 100)."
    )
    worth = figure(rolls.keeping[left - 1][kept])
    return sentence.format(faces, _percent(rolls.chance(kept, left)), worth, figure(rolls.worth[dice]))


def _partly_kept(dice: Dice, rolls: Rolls, left: int) -> list[tuple[Dice, float]]:
    return [(part, rolls.keeping[left - 1][part]) for part in parts(dice) if len(part) < DICE]


def _percent(share: float) -> int:
    return round(100 * share)


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
