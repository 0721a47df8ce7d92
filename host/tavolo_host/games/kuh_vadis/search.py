"""Kuh Vadis for the strong player: looks two turns ahead, with one plan for all steps of a turn.

The game has no secrets, and dice are put aside one by one: a tree of single actions would know little after many
iterations. The dice to keep can be computed once the marks have values (`plan`).
"""

from random import Random

from tavolo.games.kuh_vadis.position import FACE, MARKING, ROLL, Position
from tavolo.games.kuh_vadis.sheet import ROLLS
from tavolo_host.games.kuh_vadis.dice import Rolls, parts
from tavolo_host.games.kuh_vadis.plan import plan_of
from tavolo_host.games.kuh_vadis.player import next_face, step, values
from tavolo_host.players.reasons import Figure


def figures(known: Position, player: int, random: Random) -> dict[tuple[int, ...], Figure]:
    """Return the figures of the promising actions, the best one first.

    Their `visits` count the sheets evaluated for the plan. With real dice the only face is the one on the player's die.
    """
    plan = plan_of(known, player, is_far=True)
    if known.phase == MARKING:
        worths = {mark: worth for mark, worth in values(known, plan).items() if worth >= 0}
    elif known.real_dice:
        face = next_face(list(known.dice[: known.rolls]), plan.rolls.kept, random)
        worths = {(FACE, player, face): float(plan.rolls.start)}
    elif not known.rolls:
        worths = {(ROLL, player): float(plan.rolls.start)}
    else:
        worths = _of_a_throw(known, player, plan.rolls)
    best = sorted(worths, key=lambda action: -worths[action])
    return {action: Figure(plan.seen, worths[action], 0.0) for action in best}


def _of_a_throw(known: Position, player: int, rolls: Rolls) -> dict[tuple[int, ...], float]:
    """Return the worth of each first step towards dice to keep, the best one first."""
    left, dice = ROLLS - known.rolls, tuple(sorted(known.dice))
    found: dict[tuple[int, ...], float] = {}
    for kept in [rolls.kept(dice, left), *parts(dice)]:
        action = step(known, player, kept)
        found[action] = max(found.get(action, 0.0), rolls.worth(kept, left))
    return found
