"""Kuh Vadis: connecting the starts, being blocked, and the drawn game."""

from tavolo.games.kuh_vadis import events as code
from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import can_connect, is_connected
from tests.rules.kuh_vadis_play import cell, codes, mark, sheet_with, throw, with_marks
from tests.rules.play import new_record, next_action
from tests.rules.support import Numbers

# On the first sheet the crosses start at a1, g1 and d7, the circles at d1, a7 and g7.
CROSSES = "b2 c3 d4 e3 f2 d5"
CIRCLES = "d2 d3 d4 c5 b6 e5 f6"
WALL = "a4 b4 c4 d4 e4 f4 g4"


def neighbours(one):
    """The cells around a cell, worked out by rows and columns."""
    row, column = one // 7, one % 7
    found = []
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            if (down or across) and 0 <= row + down < 7 and 0 <= column + across < 7:
                found.append((row + down) * 7 + column + across)
    return found


def joined(position, player, owners):
    """Whether the starts of a player are joined by cells of these owners, found cell by cell."""
    starts = [each for each in range(49) if position.cells[each] == 7 + player]
    seen = [starts[0]]
    for each in seen:
        for other in neighbours(each):
            if other not in seen and position.marks[other] in owners:
                seen.append(other)
    return all([start in seen for start in starts])


def test_who_connects_the_three_starts_wins_at_once():
    record = sheet_with(crosses=CROSSES)
    throw(record, "cow cow 1 2 3")
    assert codes(mark(record, "e6")) == [code.MARKED]
    assert game.outcome(record.position) == (code.CONNECTED, 0)
    assert game.to_act(record.position) == ()
    record = sheet_with(circles=CIRCLES.replace(" d3", ""), player=1)
    throw(record, "cow cow 1 2 3")
    mark(record, "d3")
    assert game.outcome(record.position) == (code.CONNECTED, 1)


def test_a_win_with_four_of_a_kind_needs_no_further_turn():
    record = sheet_with(crosses=CROSSES)
    throw(record, "cow cow cow cow cow")
    assert codes(mark(record, "e6")) == [code.MARKED]
    assert game.to_act(record.position) == ()


def test_a_line_with_a_gap_does_not_win():
    line = (CROSSES + " d6").split()
    whole = with_marks(crosses=" ".join(line))
    assert is_connected(whole.cells, whole.marks, 0)
    assert not is_connected(whole.cells, whole.marks, 1)
    for missing in line:
        gap = with_marks(crosses=" ".join([each for each in line if each != missing]))
        assert not is_connected(gap.cells, gap.marks, 0), missing


def test_two_starts_of_three_are_not_enough():
    record = sheet_with(crosses="b2 c2 d2 e2")
    throw(record, "2 2 2 1 3")
    mark(record, "f2")
    assert game.outcome(record.position) is None


def test_lines_may_cross_diagonally():
    # The crosses go from c3 to d4, the circles between them from d3 to c4.
    record = sheet_with(crosses=CROSSES, circles="d2 d3 c4 c5 b6")
    throw(record, "cow cow 1 2 3")
    mark(record, "e6")
    assert game.outcome(record.position) == (code.CONNECTED, 0)


def test_the_edges_of_the_sheet_are_no_neighbours():
    position = with_marks(crosses="b1 c1 g2 a3", circles="")
    # g2 and a3 are consecutive cells, but at opposite edges; so are g1 and a2.
    assert not is_connected(position.cells, position.marks, 0)
    closed = with_marks(crosses="", circles=WALL)
    assert not can_connect(closed.cells, closed.marks, 0)


def test_if_one_is_blocked_play_goes_on_and_the_other_may_still_win():
    record = sheet_with(circles=WALL.replace(" d4", ""), player=1)
    throw(record, "cow cow 1 2 3")
    assert mark(record, "d4") == [(code.MARKED, 1, cell("d4"), 6), (code.BLOCKED, 0), (code.NEXT_TURN, 0)]
    assert game.outcome(record.position) is None
    # It is said once.
    throw(record, "2 2 2 1 3")
    assert codes(mark(record, "f2")) == [code.MARKED, code.NEXT_TURN]
    record = sheet_with(circles=WALL + " b5 f5 c5 d2 f6", player=1)
    throw(record, "cow cow 1 2 3")
    mark(record, "b6")
    assert game.outcome(record.position) is None
    throw(record, "1 1 1 2 cow")
    mark(record, "b1")
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


def test_a_free_cell_is_a_way_for_both():
    position = with_marks(crosses="c1 c2 d2 e1", circles=WALL.replace(" d4", ""))
    assert can_connect(position.cells, position.marks, 0)
    assert can_connect(position.cells, position.marks, 1)
    assert position.blocked == 0


def test_connected_and_blocked_are_what_a_search_cell_by_cell_finds():
    checked = 0
    for start in range(4):
        record, numbers = new_record("kuh-vadis players=2 table"), Numbers(2000 + start)
        while True:
            action = next_action(record, numbers)
            if action is None:
                break
            record.apply(action)
            if action[0] != game.MARK:
                continue
            checked += 1
            position = record.position
            won = [joined(position, player, (player + 1,)) for player in (0, 1)]
            ways = [joined(position, player, (0, player + 1)) for player in (0, 1)]
            if won[0] or won[1]:
                assert game.outcome(position) == (code.CONNECTED, won.index(True))
            else:
                assert position.blocked == (not ways[0]) + 2 * (not ways[1])
                assert (game.outcome(position) == (code.BOTH_BLOCKED, 0, 1)) == (ways == [False, False])
                assert (game.outcome(position) is None) == (ways != [False, False])
    assert checked > 8
