"""The lights on MicroPython: the same bytes for the strips as on CPython, over whole games."""

from pathlib import Path

import pytest

from tests.lights import lights_sample
from tests.micropython.node import run_on_micropython


@pytest.mark.parametrize("sample", range(len(lights_sample.SAMPLES)), ids=str)
def test_a_whole_game_gives_the_strips_the_same_bytes_on_both_pythons(sample: int) -> None:
    here = lights_sample.checksums_of(sample)
    assert len({tuple(checks) for checks in here}) == len(here)
    there = run_on_micropython(Path(lights_sample.__file__), str(sample))
    assert (there.stdout.strip(), there.stderr) == (str(here), "")
