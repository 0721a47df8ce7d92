"""A virtual player of Kuh Vadis: rolls optimally for the best cells on the sheet, and marks one.

The worth of a mark is an estimate (`network`, `plan`); the choice of dice to keep is exact (`dice`). With real dice it
rolls its own, and enters the faces in ascending order.
"""

from collections.abc import Callable
from random import Random

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.position import DONE, FACE, HOLD, MARKING, ROLL, Position
from tavolo.games.kuh_vadis.sheet import DICE, FACES, ROLLS
from tavolo.games.kuh_vadis.turn import is_four
from tavolo_host.games.kuh_vadis import face_words
from tavolo_host.games.kuh_vadis.dice import Dice, Rolls, parts
from tavolo_host.games.kuh_vadis.network import chances_after
from tavolo_host.games.kuh_vadis.plan import Plan, plan_of
from tavolo_host.players.reasons import Reason, compared, names, percent
from tavolo_host.texts.language import _, figure

TRIES = 5000  # of rolls that begin with the faces entered so far


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return the action of `player`: a random one of equal marks; otherwise the dice decide."""
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


def why(known: Position, player: int, action: tuple[int, ...], random: Random) -> Reason:
    """Return for whom a mark counts, with both players' chances, or which dice to keep, with the chance of a mark."""
    plan = plan_of(known, player)
    if known.phase == MARKING:
        worth = {mark: 100 * share for mark, share in values(known, plan).items()}
        told = _of_a_mark(known, player, action)
        return Reason(told.words, f"{told.figures} {compared(worth, action, names(game, known))}")
    if known.real_dice:
        return Reason(_("Enter what your own dice show."))
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


def _of_a_mark(known: Position, player: int, action: tuple[int, ...]) -> Reason:
    own, other = chances_after(bytes(known.cells), bytes(known.marks), player, action[2])
    if own[1] == 1:
        return Reason(_("This connects the three starts and wins."))
    figures = _(
        "The three starts get connected in {} % of games (before: {} %), the opponent's in {} % (before: {} %)."
    ).format(percent(own[1]), percent(own[0]), percent(other[1]), percent(other[0]))
    if other[0] > 0 == other[1]:
        words = _("It blocks the opponent for good.")
    elif own[1] > own[0] and own[1] - own[0] >= other[0] - other[1]:
        words = _("It brings the three starts closer together.")
    elif other[1] < other[0]:
        words = _("Above all it stands in the opponent's way.")
    else:
        words = _("Of all marks that are possible now it leaves the best chances.")
    return Reason(words, figures)


def _of_a_throw(known: Position, rolls: Rolls) -> Reason:
    if not known.rolls:
        figures = _("{} % of such turns end with a mark.").format(percent(rolls.chance((), ROLLS)))
        return Reason(_("Every turn begins with a roll of all the dice."), figures)
    left, dice = ROLLS - known.rolls, tuple(sorted(known.dice))
    kept, stopped = rolls.kept(dice, left), figure(100 * rolls.worth(dice, left))
    if len(kept) == DICE:
        on = max(rolls.worth(part, left) for part in parts(dice) if len(part) < DICE)
        figures = _("The dice are worth {}; rolling on would be worth {} on average (a win: 100).")
        words = _("Rolling on would more often spoil these dice than improve them.")
        return Reason(words, figures.format(stopped, figure(100 * on)))
    faces = ", ".join(face_words(face, _) for face in kept)
    figures = _("A mark in {} % of cases, worth {} on average, and {} for stopping now (a win: 100).")
    worth = figure(100 * rolls.worth(kept, left))
    words = _("Worth keeping: {}. The best cell within reach needs that.").format(faces)
    if not kept:
        words = _("None of these dice helps towards a good cell.")
    return Reason(words, figures.format(percent(rolls.chance(kept, left)), worth, stopped))
