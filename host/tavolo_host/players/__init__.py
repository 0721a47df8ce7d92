"""Virtual players: for each game a module that chooses among the legal actions what a sensible person would.

A player is given the position as it is known at its seat (`view`), never more. Where the board itself makes the
chance, the module also has `read`, which finds its outcome in the lights.
"""

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position
    from tavolo_host.players.player import Player, Read

# The name of a game -> its module in this package.
PLAYERS = {
    "david-goliath": "david_goliath",
    "bambuti": "bambuti",
    "yellowstone-park": "yellowstone",
    "kuh-vadis": "kuh_vadis",
    "tanz-der-hornochsen": "hornochsen",
}


def reader_of(game: "Game") -> "Read | None":
    """Return read(position, field): chance's action as the field's pixels show it, or None while they do not.

    None for a game whose chance is in people's hands: they deal.
    """
    return getattr(_module(game), "read", None)


def choose(game: "Game", known: "Position", player: int, random: Random) -> "Action":
    """Return the action that `player` takes in the position `known` (a view of that player); () to wait for others."""
    return _module(game).choose(known, player, random)


def _module(game: "Game") -> "Player":
    return import_module(f"tavolo_host.players.{PLAYERS[game.NAME]}")
