"""The lights on MicroPython: the same bytes for the strips as on CPython, over a whole game."""

from pathlib import Path

from tests.firmware import lights_sample
from tests.micropython.node import run_on_micropython


def test_a_whole_game_gives_the_strips_the_same_bytes_on_both_pythons() -> None:
    here = [lights_sample.checksums(limit_ma) for limit_ma in (400, 250)]
    assert len({check for checks in here for check in checks}) == 6
    dice = [lights_sample.dice_checksums(limit_ma) for limit_ma in (400, 250)]
    assert len({tuple(checks) for checks in dice}) == 2
    there = run_on_micropython(Path(lights_sample.__file__))
    assert (there.stdout.strip(), there.stderr) == (f"{here[0]} {here[1]}\n{dice[0]} {dice[1]}", "")
