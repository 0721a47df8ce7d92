"""Reads off the lights of Kuh Vadis the lot and the dice that the board rolls.

Only lit and dark pixels count, for light may be dimmed. The rolls that are left, and whose turn it is, show whether a
roll is new: the board shows the faces and these together. Anything else on the field, like the lobby or a preview in
which dice and rolls go dark, is ignored.
"""

from collections.abc import Sequence

from tavolo.games.kuh_vadis.position import DRAW_LOT, FALLING, LOT, ROLLED, Position
from tavolo.games.kuh_vadis.scene import (
    BELOW,
    DIE_HEIGHT,
    DIE_PLACES,
    DIE_WIDTH,
    DONE_PLACE,
    ROLL_PLACE,
    ROLLS_LEFT_PLACES,
    TURN_PLACES,
    TURN_WIDTH,
)
from tavolo.games.kuh_vadis.sheet import COW, DICE, ROLLS, SIDE
from tavolo.wiring import FIELD_COLUMNS

Colours = Sequence[tuple[int, int, int]]
Telemetry = tuple[int, int, tuple[int, ...]]  # whose turn it is, rolls that are left, the dice (0: dark)

# What is always dark in a game: the column beside the sheet, and those between the dice.
GAPS = [row * FIELD_COLUMNS + column for row in range(8) for column in (7, 10, 13)] + [TURN_PLACES[0] + TURN_WIDTH]
# Lit while a player considers rolling or stopping: rolls that seem used are then still left.
CURSORS = [ROLL_PLACE, DONE_PLACE]
# The cells, all of which are lit when a game begins: so a picture of the lobby is no sheet.
SHEET = [row * FIELD_COLUMNS + column for row in range(SIDE) for column in range(SIDE)]


def read(position: Position, field: Colours) -> tuple[int, ...] | None:
    """Return chance's action (LOT or ROLLED) as the 128 pixels of the field show it, row by row; None while not."""
    shown = _shown([any(colour) for colour in field])
    if shown is None:
        return None
    player, left, dice = shown
    if position.phase == DRAW_LOT:
        is_whole = left == (0 if position.real_dice else ROLLS) and all(any(field[place]) for place in SHEET)
        return (LOT, player) if is_whole and not any(dice) else None
    if position.phase != FALLING or not all(dice) or not _is_next(position, player, left):
        return None
    if any(position.held >> die & 1 and dice[die] != position.dice[die] for die in range(DICE)):
        return None
    return (ROLLED, *(face for die, face in enumerate(dice) if not position.held >> die & 1))


def _is_next(position: Position, player: int, left: int) -> bool:
    """Return whether one roll more is shown than the position has; the last may have passed the turn on."""
    rolls = position.rolls + 1
    if player == position.player:
        return left == ROLLS - rolls
    return rolls == ROLLS and left == ROLLS


def _shown(lit: Sequence[bool]) -> Telemetry | None:
    """Return what the field of this game shows; None if it shows something else."""
    if any(lit[place] for place in GAPS + CURSORS):
        return None
    turns = [_pattern(lit, place, TURN_WIDTH) for place in TURN_PLACES]
    left = [_pattern(lit, place, DIE_WIDTH) for place in ROLLS_LEFT_PLACES]
    dice = [_face(lit, place) for place in DIE_PLACES]
    whole = (0, (1 << DIE_WIDTH) - 1)
    if sorted(turns) != [0, (1 << TURN_WIDTH) - 1] or any(pattern not in whole for pattern in left):
        return None
    if left != sorted(left, reverse=True) or None in dice:
        return None
    return turns.index(max(turns)), sum(map(bool, left)), tuple(face or 0 for face in dice)


def _face(lit: Sequence[bool], place: int) -> int | None:
    """Return the number of lit pixels of the die with this top left pixel, None if they are not lit from below."""
    pattern = 0
    for row in range(DIE_HEIGHT):
        pattern |= (
            _pattern(lit, place + row * FIELD_COLUMNS, DIE_WIDTH) << (BELOW // FIELD_COLUMNS - 1 - row) * DIE_WIDTH
        )
    return pattern.bit_length() if pattern in [(1 << face) - 1 for face in range(COW + 1)] else None


def _pattern(lit: Sequence[bool], place: int, width: int) -> int:
    """Return which of some pixels are lit, the first in the lowest bit."""
    return sum(lit[place + number] << number for number in range(width))
