"""A match is determined by its number; what decides how it goes has a fingerprint."""

import ast
import re
from pathlib import Path
from random import Random

import pytest

import tavolo_host
from tavolo.games import load, manifest, names
from tavolo_host.arena.playing import DECIDING, fingerprint, match
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.task import play_stretch
from tavolo_host.players.random_player import GIVING_UP
from tests.players.deciding import by_lot, decisions

HOST = Path(tavolo_host.__file__).parent
LEVELS = ("plain", "easy")
# These only make sentences, and decide nothing.
WORDS = ("texts.language", "players.reasons")


@pytest.mark.parametrize("name", names())
def test_a_match_is_the_same_whenever_it_is_played(name: str) -> None:
    contest = Contest(name, manifest(name).SEATS[0], LEVELS)
    forwards = [match(contest, number) for number in range(3)]
    assert [match(contest, number) for number in (2, 1, 0)] == forwards[::-1]
    assert len({each.points for each in forwards}) > 1 or len({each.actions for each in forwards}) > 1
    for each in forwards:
        assert sum(each.shares) == pytest.approx(1)
        assert max(each.shares) < 1 or each.points.count(max(each.points)) == 1, "who wins alone is ahead"
        assert each.points[each.shares.index(max(each.shares))] == max(each.points)
        assert each.line_up == tuple(place.level for place in contest.line_up(each.number))


@pytest.mark.parametrize("name", names())
def test_passing_and_stopping_are_listed_last_where_the_random_player_looks_for_them(name: str) -> None:
    game, random = load(name), Random(7)
    for _ in range(3):
        for position, player, _ in decisions(f"{name} players={manifest(name).SEATS[0]} dealt", by_lot, random):
            gives_up = [game.action_text(each).split()[0] in GIVING_UP for each in game.legal(position, player)]
            assert gives_up == sorted(gives_up)


def imported(file: str) -> set[str]:
    """Return the modules of the laptop, as files, that one of its modules imports."""
    found = set()
    for node in ast.parse((HOST / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tavolo_host"):
            module = (node.module or "").removeprefix("tavolo_host").lstrip(".")
            found |= {f"{module}.{alias.name}".lstrip(".") for alias in node.names} | {module}
    paths = {module.replace(".", "/") + ".py" for module in found - set(WORDS)}
    return {path for path in paths if (HOST / path).is_file()}


def test_all_that_levels_choose_by_is_in_the_fingerprint() -> None:
    open_ends, reached = ["players/levels.py", "arena/playing.py"], set[str]()
    while open_ends:
        file = open_ends.pop()
        if file not in reached:
            reached.add(file)
            open_ends += imported(file)
    # The fingerprint's own arithmetic decides nothing.
    decides_nothing = {"runtime/source_digests.py", "runtime/game_folders.py"}
    of_arena = {f"arena/{file}" for file in DECIDING}
    assert {file for file in reached if not file.startswith("players/")} <= of_arena | decides_nothing
    assert "players/random_player.py" in reached


def test_each_game_has_its_own_fingerprint_and_a_worker_with_another_refuses() -> None:
    prints = [fingerprint(name) for name in names()]
    assert len(set(prints)) == len(prints)
    assert all(re.fullmatch("[0-9a-f]{8}", each) for each in prints)
    matches, seconds = play_stretch(("bambuti", 2, LEVELS, ""), range(3, 5), fingerprint("bambuti"))
    assert [each.number for each in matches] == [3, 4]
    assert seconds > 0
    with pytest.raises(ValueError, match="all machines need the same Tavolo"):
        play_stretch(("bambuti", 2, LEVELS, ""), range(3, 5), "00000000")
