"""A plain virtual player, of any game: plays whatever the rules let it. It seldom wins, but games come to their end."""

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, P

GIVING_UP = ("pass", "stop")  # words of verbs


def choose(game: "Game[P]", known: "P", player: int, random: Random) -> "Action":
    """Return one of what `player` may do, who passes or stops only if there is nothing else; () with nothing at all."""
    actions = game.legal(known, player)
    others = [action for action in actions if game.action_text(action).split()[0] not in GIVING_UP]
    return random.choice(others or actions or [()])
