"""The lights on MicroPython: the same bytes for the strips as on CPython, over whole games."""

from pathlib import Path

from tests.lights import lights_sample
from tests.micropython.node import run_on_micropython


def test_whole_games_give_the_strips_the_same_bytes_on_both_pythons() -> None:
    here = lights_sample.all_checksums()
    assert len({tuple(checks) for checks in here}) == len(here)
    there = run_on_micropython(Path(lights_sample.__file__))
    assert (there.stdout.strip(), there.stderr) == (str(here), "")
