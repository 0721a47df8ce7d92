"""The agent that learns: it does, and says so."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

HOST = Path(__file__).parents[2] / "host"


def test_an_agent_that_has_learned_wins_more_often(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(HOST / "examples" / "pettingzoo_agent.py"))["main"]("yellowstone-park", 300, judged=60)
    before, after = map(float, re.findall(r"it wins ([\d.]+)% of 60", capsys.readouterr().out))
    assert 30 < before < 70
    assert after > before + 15


def test_commands_on_the_page_can_be_typed() -> None:
    (shown,) = re.findall(r"```python\n(.*?)```", (HOST / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    made: dict[str, Any] = {}
    exec(shown, made)
    assert made["game"].num_players() == made["env"].max_num_agents == 4
