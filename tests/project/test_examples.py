"""What a programmer sees first: the eight lines of the front page, exactly as printed, and the programs in examples."""

import re
import runpy
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
EXAMPLES = HOUSE / "host" / "examples"
MOST_LINES = 60


def printed_by(name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that an example prints for a few games."""
    runpy.run_path(str(EXAMPLES / name))["main"](games=8)
    return capsys.readouterr().out.splitlines()


def test_the_front_page_shows_eight_lines_that_print_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (shown,) = re.findall(r"```python\n(.*?)```", (HOUSE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(shown, {})
    lines = [line for line in shown.splitlines() if line]
    assert len(lines) == 8
    assert capsys.readouterr().out.splitlines() == [line.split("  # ")[1] for line in lines if "  # " in line]


def test_a_bot_plays_against_every_level_and_says_how_often_it_wins(capsys: pytest.CaptureFixture[str]) -> None:
    found = [
        re.match(r"Against three (\w+) players the bot wins \d+% of 8", line) for line in printed_by("bot.py", capsys)
    ]
    assert [each and each[1] for each in found] == ["plain", "easy", "sensible"]


def test_a_rule_of_ones_own_is_told_and_changes_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    *_, told, changed = printed_by("own_rule.py", capsys)
    assert told == "Player 2 gets 10 points more."
    assert re.fullmatch(r"The new rule changes who wins in [1-8] of 8 games\.", changed)


def test_without_its_extra_the_agent_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tavolo_host.research.for_pettingzoo", None)
    with pytest.raises(SystemExit, match=r"needs PettingZoo.*pip install '\.\[research\]'"):
        runpy.run_path(str(EXAMPLES / "pettingzoo_agent.py"))


def test_every_example_fits_on_a_page() -> None:
    for file in EXAMPLES.glob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, file.name
