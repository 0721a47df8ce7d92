"""Prints a program for a type checker that uses each part of each game as its protocol.

`make check` gives it to mypy: a missing function, or one with other arguments, is an error there.
"""

from tavolo.games import GAMES
from tavolo_host.runtime.game_folders import folder_of

IMPORTS = """
from collections.abc import Callable
from random import Random
from tavolo.games.scene import GameStage, Scene
from tavolo.rules.game import Game, Manifest
from tavolo_host.display.parts.game_display import GameDisplay
from tavolo_host.players.player import Player
from tavolo_host.texts.words import Words
"""
# What a game has, and how it is checked; Position is the class of its rules.
PARTS = (
    ("tavolo.games.{}", "Manifest = {}"),
    ("tavolo.games.{}.rules", "Game[Position] = {}"),
    ("tavolo.games.{}.scene", "Scene[GameStage[Position]] = {}"),
    ("tavolo_host.games.{}", "Words = {}"),
    ("tavolo_host.games.{}.player", "Player[Position] = {}"),
    ("tavolo_host.games.{}.display", "GameDisplay[Position] = {}.Display()"),
)
# Functions that not every game has, by their module there.
FUNCTIONS = (("search", "determinize", "Callable[[{0}, int, Random], {0}]"),)


def program() -> str:
    """Return a program that has no type errors if all games are right."""
    lines = [IMPORTS]
    for folder in GAMES:
        for module, check in PARTS:
            module = module.format(folder)
            lines.append(f"import {module}")
            lines.append(
                f"{module.replace('.', '_')}: {check.format(module)}".replace(
                    "Position", f"tavolo.games.{folder}.rules.Position"
                )
            )
        for part, name, kind in FUNCTIONS:
            file = folder_of(folder) / f"{part}.py"
            if file.exists() and f"\ndef {name}(" in file.read_text(encoding="utf-8"):
                module = f"tavolo_host.games.{folder}.{part}"
                lines += [
                    f"import {module}",
                    f"{name}_{folder}: {kind.format(f'tavolo.games.{folder}.rules.Position')} = {module}.{name}",
                ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(program())
