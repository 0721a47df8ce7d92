"""How good a virtual player is: the levels that can be chosen at the table, and in an arena.

plain      plays whatever the rules let it; only an arena has it, as a measure for the others
first      the sensible one as it was at first, frozen (`arena.baseline`); only an arena has it, as another measure
easy       as the sensible one, but for some of its decisions, which it makes as the plain one does
sensible   each game's own player, which weighs what it does by that game's figures
strong     searches: it plays on, many times, in positions that agree with what it knows
"""

from random import Random
from typing import TYPE_CHECKING

from tavolo_host.players import ismcts, of_game, random_player, reasons
from tavolo_host.players.settings import EASY, SENSIBLE, STRONG
from tavolo_host.players.thinking import Answer, Moment
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

RANDOM, FIRST = "plain", "first"
IN_ARENA = RANDOM, EASY, FIRST, SENSIBLE, STRONG

MISTAKES = 0.4  # the share of its decisions that the easy one makes without a thought


def choose(game: "Game", known: "Position", player: int, random: Random, level: str) -> "Action":
    """Return the action that a virtual player of this level takes as `player`; () to wait for others.

    It is given the position `known` at its seat (a view of that player), never more.
    """
    if level == RANDOM or (level == EASY and random.random() < MISTAKES):
        return random_player.choose(game, known, player, random)
    if level == STRONG:
        return ismcts.choose(game, known, player, random)
    return of_game.choose(game, known, player, random)


def think(moment: Moment, iterations: int | None = None, besides: "Action" = ()) -> Answer:
    """Return what a player of the moment's level decides, with the figures of a search.

    A search has as many iterations where only one action is considered: otherwise its reasons would tell everybody so.
    The action that is named `besides` is considered in any case.
    """
    game, known, player, random, level = moment
    if level != STRONG or not ismcts.considered(game, known, player):
        return Answer(choose(*moment), level)
    try:
        figures = ismcts.searched(game, known, player, random, iterations, besides=besides)
    except ValueError:  # as after somebody's mistake at the table: no world agrees with what is known
        return Answer(of_game.choose(game, known, player, random), SENSIBLE)
    return Answer(ismcts.best(figures), level, figures)


def why(moment: Moment, action: "Action", answer: Answer, is_own: bool) -> str:
    """Return what speaks for an action by the figures of the level that has answered (see `Engine.why`)."""
    game, known, player, random, _level = moment
    if answer.figures and action in answer.figures:
        called = reasons.names(game, known) if is_own else None
        return reasons.searched(answer.figures, action, of_game.has_points(game), called)
    if answer.level == EASY and random.random() < MISTAKES:
        return _("A move without much thought, as happens at the easy level.")
    return of_game.why(game, known, player, action, random, is_own)
