"""The baseline: the first sensible player of each game, frozen: the level `first`, which only an arena has.

It reads what a card, a tile or a roll does like the game's player, and weighs it by figures of its own. It is never
improved: the strength of later players is measured against it.
"""

from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tavolo.games import folder_of

if TYPE_CHECKING:
    from tavolo.rules.game import Action


def files(game_name: str) -> list[Path]:
    """Return the modules of a game's baseline; none for a game without one."""
    return sorted(Path(__file__).parent.glob(f"{folder_of(game_name)}*.py"))


def choose(game: Any, known: Any, player: int, random: Random) -> "Action":
    """Return the baseline's action as `player`, by a view of that player; () to wait for others."""
    chosen: Action = import_module(f"{__name__}.{folder_of(game.NAME)}").choose(known, player, random)
    return chosen
