"""Imports between packages are checked: each contract of pyproject.toml fails when an import that breaks it is planted.

The linter reads the sources once; imports are planted in the graph that it has built.
"""

import ast
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from importlinter import configuration
from importlinter.application.app_config import settings
from importlinter.application.use_cases import lint_imports, read_user_options

configuration.configure()
PYPROJECT = str(Path(__file__).parents[2] / "pyproject.toml")
BUILDER = settings.GRAPH_BUILDER
FIRMWARE = Path(PYPROJECT).parent / "firmware" / "tavolo"
PACKAGES = ["tavolo", "tavolo_host"]


class Read:
    """A stand-in for the linter's graph builder, which returns a graph that exists already."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph

    def build(self, *, exclude_type_checking_imports: bool, **asked: Any) -> Any:
        assert not exclude_type_checking_imports, "imports for type checkers count too"
        assert asked["root_package_names"] == PACKAGES
        return self._graph


@pytest.fixture(scope="module")
def imports() -> Any:
    """The graph of all imports."""
    return BUILDER.build(
        root_package_names=PACKAGES,
        include_external_packages=False,
        exclude_type_checking_imports=False,
        cache_dir=None,
    )


def is_kept(monkeypatch: pytest.MonkeyPatch, graph: Any, contract: str) -> bool:
    """Whether the linter finds that a graph keeps a contract."""
    monkeypatch.setattr(settings, "GRAPH_BUILDER", Read(graph))
    kept: bool = lint_imports(PYPROJECT, (contract,), cache_dir=None, is_debug_mode=True, no_logo=True)
    return kept


def contracts() -> list[str]:
    return [options["id"] for options in read_user_options(PYPROJECT).contracts_options]


def test_the_imports_keep_each_contract(monkeypatch: pytest.MonkeyPatch, imports: Any) -> None:
    named = ["layers", "play", "scenes", "rules", "games", "games-laptop", "board", "packages", "display", "circles"]
    assert contracts() == named
    for contract in contracts():
        assert is_kept(monkeypatch, imports, contract), contract


@pytest.mark.parametrize(
    ("contract", "importer", "imported"),
    [
        ("layers", "tavolo.lights.palette", "tavolo.link.frames"),
        ("layers", "tavolo.link.frames", "tavolo.journal.ring"),
        ("layers", "tavolo.journal.ring", "tavolo.seat.slot"),
        ("layers", "tavolo.seat.slot", "tavolo.lights.palette"),
        ("layers", "tavolo.lights.stage", "tavolo.play.council"),
        ("layers", "tavolo.rules.record", "tavolo.wiring"),
        ("layers", "tavolo.play.lobby", "tavolo.table"),
        ("layers", "tavolo.maker.settings", "tavolo.requests"),
        ("layers", "tavolo.unfiled", ""),
        ("play", "tavolo.play.play", "tavolo.play.referee"),
        ("play", "tavolo.play.council", "tavolo.play.referee"),
        ("play", "tavolo.play.resuming", "tavolo.play.dispatcher"),
        ("play", "tavolo.play.unfiled", ""),
        ("scenes", "tavolo.games.bambuti.scene", "tavolo.journal.ring"),
        ("scenes", "tavolo.games.kuh_vadis.rules", "tavolo.seat.slot"),
        ("games", "tavolo.games.bambuti.rows", "tavolo.games.tanz_der_hornochsen.rules"),
        ("rules", "tavolo.games.yellowstone_park.frames", "tavolo.lights.palette"),
        ("games-laptop", "tavolo_host.games.bambuti.player", "tavolo_host.games.kuh_vadis.player"),
        ("board", "tavolo.play.reasons", "tavolo_host.board.log"),
        ("packages", "tavolo_host.board.port", "tavolo_host.display.live.page"),
        ("packages", "tavolo_host.players.ismcts", "tavolo_host.display.parts.game_display"),
        ("packages", "tavolo_host.simulator.hardware", "tavolo_host.people.person"),
        ("packages", "tavolo_host.texts.sentences", "tavolo_host.board.mirror"),
        ("packages", "tavolo_host.research.play", "tavolo_host.arena.playing"),
        ("packages", "tavolo_host.unfiled", ""),
        ("display", "tavolo_host.display.parts.moment", "tavolo_host.display.model.commands"),
        ("display", "tavolo_host.display.access.guard", "tavolo_host.display.model.commands"),
        ("display", "tavolo_host.display.model.commands", "tavolo_host.display.live.page"),
        ("display", "tavolo_host.display.live.page", "tavolo_host.display.past.history_page"),
        ("display", "tavolo_host.display.lobby.front_door", "tavolo_host.display.ending.end_panel"),
        ("display", "tavolo_host.display.unfiled", ""),
        ("circles", "tavolo.seat.keys", "tavolo.seat.seat"),
        ("circles", "tavolo_host.board.log", "tavolo_host.board.mirror"),
        ("circles", "tavolo_host.history.history", "tavolo_host.history.analysis.statistics"),
    ],
)
def test_an_import_against_a_contract_is_found(
    monkeypatch: pytest.MonkeyPatch, imports: Any, contract: str, importer: str, imported: str
) -> None:
    planted = deepcopy(imports)
    if imported:
        assert {importer, imported} <= planted.modules
        planted.add_import(importer=importer, imported=imported)
    else:
        planted.add_module(importer)
    assert not is_kept(monkeypatch, planted, contract)


def test_no_class_of_the_board_has_a_property() -> None:
    assert not [file.name for file in FIRMWARE.rglob("*.py") if "@property" in file.read_text(encoding="utf-8")]


def test_the_referee_alone_writes_its_fields() -> None:
    written = [
        f"{file.name}: {ast.unparse(node)}"
        for file in FIRMWARE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        if ast.unparse(node.value).split(".")[-1] in ("referee", "_referee")
    ]
    assert not written
