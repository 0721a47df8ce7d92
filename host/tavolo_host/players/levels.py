"""How good a virtual player is: the levels that can be chosen at the table, and in an arena.

plain      the random player: plays any legal action; only an arena has it, as a measure for the others
easy       like sensible, but makes some decisions like the random player
sensible   each game's own player, which weighs its actions by that game's figures
strong     searches: plays on many times in positions that agree with what it knows
"""

from random import Random
from typing import TYPE_CHECKING

from tavolo_host.players import ismcts, of_game, random_player, reasons
from tavolo_host.players.settings import EASY, SENSIBLE, STRONG
from tavolo_host.players.thinking import Answer, Decision
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

RANDOM = "plain"
IN_ARENA = RANDOM, EASY, SENSIBLE, STRONG

MISTAKES = 0.4  # the share of its decisions that the easy level makes at random


def choose(game: "Game", known: "Position", player: int, random: Random, level: str) -> "Action":
    """Return the action of a virtual player of this level as `player`; () to wait for others.

    It knows only the position `known`, a view of that player.
    """
    if level == STRONG:
        actions = ismcts.considered(game, known, player)
        if len(actions) < 2:
            return actions[0] if actions else ()
        return think(Decision(game, known, player, random, level)).action
    is_careless = level == RANDOM or (level == EASY and random.random() < MISTAKES)
    way = random_player.choose if is_careless else of_game.choose
    return way(game, known, player, random)


def think(decision: Decision, iterations: int | None = None) -> Answer:
    """Return what a player of the decision's level does, with the figures of a search.

    A search takes the same number of iterations when only one action is possible: otherwise the time that it takes
    would tell everybody so.
    """
    game, known, player, random, level = decision
    if level != STRONG or not ismcts.considered(game, known, player):
        return Answer(choose(game, known, player, random, level), level)
    try:
        figures = ismcts.searched(decision, iterations)
    except ValueError:  # no position agrees with what is known, for example after a mistake at the table
        return Answer(of_game.choose(game, known, player, random), SENSIBLE)
    return Answer(reasons.best(figures), level, figures)


def why(decision: Decision, action: "Action", answer: Answer) -> reasons.Reason:
    """Return the reason for an action, with the figures of the level that answered (see `Engine.why`)."""
    game, known, player, random, _level = decision
    if answer.figures and action in answer.figures:
        words = of_game.why(game, known, player, action, random).words
        called = reasons.names(game, known)
        return reasons.Reason(words, reasons.searched(answer.figures, action, of_game.has_points(game), called))
    if answer.level == EASY and random.random() < MISTAKES:
        return reasons.Reason(_("A move without much thought, as happens at the easy level."))
    return of_game.why(game, known, player, action, random)
