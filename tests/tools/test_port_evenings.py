"""Evenings at a real port find nothing, and find what is planted."""

from collections import Counter

import pytest

from host.tools.port_evenings import evening
from tavolo_host.board.port import Port


@pytest.mark.slow
def test_in_twenty_evenings_a_laptop_comes_back_to_its_board_and_to_no_other() -> None:
    told: Counter[str] = Counter()
    assert [problem for number in range(20) if (problem := evening(f"1 {number}", told))] == []


@pytest.mark.slow
@pytest.mark.parametrize(("judged_by", "verdict"), [("_is_wanted", True), ("_may_be_another", False)])
def test_a_laptop_that_takes_any_board_is_found(judged_by: str, verdict: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Port, judged_by, lambda *_: verdict)
    assert any("board" in evening(f"1 {number}", Counter()) for number in range(20))
