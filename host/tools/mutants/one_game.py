"""A plugin of pytest, with which tests that play random games of every kind play those of one: `--only-game NAME`.

A game does not know another, so a slip in one of them is noticed in its own games or in none.
"""

from importlib import import_module
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only-game", metavar="NAME", help="play random games of this game alone")


def pytest_configure(config: pytest.Config) -> None:
    name: str = config.getoption("only_game")
    play: Any = import_module("tests.rules.play")  # before the files of tests take anything from it
    every = play.dealt_setups
    play.dealt_setups = lambda *games: [(setup, numbers) for setup, numbers in every(*games) if name == setup.game.NAME]
