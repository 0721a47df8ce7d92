"""David & Goliath: material and deal, the dealer, and the score of a deal (rulebook: preparation, end of the game)."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import CHANCE_IS_NEXT, GAME_IS_OVER, NO_SUCH_ACTION, WRONG_DEAL
from tests.rules.david_goliath_play import card, deck, play, table
from tests.rules.play import new_record, play_on, reason_of
from tests.rules.support import Numbers, refused


def test_a_deal_that_is_not_the_whole_deck_once_is_refused():
    record = new_record("david-goliath players=3 dealt")
    assert reason_of(record, (game.PLAY, 0, 0)) == (CHANCE_IS_NEXT,)
    good = record.chance(Numbers(1).below)
    beyond = card("blue-10")
    for bad in (
        good[:-1],
        good + (beyond,),
        good + (good[1],),
        good[:-1] + (good[1],),
        good[:-1] + (beyond,),
        good[:-1] + (-1,),
        good[:-1] + (90,),
        (game.DEAL,),
    ):
        assert reason_of(record, bad) == (WRONG_DEAL, 45), bad
    record.apply(good)
    assert reason_of(record, good) == (NO_SUCH_ACTION,)


def test_at_the_table_the_deal_names_no_cards_and_a_hand_is_a_number_of_cards():
    record = new_record("david-goliath players=3 table")
    assert record.chance(Numbers(1).below) == (game.DEAL,)
    assert reason_of(record, (game.DEAL,) + tuple(deck(3))) == (WRONG_DEAL, 0)
    record.apply((game.DEAL,))
    assert reason_of(record, (game.DEAL,)) == (NO_SUCH_ACTION,)
    assert (record.position.remaining, record.position.hands) == (45, [None] * 3)


def test_the_player_left_of_the_dealer_leads_and_that_is_player_0_unless_a_dealer_is_given():
    for players in (3, 4, 5, 6):
        for dealer in range(-1, players):
            record = table(players, f"dealer={dealer}")
            wanted = 0 if dealer == -1 else (dealer + 1) % players
            assert record.position.dealer == (players - 1 if dealer == -1 else dealer)
            assert game.to_act(record.position) == (wanted,), (players, dealer)
        if players < 6:
            assert refused(new_record, f"david-goliath players={players} dealer={players} table").endswith(".")


def test_equal_totals_share_and_then_nothing_is_played():
    record = table(3)
    play_on(record, Numbers(5))
    record.position.totals = [18, 25, 25]
    assert game.outcome(record.position) == (code.MOST_POINTS, 1, 2)
    for action in ((game.PLAY, 0, 0), (game.PLAY, 1, 5), (game.DEAL,)):
        assert reason_of(record, action) == (GAME_IS_OVER,), action


def test_a_card_captured_by_nobody_who_plays_is_no_position():
    record = table(3)
    play(record, "blue-1 blue-2 blue-3")
    text = game.position_text(record.position)
    assert "field where " in refused(game.position_from_text, text.replace("where=0:", "where=3:"))
