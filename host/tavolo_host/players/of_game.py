"""What a game's own player says: how it chooses and why, what a position is worth, and what agrees with a view."""

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from tavolo_host.players import determinization
from tavolo_host.runtime.game_folders import folder_of, part_of

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, P, Position
    from tavolo_host.players.player import Determinize, Player, Points


def choose(game: "Game", known: "Position", player: int, random: Random) -> "Action":
    """Return the action that a virtual player takes as `player`; () to wait for others.

    It is given the position `known` at its seat (a view of that player), never more.
    """
    virtual: Player = part_of(game.NAME, ".player")
    return virtual.choose(known, player, random)


def why(game: "Game", known: "Position", player: int, action: "Action", random: Random, is_own: bool) -> str:
    """Return what speaks for an action of `player`, with the figures that decided, in the language spoken now.

    `known` is a view of that player, in which `choose`, with the same `random`, weighs as this does. What is for
    everybody rather than for the player's own eyes names no card that the player still holds.
    """
    virtual: Player = part_of(game.NAME, ".player")
    return virtual.why(known, player, action, random, is_own)


def points(game: "Game", position: "Position") -> list[float]:
    """Return how everybody stands in a position, more being better.

    Of a game whose player has no `points`, who has won has one, shared among all who have.
    """
    own: Points | None = getattr(part_of(game.NAME, ".player"), "points", None)
    return shares(game, position) if own is None else own(position)


def shares(game: "Game", position: "Position") -> list[float]:
    """Return everybody's share of the win: one for who has won alone, nothing for anybody before the end."""
    winners = (game.outcome(position) or ())[1:]
    return [(player in winners) / len(winners) if winners else 0.0 for player in range(position.players)]


def has_points(game: "Game") -> bool:
    """Return whether a game's player has `points`: whether a lead is counted in any."""
    return hasattr(part_of(game.NAME, ".player"), "points")


def determinize(game: "Game[P]", known: "P", player: int, random: Random) -> "P":
    """Return a position with every card known, one of those that agree with `known`, a view of `player`.

    Each that agrees is as likely. A game's own `.search` draws it, where that has a `determinize`, otherwise what draws
    one for any game. ValueError, in a sentence, for a view that no position agrees with.
    """
    own: Determinize[P] | None = getattr(search_of(game.NAME), "determinize", None)
    return own(known, player, random) if own else determinization.determinize(game, known, player, random)


@cache
def search_of(game_name: str) -> Any:
    """Return the module with what a game says of how it goes on (`Search` of `player.pyi`), None without one."""
    return part_of(game_name, ".search") if (folder_of(game_name) / "search.py").exists() else None
