"""Bambuti: indicators, who begins, symmetry, scorings, and what ends the game."""

from tavolo.games.bambuti import events as code
from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import DRUMMING, OVER, indicator, indicator_sums
from tavolo.games.bambuti.turn import indicator_event
from tests.rules.bambuti_play import (
    ROWS,
    card,
    cards,
    colour,
    is_symmetric,
    lies_with,
    number,
    only,
    position,
    shown,
    sums_of,
)
from tests.rules.play import joined, new_record, play_on
from tests.rules.support import Numbers


def test_an_indicator_shows_the_difference_and_lies_with_the_one_that_has_more():
    for mine, other, wanted in (
        ("blue-10", "red-1", 8),
        ("blue-10", "red-9", -8),
        ("blue-7", "red-3", 1),
        ("blue-5", "red-3", -1),
        ("blue-8", "red-4", 0),
        ("blue-6", "red-6", 0),
        ("blue-7", "blue-3", -1),
        ("blue-10", "blue-9", 8),
        ("blue-8", "blue-4", 0),
    ):
        assert indicator(card(mine), card(other)) == wanted, (mine, other)
        assert indicator(card(other), card(mine)) == -wanted, (other, mine)


def test_every_pair_of_masks_has_the_indicator_of_the_rulebook():
    for mine in range(50):
        for other in range(50):
            if mine == other:
                continue
            wanted = lies_with(mine, other)
            shown_there = indicator(mine, other)
            assert abs(shown_there) <= 8
            if wanted is None:
                assert shown_there == 0, (mine, other)
            else:
                assert (0 if shown_there > 0 else 1, abs(shown_there)) == wanted, (mine, other)


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


def test_a_scoring_of_eight_against_two_and_one_gives_eight_and_three():
    # The rulebook's example: 8 on one side; 2 and 1 on the other.
    rows = (cards("blue-2 red-3 violet-10 green-6 yellow-5"), cards("red-4 green-6 blue-1 yellow-4 violet-3"))
    assert [indicator(mine, other) for mine, other in zip(rows[0], rows[1])] == [0, 0, 8, -2, -1]
    assert indicator_sums(bytearray(rows[0] + rows[1])) == sums_of(rows) == [8, 3]


def test_the_player_whose_indicators_add_up_to_less_begins():
    for rows, beginner in ((ROWS, 0), ((ROWS[1], ROWS[0]), 1)):
        for younger in (0, 1):
            record = shown(rows, f"younger={younger}")
            events = record.apply((game.DEAL,))
            assert game.to_act(record.position) == (beginner,)
            assert only(events, code.FEWER_BEGINS) == [(code.FEWER_BEGINS, beginner, 3, 11)]


def test_when_the_indicators_are_level_the_younger_begins():
    rows = ("blue-2 red-3 blue-10 violet-3 yellow-2", "red-2 green-3 red-10 yellow-3 violet-2")
    for younger in (0, 1):
        record = shown(rows, f"younger={younger}")
        events = record.apply((game.DEAL,))
        assert only(events, code.YOUNGER_BEGINS) == [(code.YOUNGER_BEGINS, younger, 0)]
        assert game.to_act(record.position) == (younger,)


def test_making_the_own_row_symmetric_is_a_scoring_and_offers_no_drum():
    rows = ("blue-2 red-5 violet-10 red-6 yellow-1", ROWS[1])
    there = position(rows, ("blue-1 green-1 green-2 green-3 green-4", "red-1 red-2 red-4 violet-1 violet-2"))
    events = game.apply(there, (game.PLAY, 0, card("blue-1"), 0, 4))
    sums = sums_of((cards("blue-2 red-5 violet-10 red-6 blue-1"), cards(ROWS[1])))
    assert only(events, code.SYMMETRY) == [(code.SYMMETRY, 0, 0, 3)]
    assert only(events, code.SCORED) == [(code.SCORED, p, sums[p], sums[p]) for p in (0, 1)]
    assert there.points == sums
    assert game.to_act(there) == (1,)
    assert list(there.drums) == [2, 2]


