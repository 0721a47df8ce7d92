"""Tanz der Hornochsen: pawns on the score track, bull's eyes and open rounds."""

from tavolo.games.tanz_der_hornochsen import events as event
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.placing import move
from tavolo.rules.contract import CARD_WAS_PLAYED
from tests.rules.hornochsen_play import DOUBLE, FULL, act, chance_acts, play_round, refusal, row, scene, tile
from tests.rules.play import codes, only


def moved(pawns, points):
    """Where the first pawn ends, and the events."""
    position = scene(len(pawns), pawns=",".join([str(space) for space in pawns]))
    events = []
    move(position, 0, points, events)
    return position.pawns[0], events


def test_the_first_pawn_on_or_past_an_eye_opens_the_next_round_and_no_later_one_does():
    for pawns, points, wanted in (
        ([36, 10], 4, [40]),
        ([36, 10], 8, [40]),
        ([36, 10], 3, []),
        ([36, 38], 2, []),
        ([36, 39, 38], 2, [40]),  # goes on over the occupied 38 and 39
        ([30, 10], 25, [40, 50]),
        ([45, 41], 5, [50]),
        ([44, 49], 5, [50]),
        ([36, 40], 5, []),
        ([40, 10], 3, []),
    ):
        events = moved(pawns, points)[1]
        assert [told[2] for told in only(events, event.EYE)] == wanted, (pawns, points, events)
    assert (event.EYE_IS_OLD, 0, 40, 1) in moved([36, 44], 5)[1]
    # Back over it, and there again.
    assert codes(moved([41, 10], -4)[1]) == [event.BACK]
    assert (event.EYE, 0, 40) in moved([37, 10], 4)[1]


def test_players_who_reached_an_eye_in_the_same_round_are_left_out():
    position, events = scene(3, pawns="36,35,44"), []
    for player, points in ((0, 5), (2, -8), (1, 6)):
        assert not position.opens
        move(position, player, points, events)
    assert (event.EYE_IS_OLD, 0, 40, 2) in events
    assert events[-1] == (event.EYE_TOGETHER, 1, 40, 0)
    assert position.opens
    # The round after it is another one.
    move(position, 1, -5, events)
    play_round(position, "21 41 61")
    assert position.is_open
    move(position, 1, 5, events)
    assert events[-1] == (event.EYE_IS_OLD, 1, 40, 0)


def test_on_the_start_the_lower_seat_buys_first_whatever_was_chosen_and_the_tiles_may_be_shown():
    position = scene(4, is_open="1", pawns="0,0,0,9")
    act(position, "choose 0 11")
    act(position, "choose 2 10")
    purchases = [(game.BUY, player, 1) for player in (2, 3, 1, 0)]
    assert [purchase[1] for purchase in game.in_order(position, purchases)] == [3, 0, 1, 2]
    for player in (3, 0, 1):
        act(position, f"buy {player} 1")
        told = chance_acts(position)
    assert only(told, event.SHOWED) == [(event.SHOWED, 0, tile(11)), (event.SHOWED, 2, tile(10))]
    assert refusal(position, "buy 2 1") == (event.BUYS_TOO_LATE, 2)


def test_a_pawn_that_reaches_the_heap_is_reported_once():
    for pawns, points, wanted in (
        ([54, 10], 5, []),
        ([55, 10], 5, [(event.REACHED_HEAP, 0, 60)]),
        ([54, 59], 5, [(event.REACHED_HEAP, 0, 60)]),
        ([60, 10], 5, []),
    ):
        assert only(moved(pawns, points)[1], event.REACHED_HEAP) == wanted, (pawns, points)


def test_an_open_round_follows_in_which_the_lowest_pawn_chooses_first_face_up():
    position = scene(3, FULL, pawns="20,33,5", held="6,6,6")
    play_round(position, "61 6 71")
    act(position, "keep 1")
    events = act(position, "stop 1")
    assert event.OPEN_ROUND in codes(events)
    assert position.pawns == [20, 41, 5]
    assert refusal(position, "show 0 10") == (event.LOWER_PAWN_FIRST, 0, 2)
    assert refusal(position, "choose 2 10") is not None, "nothing is sealed"
    assert not game.secret(position, 2)
    assert game.secret(position, 0)
    assert (game.to_act(position), game.may_act(position)) == ((2,), (0, 1)), "all may still buy"
    assert game.legal(position, 0) == [(game.BUY, 0, 1), (game.BUY, 0, 2), (game.BUY, 0, 3)]
    assert act(position, "show 2 10") == [(event.SHOWED, 2, tile(10))]
    assert refusal(position, "buy 2 1") == (event.BUYS_TOO_LATE, 2)
    assert refusal(position, "show 0 10") == (CARD_WAS_PLAYED, tile(10))
    assert " queue=10:2 " in game.position_text(position)
    act(position, "show 0 11")
    act(position, "show 1 12")
    assert position.round == 3
    assert (position.is_open, position.opens) == (0, 0)


