"""The same games on CPython and on MicroPython: equal digests after every action."""

import subprocess
import sys

from tavolo.games import load, names
from tests.micropython.node import ROOT, run_on_micropython

GAMES_A_SEAT_COUNT = 20
PROGRAM = ROOT / "tests" / "micropython" / "random_games.py"


def test_random_games_have_equal_digests_at_every_step_on_both_interpreters() -> None:
    here = subprocess.run(
        [sys.executable, "-m", "tests.micropython.random_games", str(GAMES_A_SEAT_COUNT)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    there = run_on_micropython(PROGRAM, str(GAMES_A_SEAT_COUNT))
    assert there.returncode == 0, there.stderr
    lines = here.stdout.splitlines()
    seat_counts = sum(load(name).SEATS[1] - load(name).SEATS[0] + 1 for name in names())
    assert len(lines) == seat_counts * GAMES_A_SEAT_COUNT
    for mine, theirs in zip(lines, there.stdout.splitlines(), strict=True):
        assert mine == theirs
