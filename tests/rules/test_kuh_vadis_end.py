"""Kuh Vadis: connecting the starts, being blocked, and the drawn game."""

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import can_connect
from tests.rules.kuh_vadis_play import cell, mark, sheet_with, throw
from tests.rules.play import codes

# On the first sheet the crosses start at a1, g1 and d7, the circles at d1, a7 and g7.
CROSSES = "b2 c3 d4 e3 f2 d5"
WALL = "a4 b4 c4 d4 e4 f4 g4"


def test_a_mark_that_wins_and_blocks_the_other_wins():
    # Along the second row and down column d: the circle d1 is shut in.
    record = sheet_with(crosses="a2 b2 c2 e2 f2 g2 d3 d4 d5 d6")
    throw(record, "1 1 1 2 3")
    assert codes(mark(record, "d2")) == [code.MARKED]
    assert not can_connect(record.position.cells, record.position.marks, 1)
    assert game.outcome(record.position) == (code.CONNECTED, 0)


def test_if_a_player_is_blocked_it_is_reported_once_play_goes_on_and_the_other_may_still_win():
    wall = WALL.replace(" d4", "")
    for player, crosses, circles in ((0, wall, ""), (1, "", wall)):
        record = sheet_with(crosses, circles, player)
        throw(record, "cow cow 1 2 3")
        events = mark(record, "d4")
        assert events == [
            (code.MARKED, player, cell("d4"), 6),
            (code.BLOCKED, 1 - player),
            (code.NEXT_TURN, 1 - player),
        ]
        assert record.position.blocked == 1 << 1 - player
        for dice, each in (("2 2 2 1 3", "f2"), ("2 2 2 1 3", "e1")):
            throw(record, dice)
            assert codes(mark(record, each)) == [code.MARKED, code.NEXT_TURN]
            assert game.outcome(record.position) is None
    record = sheet_with(circles=WALL + " b5 f5 c5 d2 f6 b6", player=1)
    throw(record, "cow cow 1 2 3")
    mark(record, "d3")
    assert game.outcome(record.position) == (code.CONNECTED, 1)


def test_if_neither_can_connect_any_more_the_game_is_drawn_at_once():
    # The circles wall off d7; the crosses go around d1.
    record = sheet_with(crosses="c1 c2 d2 e1", circles=WALL)
    throw(record, "cow cow 1 2 3")
    events = mark(record, "e2")
    assert events == [(code.MARKED, 0, cell("e2"), 6), (code.BLOCKED, 1)]
    assert game.outcome(record.position) == (code.BOTH_BLOCKED, 0, 1)
    assert game.to_act(record.position) == ()
