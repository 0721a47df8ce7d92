"""The first edition of each game's own player, frozen: the level `first`, which only an arena has.

What a card, a tile or a roll does is read as the game's player reads it; what that is worth is told by figures of its
own. None is mended or made better: how strong later players are is told against it.
"""

from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tavolo.games import folder_of

if TYPE_CHECKING:
    from tavolo.rules.game import Action


def files(game_name: str) -> list[Path]:
    """Return the modules of a game's first edition; none for a game that has no such player."""
    return sorted(Path(__file__).parent.glob(f"{folder_of(game_name)}*.py"))


def choose(game: Any, known: Any, player: int, random: Random) -> "Action":
    """Return the action that the first edition takes as `player`, by a view of that player; () to wait for others."""
    chosen: Action = import_module(f"{__name__}.{folder_of(game.NAME)}").choose(known, player, random)
    return chosen
