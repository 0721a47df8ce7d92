"""Kuh Vadis: rolling, putting dice aside, what a roll lets a player mark, and turns after four of a kind."""

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import COW, FACES
from tavolo.games.kuh_vadis.turn import FOUR, counted, is_four
from tavolo.games.kuh_vadis.turn import kinds as kinds_in
from tavolo.rules.contract import CHANCE
from tests.rules.kuh_vadis_play import cell, cells, hold, mark, may_mark, roll, sheet_with, table, throw, turn_of
from tests.rules.play import codes, new_record
from tests.rules.support import Numbers

KINDS = {
    "1": "b1 d2 f3 f5 b7 d6",
    "2": "e1 f2 a3 a5 f6 e7",
    "5": "c2 g2 e4 c6 g6",
    "cow": "c1 b2 e2 a3 d3 g3 b4 d4 f4 g4 a5 d5 g5 b6 e6 c7",
}


# ---- rolling


def test_the_first_player_is_drawn_by_lot_unless_it_is_set():
    record = new_record("kuh-vadis players=2 table")
    assert game.to_act(record.position) == (CHANCE,)
    drawn = [game.chance(record.position, Numbers(start).below) for start in range(20)]
    assert sorted(set(drawn)) == [(game.LOT, 0), (game.LOT, 1)]
    assert record.apply((game.LOT, 1)) == [(code.BEGINS, 1)]
    assert game.to_act(record.position) == (1,)
    assert record.position.turn == 1
    for first in (0, 1):
        record = new_record(f"kuh-vadis players=2 first={first} table")
        assert game.to_act(record.position) == (first,)
        assert record.position.turn == 1


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


def test_a_turn_begins_with_all_five_dice_and_the_last_dice_lie_until_then():
    record = table()
    throw(record, "1 1 2 cow 2")
    assert list(record.position.dice) == [1, 1, 2, 6, 2]
    assert game.legal(record.position, 1) == [(game.ROLL, 1)]
    assert roll(record, "2 3 4 5 cow") == [(code.ROLLED_ALL, 1, 2, 3, 4, 5, 6)]


def test_a_player_may_roll_three_times_and_the_last_roll_counts_at_once():
    record = table()
    for dice in ("cow cow cow 1 2", "1 1 1 2 2"):
        roll(record, dice)
        assert game.legal(record.position, 0)[-1] == (game.DONE, 0)
    # Three cows and three 1s are gone: only the last roll counts.
    assert codes(roll(record, "1 2 3 4 5"))[-2:] == [code.NOTHING_ROLLED, code.NEXT_TURN]


def test_stopping_early_says_how_many_rolls_were_left():
    record = table()
    assert throw(record, "cow cow 1 2 3")[1] == (code.STOPPED, 0, 2)
    record = table()
    roll(record, "cow 1 2 3 4")
    roll(record, "cow cow 2 3 4")
    assert record.apply((game.DONE, 0))[0] == (code.STOPPED, 0, 1)


def test_dice_put_aside_keep_their_faces_and_may_be_taken_back_and_rolled_again():
    record = table()
    roll(record, "4 4 1 2 3")
    assert hold(record, "1 2") == [(code.PUT_ASIDE, 0, 1, 4), (code.PUT_ASIDE, 0, 2, 4)]
    assert roll(record, "1 1 cow") == [(code.ROLLED_AGAIN, 0, 2, 3, 4, 4, 1, 1, 6)]
    # Two 4s were put aside; for the last roll they are taken back and the 1s kept.
    assert hold(record, "1 2 3 4")[:2] == [(code.TAKEN_BACK, 0, 1, 4), (code.TAKEN_BACK, 0, 2, 4)]
    assert roll(record, "1 5 2") == [(code.ROLLED_AGAIN, 0, 3, 3, 1, 5, 1, 1, 2), (code.MAY_MARK, 0, 3, 1)]


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
    assert game.refusal(record.position, (game.HOLD, 0, 2)) == (code.CHANGED_OFTEN, 10)
    roll(record, "4 4 1 2 3")
    assert len(game.legal(record.position, 0)) == 7