def test_a_purchase_in_an_open_round_changes_who_chooses_next():
    position = scene(3, is_open="1", pawns="5,6,30")
    act(position, "buy 0 2")
    chance_acts(position)
    assert position.pawns[0] == 7
    assert refusal(position, "show 0 10") == (event.LOWER_PAWN_FIRST, 0, 1)
    act(position, "show 1 10")
    act(position, "show 0 11")
    assert row(position, "L1") == "20", "nothing is placed before the last has chosen"
    act(position, "show 2 12")
    assert row(position, "L4") == "80 10 11 12"


def test_players_level_on_the_start_choose_together_and_are_shown_when_none_of_them_is_left():
    position = scene(4, is_open="1", pawns="0,9,0,0")
    assert refusal(position, "show 0 10") is not None
    assert game.secret(position, 0)
    act(position, "choose 0 10")
    assert refusal(position, "show 1 50") == (event.LOWER_PAWN_FIRST, 1, 2)
    act(position, "choose 2 11")
    assert (game.to_act(position), game.may_act(position)) == ((3,), (0, 1, 2))
    assert game.secret(position, 3), "the last of them chooses sealed too"
    act(position, "choose 3 12")
    assert game.to_act(position) == (-1,)
    events = chance_acts(position)
    assert events == [(event.SHOWED, 0, tile(10)), (event.SHOWED, 2, tile(11)), (event.SHOWED, 3, tile(12))]
    assert game.to_act(position) == (1,)
    act(position, "show 1 50")
    assert row(position, "L2") == "40 50"


def test_a_player_who_buys_leaves_the_start_and_the_others_are_shown_at_once():
    position = scene(3, is_open="1", pawns="0,0,9")
    act(position, "choose 0 10")
    act(position, "buy 1 1")
    events = chance_acts(position)
    assert (event.SHOWED, 0, tile(10)) in events
    assert (game.to_act(position), game.may_act(position)) == ((1,), (2,))
    assert refusal(position, "buy 0 1") == (event.BUYS_TOO_LATE, 0)
    act(position, "show 1 11")
    # One alone on the start chooses openly.
    position = scene(3, is_open="1", pawns="0,0,9")
    act(position, "buy 1 1")
    chance_acts(position)
    assert not game.secret(position, 0)
    act(position, "show 0 10")
    assert refusal(position, "show 1 11") is None


def test_in_an_open_double_round_each_shows_two():
    position = scene(3, DOUBLE, is_open="1", is_double="1", pawns="0,0,9", left="2,2,2")
    for text in ("choose 0 10", "choose 1 12", "choose 1 13"):
        act(position, text)
    assert (game.to_act(position), game.may_act(position)) == ((0,), (1, 2))
    act(position, "choose 0 11")
    assert [told[2] + 1 for told in chance_acts(position)] == [10, 11, 12, 13]
    act(position, "show 2 14")
    assert refusal(position, "buy 2 1") == (event.BUYS_TOO_LATE, 2)
    assert row(position, "L4") == "80"
    events = act(position, "show 2 15")
    assert [told[2] + 1 for told in events if told[0] in (event.LOWER_THAN_ALL, event.ONLY_LOWER)] == [10, 11, 12, 13]
    assert game.to_act(position) == (1,), "13 is on the bull's head"
    # A player with one tile has to buy, and only in turn.
    position = scene(2, DOUBLE, is_open="1", is_double="1", pawns="9,5", left="2,2", held="1,1")
    assert refusal(position, "show 0 10") == (event.LOWER_PAWN_FIRST, 0, 1)
    assert refusal(position, "show 1 10") == (event.MUST_BUY_FIRST, 1)
