"""David & Goliath: the deck, the deal, the dealer, and several deals."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tests.rules.david_goliath_play import (
    captured_by,
    captures_of,
    card,
    codes,
    dealt,
    deck,
    only,
    play,
    play_deal,
    points_of,
    table,
)
from tests.rules.play import joined, new_record, play_on, reason_of
from tests.rules.support import Numbers


def test_it_is_for_three_to_six_players():
    assert game.SEATS == (3, 6)
    assert game.NAME == "david-goliath"
    for players in (1, 2, 7, 8):
        try:
            Setup(game, players)
        except ValueError as refusal:
            assert "3 to 6" in str(refusal)
        else:
            raise AssertionError(players)


def test_the_deck_grows_with_the_players_and_gives_fifteen_cards_each():
    for players, highest in ((3, 9), (4, 12), (5, 15), (6, 18)):
        assert len(deck(players)) == 15 * players == 5 * highest
        record = new_record(f"david-goliath players={players} dealt")
        action = record.chance(Numbers(players).below)
        assert action[0] == game.DEAL
        assert sorted(action[1:]) == sorted(deck(players)), players
        record.apply(action)
        for player in range(players):
            assert len(record.position.hands[player]) == 15


def test_chance_deals_first_and_only_chance():
    for kind in ("dealt", "table"):
        record = new_record(f"david-goliath players=4 {kind}")
        assert game.to_act(record.position) == (CHANCE,)
        assert reason_of(record, (game.PLAY, 0, 0)) == (game.CHANCE_IS_NEXT,)
        assert game.outcome(record.position) is None


def test_each_player_gets_fifteen_consecutive_cards_of_the_deal():
    record = new_record("david-goliath players=4 dealt")
    action = record.chance(Numbers(7).below)
    record.apply(action)
    for player in range(4):
        hand = sorted(action[1 + 15 * player : 16 + 15 * player])
        text = game.position_text(game.view(record.position, player))
        for each in deck(4):
            assert (game.card_text(each) in _hands(text)) == (each in hand), (player, each)


def _hands(text):
    """The names of all cards in the hands of a position's text."""
    (field,) = [word for word in text.split() if word.startswith("hands=")]
    return field[len("hands=") :].replace("/", ",").split(",")


def test_the_order_in_which_a_hand_is_dealt_makes_no_difference():
    one, other = (new_record("david-goliath players=3 dealt") for _ in range(2))
    action = one.chance(Numbers(3).below)
    one.apply(action)
    other.apply(action[:1] + tuple(reversed(action[1:16])) + action[16:])
    assert game.position_text(one.position) == game.position_text(other.position)


def test_every_deal_of_random_numbers_is_different():
    seen = []
    record = new_record("david-goliath players=6 dealt")
    for start in range(10):
        seen.append(record.chance(Numbers(start).below))
    assert len(set(seen)) == len(seen)


def test_a_deal_that_is_not_the_whole_deck_once_is_refused():
    record = new_record("david-goliath players=3 dealt")
    good = record.chance(Numbers(1).below)
    beyond = game.card_from_text("blue-10")
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
        assert reason_of(record, bad) == (game.WRONG_DEAL, 45), bad
    record.apply(good)
    assert reason_of(record, good) == (game.NO_SUCH_ACTION,)


def test_at_the_table_the_deal_names_no_cards():
    record = new_record("david-goliath players=3 table")
    assert record.chance(Numbers(1).below) == (game.DEAL,)
    assert reason_of(record, (game.DEAL,) + tuple(deck(3)))[0] == game.WRONG_DEAL
    record.apply((game.DEAL,))
    assert reason_of(record, (game.DEAL,)) == (game.NO_SUCH_ACTION,)
    assert record.position.remaining == 45


def test_the_player_left_of_the_dealer_leads():
    for players in (3, 4, 5, 6):
        for dealer in range(-1, players):
            record = table(players, f"dealer={dealer}")
            wanted = 0 if dealer == -1 else (dealer + 1) % players
            assert record.position.dealer == (players - 1 if dealer == -1 else dealer)
            assert record.position.leader == wanted, (players, dealer)
            assert game.to_act(record.position) == (wanted,), (players, dealer)


