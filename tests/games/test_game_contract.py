"""What a game has to have is said to type checkers, by `Game` of the rules: that they are shown every game."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tavolo.games import GAMES
from tavolo_host.game_parts import folder_of
from tests.games.fitting import program

ROOT = Path(__file__).parents[2]


def test_type_checkers_are_shown_every_part_of_every_game() -> None:
    imported = re.findall(r"^import (\S+)$", program(), re.MULTILINE)
    shown = [module for module in imported if not module.endswith(".worlds")]
    own = [folder for folder in GAMES if (folder_of(folder) / "worlds.py").exists()]
    assert [module for module in imported if module not in shown] == [
        f"tavolo_host.games.{each}.worlds" for each in own
    ]
    assert len(set(shown)) == len(shown) == 6 * len(GAMES)
    assert all(sum(f".{folder}." in f"{module}." for module in shown) == 6 for folder in GAMES)


@pytest.mark.slow
def test_a_part_of_another_game_is_an_error(tmp_path: Path) -> None:
    wrong = "player: Player[tavolo.games.kuh_vadis.rules.Position] = tavolo_host.games.bambuti.player"
    (tmp_path / "fit.py").write_text(f"{program()}\n{wrong}\nwords: Words = tavolo.games.bambuti\n")
    command = [sys.executable, "-m", "mypy", str(tmp_path / "fit.py")]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False).stdout
    line = len(program().splitlines()) + 1
    errors = [each for each in told.splitlines() if ": error" in each]
    found = [each.partition(": error")[0].rpartition("/")[2] for each in errors]
    assert found == [f"fit.py:{line}", f"fit.py:{line + 1}"]
