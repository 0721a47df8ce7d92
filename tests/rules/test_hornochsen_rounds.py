"""Tanz der Hornochsen: buying, double play, the reserve that runs out, refill and the end."""

from tavolo.games.tanz_der_hornochsen import events as event
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.rules.contract import CHANCE, CHANCE_IS_NEXT
from tests.rules.hornochsen_play import DOUBLE, act, chance_acts, play_round, refusal, scene
from tests.rules.play import codes, only


def test_nobody_buys_more_than_three_or_holds_more_than_nine_or_buys_twice():
    position = scene(3, held="7,9,6")
    assert [action[2] for action in game.legal(position, 0) if action[0] == game.BUY] == [1, 2]
    assert refusal(position, "buy 0 3") == (event.HAND_LIMIT, 0, 7, 3)
    assert refusal(position, "buy 1 1") == (event.HAND_LIMIT, 1, 9, 1)
    act(position, "buy 0 1")
    chance_acts(position)
    assert refusal(position, "buy 0 1") == (event.HAS_BOUGHT, 0)
    for number in (0, 4, -1):
        assert refusal(position, f"buy 2 {number}") == (event.ONE_TO_THREE,)


def test_a_player_who_has_chosen_may_buy_until_the_reveal_and_nobody_waits_for_that():
    position = scene(3, held="9,6,6")
    act(position, "choose 0 10")
    assert (game.to_act(position), game.may_act(position)) == ((1, 2), (0,))
    assert game.legal(position, 0) == [(game.BUY, 0, 1)], "the chosen tile does not count"
    assert refusal(position, "buy 0 2") == (event.HAND_LIMIT, 0, 8, 2)
    assert act(position, "buy 0 1") == [(event.BOUGHT, 0, 1), (event.FORWARD, 0, 0, 1)]
    assert chance_acts(position) == [(event.DREW, 0, 1, position.reserve)]
    assert (position.held[0], game.may_act(position), game.legal(position, 0)) == (9, (), [])
    assert refusal(position, "buy 0 1") == (event.HAS_BOUGHT, 0)
    act(position, "choose 1 11")
    assert game.may_act(position) == (1,)
    act(position, "choose 2 12")
    assert (game.to_act(position), game.may_act(position)) == ((CHANCE,), ())
    assert refusal(position, "buy 1 1") == (CHANCE_IS_NEXT,)


def test_a_player_who_buys_after_choosing_the_last_tile_is_not_refilled_and_one_of_two_chosen_tiles_does_not_matter():
    position = scene(2, held="1,6")
    act(position, "choose 0 21")
    act(position, "buy 0 2")
    chance_acts(position)
    act(position, "choose 1 41")
    assert event.REFILLED not in codes(chance_acts(position))
    assert position.held[0] == 2
    position = scene(2, DOUBLE, left="2,2", is_double="1")
    act(position, "choose 0 21")
    assert (game.to_act(position), game.may_act(position)) == ((0, 1), ())
    assert refusal(position, "buy 0 1") is None


def test_purchases_wait_and_are_served_most_points_first_and_the_lower_player_on_the_start():
    position = scene(4, pawns="0,7,0,9")
    purchases = [(game.BUY, 0, 1), (game.BUY, 1, 1), (game.BUY, 2, 2), (game.BUY, 3, 3)]
    assert [purchase[1] for purchase in game.in_order(position, purchases[::-1])] == [3, 1, 0, 2]
    assert [purchase[1] for purchase in game.in_order(position, [purchases[2], purchases[0]])] == [0, 2]
    twice = [(game.BUY, 1, 2), (game.BUY, 3, 1), (game.BUY, 1, 1)]
    assert game.in_order(position, twice) == [twice[1], twice[0], twice[2]]
    assert game.waits(purchases[0])
    assert not game.waits((game.CHOOSE, 0, 5))


def test_a_request_is_cut_to_what_the_reserve_holds_and_then_the_box_serves_in_this_round():
    position = scene(4, reserve="2", box="69", pawns="1,5,9,13")
    events = act(position, "buy 0 3")
    assert events == [(event.CUT, 0, 3, 2), (event.BOUGHT, 0, 2), (event.FORWARD, 0, 1, 3)]
    assert chance_acts(position) == [(event.DREW, 0, 2, 0)]
    act(position, "buy 2 3")
    assert chance_acts(position) == [(event.DREW_FROM_BOX, 2, 3, 66)]
    assert (position.pawns[2], position.held[2], position.kept[2], position.drew[2]) == (12, 9, 3, 1)
    events = play_round(position, "21 41 61 81")
    assert event.RESERVE_IS_EMPTY in codes(events)
    assert refusal(position, "buy 1 1") == (event.NOTHING_TO_BUY,)


def test_the_box_cuts_likewise_and_an_empty_one_sells_nothing():
    position = scene(2, reserve="0", box="1", held="6,6", rows=_full_rows(), queue=_waiting(64))
    assert act(position, "buy 0 2")[0] == (event.CUT, 0, 2, 1)
    chance_acts(position)
    assert (position.held[0], position.box) == (7, 0)
    assert refusal(position, "buy 1 1") == (event.NOTHING_TO_BUY,)


def _full_rows():
    return {"L1": "1 2 3 4 5", "L3": "6 7 8 9 10", "L5": "11 12 13 14 15 16", "R3": "17 18 19 20 21 22"}


def _waiting(tiles):
    """A field with that many tiles from 30 on that are out of the way, as if they were still to be placed."""
    return ",".join([f"{number}:0" for number in range(30, 30 + tiles)])


