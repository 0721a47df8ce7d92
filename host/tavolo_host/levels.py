"""How good a virtual player is: the levels that can be chosen at the table, and in an arena.

plain      plays whatever the rules let it; only an arena has it, as a measure for the others
easy       as the sensible one, but for some of its decisions, which it makes as the plain one does
sensible   each game's own player, which weighs what it does by that game's figures
strong     searches: it plays on, many times, in positions that agree with what it knows
"""

from random import Random
from typing import TYPE_CHECKING

from tavolo_host import game_parts, search
from tavolo_host.virtual import plain

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

PLAIN = "plain"
LEVELS = EASY, SENSIBLE, STRONG = "easy", "sensible", "strong"

SLIPS = 0.4  # the share of its decisions that the easy one makes without a thought


def choose(game: "Game", known: "Position", player: int, random: Random, level: str) -> "Action":
    """Return the action that a virtual player of this level takes as `player`; () to wait for others.

    It is given the position `known` at its seat (a view of that player), never more.
    """
    if level == PLAIN or (level == EASY and random.random() < SLIPS):
        return plain.choose(game, known, player, random)
    if level == STRONG:
        return search.choose(game, known, player, random)
    return game_parts.choose(game, known, player, random)
