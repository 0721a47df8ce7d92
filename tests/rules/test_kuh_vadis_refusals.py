"""Kuh Vadis: illegal actions, and the reasons. `reason_of` also checks that nothing changes."""

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis import rules as game
from tavolo.rules.contract import CHANCE, GAME_IS_OVER, NO_SUCH_ACTION, NOT_YOUR_TURN
from tests.rules.kuh_vadis_play import cell, faces, hold, mark, roll, sheet_with, table, throw
from tests.rules.play import new_record, reason_of
from tests.rules.support import refused


def test_nothing_can_be_done_before_the_lot_and_no_lot_is_drawn_twice():
    record = new_record("kuh-vadis players=2 table")
    for action in ((game.ROLL, 0), (game.ROLLED, 1, 2, 3, 4, 5), (game.MARK, 0, 8), (game.LOT, 2), (game.LOT, -1)):
        assert reason_of(record, action) == (NO_SUCH_ACTION,), action
    record.apply((game.LOT, 0))
    assert reason_of(record, (game.LOT, 1)) == (NO_SUCH_ACTION,)
    assert reason_of(table(), (game.LOT, 1)) == (NO_SUCH_ACTION,)


def test_a_player_out_of_turn_is_refused():
    record = table()
    for player in (1, 2, -1, 99):
        for action in ((game.ROLL, player), (game.DONE, player), (game.HOLD, player, 0), (game.MARK, player, 8)):
            assert reason_of(record, action) == (NOT_YOUR_TURN, player), action


def test_in_each_part_of_a_turn_something_else_is_next():
    record = table()
    for action, reason in (
        ((game.HOLD, 0, 1), (code.ROLL_FIRST, 0)),
        ((game.DONE, 0), (code.ROLL_FIRST, 0)),
        ((game.MARK, 0, cell("e3")), (code.NOTHING_TO_MARK_YET, 0)),
        ((game.ROLLED, 1, 2, 3, 4, 5), (NO_SUCH_ACTION,)),
    ):
        assert reason_of(record, action) == reason, action
    roll(record, "1 2 3 4 5")
    assert reason_of(record, (game.MARK, 0, cell("e3"))) == (code.NOTHING_TO_MARK_YET, 0)
    for die in (-1, 5, 99):
        assert reason_of(record, (game.HOLD, 0, die)) == (NO_SUCH_ACTION,)
    hold(record, "1 2 3 4 5")
    assert reason_of(record, (game.ROLL, 0)) == (code.NO_DIE_TO_ROLL, 0)
    hold(record, "3 4 5")
    record.apply((game.ROLL, 0))
    assert game.to_act(record.position) == (CHANCE,)
    for action in ((game.ROLL, 0), (game.DONE, 0), (game.HOLD, 0, 1), (game.MARK, 0, 8)):
        assert reason_of(record, action) == (code.DICE_ARE_FALLING,), action
    for line in ((), (1, 2), (1, 2, 3, 4), (1, 2, 3, 4, 5), (0, 1, 2), (1, 2, 7), (1, -1, 2)):
        assert reason_of(record, (game.ROLLED,) + line) == (code.WRONG_ROLL, 3), line
    record.apply((game.ROLLED, 2, 2, 6))
    record.apply((game.DONE, 0))
    for action in ((game.ROLL, 0), (game.DONE, 0), (game.HOLD, 0, 0)):
        assert reason_of(record, action) == (code.MARK_FIRST, 0), action


def test_a_mark_is_of_the_kind_free_and_adjacent():
    record = table()
    throw(record, "3 3 3 3 2")
    for name in ("a1", "d1", "d7", "a7"):
        assert reason_of(record, (game.MARK, 0, cell(name))) == (code.CELL_IS_TAKEN, cell(name)), name
    assert reason_of(record, (game.MARK, 0, cell("d3"))) == (code.ANOTHER_KIND, cell("d3"), 6, 3)
    for each in (-1, 49, 1000):
        assert reason_of(record, (game.MARK, 0, each)) == (NO_SUCH_ACTION,)
    mark(record, "e3")
    throw(record, "cow cow 3 3 3")
    assert reason_of(record, (game.MARK, 0, cell("e3"))) == (code.CELL_IS_TAKEN, cell("e3"))
    assert reason_of(record, (game.MARK, 0, cell("f3"))) == (code.ANOTHER_KIND, cell("f3"), 1, 3, 6)
    assert reason_of(record, (game.MARK, 0, cell("g3"))) == (code.NOT_ADJACENT, cell("g3"), cell("e3"))
    mark(record, "e2")
    throw(record, "cow cow 2 2 2")
    assert reason_of(record, (game.MARK, 1, cell("c4"))) == (code.ANOTHER_KIND, cell("c4"), 4, 2, 6)


def test_faces_are_entered_with_real_dice_only_and_real_dice_are_not_rolled_by_the_board():
    record = table()
    assert reason_of(record, (game.FACE, 0, 3)) == (NO_SUCH_ACTION,)
    record = table("real_dice=1")
    for action in ((game.ROLL, 0), (game.DONE, 0), (game.HOLD, 0, 0), (game.FACE, 0, 0), (game.FACE, 0, 7)):
        assert reason_of(record, action) == (NO_SUCH_ACTION,), action
    assert reason_of(record, (game.FACE, 1, 3)) == (NOT_YOUR_TURN, 1)
    for face in faces("3 3 3 1 2"):
        record.apply((game.FACE, 0, face))
    assert reason_of(record, (game.FACE, 0, 3)) == (code.MARK_FIRST, 0)


def test_after_the_end_nothing_may_be_done():
    record = sheet_with(crosses="b2 c3 d4 e3 f2 d5")
    throw(record, "cow cow 1 2 3")
    mark(record, "e6")
    for action in ((game.ROLL, 1), (game.MARK, 0, 8), (game.LOT, 0)):
        assert reason_of(record, action) == (GAME_IS_OVER,)
    assert game.legal(record.position, 0) == game.legal(record.position, 1) == []


def test_no_card_is_of_any_use():
    record = table()
    for card in (0, 5, 98):
        assert game.legal(record.position, 0, card) == []
        assert game.why_not(record.position, 0, card) == (code.HAS_NO_CARDS,)
    assert game.CARDS == 0
    assert refused(game.card_text, 0) == refused(game.card_from_text, "cow") == "Kuh Vadis has no cards."
