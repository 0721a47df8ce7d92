"""Evenings at a real port find nothing, and find what is planted; with TAVOLO_EVENINGS=N there are N of them."""

import os
from pathlib import Path
from random import Random

import pytest

from tavolo_host.board.port import Port
from tests.board.port_evenings import Evening

EVENINGS = range(int(os.environ.get("TAVOLO_EVENINGS", "20")))


def play(folder: Path, *numbers: int) -> None:
    for number in numbers:
        place = folder / str(number)
        place.mkdir()
        Evening(place, Random(f"1 {number}")).play()


@pytest.mark.slow
@pytest.mark.parametrize("number", EVENINGS)
def test_a_laptop_comes_back_to_its_board_and_to_no_other(number: int, tmp_path: Path) -> None:
    play(tmp_path, number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("judged_by", "verdict", "problem"),
    [
        ("_is_wanted", True, "The named board is not found."),
        ("_may_be_another", False, "The command changes the other board."),
    ],
)
def test_a_laptop_that_takes_any_board_is_found(
    judged_by: str, verdict: bool, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Port, judged_by, lambda *_: verdict)
    with pytest.raises(AssertionError, match=problem):
        play(tmp_path, *EVENINGS)