def test_with_real_dice_the_five_faces_that_count_are_entered():
    record = new_record("kuh-vadis players=2 real_dice=1 first=1 table")
    assert game.legal(record.position, 1) == [(game.FACE, 1, face) for face in range(1, 7)]
    events = throw(record, "4 cow 4 cow 4")
    assert events[:5] == [(code.ENTERED, 1, die + 1, face) for die, face in enumerate((4, 6, 4, 6, 4))]
    assert events[5:] == [(code.ONE_OF_TWO, 1, 2, 3, 4)]
    mark(record, "c4")
    assert game.to_act(record.position) == (0,)
    # The faces of the last turn are gone as soon as another is entered.
    record.apply((game.FACE, 0, 1))
    assert list(record.position.dice) == [1, 0, 0, 0, 0]
    assert len(game.legal(record.position, 0)) == 6


# ---- what the last roll marks


def test_every_roll_is_judged_as_in_the_rulebook():
    for number in range(6**5):
        dice = tuple([FACES[number // 6**die % 6] for die in range(5)])
        numbers = tuple([face for face in FACES if face != COW and dice.count(face) >= 3])
        assert kinds_in(dice) == numbers + ((COW,) if dice.count(COW) >= 2 else ()), dice
        assert [is_four(dice, face) for face in FACES] == [dice.count(face) >= FOUR for face in FACES], dice
        assert counted(dice)[COW] == dice.count(COW), dice


def test_a_roll_that_marks_nothing_passes_the_turn_and_says_what_was_missing():
    for player, dice, cows, equal in ((0, "1 1 2 cow 3", 1, 2), (1, "1 2 3 4 5", 0, 1), (0, "cow 5 5 4 4", 1, 2)):
        record = sheet_with(player=player)
        other = 1 - player
        assert throw(record, dice)[2:] == [(code.NOTHING_ROLLED, player, cows, equal, 2, 3), (code.NEXT_TURN, other)]
        assert game.to_act(record.position) == (other,)


def test_second_vector_four_3s_then_four_cows_then_three_1s():
    record = table()
    assert throw(record, "3 3 1 3 3")[-1] == (code.FOUR_OF_A_KIND, 0, 4, 3)
    assert mark(record, "e3") == [(code.MARKED, 0, cell("e3"), 3), (code.ANOTHER_TURN, 0, cell("e3"))]
    roll(record, "cow cow 1 2 4")
    hold(record, "1 2")
    roll(record, "cow 2 4")
    hold(record, "3")
    assert roll(record, "cow 5")[-1] == (code.FOUR_OF_A_KIND, 0, 4, 6)
    # Of the cows those around e3, the one directly left of it among them.
    assert may_mark(record) == "e2 d3 d4 f4"
    mark(record, "d3")
    assert throw(record, "1 1 2 1 4")[-1] == (code.MAY_MARK, 0, 3, 1)
    assert may_mark(record) == "d2"
    assert mark(record, "d2") == [(code.MARKED, 0, cell("d2"), 1), (code.NEXT_TURN, 1)]


def test_with_two_kinds_only_the_one_that_has_a_free_cell_may_be_marked():
    # All 5s are marked.
    record = sheet_with(crosses="c2 e4", circles="g2 c6 g6")
    assert throw(record, "5 cow 5 5 cow")[-2:] == [(code.ONE_OF_TWO, 0, 2, 3, 5), (code.NONE_FREE, 5)]
    assert cells(may_mark(record)) == cells(KINDS["cow"])


def test_where_no_cell_of_the_kind_is_free_the_turn_passes_even_after_four_of_a_kind():
    for dice, told in (("5 5 5 1 2", code.MAY_MARK), ("5 5 5 5 2", code.FOUR_OF_A_KIND)):
        record = sheet_with(crosses="c2 e4", circles="g2 c6 g6")
        assert codes(throw(record, dice))[2:] == [told, code.NONE_FREE, code.NEXT_TURN]
        assert game.to_act(record.position) == (1,)


# ---- a further turn


def test_further_turns_are_counted_and_come_as_long_as_four_of_a_kind_do():
    for options in ("", "real_dice=1"):
        record = table(options)
        for count, each in enumerate(("d3", "d4", "d5", "e6")):
            throw(record, "cow cow cow cow cow")
            assert turn_of(record) == 0
            assert record.position.turn == count + 1
            mark(record, each)
        assert codes(throw(record, "cow 1 2 3 4"))[-1] == code.NEXT_TURN
