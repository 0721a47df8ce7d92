"""The virtual player of Tanz der Hornochsen: what it does where that is plain, and that it scores as the rules do."""

from random import Random
from typing import Any

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.choices import next_in_open_round
from tavolo.games.tanz_der_hornochsen.events import BULL, BULL_BONUS, PAT, PAT_BONUS
from tavolo.games.tanz_der_hornochsen.position import Position
from tavolo_host.game_parts import choose
from tavolo_host.games.tanz_der_hornochsen.player import WAIT
from tavolo_host.games.tanz_der_hornochsen.thinking import Rows
from tests.host.heads import actions, at_the_end, by_lot, sensible
from tests.rules.hornochsen_play import scene, tile


def decide(position: Position, player: int, seed: int = 1) -> str:
    return game.action_text(choose(game, game.view(position, player), player, Random(seed)))


@pytest.mark.parametrize("players", [2, 5, 8])
def test_it_waits_only_in_an_open_round_and_never_when_it_is_its_turn(players: int) -> None:
    def waiting(rules: Any, position: Position, player: int, random: Random) -> tuple[int, ...]:
        action = sensible(rules, position, player, random)
        assert action or (position.is_open and player not in next_in_open_round(position))
        return action

    at_the_end(f"{game.NAME} players={players} dealt", waiting, Random(players))


def test_it_waits_in_an_open_round_until_it_is_its_turn() -> None:
    position = scene(is_open="1", pawns="5,9,20,30", hands="10,11,12,13,14,15/1,2,3,4,5,6/?/?")
    assert choose(game, game.view(position, 1), 1, Random(1)) == WAIT
    assert decide(position, 0).startswith(("show 0 ", "buy 0 "))


def test_it_does_not_lay_the_tile_that_completes_a_row() -> None:
    rows = {"L1": "20 21 22 23 24", "L3": "40", "L4": "60", "R5": "80"}
    position = scene(players=2, rows=rows, hands="25,81,82,83,84,85/?", bought="1,0")
    assert decide(position, 0) != "choose 0 25"
    # With a happy cow the same bull's head is a gift.
    rows = {"L1": "20 21 22 23 24", "L3": "40", "L6": "60", "R5": "80"}
    position = scene(players=2, rows=rows, hands="25,81,82,83,84,85/?", pawns="30,0", bought="1,0")
    assert decide(position, 0) == "choose 0 25"


def test_it_buys_when_every_tile_costs_much_and_not_at_the_end_when_one_costs_nothing() -> None:
    rows = {"L1": "20 21 22 23 24", "L3": "60", "L4": "70", "R5": "80"}
    bad = scene(players=2, rows=rows, held="2,6", hands="25,26/?")
    assert decide(bad, 0).startswith("buy 0 ")
    good = scene(players=2, rows=rows, held="2,6", hands="81,83/?", pawns="58,57")
    assert decide(good, 0).startswith("choose 0 ")


def test_it_buys_the_tile_that_double_play_forces() -> None:
    rows = {"L1": "20", "L3": "60", "L4": "70", "R1": "80"}
    position = scene(players=2, rows=rows, held="1,6", hands="25/?", is_double="1", left="2,2")
    assert decide(position, 0) == "buy 0 1"


def test_in_a_double_round_it_chooses_two_that_go_well_together() -> None:
    # 61 fits behind 60 for nothing; the two others would both be bull's heads of nine.
    rows = {"L4": "20 21 22 23", "L1": "40", "R1": "60", "R5": "90"}
    position = scene(players=2, rows=rows, held="3,6", hands="24,41,61/?", is_double="1", left="2,2", bought="1,0")
    first = decide(position, 0)
    game.apply(position, game.action_from_text(first))
    assert {first, decide(position, 0)} == {"choose 0 41", "choose 0 61"}


def test_its_second_tile_of_a_double_round_reckons_with_the_one_that_it_has_sealed() -> None:
    # 25 alone would cover a plain space; behind the own 24 it would lie on the bull's head. 61 costs a pat of two.
    rows = {"L1": "20 21 22 23", "R1": "40", "R3": "80", "R4": "60"}
    position = scene(players=2, rows=rows, held="3,6", hands="24,25,61/?", is_double="1", left="2,2")
    game.apply(position, game.action_from_text("choose 0 24"))
    assert decide(position, 0) == "choose 0 61"


def test_it_keeps_the_tile_that_is_good_next_and_one_at_least() -> None:
    rows = {"L1": "20 21 22 23 89", "L2": "40", "L3": "50", "L4": "88"}
    position = scene(players=2, rows=rows, held="3,6", hands="90,7,9/?")
    for text in ("choose 0 90", "choose 1 41"):
        game.apply(position, game.action_from_text(text))
    game.apply(position, (game.REVEAL, tile(90), tile(41)))
    assert position.phase == game.KEEPING
    assert decide(position, 0).startswith("keep 0 ")
    game.apply(position, game.action_from_text(decide(position, 0)))
    assert decide(position, 0) in ["stop 0"] + [f"keep 0 {number}" for number in (20, 21, 22, 23, 89)]


def test_its_rows_score_as_the_rules_do() -> None:
    """Every placing of random games: points of pats and bull's heads, bonuses too, and rows that become active."""
    signs = {PAT: 1, BULL: 1, PAT_BONUS: -1, BULL_BONUS: -1}
    placed = bonuses = 0
    for seed in range(15):
        for position, _, action in actions(f"{game.NAME} players=4 dealt", by_lot, Random(seed)):
            if action[0] != game.REVEAL:
                continue
            rows, after = Rows.of(position), position.copy()
            events = game.apply(after, action)
            if after.phase == game.KEEPING:
                continue
            points = sum(rows.place(each) for each in sorted(action[1:]))
            told = [signs[event[0]] * event[-1] for event in events if event[0] in signs]
            assert points == sum(told)
            placed += len(action) - 1
            bonuses += any(each < 0 for each in told)
            if after.phase == game.CHOOSING:
                shown = Rows.of(after)
                assert all(rows.copy().place(each) == shown.copy().place(each) for each in range(99))
    assert placed > 200
    assert bonuses > 3
