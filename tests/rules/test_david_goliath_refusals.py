"""David & Goliath: what may not be played, and the reason. `reason_of` also sees that nothing changes."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CARD_WAS_PLAYED,
    CHANCE,
    NO_CARD,
    NO_SUCH_ACTION,
    NOT_IN_THE_DECK,
    NOT_YOUR_TURN,
    TABLE,
)
from tests.rules.david_goliath_play import card, dealt, deck, play, play_deal, table
from tests.rules.play import play_on, reason_of
from tests.rules.support import Numbers


def test_a_card_out_of_turn_is_refused():
    for record in (table(4), dealt(("blue-1", "blue-2", "blue-3", "blue-4"))):
        for player, name in ((1, "blue-2"), (2, "blue-3"), (3, "blue-4")):
            assert reason_of(record, (game.PLAY, player, card(name))) == (NOT_YOUR_TURN, player)
        play(record, "blue-1")
        for player, name in ((0, "blue-5"), (2, "blue-3"), (3, "blue-4")):
            assert reason_of(record, (game.PLAY, player, card(name))) == (NOT_YOUR_TURN, player)


def test_a_player_who_does_not_exist_is_refused():
    for player in (-1, 3, 5, 99):
        assert reason_of(table(3), (game.PLAY, player, card("blue-1"))) == (NOT_YOUR_TURN, player)


def test_a_card_that_is_not_in_the_deck_of_this_number_of_players_is_refused():
    for players, beyond in ((3, 10), (4, 13), (5, 16)):
        for record in (table(players), dealt([""] * players)):
            for colour in ("blue", "yellow", "green", "red", "violet"):
                for number in range(beyond, 19):
                    each = card(f"{colour}-{number}")
                    assert reason_of(record, (game.PLAY, 0, each)) == (NOT_IN_THE_DECK, each)
    for each in (-1, -90, 90, 1000):
        assert reason_of(table(6), (game.PLAY, 0, each)) == (NOT_IN_THE_DECK, each)


def test_every_card_of_the_deck_can_be_led_at_the_table():
    for players in (3, 4, 5, 6):
        record = table(players)
        assert [action[2] for action in game.legal(record.position, 0, NO_CARD)] == sorted(deck(players))


def test_a_card_that_was_played_is_refused_in_the_same_trick_and_later():
    for record in (table(3), dealt(("blue-1 blue-2", "blue-3", "blue-9"))):
        play(record, "blue-1")
        assert reason_of(record, (game.PLAY, 1, card("blue-1"))) == (CARD_WAS_PLAYED, card("blue-1"))
        play(record, "blue-3 blue-9")
        for name in ("blue-1", "blue-3", "blue-9"):
            assert reason_of(record, (game.PLAY, 2, card(name))) == (CARD_WAS_PLAYED, card(name))


def test_a_card_of_another_hand_is_refused_where_the_hands_are_known():
    record = dealt(("blue-1", "blue-2", "blue-3"))
    assert reason_of(record, (game.PLAY, 0, card("blue-2"))) == (CARD_NOT_IN_HAND, 0, card("blue-2"))
    play(record, "blue-1")
    assert reason_of(record, (game.PLAY, 1, card("blue-3"))) == (CARD_NOT_IN_HAND, 1, card("blue-3"))


def test_what_is_no_action_is_refused():
    for record in (table(3), dealt(("", "", ""))):
        for action in (
            (),
            (game.PLAY,),
            (game.PLAY, 0),
            (game.PLAY, 0, 1, 2),
            (7,),
            (7, 0, 1),
            (-1, 0, 0),
            (99,),
        ):
            assert reason_of(record, action) == (NO_SUCH_ACTION,), action
        assert reason_of(record, (game.DEAL,)) == (NO_SUCH_ACTION,)


def test_before_the_cards_are_dealt_again_nobody_plays():
    record = table(3, "deals=2")
    play_deal(record, Numbers(5))
    assert game.to_act(record.position) == (CHANCE,)
    for player in range(3):
        assert reason_of(record, (game.PLAY, player, card("blue-1"))) == (game.CHANCE_IS_NEXT,)
        assert game.legal(record.position, player, NO_CARD) == []


def test_only_the_player_whose_turn_it_is_has_legal_actions():
    for record in (table(4), dealt([""] * 4)):
        play_on(record, Numbers(2), 6)
        (player,) = game.to_act(record.position)
        for other in (CHANCE, 0, 1, 2, 3, 4):
            assert (game.legal(record.position, other, NO_CARD) != []) == (other == player), other


def test_legal_is_exactly_what_is_not_refused():
    for players in (3, 4, 5, 6):
        for record in (table(players), dealt([""] * players)):
            numbers = Numbers(players)
            while game.to_act(record.position):
                (player,) = game.to_act(record.position)
                allowed = [
                    (game.PLAY, player, each)
                    for each in range(game.CARDS)
                    if game.refusal(record.position, (game.PLAY, player, each)) is None
                ]
                assert game.legal(record.position, player, NO_CARD) == allowed
                play_on(record, numbers, 1)


def test_a_view_judges_like_the_table_where_it_does_not_know_the_hand():
    record = dealt(("green-1", "green-2 red-2", "blue-2"))
    play(record, "green-1")
    public = game.view(record.position, TABLE)
    assert game.refusal(public, (game.PLAY, 1, card("red-2"))) is None
    assert game.refusal(public, (game.PLAY, 1, card("blue-2"))) is None
    assert game.refusal(record.position, (game.PLAY, 1, card("red-2"))) == (code.MUST_FOLLOW, 1, 2)
    assert game.refusal(public, (game.PLAY, 1, card("green-1"))) == (CARD_WAS_PLAYED, card("green-1"))
