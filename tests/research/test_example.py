"""The example: it learns, and says so."""

import re
import sys

import pytest

from tavolo_host.research.example import main


def test_what_has_learned_wins_more_often(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["example", "--games", "300", "--judged", "60"])
    main()
    before, after = map(float, re.findall(r"(?:before|after): ([\d.]+) of the wins", capsys.readouterr().out))
    assert 0.3 < before < 0.7
    assert after > before + 0.15
