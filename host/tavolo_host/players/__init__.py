"""Virtual players: for each game a module that chooses among the legal actions what a sensible person would.

A player is given the position as it is known at its seat (`view`), never more.
"""

from importlib import import_module
from random import Random
from typing import Any

# The name of a game -> its module in this package.
PLAYERS = {"david-goliath": "david_goliath"}


def choose(game: Any, known: Any, player: int, random: Random) -> tuple[int, ...]:
    """Return the action that `player` takes in the position `known` (a view of that player)."""
    module = import_module(f"tavolo_host.players.{PLAYERS[game.NAME]}")
    action: tuple[int, ...] = module.choose(known, player, random)
    return action
