"""Kuh Vadis: rolling, putting dice aside, what a roll lets a player mark, and turns after four of a kind."""

from tavolo.games.kuh_vadis import events as event_codes
from tavolo.games.kuh_vadis import rules as game
from tavolo.rules.contract import CHANCE
from tests.rules.kuh_vadis_play import (
    cell,
    cells,
    codes,
    faces,
    hold,
    mark,
    may_mark,
    roll,
    sheet_with,
    table,
    throw,
    turn_of,
)
from tests.rules.play import new_record
from tests.rules.support import Numbers

ALL_COWS = "c1 b2 e2 a3 d3 g3 b4 d4 f4 g4 a5 d5 g5 b6 e6 c7"


def test_who_begins_is_drawn_by_lot_unless_it_is_said():
    record = new_record("kuh-vadis players=2 table")
    assert game.to_act(record.position) == (CHANCE,)
    drawn = [game.chance(record.position, Numbers(start).below) for start in range(20)]
    assert (game.LOT, 0) in drawn
    assert (game.LOT, 1) in drawn
    assert record.apply((game.LOT, 1)) == [(event_codes.BEGINS, 1)]
    assert game.to_act(record.position) == (1,)
    for first in (0, 1):
        record = new_record(f"kuh-vadis players=2 first={first} table")
        assert game.to_act(record.position) == (first,)


def test_first_vector_three_4s_mark_any_free_4_and_the_turn_ends():
    record = table()
    roll(record, "4 1 4 2 cow")
    hold(record, "1 3")
    roll(record, "3 cow 5")
    assert list(record.position.dice) == [4, 3, 4, 6, 5]
    events = roll(record, "4 2 5")
    assert events == [(event_codes.ROLLED_AGAIN, 0, 3, 3, 4, 4, 4, 2, 5), (event_codes.MAY_MARK, 0, 3, 4)]
    assert may_mark(record) == "f1 c3 c4 c5 f7"
    assert mark(record, "c4") == [(event_codes.MARKED, 0, cell("c4"), 4), (event_codes.NEXT_TURN, 1)]
    assert game.to_act(record.position) == (1,)


def test_second_vector_four_3s_then_four_cows_then_three_1s():
    record = table()
    events = throw(record, "3 3 1 3 3")
    assert events[-1] == (event_codes.FOUR_OF_A_KIND, 0, 4, 3)
    assert mark(record, "e3") == [(event_codes.MARKED, 0, cell("e3"), 3), (event_codes.ANOTHER_TURN, 0, cell("e3"))]
    assert turn_of(record) == 0
    roll(record, "cow cow 1 2 4")
    hold(record, "1 2")
    roll(record, "cow 2 4")
    hold(record, "3")
    assert roll(record, "cow 5")[-1] == (event_codes.FOUR_OF_A_KIND, 0, 4, 6)
    # Of the cows those around e3, the one directly left of it among them.
    assert may_mark(record) == "e2 d3 d4 f4"
    mark(record, "d3")
    assert throw(record, "1 1 2 1 4")[-1] == (event_codes.MAY_MARK, 0, 3, 1)
    assert may_mark(record) == "d2"
    assert mark(record, "d2") == [(event_codes.MARKED, 0, cell("d2"), 1), (event_codes.NEXT_TURN, 1)]


def test_third_vector_two_cows_and_three_5s_mark_one_of_the_two():
    record = table()
    assert throw(record, "5 cow 5 5 cow")[-1] == (event_codes.ONE_OF_TWO, 0, 2, 3, 5)
    assert sorted(cells(may_mark(record))) == sorted(cells(ALL_COWS + " c2 g2 e4 c6 g6"))
    for choice in ("e4", "d5"):
        record = table()
        throw(record, "5 cow 5 5 cow")
        assert codes(mark(record, choice)) == [event_codes.MARKED, event_codes.NEXT_TURN]


def test_what_a_roll_marks_is_what_the_rulebook_says():
    for dice, code in (
        ("cow cow 1 2 3", event_codes.MAY_MARK),
        ("cow cow cow 2 3", event_codes.MAY_MARK),
        ("cow cow cow 2 2", event_codes.MAY_MARK),
        ("cow cow cow cow 2", event_codes.FOUR_OF_A_KIND),
        ("cow cow cow cow cow", event_codes.FOUR_OF_A_KIND),
        ("2 2 2 1 cow", event_codes.MAY_MARK),
        ("2 2 2 1 1", event_codes.MAY_MARK),
        ("2 2 2 2 cow", event_codes.FOUR_OF_A_KIND),
        ("2 2 2 2 2", event_codes.FOUR_OF_A_KIND),
        ("2 2 2 cow cow", event_codes.ONE_OF_TWO),
        ("1 1 2 2 cow", event_codes.NOTHING_ROLLED),
        ("1 2 3 4 5", event_codes.NOTHING_ROLLED),
    ):
        events = throw(table(), dice)
        assert events[2][0] == code, dice
        assert (len(events) == 4) == (code == event_codes.NOTHING_ROLLED), dice


