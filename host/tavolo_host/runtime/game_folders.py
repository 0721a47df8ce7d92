"""Finds the laptop's part of a game, by the game's name, in the folders of `tavolo_host.games`."""

from importlib import import_module
from pathlib import Path
from typing import Any

import tavolo_host
from tavolo import games


def folder_of(game_name: str) -> Path:
    """Return the folder of the laptop's part of a game."""
    return Path(tavolo_host.__path__[0]) / "games" / games.folder_of(game_name)


def part_of(game_name: str, name: str = "") -> Any:
    """Return a module of a game, such as ".player", or the game's package itself, which has its words."""
    return import_module(f"tavolo_host.games.{games.folder_of(game_name)}{name}")
