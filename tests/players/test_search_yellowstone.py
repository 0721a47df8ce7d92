"""How Yellowstone Park is played on in thought: only what may be done, and what is plainly better counts for more."""

from random import Random
from typing import Any

import pytest

from tavolo.games.yellowstone_park import rules as game
from tavolo.games.yellowstone_park.position import CHOOSING_PILE, HAND, KEEPING, PLACING, REFILLING, Position
from tavolo_host.games.yellowstone_park import player as sensible
from tavolo_host.games.yellowstone_park import search
from tavolo_host.games.yellowstone_park.player import fitting
from tavolo_host.players import levels
from tavolo_host.players.thinking import Decision
from tests.players.deciding import at_the_end
from tests.rules.yellowstone_play import arranged, card, cards

ITERATIONS = 60
SAMPLED = 0.1  # of decisions


def dealt(board: str, hands: tuple[str, ...], penalties: tuple[str, ...] = ()) -> Position:
    """A position with these hands, player 0 to place, of whose piles nothing is known."""
    position: Position = arranged(
        len(hands), board, penalties=penalties, hands=[len(h.split()) for h in hands]
    ).position
    for player, hand in enumerate(hands):
        position.hands[player] = sorted(cards(hand))
    return position


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", ["", "end_after=20 reaching=1 edge_frame=1"])
def test_what_is_likely_and_what_is_worth_a_thought_may_be_done(players: int, options: str) -> None:
    phases, is_shorter = set(), False

    def mostly_likely(rules: Any, position: Position, player: int, random: Random) -> tuple[int, ...]:
        nonlocal is_shorter
        phases.add(position.phase)
        actions, thought_of = game.legal(position, player), search.prune(position, player)
        rollout_policy = search.rollout_policy(position, player, random)
        assert thought_of
        assert {rollout_policy, *thought_of} <= {*actions}
        assert len(search.evaluate(position)) == players
        assert search.rollout_policy(position, (player + 1) % players, random) == ()
        if random.random() < SAMPLED:
            view = game.view(position, player)
            decided_between = search.shortlist(view, player, random)
            assert {sensible.choose(view, player, random)} <= {*decided_between} <= {*actions}
            if position.phase in (PLACING, KEEPING):
                is_shorter |= len(decided_between) < len(sensible.plans_of(view, player))
        return random.choice([rollout_policy, rollout_policy, rollout_policy, random.choice(actions)])

    neutral = "neutral_marker=1" if options and players == 2 else ""
    at_the_end(f"{game.NAME} players={players} {options} {neutral} dealt", mostly_likely, Random(players))
    assert is_shorter
    assert phases >= {PLACING, KEEPING, CHOOSING_PILE}
    assert (REFILLING in phases) == (players > 3)


def test_the_eighth_cell_brings_1_the_ninth_3_and_a_twin_nothing() -> None:
    columns = "c:blue-2,blue-3,blue-4 d:yellow-2,yellow-3,yellow-4 e:green-2"
    found = []
    for more, name in (("", "green-4"), (",green-3", "green-4"), (",green-3,green-4", "green-4"), ("", "red-7")):
        park = dealt(columns + more, (name, ""))
        landings = search.landings(park.board, park.doubles, bytes(park.columns), 0, card(name))
        found.append({(landing.taken > 0, landing.bonus) for landing in landings})
    assert found == [{(False, 1)}, {(False, 3)}, {(False, 0)}, {(True, 0)}]


def test_cards_that_fit_are_those_for_which_the_rules_take_nothing() -> None:
    position = dealt("d:red-3,red-4 e:blue-4 f:green-3", ("red-5", "red-6"))
    names = ("red-2", "red-5", "blue-5", "red-6", "red-1", "yellow-4")
    fits = [fitting(position.board) >> card(name) & 1 for name in names]
    assert fits == [1, 1, 1, 0, 0, 0]
    position = dealt("d:red-3,red-4 e:blue-4", ("red-5", "red-6"))  # room for a third column
    assert [fitting(position.board) >> card(name) & 1 for name in names] == [1, 1, 1, 0, 0, 1]


def test_fewer_penalties_and_a_marker_nearer_to_0_are_worth_more() -> None:
    position = dealt("d:red-3", ("blue-3 blue-4", "blue-3 blue-4"), ("red-1 red-2", "red-7"))
    first, second = search.evaluate(position)
    assert first == second - 1
    position.markers[1] += 3
    assert search.evaluate(position)[1] == second - 3


def test_a_small_hand_is_worth_more_only_before_six_penalty_cards() -> None:
    six = "green-1 green-2 green-3 green-4 green-5 green-6"
    small, large = "red-7", "red-7 red-6 yellow-7 yellow-6 blue-7 blue-6"
    with_six = search.evaluate(
        dealt("d:red-3", (small, large), (six, six.replace("green", "yellow").replace("6", "1")))
    )
    assert with_six[0] > with_six[1] + 2
    with_none = search.evaluate(dealt("d:red-3", (small, large)))
    assert abs(with_none[0] - with_none[1]) < 1


def test_six_penalty_cards_about_to_be_drawn_count_as_a_hand() -> None:
    six = "green-1 green-2 green-3 green-4 green-5 green-6"
    position = dealt("d:red-3", ("red-4", "blue-7"), (six, ""))
    before = search.evaluate(position)[0]
    game.apply(position, game.action_from_text("place 0 red-4 d"))
    assert position.phase == CHOOSING_PILE
    assert search.evaluate(position)[0] > before
    assert position.penalty_counts[0] == HAND


def test_a_search_fills_a_frame_and_takes_nothing_where_it_can() -> None:
    position = dealt("c:blue-2,blue-3,blue-4 d:yellow-2,yellow-3,yellow-4 e:green-2,green-3", ("green-4 red-7", ""))
    view = game.view(position, 0)
    view.hand_counts[1], view.pile_count = HAND, view.pile_count - HAND
    answer = levels.think(Decision(game, view, 0, Random(1), levels.STRONG), ITERATIONS)
    assert answer.action == game.action_from_text("place 0 green-4 e")