def test_a_roll_that_marks_nothing_passes_the_turn_and_says_what_was_missing():
    record = table()
    events = throw(record, "1 1 2 cow 2")
    assert events[2:] == [(event_codes.NOTHING_ROLLED, 0, 1, 2, 2, 3), (event_codes.NEXT_TURN, 1)]
    assert game.to_act(record.position) == (1,)
    assert game.legal(record.position, 1) == [(game.ROLL, 1)]


def test_a_turn_begins_with_all_five_dice_and_the_last_dice_lie_until_then():
    record = table()
    throw(record, "1 1 2 cow 2")
    assert list(record.position.dice) == [1, 1, 2, 6, 2]
    assert roll(record, "2 3 4 5 cow") == [(event_codes.ROLLED_ALL, 1, 2, 3, 4, 5, 6)]


def test_a_player_may_roll_three_times_and_the_last_roll_counts_at_once():
    record = table()
    for dice in ("cow cow cow 1 2", "1 1 1 2 2"):
        roll(record, dice)
        assert game.legal(record.position, 0)[-1] == (game.DONE, 0)
    # Three cows and three 1s are gone: only the last roll counts.
    assert codes(roll(record, "1 2 3 4 5"))[-2:] == [event_codes.NOTHING_ROLLED, event_codes.NEXT_TURN]


def test_stopping_early_says_how_many_rolls_were_left():
    record = table()
    assert throw(record, "cow cow 1 2 3")[1] == (event_codes.STOPPED, 0, 2)
    record = table()
    roll(record, "cow 1 2 3 4")
    roll(record, "cow cow 2 3 4")
    assert record.apply((game.DONE, 0))[0] == (event_codes.STOPPED, 0, 1)


def test_dice_put_aside_keep_their_faces_and_may_be_taken_back_and_rolled_again():
    record = table()
    roll(record, "4 4 1 2 3")
    assert hold(record, "1 2") == [(event_codes.PUT_ASIDE, 0, 1, 4), (event_codes.PUT_ASIDE, 0, 2, 4)]
    assert roll(record, "1 1 cow") == [(event_codes.ROLLED_AGAIN, 0, 2, 3, 4, 4, 1, 1, 6)]
    # Two 4s were put aside; for the last roll they are taken back and the 1s kept.
    assert hold(record, "1 2 3 4")[:2] == [(event_codes.TAKEN_BACK, 0, 1, 4), (event_codes.TAKEN_BACK, 0, 2, 4)]
    assert roll(record, "1 5 2")[-2:] == [
        (event_codes.ROLLED_AGAIN, 0, 3, 3, 1, 5, 1, 1, 2),
        (event_codes.MAY_MARK, 0, 3, 1),
    ]


def test_the_dice_are_offered_in_order_then_rolling_then_stopping():
    record = table()
    assert game.legal(record.position, 0) == [(game.ROLL, 0)]
    roll(record, "4 4 1 2 3")
    dice = [(game.HOLD, 0, die) for die in range(5)]
    assert game.legal(record.position, 0) == dice + [(game.ROLL, 0), (game.DONE, 0)]
    hold(record, "1 2 3 4 5")
    assert game.legal(record.position, 0) == dice + [(game.DONE, 0)]


def test_dice_are_put_aside_or_taken_back_ten_times_between_two_rolls_at_most():
    record = table()
    roll(record, "4 4 1 2 3")
    hold(record, "1 " * 10)
    assert game.legal(record.position, 0) == [(game.ROLL, 0), (game.DONE, 0)]
    assert game.refusal(record.position, (game.HOLD, 0, 2)) == (event_codes.CHANGED_OFTEN, 10)
    roll(record, "4 4 1 2 3")
    assert len(game.legal(record.position, 0)) == 7


def test_with_two_kinds_only_the_one_that_has_a_free_cell_may_be_marked():
    # All 5s are marked.
    record = sheet_with(crosses="c2 e4", circles="g2 c6 g6")
    assert throw(record, "5 cow 5 5 cow")[-2:] == [(event_codes.ONE_OF_TWO, 0, 2, 3, 5), (event_codes.NONE_FREE, 5)]
    assert sorted(cells(may_mark(record))) == sorted(cells(ALL_COWS))


