"""Bambuti: what indicators show and with whom they lie; symmetry, drums, scorings, and the end."""

from tavolo.games.bambuti import events as code
from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import OVER, indicator
from tavolo.games.bambuti.turn import indicator_event
from tests.rules.bambuti_play import ROWS, card, cards, lies_with, only, position, sums_of

# A row that violet 1 or blue 1 at its end, and nothing else, would make symmetric.
NEARLY = ("blue-2 red-5 violet-10 red-6 yellow-1", ROWS[1])
HIS = "red-1 red-2 red-4 violet-1 violet-2"


def test_every_pair_of_masks_has_the_indicator_of_the_rulebook():
    for mine in range(50):
        for other in range(50):
            wanted = lies_with(mine, other) or (1, 0)
            there = indicator(mine, other)
            assert (0 if there > 0 else 1, abs(there)) == wanted, (mine, other)


def test_an_indicator_is_told_with_the_numbers_that_decided():
    for mine, other, wanted in (
        ("blue-10", "red-1", (code.INDICATOR, 1, card("blue-10"), card("red-1"), 9, 1, 8, 0)),
        ("blue-9", "red-10", (code.INDICATOR, 1, card("red-10"), card("blue-9"), 1, 9, 8, 0)),
        ("blue-7", "blue-3", (code.INDICATOR_TURNED, 1, card("blue-7"), card("blue-3"), 4, 3, 1, 1)),
        ("blue-4", "red-8", (code.DOUBLE, 1, card("red-8"), card("blue-4"), 4)),
        ("blue-6", "red-6", (code.EQUAL, 1, card("blue-6"), card("red-6"), 6)),
    ):
        rows = bytearray([card(mine), 9, 9, 9, 9, card(other), 19, 19, 19, 19])
        assert indicator_event(rows, 0) == wanted, (mine, other)


# ---- what follows a play


def test_the_symmetry_waits_for_the_draw():
    there = position(NEARLY, (7, 7), pile=20, apart="blue-1")
    events = game.apply(there, (game.PLAY, 0, card("blue-1"), 0, 4))
    assert only(events, code.SCORED, code.SYMMETRY) == []
    assert game.to_act(there) == (-1,)
    assert there.made_symmetry
    events = game.apply(there, (game.DRAW, 0))
    assert [event[0] for event in events] == [code.DREW, code.SYMMETRY, code.SCORED, code.SCORED]
    assert not there.made_symmetry
    assert game.to_act(there) == (1,)


def test_without_a_new_symmetry_of_the_own_row_there_is_no_scoring_but_a_drum_may_be_played():
    symmetric = ("blue-2 red-5 violet-10 red-6 blue-1", ROWS[1])
    others = (ROWS[0], "red-3 green-8 blue-9 green-4 red-2")
    one_pair = ("blue-2 red-5 violet-10 green-6 yellow-1", ROWS[1])
    for rows, mask, owner, place in (
        (symmetric, "violet-8", 0, 2),  # it was there before
        (symmetric, "red-7", 0, 3),  # and would be made once more
        (others, "blue-8", 1, 2),  # the other's row is and stays so, as a play on it keeps the colour
        (one_pair, "red-7", 0, 3),
        (one_pair, "blue-1", 0, 4),
    ):
        there = position(rows, (f"{mask} green-1 green-2 green-3 yellow-2", HIS.replace("red-2", "red-9")))
        events = game.apply(there, (game.PLAY, 0, card(mask), owner, place))
        assert only(events, code.SYMMETRY, code.SCORED) == [], (rows, mask)
        assert game.legal(there, 0) == [(game.DRUM, 0), (game.END_TURN, 0)], (rows, mask)


def test_who_has_no_drum_left_is_not_asked():
    there = position(ROWS, (7, 7), pile=20, drums=(0, 2), apart="yellow-3")
    game.apply(there, (game.PLAY, 0, card("yellow-3"), 0, 1))
    assert game.apply(there, (game.DRAW, 0)) == [(code.DREW, 0, 19)]
    assert game.to_act(there) == (1,)


# ---- the end


def test_when_neither_holds_more_than_four_masks_the_final_scoring_alone_ends_the_game():
    # Also with a play that makes the own row symmetric: two scorings at once there are not.
    for rows, mask, place in ((ROWS, "green-5", 3), (NEARLY, "blue-1", 4)):
        there = position(rows, (f"green-2 green-3 {mask} blue-4 yellow-2", "red-1 red-2 red-4 violet-1"), points=(5, 7))
        events = game.apply(there, (game.PLAY, 0, card(mask), 0, place))
        row = cards(rows[0])
        row[place] = card(mask)
        sums = sums_of((row, cards(ROWS[1])))
        assert events[2:] == [
            (code.FOUR_LEFT, 0, 4, 1, 4),
            (code.SCORED, 0, sums[0], 5 + sums[0]),
            (code.SCORED, 1, sums[1], 7 + sums[1]),
        ]
        assert game.to_act(there) == ()
        assert game.outcome(there) == (code.MOST_POINTS, 1)


def test_most_points_win_and_level_points_share_the_win():
    for points, outcome in (
        ((31, 31), (code.SHARED, 0, 1)),
        ((32, 31), (code.MOST_POINTS, 0)),
        ((31, 32), (code.MOST_POINTS, 1)),
    ):
        assert game.outcome(position(ROWS, (4, 4), phase=OVER, points=points)) == outcome


def test_the_digest_tells_great_numbers_apart():
    digests = []
    for change in (
        {},
        {"points": (1, 0)},
        {"points": (0, 1)},
        {"points": (256, 0)},
        {"points": (0, 256)},
        {"withdrawn": 1},
        {"withdrawn": 256},
        {"younger": 1},
        {"ending": 1},
    ):
        digests.append(game.digest(position(ROWS, (7, 7), pile=20, **change)))
    assert len(set(digests)) == len(digests)
