"""`Game` of the rules tells type checkers what a game needs: they detect what is missing."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.fitting import program

ROOT = Path(__file__).parents[2]


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
