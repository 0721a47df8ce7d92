"""What a game has to have, as `Game` of the rules says it to type checkers, and that they are shown every game."""

import ast
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import tavolo.rules
import tavolo.scenes
import tavolo_host.players
from tavolo.rules import GAMES, load, names
from tavolo.scenes import SCENES
from tavolo_host.players import PLAYERS


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


def checked(package: ModuleType, stub: str) -> list[str]:
    """The names of which such a file says what type they have to fit: `_: Game[Position] = module`."""
    return [
        part.value.id for part in described(package, stub).body if isinstance(getattr(part, "value", None), ast.Name)
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


def test_type_checkers_are_shown_every_game_with_its_scene_and_its_player() -> None:
    assert checked(tavolo.rules, "games.pyi") == [module for _, module in GAMES]
    assert {module for _, module in SCENES} <= set(checked(tavolo.scenes, "scene.pyi"))
    assert set(PLAYERS.values()) <= set(checked(tavolo_host.players, "player.pyi"))