def test_a_row_that_was_symmetric_before_brings_nothing():
    rows = ("blue-2 red-5 violet-10 red-6 blue-1", ROWS[1])
    hands = ("violet-8 green-1 green-2 green-3 green-4", "red-1 red-2 red-4 violet-1 violet-2")
    there = position(rows, hands)
    events = game.apply(there, (game.PLAY, 0, card("violet-8"), 0, 2))
    assert only(events, code.SYMMETRY, code.SCORED) == []
    assert game.legal(there, 0) == [(game.DRUM, 0), (game.END_TURN, 0)]


def test_symmetry_counts_for_the_own_row_only():
    # Player 1's row is symmetric and stays so, as a play on it keeps the colour.
    rows = (ROWS[0], "red-3 green-8 blue-9 green-4 red-2")
    there = position(rows, ("blue-8 green-1 green-2 green-3 blue-1", "red-1 red-4 violet-1 violet-2 violet-3"))
    events = game.apply(there, (game.PLAY, 0, card("blue-8"), 1, 2))
    assert only(events, code.SYMMETRY, code.SCORED) == []
    assert game.legal(there, 0) == [(game.DRUM, 0), (game.END_TURN, 0)]


def test_the_symmetry_waits_for_the_draw():
    rows = ("blue-2 red-5 violet-10 red-6 yellow-1", ROWS[1])
    there = position(rows, (7, 7), pile=20, apart="blue-1")
    events = game.apply(there, (game.PLAY, 0, card("blue-1"), 0, 4))
    assert only(events, code.SCORED, code.SYMMETRY) == []
    assert game.to_act(there) == (-1,)
    assert there.made_symmetry
    events = game.apply(there, (game.DRAW, 0))
    assert [event[0] for event in events] == [code.DREW, code.SYMMETRY, code.SCORED, code.SCORED]
    assert not there.made_symmetry
    assert game.to_act(there) == (1,)


def test_a_drum_is_a_scoring_and_is_spent():
    there = position(ROWS, (7, 7), phase=DRUMMING, pile=20)
    assert game.to_act(there) == (0,)
    events = game.apply(there, (game.DRUM, 0))
    assert events == [(code.DRUM_PLAYED, 0, 1), (code.SCORED, 0, 3, 3), (code.SCORED, 1, 11, 11)]
    assert list(there.drums) == [1, 2]
    assert game.to_act(there) == (1,)


def test_a_turn_may_end_without_a_drum():
    there = position(ROWS, (7, 7), phase=DRUMMING, pile=20, turn=1)
    assert game.apply(there, (game.END_TURN, 1)) == [(code.DRUM_KEPT, 1, 2)]
    assert there.points == [0, 0]
    assert list(there.drums) == [2, 2]
    assert game.to_act(there) == (0,)


def test_who_has_no_drum_left_is_not_asked():
    there = position(ROWS, (7, 7), pile=20, drums=(0, 2), apart="yellow-3")
    game.apply(there, (game.PLAY, 0, card("yellow-3"), 0, 1))
    events = game.apply(there, (game.DRAW, 0))
    assert events == [(code.DREW, 0, 19)]
    assert game.to_act(there) == (1,)


def test_when_neither_holds_more_than_four_masks_the_final_scoring_ends_the_game():
    hands = ("green-2 green-3 green-5 blue-1 yellow-2", "red-1 red-2 red-4 violet-1")
    there = position(ROWS, hands, points=(5, 7))
    events = game.apply(there, (game.PLAY, 0, card("green-5"), 0, 3))
    sums = sums_of((cards("blue-2 red-5 violet-10 green-5 yellow-1"), cards(ROWS[1])))
    assert [event[0] for event in events][-3:] == [code.FOUR_LEFT, code.SCORED, code.SCORED]
    assert (code.FOUR_LEFT, 0, 4, 1, 4) in events
    assert there.points == [5 + sums[0], 7 + sums[1]]
    assert game.to_act(there) == ()
    assert game.outcome(there) == (code.MOST_POINTS, 1)


