"""The example learns, and says so."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tavolo_host.research.example import main


def test_a_trained_player_wins_more_often(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["example", "--games", "300", "--judged", "60"])
    main()
    before, after = map(float, re.findall(r"(?:before|after): ([\d.]+) of the wins", capsys.readouterr().out))
    assert 0.3 < before < 0.7
    assert after > before + 0.15


def test_commands_on_the_page_can_be_typed() -> None:
    page = (Path(__file__).parents[2] / "host" / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    made: dict[str, Any] = {}
    exec(shown, made)
    assert made["game"].num_players() == made["env"].max_num_agents == 4
