"""Virtual players: for each game a module that chooses among the legal actions what a sensible person would.

A player is given the position as it is known at its seat (`view`), never more. Where the board itself makes the
chance, the module also has `read`, which finds its outcome in the lights.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any

# The name of a game -> its module in this package.
PLAYERS = {
    "david-goliath": "david_goliath",
    "bambuti": "bambuti",
    "yellowstone-park": "yellowstone",
    "kuh-vadis": "kuh_vadis",
    "tanz-der-hornochsen": "hornochsen",
}


Colours = Sequence[tuple[int, int, int]]


def reader_of(game: Any) -> Callable[[Any, Colours], tuple[int, ...] | None] | None:
    """Return read(position, field): chance's action as the field's pixels show it, or None while they do not.

    None for a game whose chance is in people's hands: they deal.
    """
    return getattr(_module(game), "read", None)


def choose(game: Any, known: Any, player: int, random: Random) -> tuple[int, ...]:
    """Return the action that `player` takes in the position `known` (a view of that player); () to wait for others."""
    action: tuple[int, ...] = _module(game).choose(known, player, random)
    return action


def _module(game: Any) -> Any:
    return import_module(f"tavolo_host.players.{PLAYERS[game.NAME]}")
