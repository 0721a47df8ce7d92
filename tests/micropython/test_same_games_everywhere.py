"""The same games on CPython and on MicroPython: equal digests after every action."""

import pytest

from tests.micropython import random_games
from tests.micropython.node import ROOT, run_on_micropython
from tests.rules.play import games_and_players

PROGRAM = ROOT / "tests" / "micropython" / "random_games.py"


@pytest.mark.parametrize("games", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_random_games_have_equal_digests_at_every_step_on_both_interpreters(games: int) -> None:
    here = list(random_games.lines(games))
    there = run_on_micropython(PROGRAM, str(games))
    assert there.returncode == 0, there.stderr
    assert len(here) == games * len(games_and_players())
    for mine, theirs in zip(here, there.stdout.splitlines(), strict=True):
        assert mine == theirs
