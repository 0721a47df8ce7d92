"""Asks a game's own player: how it chooses and why, what a position is worth, and what agrees with a view."""

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from tavolo.rules.contract import TABLE
from tavolo_host.players import determinization
from tavolo_host.players.reasons import Reason
from tavolo_host.runtime.game_folders import folder_of, part_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tavolo.rules.game import Action, Game, P, Position
    from tavolo_host.players.player import Player


def choose(game: "Game", known: "Position", player: int, random: Random) -> "Action":
    """Return the action of the game's virtual player as `player`; () to wait for others.

    It knows only the position `known`, a view of that player.
    """
    virtual: Player = part_of(game.NAME, ".player")
    return virtual.choose(known, player, random)


def why(game: "Game", known: "Position", player: int, action: "Action", random: Random) -> Reason:
    """Return the reason for an action of `player`, in the current language.

    `known` is a view of that player, which this weighs as `choose` does with the same `random`. So it tells something
    of all that the player knows.
    """
    virtual: Player = part_of(game.NAME, ".player")
    return virtual.why(known, player, action, random)


def effect(game: "Game", seen: "Position", action: "Action") -> str:
    """Return what an action did, as everybody could see, in the current language; "" if there is nothing to say.

    `seen` is the view that everybody had before it. A game's player may have `effect(seen, action)` for that.
    """
    own: Callable[[Any, Action], str] | None = getattr(part_of(game.NAME, ".player"), "effect", None)
    return own(seen, action) if own else ""


def knows_more(game: "Game", position: "Position", player: int) -> bool:
    """Return whether a player knows more of a position than everybody."""
    return game.position_text(game.view(position, player)) != game.position_text(game.view(position, TABLE))


def points(game: "Game", position: "Position") -> list[float]:
    """Return everybody's points in a position, more being better.

    If the game's player has no `points`, a win counts one, shared among all winners.
    """
    own: Callable[[Any], list[float]] | None = getattr(part_of(game.NAME, ".player"), "points", None)
    return shares(game, position) if own is None else own(position)


def shares(game: "Game", position: "Position") -> list[float]:
    """Return everybody's share of the win: one for a sole winner, nothing for anybody before the end."""
    winners = (game.outcome(position) or ())[1:]
    return [(player in winners) / len(winners) if winners else 0.0 for player in range(position.players)]


def has_points(game: "Game") -> bool:
    """Return whether a game's player has `points`, by which a lead is counted."""
    return hasattr(part_of(game.NAME, ".player"), "points")


def final_points(game: "Game", position: "Position") -> tuple[float, ...]:
    """Return everybody's points at the end of a game; () before it, and for a game whose player has no `points`."""
    return tuple(points(game, position)) if has_points(game) and game.outcome(position) else ()


def determinize(game: "Game[P]", known: "P", player: int, random: Random) -> "P":
    """Return a position with every card known that agrees with `known`, a view of `player`.

    All such positions are equally likely. A game's own `.search` draws it if it has a `determinize`, otherwise the one
    for all games does. ValueError, in a sentence, for a view that no position agrees with.
    """
    own: Callable[[P, int, Random], P] | None = getattr(search_of(game.NAME), "determinize", None)
    return own(known, player, random) if own else determinization.determinize(game, known, player, random)


@cache
def search_of(game_name: str) -> Any:
    """Return the module with a game's heuristics for the search (`ismcts.Heuristics`), None without one."""
    return part_of(game_name, ".search") if (folder_of(game_name) / "search.py").exists() else None
