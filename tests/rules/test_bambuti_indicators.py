"""Bambuti: what indicators show and with whom they lie; symmetry, drums, scorings, and the end."""

from tavolo.games.bambuti import events as code
from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import OVER, indicator
from tavolo.games.bambuti.turn import indicator_event
from tests.rules.bambuti_play import ROWS, card, cards, lies_with, position, sums_of

# Only violet 1 or blue 1 at its end would make this row symmetric.
NEARLY = ("blue-2 red-5 violet-10 red-6 yellow-1", ROWS[1])
HIS = "red-1 red-2 red-4 violet-1 violet-2"


def test_every_pair_of_masks_has_the_indicator_of_the_rulebook():
    for mine in range(50):
        for other in range(50):
            wanted = lies_with(mine, other) or (1, 0)
            there = indicator(mine, other)
            assert (0 if there > 0 else 1, abs(there)) == wanted, (mine, other)


def test_an_indicator_is_reported_with_the_numbers_that_decided():
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


# ---- the end


def test_when_neither_holds_more_than_four_masks_the_final_scoring_alone_ends_the_game():
    # Also with a play that makes the player's own row symmetric: there are never two scorings at once.
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
