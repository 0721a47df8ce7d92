"""The lights of whole games on both Pythons: the same bytes for the strips as ever."""

from pathlib import Path

import pytest

from tests.lights import lights_sample
from tests.micropython.node import run_on_micropython


@pytest.mark.parametrize("sample", range(len(lights_sample.SAMPLES)), ids=str)
def test_a_whole_game_gives_the_strips_the_bytes_that_are_written_down_on_both_pythons(sample: int) -> None:
    golden = lights_sample.SAMPLES[sample][-1]
    assert lights_sample.checksum_of(sample) == golden
    there = run_on_micropython(Path(lights_sample.__file__), str(sample))
    assert (there.stdout.strip(), there.stderr) == (str(golden), "")
