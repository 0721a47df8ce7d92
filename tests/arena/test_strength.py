"""How strong a level is: alone at each seat in turn, the baseline at all others, with the same deals."""

import io
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from tavolo.games import manifest, names
from tavolo_host.arena import baseline, command
from tavolo_host.arena.figures import figures
from tavolo_host.arena.playing import fingerprint, match
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Store
from tavolo_host.players.levels import FIRST, IN_ARENA
from tavolo_host.players.settings import LEVELS
from tests.arena.test_figures import deals_of, few_draws, kept  # noqa: F401 - a fixture
from tests.host.command_support import refusal

FROZEN = {  # the end of a match of each baseline against itself when it was frozen: points, and how many actions
    "bambuti": ((15, 75), 89),
    "david-goliath": ((28, 31, 35), 46),
    "kuh-vadis": ((1.0, 0.0), 122),
    "tanz-der-hornochsen": ((-60, -45), 176),
    "yellowstone-park": ((-46, -31), 210),
}


@pytest.mark.parametrize("levels", [("sensible", "easy"), ("easy", "sensible")])
def test_the_strength_of_a_level_that_is_alone_is_that_of_its_figures(levels: tuple[str, str], tmp_path: Path) -> None:
    contest = Contest("david-goliath", 4, levels, "sensible")
    output = io.StringIO()
    with Store(tmp_path / "results") as store:
        kept(store, contest, deals_of(contest, 30))
        found = figures(store, store.planned()[0])
        command.print_strength(store, Console(file=output, width=120))
    assert found is not None
    share, margin = found.shares["sensible"], found.lead("sensible", "easy")
    assert margin.low < margin.figure < margin.high
    assert output.getvalue().splitlines() == [
        "David & Goliath, 4 players: sensible against easy, 30 deals from each seat: 120 games.",
        f"Share of wins: {share[0]:.3f} (95 % interval {share[1]:.3f} to {share[2]:.3f}); equal players: 0.250.",
        f"Points ahead of the others' mean: {margin[0]:+.2f} (95 % interval {margin[1]:+.2f} to {margin[2]:+.2f}).",
    ]


@pytest.mark.parametrize("name", [name for name in names() if baseline.files(name)])
def test_a_baseline_is_better_than_chance_and_only_in_the_arena(name: str) -> None:
    contest = Contest(name, manifest(name).SEATS[0], (FIRST, "plain"), FIRST)
    played = [match(contest, number) for number in range(4 * contest.per_deal)]
    assert sum(each.shares[each.line_up.index(FIRST)] for each in played) / len(played) > 1 / contest.seats
    assert FIRST in IN_ARENA
    assert FIRST not in LEVELS


@pytest.mark.parametrize("name", [name for name in names() if baseline.files(name)])
def test_a_baseline_decides_as_it_did_when_it_was_frozen(name: str) -> None:
    played = match(Contest(name, manifest(name).SEATS[0], (FIRST,)), 1)
    assert (played.points, played.actions) == FROZEN[name]


def test_the_baseline_decides_at_its_seats_and_at_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    def spying(game: Any, known: Any, player: int, random: Random) -> Any:
        asked.add(player)
        return game.legal(known, player)[0]

    monkeypatch.setattr(baseline, "choose", spying)
    match(Contest("david-goliath", 3, (FIRST, "plain"), "plain"), 1)
    assert asked == {0, 2}


def test_results_against_another_baseline_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = fingerprint("bambuti")
    changed = tmp_path / "bambuti.py"
    changed.write_text("It plays otherwise.")
    monkeypatch.setattr(baseline, "files", lambda name: [changed])
    assert fingerprint.__wrapped__("bambuti") != known


def test_a_game_without_a_baseline_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, "files", lambda name: [])
    words = ["--game", "bambuti", "--levels", "first,strong", "--alone", "strong"]
    output = refusal("arena", str(tmp_path / "results"), *words)
    assert "There is no level first of Bambuti: it has no frozen player." in output
