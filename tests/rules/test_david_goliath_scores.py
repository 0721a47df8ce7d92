"""David & Goliath: points, totals and winners."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tests.rules.david_goliath_play import captured_by, captures_of, cards, dealt, only, play, points_of, table, words
from tests.rules.play import joined, new_record, play_on, reason_of
from tests.rules.support import Numbers

# The rulebook's example, played out: player 3 ends with Dennis's cards.
DENNIS = """
blue-10 green-8 red-8 violet-2
red-6 violet-10 yellow-7 violet-1
green-7 green-9 blue-5 yellow-6
blue-11 yellow-4 violet-12 blue-7
red-5 yellow-8 green-3 green-1
green-5 yellow-2 yellow-1 green-4
violet-6 red-10 red-2 blue-9
yellow-12 red-9 violet-5 green-11
violet-4 yellow-11 green-6 green-12
green-2 yellow-3 red-1 red-4
red-7 blue-4 yellow-9 blue-8
yellow-5 blue-1 yellow-10 red-11
blue-3 blue-2 violet-9 blue-6
violet-7 green-10 red-12 violet-3
blue-12 violet-11 red-3 violet-8
"""
# Two players have 25 points, one has 18.
TWO_SHARE = """
yellow-5 yellow-7 yellow-1
green-8 green-2 green-9
yellow-4 red-4 yellow-6
red-2 red-7 red-5
yellow-8 green-4 blue-2
blue-1 blue-5 blue-3
blue-7 blue-4 violet-8
yellow-9 violet-2 blue-8
yellow-2 red-8 green-7
red-9 red-1 red-3
green-6 green-1 green-5
green-3 violet-1 violet-5
violet-3 violet-4 violet-7
blue-6 yellow-3 red-6
violet-6 blue-9 violet-9
"""
# All three have 29.
THREE_SHARE = """
violet-6 violet-2 violet-4
violet-5 violet-3 violet-1
red-4 red-2 yellow-8
yellow-3 yellow-6 yellow-2
red-6 red-5 blue-2
red-7 red-1 yellow-5
red-3 green-9 yellow-9
blue-9 blue-4 blue-3
blue-1 blue-7 blue-5
yellow-1 yellow-4 green-1
green-7 green-2 green-5
yellow-7 blue-6 red-8
green-8 green-3 green-4
green-6 violet-8 violet-9
violet-7 red-9 blue-8
"""


def test_the_example_of_the_rulebook_has_52_points():
    record = table(4)
    events = play(record, DENNIS)
    wanted = "red-4 red-10 red-11 yellow-8 green-5 green-9 blue-2 blue-3 blue-6 blue-10 blue-12"
    assert captures_of(record)[3] == words(cards(wanted + " violet-10 violet-12"))
    blue, yellow, green, red, violet = range(5)
    his = [event for event in events if event[0] in (code.COLOUR_SUM, code.COLOUR_COUNT) and event[1] == 3]
    assert sorted(his) == sorted(
        [
            (code.COLOUR_COUNT, 3, red, 3, 3),
            (code.COLOUR_SUM, 3, yellow, 1, 8),
            (code.COLOUR_SUM, 3, green, 2, 14),
            (code.COLOUR_COUNT, 3, blue, 5, 5),
            (code.COLOUR_SUM, 3, violet, 2, 22),
        ]
    )
    assert (code.DEAL_SCORED, 3, 52, 52) in events
    assert record.position.deal_points(3) == 52
    assert record.position.totals[3] == 52
    assert game.outcome(record.position) == (code.MOST_POINTS, 3)


def test_one_and_two_cards_of_a_colour_count_their_numbers_three_and_more_one_each():
    record = table(4)
    # Player 3 plays the lowest card each time and takes the highest: red 12, 11, 10 and 9, then a blue one.
    play(record, "green-2 green-3 red-12 green-1")
    assert captures_of(record)[3] == "red-12"
    assert record.position.deal_points(3) == 12
    # Player 2 leads, then 3, 0, 1.
    play(record, "yellow-4 yellow-1 red-11 yellow-3")
    assert captures_of(record)[3] == "red-11 red-12"
    assert record.position.deal_points(3) == 23
    # Player 0 leads, then 1, 2, 3.
    play(record, "red-10 violet-3 violet-4 violet-1")
    assert captures_of(record)[3] == "red-10 red-11 red-12"
    assert record.position.deal_points(3) == 3
    play(record, "red-9 blue-3 blue-4 blue-1")
    assert captures_of(record)[3] == "red-9 red-10 red-11 red-12"
    assert record.position.deal_points(3) == 4
    play(record, "blue-12 violet-5 green-4 blue-2")
    assert record.position.deal_points(3) == 4 + 12
    assert points_of(captured_by(record, 3)) == 16


def test_nobody_has_points_for_a_colour_without_cards():
    record = table(3)
    assert [record.position.deal_points(player) for player in range(3)] == [0, 0, 0]
    play(record, "blue-1 blue-9 blue-5")
    assert [record.position.deal_points(player) for player in range(3)] == [9, 6, 0]


def test_every_deal_scores_what_the_rulebook_gives_for_its_captures():
    for players in (3, 4, 5, 6):
        for start in range(10):
            record = (
                dealt([""] * players)
                if start == 0
                else new_record("david-goliath players={} {}".format(players, "dealt" if start % 2 else "table"))
            )
            events = joined(play_on(record, Numbers(start)))
            position = record.position
            wanted = [points_of(captured_by(record, player)) for player in range(players)]
            assert list(position.totals) == wanted, (players, start)
            assert [position.deal_points(player) for player in range(players)] == wanted, (players, start)
            assert only(events, code.DEAL_SCORED) == [
                (code.DEAL_SCORED, player, wanted[player], wanted[player]) for player in range(players)
            ]
            for player in range(players):
                of_colours = [
                    event[4]
                    for event in events
                    if event[0] in (code.COLOUR_SUM, code.COLOUR_COUNT) and event[1] == player
                ]
                assert sum(of_colours) == wanted[player], (players, start, player)
            best = max(wanted)
            winners = tuple([player for player in range(players) if wanted[player] == best])
            assert game.outcome(position) == (code.MOST_POINTS,) + winners, (players, start)


def test_equal_totals_share():
    record = table(3)
    play(record, TWO_SHARE)
    assert list(record.position.totals) == [18, 25, 25]
    assert game.outcome(record.position) == (code.MOST_POINTS, 1, 2)
    record = table(3)
    play(record, THREE_SHARE)
    assert list(record.position.totals) == [29, 29, 29]
    assert game.outcome(record.position) == (code.MOST_POINTS, 0, 1, 2)


def test_there_is_no_outcome_before_the_last_card():
    record = table(4)
    tricks = DENNIS.split()
    for each in tricks:
        assert game.outcome(record.position) is None
        assert game.to_act(record.position) != ()
        play(record, each)
    assert game.outcome(record.position) is not None
    assert game.to_act(record.position) == ()
    assert game.legal(record.position, 0, -1) == []


def test_nothing_may_be_done_after_the_end():
    record = table(3)
    play(record, TWO_SHARE)
    for action in ((game.PLAY, 0, 0), (game.PLAY, 1, 5), (game.DEAL,)):
        assert reason_of(record, action) == (game.GAME_IS_OVER,), action


def test_the_first_deal_of_two_may_be_lost_by_the_winner():
    record = table(3, "deals=2")
    play(record, TWO_SHARE)
    assert game.outcome(record.position) is None
    record.apply((game.DEAL,))
    # The dealer has moved from player 2 to player 0, so player 1 leads and the same cards fall one seat on.
    play(record, TWO_SHARE)
    assert list(record.position.totals) == [18 + 25, 25 + 18, 25 + 25]
    assert game.outcome(record.position) == (code.MOST_POINTS, 2)
