"""David & Goliath: material and deal, the dealer, and the score of a deal (rulebook: preparation, end of the game)."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import CHANCE, CHANCE_IS_NEXT, GAME_IS_OVER, NO_SUCH_ACTION, WRONG_DEAL
from tests.rules.david_goliath_play import captures_of, card, deck, play, table
from tests.rules.play import new_record, reason_of
from tests.rules.support import Numbers, refused

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


def test_the_deck_grows_with_the_players_and_gives_fifteen_cards_each():
    for players, highest in ((3, 9), (4, 12), (5, 15), (6, 18)):
        assert len(deck(players)) == 15 * players == 5 * highest
        record = new_record(f"david-goliath players={players} dealt")
        assert game.to_act(record.position) == (CHANCE,)
        action = record.chance(Numbers(players).below)
        assert sorted(action[1:]) == sorted(deck(players)), players
        record.apply(action)
        # Each has fifteen that follow one another in the deal; in which order those come makes no difference.
        hands = [sorted(action[1 + 15 * player : 16 + 15 * player]) for player in range(players)]
        assert record.position.hands == hands, players
        assert game.public(action) == (game.DEAL,)


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


def test_one_and_two_cards_of_a_colour_count_their_numbers_three_and_more_one_each():
    record = table(4)
    # Player 3 plays the lowest card each time and takes the highest: red 12, 11, 10 and 9, then a blue one.
    for line, captured, points in (
        ("green-2 green-3 red-12 green-1", "red-12", 12),
        ("yellow-4 yellow-1 red-11 yellow-3", "red-11 red-12", 23),
        ("red-10 violet-3 violet-4 violet-1", "red-10 red-11 red-12", 3),
        ("red-9 blue-3 blue-4 blue-1", "red-9 red-10 red-11 red-12", 4),
        ("blue-12 violet-5 green-4 blue-2", "blue-12 red-9 red-10 red-11 red-12", 4 + 12),
    ):
        play(record, line)
        assert (captures_of(record)[3], record.position.deal_points(3)) == (captured, points), line


def test_equal_totals_share_and_then_nothing_is_played():
    record = table(3)
    play(record, TWO_SHARE)
    assert record.position.totals == [18, 25, 25]
    assert game.outcome(record.position) == (code.MOST_POINTS, 1, 2)
    for action in ((game.PLAY, 0, 0), (game.PLAY, 1, 5), (game.DEAL,)):
        assert reason_of(record, action) == (GAME_IS_OVER,), action


def test_a_card_captured_by_nobody_who_plays_is_no_position():
    record = table(3)
    play(record, "blue-1 blue-2 blue-3")
    text = game.position_text(record.position)
    assert "field where " in refused(game.position_from_text, text.replace("where=0:", "where=3:"))


def test_the_digest_tells_totals_apart_however_high_they_are():
    position = table(3).position
    digests = [game.digest(position)]
    for total in (1, 2, 255, 256, 257, 511, 512, 513, 1023, 1024):
        for player in range(3):
            position.totals = [0, 0, 0]
            position.totals[player] = total
            digests.append(game.digest(position))
    assert len(set(digests)) == len(digests)
