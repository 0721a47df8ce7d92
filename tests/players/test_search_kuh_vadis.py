"""Kuh Vadis searched two turns ahead: its actions are legal, and right in clear situations."""

from random import Random
from typing import Any

import pytest

from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import cell_from_text
from tavolo_host.games.kuh_vadis.search import figures
from tavolo_host.players.ismcts import searched
from tavolo_host.players.levels import STRONG, choose
from tavolo_host.players.reasons import best
from tavolo_host.players.thinking import Decision
from tests.players.deciding import at_the_end
from tests.rules.kuh_vadis_play import sheet_with, throw


@pytest.mark.parametrize("options", ["sheet=1", "sheet=2 real_dice=1", "sheet=3 first=1"])
def test_what_has_figures_may_be_done_to_the_end_of_a_game_and_no_turn_wavers(options: str) -> None:
    assert at_the_end(f"kuh-vadis players=2 {options} dealt", by_figures, Random(4)).turn < 80


def by_figures(rules: Any, position: Any, player: int, random: Random) -> tuple[int, ...]:
    known = game.view(position, player)
    found = figures(known, player, random)
    assert set(found) <= set(game.legal(known, player))
    assert all(0 <= figure.wins <= 1 for figure in found.values())
    assert known.changes <= 5, "every die is put aside or taken back once"
    return best(found)


def test_the_search_asks_the_game_for_its_figures() -> None:
    record = sheet_with()
    assert searched(Decision(game, record.position, 0, Random(1), STRONG)) == figures(record.position, 0, Random(1))


def test_it_takes_from_the_other_what_would_win_the_next_turn() -> None:
    # Nothing but d6, a cow, or c6 and e6, numbers, is between the crosses and their win.
    record = sheet_with(crosses="b2 c3 d4 d5 e3 f2", circles="c6 e6", player=1)
    throw(record, "1 1 1 cow cow")
    assert choose(game, record.position, 1, Random(1), STRONG) == (game.MARK, 1, cell_from_text("d6"))
