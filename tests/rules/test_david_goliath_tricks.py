"""David & Goliath: a trick: who leads, who must follow, who takes what."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import NO_CARD
from tests.rules.david_goliath_play import (
    captured_by,
    captures_of,
    card,
    cards,
    codes,
    dealt,
    deck,
    only,
    play,
    split_trick,
    table,
    words,
)
from tests.rules.play import play_on, reason_of
from tests.rules.support import Numbers

THIRTEEN_OTHERS = (
    "red-1 red-2 red-3 red-4 red-5 red-6 red-7 red-8 red-9 violet-1 violet-2 violet-3 violet-4"  # no green
)


def taken(players, line):
    """The captures after one trick in table play, who leads next, and the events."""
    record = table(players)
    events = play(record, line)
    return captures_of(record), record.position.leader, events


def test_the_lowest_takes_the_highest_and_the_highest_the_rest_as_in_the_rulebook():
    captures, leader, _ = taken(5, "green-4 green-12 green-7 red-2 green-2")
    assert captures == ["", words(cards("green-4 green-7 red-2 green-2")), "", "", "green-12"]
    assert leader == 1


def test_an_off_colour_card_can_be_the_lowest():
    captures, leader, _ = taken(4, "green-4 green-9 red-2 green-7")
    assert captures == ["", words(cards("green-4 green-7 red-2")), "green-9", ""]
    assert leader == 1


def test_an_off_colour_card_can_be_the_highest_and_leads_next():
    captures, leader, _ = taken(3, "blue-4 violet-9 blue-2")
    assert captures == ["", words(cards("blue-4 blue-2")), "violet-9"]
    assert leader == 1


def test_among_equal_highest_and_equal_lowest_numbers_the_one_played_last_counts():
    for line, low, high, later_low, later_high in (
        ("blue-9 red-9 blue-2", 2, 1, None, 1),
        ("blue-2 blue-9 red-9", 0, 2, None, 2),
        ("blue-9 blue-2 red-9", 1, 2, None, 2),
        ("blue-2 red-2 blue-9", 1, 2, 1, None),
        ("blue-9 blue-2 red-2", 2, 0, 2, None),
        ("blue-2 blue-9 red-2", 2, 1, 2, None),
        ("blue-2 red-9 violet-9 green-2", 3, 2, 3, 2),
        ("blue-9 red-2 violet-2 green-9", 2, 3, 2, 3),
        ("blue-9 red-9 violet-9 green-1", 3, 2, None, 2),
        ("blue-1 red-1 violet-1 green-9", 2, 3, 2, None),
        ("blue-5 red-9 violet-9 green-5 yellow-7", 3, 2, 3, 2),
        ("blue-5 red-4 violet-5 green-4 yellow-5 blue-4", 5, 4, 5, 4),
    ):
        played = cards(line)
        captures, leader, events = taken(len(played), line)
        wanted = ["" for _ in played]
        wanted[low] = words([played[high]])
        wanted[high] = words([each for each in played if each != played[high]])
        assert captures == wanted, (line, captures)
        assert leader == high, line
        assert only(events, code.LOW_TAKES_HIGH) == [(code.LOW_TAKES_HIGH, low, played[low], played[high])], line
        rest = [event[3:] for event in only(events, code.HIGH_TAKES_REST)]
        assert [sorted(each) for each in rest] == [sorted(set(played) - {played[high]})], line
        lows = [] if later_low is None else [(code.LATER_LOW, int(line.split()[low].split("-")[1]), low)]
        highs = [] if later_high is None else [(code.LATER_HIGH, int(line.split()[high].split("-")[1]), high)]
        assert only(events, code.LATER_LOW) == lows, (line, events)
        assert only(events, code.LATER_HIGH) == highs, (line, events)


def test_when_all_numbers_are_equal_the_last_player_takes_all_and_leads():
    for line in (
        "blue-5 red-5 green-5",
        "violet-1 blue-1 red-1 green-1",
        "blue-9 red-9 green-9 violet-9 yellow-9",
    ):
        played = cards(line)
        captures, leader, events = taken(len(played), line)
        assert captures == ["" for _ in played[1:]] + [words(played)], line
        assert leader == len(played) - 1, line
        number = int(line.split()[0].split("-")[1])
        (event,) = only(events, code.ALL_EQUAL)
        assert event[1:3] == (number, len(played) - 1), (line, event)
        assert sorted(event[3:]) == sorted(played), (line, event)
        assert code.LOW_TAKES_HIGH not in codes(events), line
        assert code.HIGH_TAKES_REST not in codes(events), line


def test_all_equal_with_six_players_cannot_be_for_there_are_five_colours():
    captures, leader, events = taken(6, "blue-5 red-5 green-5 violet-5 yellow-5 blue-6")
    assert captures == ["", "", "", "", "blue-6", words(cards("blue-5 red-5 green-5 violet-5 yellow-5"))]
    assert leader == 5
    assert code.ALL_EQUAL not in codes(events)


def test_the_turn_goes_clockwise_from_the_leader():
    record = table(4)
    for line, order in (
        ("green-4 green-9 green-7 green-2", (0, 1, 2, 3)),
        ("blue-5 blue-1 blue-9 blue-2", (1, 2, 3, 0)),
        ("red-5 red-1 red-9 red-2", (3, 0, 1, 2)),
        ("violet-5", (1,)),
    ):
        for word, player in zip(line.split(), order):
            assert game.to_act(record.position) == (player,), (line, word)
            play(record, word)


def test_the_first_card_leads_and_the_others_follow_or_go_off():
    record = table(3)
    green = 2
    assert play(record, "green-4") == [(code.LED, 0, card("green-4"))]
    assert play(record, "green-9") == [(code.FOLLOWED, 1, card("green-9"), green)]
    assert play(record, "red-2")[0] == (code.WENT_OFF, 2, card("red-2"), green)


def test_a_player_who_has_the_led_colour_must_follow_it():
    record = dealt(("green-4", "green-7 green-9 " + THIRTEEN_OTHERS, ""))
    play(record, "green-4")
    greens = game.legal(record.position, 1, NO_CARD)
    assert greens == [(game.PLAY, 1, card("green-7")), (game.PLAY, 1, card("green-9"))]
    green = 2
    assert reason_of(record, (game.PLAY, 1, card("red-1"))) == (code.MUST_FOLLOW, 1, green)
    assert game.legal(record.position, 1, card("red-1")) == []
    assert game.legal(record.position, 1, card("green-9")) == [(game.PLAY, 1, card("green-9"))]


def test_the_leader_may_play_every_card_of_the_hand():
    hand = "blue-1 blue-9 red-3 violet-5"
    record = dealt((hand, "", ""))
    legal = [action[2] for action in game.legal(record.position, 0, NO_CARD)]
    assert len(legal) == 15
    assert all(each in legal for each in cards(hand))


def test_a_player_without_the_led_colour_may_play_every_card_of_the_hand():
    record = dealt(("green-4", "violet-5 violet-6 " + THIRTEEN_OTHERS, ""))
    play(record, "green-4")
    legal = [action[2] for action in game.legal(record.position, 1, NO_CARD)]
    assert sorted(legal) == sorted(cards("violet-5 violet-6 " + THIRTEEN_OTHERS))


def test_only_the_led_colour_binds_not_the_colour_of_the_card_before():
    record = dealt(("green-4", "violet-5 violet-6 " + THIRTEEN_OTHERS, "green-1 violet-7 violet-8"))
    play(record, "green-4 violet-1")
    violet = card("violet-7")
    assert reason_of(record, (game.PLAY, 2, violet)) == (code.MUST_FOLLOW, 2, 2)
    play(record, "green-1")
    assert captures_of(record)[0] == words(cards("violet-1 green-1"))


def test_a_played_card_leaves_the_hand():
    record = dealt(("green-4", "green-7", "green-1"))
    assert [len(hand) for hand in record.position.hands] == [15, 15, 15]
    play(record, "green-4")
    assert [len(hand) for hand in record.position.hands] == [14, 15, 15]
    play(record, "green-7 green-1")
    assert [len(hand) for hand in record.position.hands] == [14, 14, 14]
    assert record.position.leader == 1


def test_the_trick_on_the_table_is_what_has_been_played_since_the_lead():
    record = table(3)
    assert list(record.position.trick) == []
    play(record, "green-4 red-2")
    assert list(record.position.trick) == cards("green-4 red-2")
    play(record, "blue-9")
    assert list(record.position.trick) == []


def test_fifteen_tricks_place_every_card_of_the_deck_with_somebody():
    for players in (3, 4, 5, 6):
        record = dealt([""] * players)
        play_on(record, Numbers(players))
        assert len(record.actions) == 1 + 15 * players
        everything = []
        for player in range(players):
            everything += captured_by(record, player)
            assert record.position.hands[player] == []
        assert sorted(everything) == sorted(deck(players)), players


def test_every_trick_of_random_games_goes_where_the_rulebook_sends_it():
    for players in (3, 4, 5, 6):
        for start in range(5):
            record = table(players)
            numbers = Numbers(100 * players + start)
            captured = [[] for _ in range(players)]
            leader = 0
            for _ in range(15):
                trick = []
                for place in range(players):
                    player = (leader + place) % players
                    assert game.to_act(record.position) == (player,)
                    choices = game.legal(record.position, player, NO_CARD)
                    action = choices[numbers.below(len(choices))]
                    record.apply(action)
                    trick.append((player, action[2]))
                leader, shares = split_trick(trick)
                for player in range(players):
                    captured[player] += shares[player]
                assert captures_of(record) == [words(each) for each in captured], trick
                assert record.position.leader == leader, trick
