"""The virtual player of Tanz der Hornochsen in clear situations, and that it scores as the rules do."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.events import BULL, BULL_BONUS, PAT, PAT_BONUS
from tavolo.games.tanz_der_hornochsen.position import Position
from tavolo_host.games.tanz_der_hornochsen.player import WAIT, why
from tavolo_host.games.tanz_der_hornochsen.rows import Rows
from tavolo_host.players import levels
from tavolo_host.players.of_game import choose
from tests.players.deciding import actions, by_lot
from tests.rules.hornochsen_play import scene, tile

strong = partial(levels.choose, level=levels.STRONG)
Decide = Callable[[Position, int], str]
FULL = {"L1": "20 21 22 23 24", "L3": "40", "R5": "80"}


def decide(position: Position, player: int) -> str:
    return game.action_text(choose(game, game.view(position, player), player, Random(1)))


def sought(position: Position, player: int) -> str:
    """What the strong player does in the place of this one."""
    return game.action_text(strong(game, game.view(position, player), player, Random(1)))


BOTH = pytest.mark.parametrize("decide", [decide, sought])


@pytest.mark.parametrize("choose", [choose, strong])
def test_it_does_not_buy_in_an_open_round_before_it_is_its_turn_nor_after_choosing(choose: Any) -> None:
    position = scene(is_open="1", pawns="5,9,20,30", hands="10,11,12,13,14,15/1,2,3,4,5,6/?/?")
    assert game.legal(position, 1)
    assert choose(game, game.view(position, 1), 1, Random(1)) == WAIT
    assert choose(game, game.view(position, 0), 0, Random(1)) != WAIT
    sealed = scene(hands="10,11,12,13,14,15/?/?/?")
    game.apply(sealed, (game.CHOOSE, 0, tile(10)))
    assert game.legal(sealed, 0)
    assert choose(game, game.view(sealed, 0), 0, Random(1)) == WAIT


@BOTH
def test_it_does_not_lay_the_tile_that_completes_a_row_but_when_that_is_a_bonus(decide: Decide) -> None:
    hands = "25,81,82,83,84,85/?"
    position = scene(players=2, rows=FULL | {"L4": "60"}, hands=hands, bought="1,0")
    assert decide(position, 0) != "choose 0 25"
    # With a happy cow the same bull's head is a gift.
    position = scene(players=2, rows=FULL | {"L6": "60"}, hands=hands, pawns="30,0", bought="1,0")
    assert decide(position, 0) == "choose 0 25"


@pytest.mark.parametrize(
    ("hand", "is_certain"),
    # Between 24 and 25 no tile is left. Below all rows, the lowest tile of all comes first: nobody's is lower than 1.
    [("25", True), ("27", False), ("25,26,27", True), ("1", True), ("2", False), ("1,2", True)],
)
def test_its_reason_says_that_others_may_come_first_only_where_their_tiles_can(hand: str, is_certain: bool) -> None:
    *_others, last = hand.split(",")
    full = {"L1": "60 61 62 63 64"} if int(last) < 20 else {"L1": "20 21 22 23 24", "L3": "40"}
    position = scene(players=2, rows=full | {"R5": "50"}, hands=f"{hand}/?")
    action = (game.CHOOSE, 0, tile(int(last)))
    words = why(game.view(position, 0), 0, action, Random(1)).words
    assert ("others may take" in words) == (not is_certain), words
    assert ("takes the bull's head" in words) == is_certain, words


@pytest.mark.parametrize(
    ("fields", "decision"),
    [
        ({"held": "2,6", "hands": "25,26/?"}, "buy 0 "),  # every tile costs much
        ({"held": "2,6", "hands": "81,83/?", "pawns": "58,57"}, "choose 0 "),  # one costs nothing, at the end
        ({"held": "1,6", "hands": "25/?", "is_double": "1", "left": "2,2"}, "buy 0 1"),  # double play forces it
    ],
)
def test_it_buys_when_that_costs_less(fields: dict[str, str], decision: str) -> None:
    rows = {"L1": "20" if "left" in fields else "20 21 22 23 24", "L3": "60", "L4": "70", "R5": "80"}
    assert decide(scene(players=2, rows=rows, **fields), 0).startswith(decision)


def test_in_a_double_round_it_chooses_two_that_go_well_together() -> None:
    # 61 fits behind 60 for nothing; the two others would both be bull's heads of nine.
    rows = {"L4": "20 21 22 23", "L1": "40", "R1": "60", "R5": "90"}
    position = scene(players=2, rows=rows, held="3,6", hands="24,41,61/?", is_double="1", left="2,2", bought="1,0")
    first = decide(position, 0)
    game.apply(position, game.action_from_text(first))
    assert {first, decide(position, 0)} == {"choose 0 41", "choose 0 61"}


def test_its_second_tile_of_a_double_round_reckons_with_the_one_that_it_has_sealed() -> None:
    # 25 alone would cover a plain space; behind its own 24 it would lie on the bull's head. 61 costs a pat of two.
    rows = {"L1": "20 21 22 23", "R1": "40", "R3": "80", "R4": "60"}
    position = scene(players=2, rows=rows, held="3,6", hands="24,25,61/?", is_double="1", left="2,2")
    game.apply(position, game.action_from_text("choose 0 24"))
    assert decide(position, 0) == "choose 0 61"


@BOTH
def test_it_keeps_one_tile_at_least_and_none_that_would_complete_the_next_row(decide: Decide) -> None:
    rows = {"L1": "20 21 22 23 89", "L2": "40", "L3": "50", "L4": "85 86 87 88"}
    position = scene(players=2, rows=rows, held="1,6", hands="90/?")
    for text in ("choose 0 90", "choose 1 41"):
        game.apply(position, game.action_from_text(text))
    game.apply(position, (game.REVEAL, tile(90), tile(41)))
    assert position.phase == game.KEEPING
    kept = decide(position, 0)
    assert kept in [f"keep 0 {number}" for number in (20, 21, 22, 23)]
    game.apply(position, game.action_from_text(kept))
    assert decide(position, 0) in ["stop 0"] + [f"keep 0 {number}" for number in (20, 21, 22, 23)]


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
