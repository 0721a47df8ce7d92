"""The random player, for any game: plays any legal action. It seldom wins, but games come to their end."""

from random import Random
from typing import TYPE_CHECKING

from tavolo_host.players.reasons import Reason, only_one
from tavolo_host.texts.language import _

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, P

GIVING_UP = ("pass", "stop")  # words of verbs


def choose(game: "Game[P]", known: "P", player: int, random: Random) -> "Action":
    """Return a random action of `player`, passing or stopping only if there is nothing else; () if there is none."""
    return random.choice(_preferred(game, known, player) or [()])


def why(game: "Game[P]", known: "P", player: int) -> Reason:
    """Return why it acts: it has no reasons, but tells among how many actions it chose."""
    count = len(_preferred(game, known, player))
    if count == 1:
        return only_one()
    words = _("Picked at random from {} choices: this virtual player does not compare moves.")
    return Reason(words.format(count))


def _preferred(game: "Game[P]", known: "P", player: int) -> "list[Action]":
    """Return what `player` may do, without passing or stopping unless there is nothing else."""
    actions = game.legal(known, player)
    count = len(actions)
    while count and game.action_text(actions[count - 1]).split()[0] in GIVING_UP:  # these are listed last
        count -= 1
    return actions[:count] or actions
