"""Kuh Vadis: what may not be done, and why. Nothing here changes a position."""

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis.dice import DICE, FACES, kinds
from tavolo.games.kuh_vadis.position import (
    ALL_HELD,
    DRAW_LOT,
    FACE,
    FALLING,
    HOLD,
    LOT,
    MARK,
    MARKING,
    MOST_CHANGES,
    NO_CELL,
    OVER,
    ROLL,
    ROLLED,
    Position,
)
from tavolo.games.kuh_vadis.sheet import CELLS, adjacent
from tavolo.rules.contract import GAME_IS_OVER, NO_SUCH_ACTION, NOT_YOUR_TURN

_NUMBERS = (2, 3, 2, 0, 2, 3, 3)  # of an action, by its verb; a roll has as many as dice fell


def refusal(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action may not be, or None when it may."""
    phase = position.phase
    if phase == OVER:
        return (GAME_IS_OVER,)
    verb = action[0] if action else -1
    if not 0 <= verb < len(_NUMBERS) or (verb != ROLLED and len(action) != _NUMBERS[verb]):
        return (NO_SUCH_ACTION,)
    if verb == LOT:
        return None if phase == DRAW_LOT and 0 <= action[1] <= 1 else (NO_SUCH_ACTION,)
    if phase == DRAW_LOT:
        return (NO_SUCH_ACTION,)
    if verb == ROLLED:
        return _refuse_rolled(position, action)
    if phase == FALLING:
        return (code.DICE_ARE_FALLING,)
    player = action[1]
    if player != position.player:
        return (NOT_YOUR_TURN, player)
    if verb == MARK:
        return _refuse_mark(position, player, action[2])
    if (verb == FACE) != bool(position.real_dice):
        return (NO_SUCH_ACTION,)
    if phase == MARKING:
        return (code.MARK_FIRST, player)
    if verb == FACE:
        return None if action[2] in FACES else (NO_SUCH_ACTION,)
    return _refuse_throw(position, action)


def _refuse_rolled(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    if position.phase != FALLING:
        return (NO_SUCH_ACTION,)
    free = 0
    for die in range(DICE):
        free += not position.held >> die & 1
    if len(action) != free + 1 or any([face not in FACES for face in action[1:]]):
        return (code.WRONG_ROLL, free)
    return None


def _refuse_throw(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why the player in turn may not put a die aside, roll or stop."""
    verb, player = action[0], action[1]
    if verb == ROLL:
        return (code.NO_DIE_TO_ROLL, player) if position.held == ALL_HELD else None
    if not position.rolls:
        return (code.ROLL_FIRST, player)
    if verb == HOLD:
        if not 0 <= action[2] < DICE:
            return (NO_SUCH_ACTION,)
        if position.changes >= MOST_CHANGES:
            return (code.CHANGED_OFTEN, MOST_CHANGES)
    return None


def _refuse_mark(position: Position, player: int, cell: int) -> tuple[int, ...] | None:
    if position.phase != MARKING:
        return (code.NOTHING_TO_MARK_YET, player)
    if not 0 <= cell < CELLS:
        return (NO_SUCH_ACTION,)
    if position.marks[cell]:
        return (code.CELL_IS_TAKEN, cell)
    found = kinds(position.dice)
    if position.cells[cell] not in found:
        return (code.ANOTHER_KIND, cell, position.cells[cell]) + found
    if position.last != NO_CELL and not adjacent(position.last, cell):
        return (code.NOT_ADJACENT, cell, position.last)
    return None