def test_a_dealer_who_does_not_play_is_refused():
    for players in (3, 4, 5):
        try:
            new_record(f"david-goliath players={players} dealer={players} table")
        except ValueError as refusal:
            assert str(refusal)
        else:
            raise AssertionError(players)


def test_the_deal_is_told_with_its_dealer_and_leader():
    record = new_record("david-goliath players=4 dealer=1 table")
    assert record.apply((game.DEAL,)) == [(code.DEALT, 1, 1, 2)]


def test_deals_follow_one_another_with_the_dealer_moving_clockwise_and_totals_adding_up():
    for players in (3, 4, 5, 6):
        record = new_record(f"david-goliath players={players} deals=3 dealer={players - 2} table")
        numbers = Numbers(players)
        totals = [0] * players
        for deal in range(3):
            assert game.to_act(record.position) == (CHANCE,), (players, deal)
            assert game.outcome(record.position) is None
            dealer = (players - 2 + deal) % players
            events = record.apply((game.DEAL,))
            assert events == [(code.DEALT, deal + 1, dealer, (dealer + 1) % players)]
            assert record.position.dealer == dealer
            assert record.position.leader == (dealer + 1) % players
            assert [captured_by(record, player) for player in range(players)] == [[]] * players
            events = play_deal(record, numbers)
            points = [event[2] for event in only(events, code.DEAL_SCORED)]
            for player in range(players):
                totals[player] += points[player]
            assert only(events, code.DEAL_SCORED) == [
                (code.DEAL_SCORED, player, points[player], totals[player]) for player in range(players)
            ]
            assert list(record.position.totals) == totals
        assert game.to_act(record.position) == ()
        best = max(totals)
        assert game.outcome(record.position) == (code.MOST_POINTS,) + tuple(
            [player for player in range(players) if totals[player] == best]
        )


def test_a_deal_is_scored_only_when_its_last_trick_is_taken():
    record = table(3, "deals=2")
    numbers = Numbers(4)
    while len(record.actions) < 45:
        assert code.DEAL_SCORED not in codes(joined(play_on(record, numbers, 1)))
        assert list(record.position.totals) == [0, 0, 0]
    events = joined(play_on(record, numbers, 1))
    assert len(only(events, code.DEAL_SCORED)) == 3
    assert sum(record.position.totals) > 0


def test_each_deal_is_scored_for_its_own_captures():
    record = new_record("david-goliath players=4 deals=2 table")
    numbers = Numbers(12)
    for _ in range(2):
        record.apply((game.DEAL,))
        events = play_deal(record, numbers)
        captured = [[] for _ in range(4)]
        for event in events:
            if event[0] == code.LOW_TAKES_HIGH:
                captured[event[1]].append(event[3])
            if event[0] in (code.HIGH_TAKES_REST, code.ALL_EQUAL):
                captured[event[1 if event[0] == code.HIGH_TAKES_REST else 2]] += list(event[3:])
        assert [event[2] for event in only(events, code.DEAL_SCORED)] == [points_of(each) for each in captured]


def test_a_card_of_one_deal_may_be_played_again_in_the_next():
    record = new_record("david-goliath players=3 deals=2 table")
    record.apply((game.DEAL,))
    play_deal(record, Numbers(9))
    record.apply((game.DEAL,))
    # Player 1 leads, and player 0 plays the highest.
    play(record, "blue-5 blue-6 blue-7")
    assert captures_of(record) == ["blue-5 blue-6", "blue-7", ""]
    again = card("blue-6")
    assert reason_of(record, (game.PLAY, 0, again)) == (game.CARD_WAS_PLAYED, again)


def test_a_view_hides_the_other_hands():
    record = dealt(("blue-1 blue-2", "red-1", "green-1"))
    for player in (0, 1, 2, TABLE):
        hands = _hands(game.position_text(game.view(record.position, player)))
        for holder, name in ((0, "blue-1"), (0, "blue-2"), (1, "red-1"), (2, "green-1")):
            assert (name in hands) == (holder == player), (player, name)
        seen = game.view(record.position, player)
        assert seen.remaining == 45
