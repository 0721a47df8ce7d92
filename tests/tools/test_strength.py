"""How strong a level is against the players of another tree, which decide in a process of that tree."""

import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from host.tools import strength
from host.tools.strength import ROOT, Others, tree_of
from tavolo_host.arena.playing import Match, match
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Store
from tavolo_host.players import levels

TABLE = Contest("david-goliath", 3, ("other:sensible", "easy"), "easy")
SENSIBLE = "    return way(game, known, player, random)\n"


def test_a_copy_without_a_history_is_told_so_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^There are no commits in this copy of Tavolo: .* a clone of its repository"):
        tree_of("HEAD", tmp_path)


def test_a_match_asks_for_each_action_at_the_level_of_the_seat() -> None:
    asked: dict[int, set[str]] = {}

    def choose(game: Any, known: Any, player: int, random: Random, level: str) -> Any:
        asked.setdefault(player, set()).add(level)
        assert known.hands[(player + 1) % 3] is None, "Only what the player may know."
        return game.legal(known, player)[0]

    match(TABLE, 1, choose)
    assert asked == {0: {"other:sensible"}, 1: {"easy"}, 2: {"other:sensible"}}


def tree_that_plays(action: str, tree: Path) -> Path:
    """A copy of this tree, whose sensible players play another action: an expression."""
    for folder in ("firmware", "host/tavolo_host", "host/shims"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("*.css", "*.js", "*.pyc"))
    module = tree / "host/tavolo_host/players/levels.py"
    text = module.read_text(encoding="utf-8")
    assert SENSIBLE in text
    module.write_text(text.replace(SENSIBLE, f"    return {action}\n"), encoding="utf-8")
    return tree


def played(others: Callable[..., Any], number: int = 1) -> Match:
    """A match in which all seats but that of the easy player choose by `others`."""

    def choose(game: Any, known: Any, player: int, random: Random, level: str) -> Any:
        return (partial(levels.choose, level=level) if level == "easy" else others)(game, known, player, random)

    return match(TABLE, number, choose)


@pytest.mark.slow
def test_players_of_the_same_tree_play_the_same_match() -> None:
    with closing(Others(ROOT, "sensible")) as others:
        assert played(others.choose) == played(partial(levels.choose, level="sensible"))


@pytest.mark.slow
def test_players_of_another_tree_play_as_they_do_there(tmp_path: Path) -> None:
    tree = tree_that_plays("game.legal(known, player)[-1]", tmp_path)
    with closing(Others(tree, "sensible")) as others:
        assert played(others.choose) == played(lambda game, known, player, _: game.legal(known, player)[-1])


@pytest.mark.slow
def test_an_action_that_the_rules_do_not_allow_here_is_refused_in_a_sentence(tmp_path: Path) -> None:
    tree = tree_that_plays("game.legal(known, player)[-1] + (99,)", tmp_path)
    with closing(Others(tree, "sensible")) as others, pytest.raises(ValueError, match="has other rules at the commit"):
        played(others.choose)


@pytest.mark.slow
def test_a_level_that_a_commit_has_not_is_told_with_those_that_it_has(capfd: pytest.CaptureFixture[str]) -> None:
    with closing(Others(ROOT, "first")) as others, pytest.raises(ValueError, match="have stopped; the reason is above"):
        played(others.choose)
    assert "This commit has no level first: its levels are plain, easy, sensible, strong." in capfd.readouterr().err


@pytest.mark.slow
def test_results_are_kept_and_the_same_command_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "0123abcd"
    tree.symlink_to(ROOT)
    monkeypatch.setattr(strength, "tree_of", lambda commit: tree)
    contest = Contest("david-goliath", 3, ("0123abcd:sensible", "easy"), "easy")
    for deals in (1, 2):
        words = [
            "--game",
            "david-goliath",
            "--seats",
            "3",
            "--level",
            "easy",
            "--against",
            "HEAD:sensible",
            "--workers",
            "1",
        ]
        monkeypatch.setattr(sys, "argv", ["strength", str(tmp_path / "results"), *words, "--deals", str(deals)])
        strength.main()
        with Store(tmp_path / "results") as store:
            (planned,) = store.planned()
            assert planned.contest == contest
            found = [each for deal in store.deals(planned) for each in deal]
        assert [each._replace(line_up=()) for each in found] == [
            played(partial(levels.choose, level="sensible"), number)._replace(line_up=()) for number in range(3 * deals)
        ]
        assert (
            f"easy against 0123abcd:sensible, {deals} deals from each seat: {3 * deals} games."
            in capsys.readouterr().out
        )
