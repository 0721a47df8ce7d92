"""Kuh Vadis for the strong player: looks two turns ahead, with one plan for all steps of a turn.

The game has no secrets, and dice are put aside one by one: a tree of single actions would know little after many
iterations. The dice to keep can be computed once the marks have values (`plan`).
"""

from random import Random

from tavolo.games.kuh_vadis.position import FACE, MARKING, ROLL, Position
from tavolo.games.kuh_vadis.sheet import ROLLS
from tavolo_host.games.kuh_vadis import player as sensible
from tavolo_host.games.kuh_vadis.dice import Rolls, parts
from tavolo_host.games.kuh_vadis.plan import plan_of
from tavolo_host.games.kuh_vadis.player import next_face, step, values
from tavolo_host.players.reasons import Figure

SAMPLES = 40
DECISIONS = 16  # some two turns
SHORTLIST = 3  # marks

Action = tuple[int, ...]


def rollout_policy(position: Position, player: int, random: Random) -> Action:
    """Return the action of the virtual player."""
    return sensible.choose(position, player, random)


def evaluate(position: Position) -> list[float]:
    """Return both players' shares of the win, if the one whose turn it is plays it as planned."""
    player, plan = position.player, plan_of(position, position.player)
    share = float(plan.rolls.start)
    if position.phase == MARKING:
        share = max(values(position, plan).values())
    elif position.rolls and not position.real_dice:
        dice, left = tuple(sorted(position.dice)), ROLLS - position.rolls
        share = plan.rolls.worth(plan.rolls.kept(dice, left), left)
    return [1 - share, share] if player else [share, 1 - share]


def shortlist(known: Position, player: int, random: Random) -> list[Action]:
    """Return the marks that look best, or the best step towards a mark; none when only real dice decide."""
    if known.phase != MARKING and known.real_dice:
        return []
    return [*figures(known, player, random)][: SHORTLIST if known.phase == MARKING else 1]


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
