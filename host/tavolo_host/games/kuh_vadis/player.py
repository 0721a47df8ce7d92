"""A virtual player of Kuh Vadis: rolls for what is worth most on the sheet, exactly, and marks that.

What a mark is worth is a guess (`network`, `plan`); which dice to keep for it is not (`dice`). With real dice it rolls
its own, and enters the faces in ascending order.

The lot and the dice that the board rolls are read off its lights, as people do. Only what is lit and what is dark
counts, for light may be dimmed. That a roll is the new one is told by the rolls that are left and by whose turn it is:
the board shows the faces and these together. Whatever else the field shows, the lobby, or a preview in which dice and
rolls go dark, is nothing to read.
"""

from collections.abc import Callable, Sequence
from random import Random

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.position import DONE, DRAW_LOT, FACE, FALLING, HOLD, LOT, MARKING, ROLL, ROLLED, Position
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
from tavolo.games.kuh_vadis.sheet import COW, DICE, FACES, ROLLS, SIDE
from tavolo.games.kuh_vadis.turn import is_four
from tavolo.wiring import FIELD_COLUMNS
from tavolo_host.games.kuh_vadis import face_words
from tavolo_host.games.kuh_vadis.dice import Dice, Rolls, parts
from tavolo_host.games.kuh_vadis.network import chances_after
from tavolo_host.games.kuh_vadis.plan import Plan, plan_of
from tavolo_host.players.reasons import compared, names
from tavolo_host.texts.language import _, figure

TRIES = 5000  # of rolls that begin with the faces entered so far


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return what `player` does: of equal marks any, everything else follows from the dice."""
    actions = game.legal(known, player)
    if len(actions) == 1:
        return actions[0]
    plan = plan_of(known, player)
    if known.phase == MARKING:
        worth = values(known, plan)
        best = max(worth.values())
        return random.choice([action for action in actions if worth[action] == best])
    if known.real_dice:
        return (FACE, player, next_face(list(known.dice[: known.rolls]), plan.rolls.kept, random))
    return step(known, player, plan.rolls.kept(tuple(sorted(known.dice)), ROLLS - known.rolls))


def why(known: Position, player: int, action: tuple[int, ...], random: Random, is_own: bool) -> str:
    """Return what a mark does to both players' chances, or how likely the dice that are kept are to bring one."""
    plan = plan_of(known, player)
    if known.phase == MARKING:
        worth = {mark: 100 * share for mark, share in values(known, plan).items()}
        return f"{_of_a_mark(known, player, action)} {compared(worth, action, names(game, known))}"
    if known.real_dice:
        return _("What your own dice show is entered.")
    return _of_a_throw(known, plan.rolls)


def values(known: Position, plan: Plan) -> dict[tuple[int, ...], float]:
    """Return the share of the win after each mark that may be made, by its action."""
    marks = game.legal(known, known.player)
    return {mark: plan.value(mark[2], is_four(known.dice, known.cells[mark[2]])) for mark in marks}


def step(known: Position, player: int, kept: Dice) -> tuple[int, ...]:
    """Return the next step towards the dice that are to be kept: put one aside, take one back, roll or stop."""
    left = list(kept)
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


def next_face(entered: list[int], kept: Callable[[Dice, int], Dice], random: Random) -> int:
    """Return the next face of a last roll that begins with the faces entered; `kept` as `Rolls` has it."""
    for _try in range(TRIES):
        dice: Dice = ()
        for left in range(ROLLS, 0, -1):
            stay = kept(dice, left) if dice else ()
            dice = tuple(sorted(stay + tuple(random.choices(FACES, k=DICE - len(stay)))))
        if list(dice[: len(entered)]) == entered:
            return dice[len(entered)]
    return random.choice(FACES)


def _of_a_mark(known: Position, player: int, action: tuple[int, ...]) -> str:
    own, other = chances_after(bytes(known.cells), bytes(known.marks), player, action[2])
    called = names(game, known)(action)
    if own[1] == 1:
        return _("{}: that joins the three starts and wins.").format(called)
    if other[0] > 0 == other[1]:
        return _("{}: the other has no way left; the own starts get joined in {} % of games, before in {} %.").format(
            called, _percent(own[1]), _percent(own[0])
        )
    return _(
        "{}: in {} % of games the own starts get joined, before in {} %; the other's in {} %, before in {} %."
    ).format(called, _percent(own[1]), _percent(own[0]), _percent(other[1]), _percent(other[0]))


def _of_a_throw(known: Position, rolls: Rolls) -> str:
    if not known.rolls:
        return _("All dice are rolled: {} % of such turns end with a mark.").format(_percent(rolls.chance((), ROLLS)))
    left, dice = ROLLS - known.rolls, tuple(sorted(known.dice))
    kept, stopped = rolls.kept(dice, left), figure(100 * rolls.worth(dice, left))
    if len(kept) == DICE:
        on = max(rolls.worth(part, left) for part in parts(dice) if len(part) < DICE)
        return _("Stop: the dice are worth {}, to roll on would be worth {} on average (a win: 100).").format(
            stopped, figure(100 * on)
        )
    faces = ", ".join(face_words(face, _) for face in kept) or _("nothing")
    sentence = _(
        "Keep {} and roll the others: a mark in {} % of cases, worth {} on average, and {} if you stop (a win: 100)."
    )
    worth = figure(100 * rolls.worth(kept, left))
    return sentence.format(faces, _percent(rolls.chance(kept, left)), worth, stopped)


def _percent(share: float) -> int:
    return round(100 * share)


Colours = Sequence[tuple[int, int, int]]
Shown = tuple[int, int, tuple[int, ...]]  # whose turn it is, rolls that are left, the dice (0: dark)

# What is always dark in a game: the column beside the sheet, and those between the dice.
GAPS = [row * FIELD_COLUMNS + column for row in range(8) for column in (7, 10, 13)] + [TURN_PLACES[0] + TURN_WIDTH]
# Lit while somebody considers rolling or stopping: then rolls that seem to be gone are not.
CURSORS = [ROLL_PLACE, DONE_PLACE]
# The cells, all of which are lit when a game begins: a picture of the lobby is no sheet.
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


def _shown(lit: Sequence[bool]) -> Shown | None:
    """Return what the field of this game shows; None when it shows something else."""
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
    """Return the number of lit pixels of the die with that top left pixel, None when they are not lit from below."""
    pattern = 0
    for row in range(DIE_HEIGHT):
        pattern |= (
            _pattern(lit, place + row * FIELD_COLUMNS, DIE_WIDTH) << (BELOW // FIELD_COLUMNS - 1 - row) * DIE_WIDTH
        )
    return pattern.bit_length() if pattern in [(1 << face) - 1 for face in range(COW + 1)] else None


def _pattern(lit: Sequence[bool], place: int, width: int) -> int:
    """Return which of so many pixels are lit, the first in the lowest bit."""
    return sum(lit[place + number] << number for number in range(width))
