"""How strong a level is: alone at each seat in turn, another at all others, with the same deals."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from tavolo_host.arena import command
from tavolo_host.arena.figures import figures
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Store
from tests.arena.test_figures import deals_of, few_draws, kept  # noqa: F401 - a fixture


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