def test_where_no_cell_of_the_kind_is_free_the_turn_passes_even_after_four_of_a_kind():
    for dice, code in (("5 5 5 1 2", event_codes.MAY_MARK), ("5 5 5 5 2", event_codes.FOUR_OF_A_KIND)):
        record = sheet_with(crosses="c2 e4", circles="g2 c6 g6")
        assert codes(throw(record, dice))[2:] == [code, event_codes.NONE_FREE, event_codes.NEXT_TURN]
        assert game.to_act(record.position) == (1,)


def test_in_a_further_turn_every_mark_is_adjacent_to_the_cell_just_marked():
    record = table()
    throw(record, "1 1 1 1 2")
    mark(record, "b1")
    # Around b1 there are a1, c1, a2, b2, c2: no 4, so four 4s are of no use and give no further turn.
    assert throw(record, "4 4 4 4 2")[2:] == [
        (event_codes.FOUR_OF_A_KIND, 0, 4, 4),
        (event_codes.NONE_ADJACENT, 4, cell("b1")),
        (event_codes.NEXT_TURN, 1),
    ]
    throw(record, "4 4 4 1 2")
    assert may_mark(record) == "f1 c3 c4 c5 f7"


def test_a_further_turn_is_rolled_even_if_no_adjacent_cell_is_free():
    record = sheet_with(circles="c1 a2 b2 c2")
    throw(record, "1 1 1 1 2")
    assert mark(record, "b1")[-1] == (event_codes.ANOTHER_TURN, 0, cell("b1"))
    assert game.legal(record.position, 0) == [(game.ROLL, 0)]
    assert codes(throw(record, "3 3 3 3 3"))[-2:] == [event_codes.NONE_ADJACENT, event_codes.NEXT_TURN]


def test_with_two_kinds_in_a_further_turn_both_have_to_be_adjacent():
    record = table()
    throw(record, "3 3 3 3 2")
    mark(record, "a2")
    assert throw(record, "5 5 5 cow cow")[-2:] == [
        (event_codes.ONE_OF_TWO, 0, 2, 3, 5),
        (event_codes.NONE_ADJACENT, 5, cell("a2")),
    ]
    assert may_mark(record) == "b2 a3"


def test_five_of_a_kind_chain_as_long_as_they_come():
    record = table()
    for count, each in enumerate(("d3", "d4", "d5", "e6")):
        throw(record, "cow cow cow cow cow")
        assert turn_of(record) == 0
        assert record.position.turn == count + 1
        mark(record, each)
    assert codes(throw(record, "cow 1 2 3 4"))[-1] == event_codes.NEXT_TURN


def test_with_real_dice_the_five_faces_that_count_are_entered():
    record = new_record("kuh-vadis players=2 real_dice=1 first=1 table")
    assert game.legal(record.position, 1) == [(game.FACE, 1, face) for face in range(1, 7)]
    events = []
    for die, face in enumerate(faces("4 cow 4 cow 4")):
        assert len(game.legal(record.position, 1)) == 6
        events = record.apply((game.FACE, 1, face))
        assert events[0] == (event_codes.ENTERED, 1, die + 1, face)
    assert events[1:] == [(event_codes.ONE_OF_TWO, 1, 2, 3, 4)]
    mark(record, "c4")
    assert game.to_act(record.position) == (0,)
    # The faces of the last turn are gone as soon as another is entered.
    record.apply((game.FACE, 0, 1))
    assert list(record.position.dice) == [1, 0, 0, 0, 0]
    for face in faces("1 cow 2 2"):
        events = record.apply((game.FACE, 0, face))
    assert codes(events) == [event_codes.ENTERED, event_codes.NOTHING_ROLLED, event_codes.NEXT_TURN]


def test_real_dice_give_further_turns_too():
    record = table("real_dice=1")
    for face in faces("3 3 3 3 1"):
        record.apply((game.FACE, 0, face))
    mark(record, "e3")
    for face in faces("cow cow 1 4 5"):
        record.apply((game.FACE, 0, face))
    assert may_mark(record) == "e2 d3 d4 f4"


def test_dice_fall_on_all_faces():
    record = table()
    record.apply((game.ROLL, 0))
    numbers, counts = Numbers(1), [0] * 7
    for _ in range(1200):
        for face in game.chance(record.position, numbers.below)[1:]:
            counts[face] += 1
    assert counts[0] == 0
    assert all([900 < count < 1100 for count in counts[1:]]), counts


def test_only_dice_that_are_not_put_aside_fall():
    record = table()
    roll(record, "4 4 1 2 3")
    hold(record, "1 2 5")
    record.apply((game.ROLL, 0))
    assert len(game.chance(record.position, Numbers(1).below)) == 1 + 2
