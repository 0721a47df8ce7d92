"""Tanz der Hornochsen: into which row a tile goes, what its space does, and which tiles of a full row are kept."""

from tavolo.games.tanz_der_hornochsen import events as event
from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen.board import HOUSE_BOARD, ROW_NAMES, Board
from tavolo.rules.contract import NOT_YOUR_TURN
from tests.rules.hornochsen_play import FULL, act, active, chance_acts, play_round, refusal, row, scene, tile
from tests.rules.play import codes, new_record


def row_number(name):
    return ROW_NAMES.index(name)


def test_the_rulebooks_bulls_head_scores_opens_the_next_free_row_and_lets_its_player_keep_one():
    position = scene(2, {"L1": "53 56 59 60 62", "L2": "90", "L3": "95", "L4": "81"})
    events = play_round(position, "96 63")
    assert position.pawns == [0, 8]
    assert row(position, "L5") == "63"
    assert row(position, "L1") == ""
    assert active(position) == "L2 L3 L4 L5"
    assert game.to_act(position) == (1,)
    assert row(position, "L3") == "95", "placing waits for the decision"
    assert codes(events)[2:] == [event.ONLY_LOWER, event.BULL, event.FORWARD, event.OPENED_ROW]
    assert refusal(position, "stop 1") == (event.KEEPS_ONE_AT_LEAST, 1)
    assert refusal(position, "keep 0") == (NOT_YOUR_TURN, 0)
    act(position, "keep 1")
    assert row(position, "L3") == "95"
    events = act(position, "stop 1")
    assert (event.KEEPS_NO_MORE, 1, 1, 4) in events
    assert row(position, "L3") == "95 96"
    assert (position.held[1], position.kept[1], position.box) == (6, 1, 4)
    # The kept tile is one of the five, and nobody else can have one of them.
    for number in (53, 56, 59, 60, 62):
        assert refusal(position, f"choose 1 {number}") is None
        assert refusal(position, f"choose 0 {number}") is not None


def test_a_tile_that_opens_a_row_or_is_turned_up_scores_no_pat_on_a_first_space():
    board = Board(HOUSE_BOARD.replace("L5: 0 0", "L5: 3 0").replace("L1: 0 0", "L1: 5 0"))
    position = scene(2, {"L1": "53 56 59 60 62", "L2": "90", "L3": "95", "L4": "81"})
    position.board = board
    play_round(position, "96 63")
    assert (position.pawns, row(position, "L5")) == ([0, 8], "63")
    begun = new_record("tanz-der-hornochsen players=2 table")
    begun.position.board = board
    for action in ((game.DEAL,), (game.TURN, 5)):
        begun.apply(action)
    assert (begun.position.pawns, row(begun.position, "L1")) == ([0, 0], "6")


def test_the_rulebooks_third_example_happy_cows_turn_penalties_into_bonuses():
    position = scene(
        4, {"L4": "19 20 23 34", "L5": "17", "L2": "78 80", "L3": "68 71"}, pawns="10,20,30,40", held="6,6,6,6"
    )
    events = play_round(position, "55 37 86 83")
    assert position.pawns == [10, 29, 30, 40]
    assert row(position, "L6") == "37"
    assert (event.COWS_SHOW, row_number("L6")) in events
    assert game.to_act(position) == (1,)
    act(position, "keep 1")
    events = act(position, "keep 1")
    assert row(position, "L6") == "37 55"
    assert row(position, "L2") == "78 80 83 86"
    assert position.pawns == [10, 29, 25, 36], position.pawns
    assert codes(events).count(event.PAT_BONUS) == 2
    assert position.box == 2
    # The round after: the second cow is covered, and points are penalties again.
    events = play_round(position, "70 56 87 99")
    assert row(position, "L6") == "37 55 56 70"
    assert (event.COWS_COVERED, tile(56), row_number("L6")) in events
    # The bull's head of L2 is worth 7; the next free row below is L4.
    assert position.pawns == [10, 29, 32, 36], position.pawns
    assert row(position, "L4") == "87"
    assert game.to_act(position) == (2,)
    act(position, "keep 2")
    act(position, "stop 2")
    assert row(position, "L4") == "87 99"
    assert active(position) == "L3 L4 L5 L6"


def test_a_player_who_holds_eight_keeps_one_tile_and_one_who_holds_nine_keeps_none():
    position = scene(2, FULL, held="9,6")
    play_round(position, "6 99")
    assert game.to_act(position) == (0,)
    events = act(position, "keep 0")
    assert (event.HAND_IS_FULL, 0, 9) in events
    assert (event.KEEPS_NO_MORE, 0, 1, 4) in events
    assert position.round == 2
    # A player with seven tiles keeps two.
    position = scene(2, FULL, held="8,6")
    play_round(position, "6 99")
    act(position, "keep 0")
    assert event.HAND_IS_FULL not in codes(act(position, "keep 0"))
    assert (position.held[0], position.round) == (9, 2)
    # Nine in hand before a double round: seven after choosing, nine after the first bull's head.
    rows = {"L1": "1 2 3 4 5", "R1": "60", "L4": "10 11 12 13", "L3": "80"}
    position = scene(2, rows, held="9,6", left="2,2", is_double="1")
    play_round(position, "6,14 81,82")
    act(position, "keep 0")
    events = act(position, "keep 0")
    assert (event.KEEPS_NONE, 0, 9, 4) in events
    assert position.round == 2, "and nobody is asked"
    assert (position.held[0], position.box) == (9, 7)


def test_with_the_option_nothing_need_be_kept():
    position = scene(2, FULL, options="1,0,0,0", held="1,6")
    play_round(position, "6 99")
    assert game.legal(position, 0) == [(game.KEEP, 0), (game.STOP, 0)]
    events = act(position, "stop 0")
    assert (event.KEEPS_NO_MORE, 0, 0, 5) in events
    assert game.to_act(position) == (-1,), "the empty hand is filled"
    chance_acts(position)
    assert (position.held[0], position.kept[0]) == (6, 0)
    for number in (1, 2, 3, 4, 5):
        assert refusal(position, f"choose 0 {number}") is not None