def test_in_later_rounds_nothing_can_be_bought_but_the_one_tile_that_double_play_forces():
    later = {"late": "1", "box": "78", "reserve": "0"}
    position = scene(2, held="8,9", **later)
    assert refusal(position, "buy 0 1") == (event.NOTHING_TO_BUY,)
    assert [action for action in game.legal(position, 0) if action[0] == game.BUY] == []
    later["box"] = "89"
    position = scene(2, DOUBLE, held="1,5", left="2,2", is_double="1", **later)
    assert refusal(position, "choose 0 10") == (event.MUST_BUY_FIRST, 0)
    assert game.legal(position, 0) == [(game.BUY, 0, 1)]
    assert refusal(position, "buy 0 2") == (event.ONLY_WHAT_IS_FORCED,)
    assert refusal(position, "buy 1 1") == (event.NOTHING_TO_BUY,)
    act(position, "buy 0 1")
    assert chance_acts(position) == [(event.DREW_FROM_BOX, 0, 1, 88)]
    assert refusal(position, "choose 0 10") is None


def test_in_double_play_a_player_with_one_tile_buys_first_or_chooses_it_when_nothing_is_left():
    position = scene(2, DOUBLE, held="1,6", left="2,2", is_double="1")
    assert game.legal(position, 0) == [(game.BUY, 0, 1), (game.BUY, 0, 2), (game.BUY, 0, 3)]
    act(position, "buy 0 2")
    chance_acts(position)
    assert refusal(position, "choose 0 10") is None
    rows = {"R1": "1", "L3": "6 7 8 9 10", "L5": "11 12 13 14 15 16", "R3": "17 18 19 20 21 22"}
    position = scene(2, rows, held="1,6", left="2,2", is_double="1", reserve="0", queue=_waiting(69), box="5")
    assert refusal(position, "choose 0 99") == (event.MUST_BUY_FIRST, 0)
    assert [action[2] for action in game.legal(position, 0)] == [1, 2, 3], "from the box, in this round"
    position = scene(
        2, rows, held="1,6", left="2,2", is_double="1", reserve="0", queue=_waiting(70) + ",2:0,3:0,4:0,5:0"
    )
    act(position, "choose 0 25")
    assert not position.left[0], "the only tile is enough"
    assert game.to_act(position) == (1,)


def test_a_refill_is_what_is_left_and_never_from_the_box():
    for reserve, options, refilled in (
        ("8", "1,0,1,0", [(1, 6), (0, 2)]),
        ("4", "1,0,1,0", [(1, 4)]),
        ("4", "1,0,1,1", [(1, 4), (0, 6)]),
    ):
        position = scene(3, held="1,1,2", pawns="5,9,1", reserve=reserve, box="83", options=options)
        events = play_round(position, "21 41 61")
        assert only(events, event.REFILLED) == [(event.REFILLED,) + each for each in refilled], (reserve, options)
        if len(refilled) > 1:
            assert event.RESERVE_IS_EMPTY in codes(events), "so the next round has no purchases"
            assert (event.DREW_FROM_BOX, 0, 6, 77) in events or options == "1,0,1,0"
            assert game.outcome(position) is None
    position = scene(3, held="1,1,2", pawns="5,9,1", reserve="4", box="87")
    events = play_round(position, "21 41 61")
    assert (event.NO_REFILL, 0) in events
    assert (event.ENDED_WITHOUT_TILE, 0) in events
    assert game.outcome(position) == (event.FEWEST_POINTS, 2)


def test_the_game_ends_with_the_round_in_which_a_pawn_was_on_the_heap_even_if_it_went_back():
    # Bought onto the heap, and moved back by a cow: the round is the last nevertheless.
    position = scene(2, {"L6": "30", "R4": "70", "L3": "90", "L1": "98"}, pawns="59,3")
    act(position, "buy 0 1")
    chance_acts(position)
    assert position.pawns[0] == 60
    events = play_round(position, "71 91")
    assert event.ENDED_BY_HEAP in codes(events)
    assert position.pawns[0] == 58
    assert game.outcome(position) == (event.FEWEST_POINTS, 1)


def test_the_lowest_pawn_wins_those_level_on_the_start_share_it_and_the_farthest_loses():
    for pawns, winners, loser in (
        ("0,0,59", (0, 1), (2, 62)),
        ("0,4,59", (0,), (2, 62)),
        ("61,7,59", (1,), (2, 62)),
        ("64,7,59", (1,), (0, 64)),
        ("7,62,59", (0,), (2, 63)),
    ):
        position = scene(3, pawns=pawns)
        act(position, "buy 2 3")
        chance_acts(position)
        events = play_round(position, "21 41 61")
        assert game.outcome(position) == (event.FEWEST_POINTS,) + winners, pawns
        assert only(events, event.LOSES) == [(event.LOSES,) + loser], pawns
    position = scene(2, held="1,1", reserve="0", box="93", late="1")
    events = play_round(position, "21 41")
    assert game.outcome(position) == (event.FEWEST_POINTS, 0, 1)
    assert event.LOSES not in codes(events)


def test_bought_tiles_cost_while_a_cow_shows_unless_the_option_says_otherwise():
    rows = {"L6": "30", "R4": "70", "L3": "90", "L1": "98"}
    position = scene(2, rows, pawns="20,3")
    act(position, "buy 0 2")
    assert position.pawns[0] == 22
    position = scene(2, rows, pawns="20,3", options="1,1,1,0")
    assert act(position, "buy 0 2")[0] == (event.BOUGHT_BONUS, 0, 2)
    assert position.pawns[0] == 18
