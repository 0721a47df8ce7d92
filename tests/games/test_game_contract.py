"""What a game has to have, as `Game` of the rules says it to type checkers, and that they are shown every game."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import tavolo.rules
from tavolo.games import GAMES, load, names
from tavolo_host.game_parts import folder_of
from tests.games.fitting import program

ROOT = Path(__file__).parents[2]


def described(package: ModuleType, stub: str) -> ast.Module:
    """What a file beside a package's modules tells type checkers."""
    (folder,) = package.__path__
    return ast.parse((Path(folder) / stub).read_text(encoding="utf-8"))


def contract() -> tuple[list[str], list[str]]:
    """The data and the verbs of a game."""
    for statement in described(tavolo.rules, "game.pyi").body:
        if isinstance(statement, ast.ClassDef) and statement.name == "Game":
            data = [part.target.id for part in statement.body if isinstance(part, ast.AnnAssign)]
            return data, [part.name for part in statement.body if isinstance(part, ast.FunctionDef)]
    raise AssertionError("There is no class Game.")


def missing_from(game: object) -> list[str]:
    """The data and verbs that a game lacks."""
    data, verbs = contract()
    return [name for name in data if not hasattr(game, name)] + [
        name for name in verbs if not callable(getattr(game, name, None))
    ]


def test_the_contract_has_data_and_verbs() -> None:
    data, verbs = contract()
    assert data == ["NAME", "TITLE", "SEATS", "OPTIONS", "CARDS"]
    assert {"start", "legal", "apply", "card_from_text"} < set(verbs)


@pytest.mark.parametrize("name", names())
def test_a_game_has_every_datum_and_every_verb_of_the_contract(name: str) -> None:
    assert missing_from(load(name)) == []


def test_what_a_game_lacks_is_named() -> None:
    parts = dict(vars(load(names()[0])))
    del parts["CARDS"], parts["waits"]
    parts["actor"] = 1
    assert missing_from(SimpleNamespace(**parts)) == ["CARDS", "waits", "actor"]


def test_type_checkers_are_shown_every_part_of_every_game() -> None:
    imported = re.findall(r"^import (\S+)$", program(), re.MULTILINE)
    shown = [module for module in imported if not module.endswith(".worlds")]
    own = [folder for folder in GAMES if (folder_of(folder) / "worlds.py").exists()]
    assert [module for module in imported if module not in shown] == [
        f"tavolo_host.games.{each}.worlds" for each in own
    ]
    assert len(set(shown)) == len(shown) == 6 * len(GAMES)
    assert all(sum(f".{folder}" in module for module in shown) == 6 for folder in GAMES)


def test_a_part_of_another_game_is_an_error(tmp_path: Path) -> None:
    wrong = "player: Player[tavolo.games.kuh_vadis.rules.Position] = tavolo_host.games.bambuti.player"
    (tmp_path / "fit.py").write_text(f"{program()}\n{wrong}\nwords: Words = tavolo.games.bambuti\n")
    command = [sys.executable, "-m", "mypy", str(tmp_path / "fit.py")]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False).stdout
    line = len(program().splitlines()) + 1
    errors = [each for each in told.splitlines() if ": error" in each]
    found = [each.partition(": error")[0].rpartition("/")[2] for each in errors]
    assert found == [f"fit.py:{line}", f"fit.py:{line + 1}"]
