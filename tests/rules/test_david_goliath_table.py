"""David & Goliath at the table: colours that were not followed, and revokes."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import CHANCE
from tavolo.rules.record import Record
from tests.rules.david_goliath_play import captured_by, card, cards, codes, only, play, play_deal, table
from tests.rules.play import dealt_setups, joined, new_record, play_on
from tests.rules.support import Numbers

BLUE, YELLOW, GREEN, RED, VIOLET = range(5)


def test_a_card_off_colour_is_noted_and_is_no_revoke_yet():
    record = table(3)
    events = play(record, "green-4 red-2 green-1")
    assert (code.WENT_OFF, 1, card("red-2"), GREEN) in events
    assert code.REVOKED not in codes(events)


def test_a_card_of_a_colour_that_was_not_followed_is_a_revoke_naming_both_tricks():
    record = table(3)
    play(record, "green-4 red-2 green-1")
    # Player 0 has led, and has taken with the highest: it leads again.
    play(record, "blue-4 blue-2 blue-1")
    events = play(record, "green-5 green-6 green-2")
    assert only(events, code.REVOKED) == [(code.REVOKED, 1, GREEN, 1, 3)]


def test_play_goes_on_after_a_revoke_as_if_it_were_none():
    revoked, clean = table(3), table(3)
    play(revoked, "green-4 red-2 green-1")
    play(clean, "green-4 green-2 green-1")
    events = play(revoked, "green-5 green-6 green-3")
    assert code.REVOKED in codes(events)
    assert (code.FOLLOWED, 1, card("green-6"), GREEN) in events
    play(clean, "green-5 green-6 green-3")
    assert revoked.position.leader == clean.position.leader == 1
    for player in range(3):
        assert sorted(captured_by(revoked, player)) == sorted(
            [card("red-2") if each == card("green-2") else each for each in captured_by(clean, player)]
        )
    assert game.to_act(revoked.position) == (1,)


def test_leading_the_colour_or_going_off_with_it_is_a_revoke_too():
    record = table(3)
    play(record, "green-4 red-9 green-1")
    assert record.position.leader == 1
    events = play(record, "green-2")
    assert only(events, code.REVOKED) == [(code.REVOKED, 1, GREEN, 1, 2)]
    record = table(3)
    play(record, "green-4 red-2 green-1")
    events = play(record, "blue-4 green-2")
    assert only(events, code.REVOKED) == [(code.REVOKED, 1, GREEN, 1, 2)]
    assert (code.WENT_OFF, 1, card("green-2"), BLUE) in events


def test_a_note_is_of_one_player_and_one_colour():
    record = table(3)
    play(record, "green-4 red-2 green-1")
    for line in ("red-4 red-3 red-1", "blue-4 blue-3 blue-1", "green-9"):
        assert code.REVOKED not in codes(play(record, line)), line
    assert code.REVOKED in codes(play(record, "green-3"))
    assert code.REVOKED not in codes(play(record, "green-2"))


def test_of_several_tricks_off_colour_the_first_since_is_named():
    record = table(3)
    play(record, "green-4 red-2 green-1")
    play(record, "green-5 red-3 green-2")
    assert only(play(record, "green-6 green-3"), code.REVOKED) == [(code.REVOKED, 1, GREEN, 1, 3)]


def test_a_revoke_is_reported_once_and_again_after_another_card_off_colour():
    record = table(3)
    play(record, "green-4 red-2 green-1")
    assert only(play(record, "green-5 green-2 green-3"), code.REVOKED) == [(code.REVOKED, 1, GREEN, 1, 2)]
    assert only(play(record, "green-9 green-6 green-8"), code.REVOKED) == []
    record = table(4)
    play(record, "green-4 red-2 green-1 green-3")
    assert only(play(record, "green-5 green-2 green-6 blue-1"), code.REVOKED) == [(code.REVOKED, 1, GREEN, 1, 2)]
    assert record.position.leader == 2
    play(record, "green-10 blue-2 green-7 red-1")
    assert record.position.leader == 2
    assert only(play(record, "green-11 green-8 blue-9 green-9"), code.REVOKED) == [
        (code.REVOKED, 3, GREEN, 2, 4),
        (code.REVOKED, 1, GREEN, 3, 4),
    ]


def test_two_players_can_revoke_in_one_trick():
    record = table(3)
    play(record, "green-4 red-2 red-1")
    assert only(play(record, "green-5 green-2 green-1"), code.REVOKED) == [
        (code.REVOKED, 1, GREEN, 1, 2),
        (code.REVOKED, 2, GREEN, 1, 2),
    ]


def test_notes_end_with_the_deal():
    record = table(3, "deals=2")
    numbers = Numbers(8)
    off = []
    while game.to_act(record.position) != (CHANCE,):
        (player,) = game.to_act(record.position)
        choices = game.legal(record.position, player, -1)
        for event in record.apply(choices[numbers.below(len(choices))]):
            if event[0] == code.WENT_OFF:
                off.append((event[1], event[3]))
    assert len(off) > 10
    record.apply((game.DEAL,))
    seen = []
    for each in cards("blue-1 blue-2 blue-3 red-1 red-2 red-3 green-1 green-2 green-3 violet-1 violet-2 violet-3"):
        (player,) = game.to_act(record.position)
        events = record.apply((game.PLAY, player, each))
        assert code.REVOKED not in codes(events), events
        seen.append((player, each // 18))
    assert any(pair in off for pair in seen), "the test never plays a colour that was noted"


def test_revokes_of_random_games_are_those_of_the_page():
    for players in (3, 4, 5, 6):
        for start in range(5):
            record = table(players)
            events = play_deal(record, Numbers(start))
            noted = {}
            wanted = []
            for place, action in enumerate(record.actions[1:]):
                trick = place // players + 1
                player, colour = action[1], action[2] // 18
                if place % players == 0:
                    led = colour
                if (player, colour) in noted:
                    wanted.append((code.REVOKED, player, colour, noted.pop((player, colour)), trick))
                if colour != led and (player, led) not in noted:
                    noted[(player, led)] = trick
            assert only(events, code.REVOKED) == wanted, (players, start)
            assert wanted


def test_in_dealt_play_there_is_never_a_revoke():
    for setup, numbers in dealt_setups(10):
        if setup.game is not game:
            continue
        events = joined(play_on(Record(setup), numbers))
        assert code.REVOKED not in codes(events)
        assert code.WENT_OFF in codes(events)


def test_a_hand_at_the_table_is_a_number_of_cards():
    record = new_record("david-goliath players=5 table")
    record.apply((game.DEAL,))
    play(record, "green-4 green-12 green-7")
    assert record.position.remaining == 5 * 15 - 3
    assert record.position.hands == [None] * 5