def test_a_symmetry_with_the_last_mask_is_scored_once():
    rows = ("blue-2 red-5 violet-10 red-6 yellow-1", ROWS[1])
    there = position(rows, ("blue-1 green-1 green-2 green-3 green-4", "red-1 red-2 red-4 violet-1"))
    events = game.apply(there, (game.PLAY, 0, card("blue-1"), 0, 4))
    assert len(only(events, code.SCORED)) == 2
    assert only(events, code.SYMMETRY) == []
    assert game.outcome(there) is not None


def test_the_game_goes_on_while_one_holds_five():
    hands = ("green-2 green-3 green-5 blue-1 yellow-2", "red-1 red-2 red-4 violet-1 violet-2")
    there = position(ROWS, hands)
    events = game.apply(there, (game.PLAY, 0, card("green-5"), 0, 3))
    assert only(events, code.FOUR_LEFT, code.SCORED) == []
    assert game.outcome(there) is None


def test_level_points_share_the_win():
    there = position(ROWS, (4, 4), phase=OVER, points=(31, 31))
    assert game.outcome(there) == (code.SHARED, 0, 1)
    there = position(ROWS, (4, 4), phase=OVER, points=(32, 31))
    assert game.outcome(there) == (code.MOST_POINTS, 0)


def test_without_passes_the_game_takes_thirty_two_plays_and_each_scoring_adds_the_indicators():
    without_passes = 0
    for start in range(60):
        record = new_record("bambuti players=2 dealt")
        told = play_on(record, Numbers(900 + start))
        assert game.outcome(record.position) is not None
        passes = [action for action in record.actions if action[0] == game.PASS]
        plays = [action for action in record.actions if action[0] == game.PLAY]
        draws = [action for action in record.actions if action[0] == game.DRAW]
        if not passes:
            without_passes += 1
            assert (len(plays), len(draws)) == (32, 26), start
            assert list(record.position.held) == [4, 4]
        _check_scorings(record.actions, told)
        totals = [sum([event[2] for event in only(joined(told), code.SCORED) if event[1] == p]) for p in (0, 1)]
        assert record.position.points == totals
        drums = [action[1] for action in record.actions if action[0] == game.DRUM]
        assert [2 - drums.count(player) for player in (0, 1)] == list(record.position.drums)
    assert without_passes > 5, without_passes


def _check_scorings(actions, told):
    """Work the rows out a second time, and every symmetry and scoring with them."""
    rows, is_new = [], False
    for action, events in zip(actions, told):
        if action[0] == game.REVEAL:
            rows = [list(action[1:6]), list(action[6:])]
        if action[0] == game.PLAY:
            player = action[1]
            was = is_symmetric(rows[player])
            rows[action[3]][action[4]] = action[2]
            is_new = is_symmetric(rows[player]) and not was
        scored = [event[2] for event in only(events, code.SCORED)]
        assert scored in ([], sums_of(rows) if rows else []), (action, scored)
        ended = only(events, code.FOUR_LEFT, code.PASSES_END)
        if action[0] == game.DRAW or (action[0] == game.PLAY and not _draws_follow(actions, action)):
            assert bool(only(events, code.SYMMETRY)) == (is_new and not ended), action
        assert bool(scored) == bool(ended or only(events, code.SYMMETRY, code.DRUM_PLAYED)), action


def _draws_follow(actions, action):
    following = actions[list(actions).index(action) + 1 :]
    return len(following) > 0 and following[0][0] == game.DRAW


def test_colours_and_numbers_are_those_of_fifty_masks():
    assert game.CARDS == 50
    masks = [(colour(each), number(each)) for each in range(50)]
    assert len(set(masks)) == 50
    assert all(1 <= each[1] <= 10 for each in masks)
