"""David & Goliath: a trick: who leads, who must follow, what may not be played, who takes what; and revokes."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CARD_WAS_PLAYED,
    NO_CARD,
    NOT_IN_THE_DECK,
    NOT_YOUR_TURN,
)
from tests.rules.david_goliath_play import (
    COLOURS,
    captured_by,
    captures_of,
    card,
    cards,
    colour_and_number,
    dealt,
    deck,
    play,
    points_of,
    split_trick,
    table,
    words,
)
from tests.rules.play import IS_ROOMY, new_record, only, play_on, reason_of
from tests.rules.support import Numbers

GREEN = COLOURS.index("green")


def legal_cards(record, player):
    """The cards that a player may play now."""
    return [action[2] for action in game.legal(record.position, player, NO_CARD)]


# ---- following


def test_a_player_with_the_led_colour_must_follow_it_whatever_was_played_between():
    others = " ".join([f"{colour}-{number}" for colour in ("red", "violet", "blue") for number in (1, 2, 3, 4, 5)])
    record = dealt(("green-4", others, "green-1 green-7 violet-7"))
    play(record, "green-4 violet-1")
    assert reason_of(record, (game.PLAY, 2, card("violet-7"))) == (code.MUST_FOLLOW, 2, GREEN)


# ---- what may not be played


def test_a_card_out_of_turn_is_refused():
    for record in (table(4), dealt(("blue-1", "blue-2", "blue-3", "blue-4"))):
        play(record, "blue-1")
        for player in (0, 2, 3, -1, 4, 99):
            for name in ("blue-2", "blue-3", "blue-4"):
                assert reason_of(record, (game.PLAY, player, card(name))) == (NOT_YOUR_TURN, player)


def test_a_card_that_is_not_in_the_deck_of_this_number_of_players_is_refused():
    for players, beyond in ((3, 10), (4, 13), (5, 16)):
        for record in (table(players), dealt([""] * players)):
            for colour in ("blue", "violet"):
                for number in range(beyond, 19):
                    each = card(f"{colour}-{number}")
                    assert reason_of(record, (game.PLAY, 0, each)) == (NOT_IN_THE_DECK, each)
    for each in (-1, -90, 90, 1000):
        assert reason_of(table(6), (game.PLAY, 0, each)) == (NOT_IN_THE_DECK, each)


def test_a_card_that_was_played_is_refused_in_the_same_trick_and_later():
    for record in (table(3), dealt(("blue-1 blue-2", "blue-3", "blue-9"))):
        play(record, "blue-1")
        assert reason_of(record, (game.PLAY, 1, card("blue-1"))) == (CARD_WAS_PLAYED, card("blue-1"))
        play(record, "blue-3 blue-9")
        for name in ("blue-1", "blue-3", "blue-9"):
            assert reason_of(record, (game.PLAY, 2, card(name))) == (CARD_WAS_PLAYED, card(name))
            assert game.why_not(record.position, 2, card(name)) == (CARD_WAS_PLAYED, card(name))


def test_a_card_of_another_hand_is_refused_where_the_hands_are_known():
    record = dealt(("blue-1", "blue-2", "blue-3"))
    assert reason_of(record, (game.PLAY, 0, card("blue-2"))) == (CARD_NOT_IN_HAND, 0, card("blue-2"))
    play(record, "blue-1")
    assert reason_of(record, (game.PLAY, 1, card("blue-3"))) == (CARD_NOT_IN_HAND, 1, card("blue-3"))


# ---- who takes what


def test_the_lowest_takes_the_highest_and_the_highest_the_rest_and_leads_the_last_among_equals():
    # A line of cards; the places of the lowest and of the highest; the numbers that another player has played too.
    for line, low, high, later_low, later_high in (
        ("green-4 green-12 green-7 red-2 green-2", 4, 1, 2, None),  # the rulebook's example
        ("green-4 green-9 red-2 green-7", 2, 1, None, None),
        ("blue-4 violet-9 blue-2", 2, 1, None, None),
        ("blue-9 red-9 blue-2", 2, 1, None, 9),
        ("blue-2 blue-9 red-9", 0, 2, None, 9),
        ("blue-9 blue-2 red-9", 1, 2, None, 9),
        ("blue-2 red-2 blue-9", 1, 2, 2, None),
        ("blue-9 blue-2 red-2", 2, 0, 2, None),
        ("blue-2 blue-9 red-2", 2, 1, 2, None),
        ("blue-2 red-9 violet-9 green-2", 3, 2, 2, 9),
        ("blue-9 red-2 violet-2 green-9", 2, 3, 2, 9),
        ("blue-5 red-9 violet-9 green-5 yellow-7", 3, 2, 5, 9),
        ("blue-5 red-4 violet-5 green-4 yellow-5 blue-4", 5, 4, 4, 5),
        ("blue-5 red-5 green-5 violet-5 yellow-5 blue-6", 4, 5, 5, None),
    ):
        played = cards(line)
        record = table(len(played))
        events = play(record, line)[len(played) :]
        rest = [each for each in played if each != played[high]]
        wanted = ["" for _ in played]
        wanted[low], wanted[high] = words([played[high]]), words(rest)
        assert captures_of(record) == wanted, (line, captures_of(record))
        assert game.to_act(record.position) == (high,), line
        told = [(code.LATER_HIGH, later_high, high)] if later_high else []
        told += [(code.LATER_LOW, later_low, low)] if later_low else []
        told.append((code.LOW_TAKES_HIGH, low, played[low], played[high]))
        assert events == told + [(code.HIGH_TAKES_REST, high, played[high]) + tuple(rest)], (line, events)


# ---- revokes, at the table


# ---- whole games


def test_random_games_go_as_a_second_referee_has_it():
    revokes = 0
    for players in (3, 4, 5, 6):
        for start in range(3 if IS_ROOMY else 1):
            for kind in ("dealt", "table"):
                dealer = start % players
                record = new_record(f"david-goliath players={players} deals=2 dealer={dealer} {kind}")
                totals = [0] * players
                for deal in (1, 2):
                    revokes += go_along(record, Numbers(10 * players + start), deal, dealer, totals)
                    dealer = (dealer + 1) % players
                assert game.to_act(record.position) == ()
                best = [player for player in range(players) if totals[player] == max(totals)]
                assert game.outcome(record.position) == (code.MOST_POINTS,) + tuple(best)
    assert revokes > 30


def go_along(record, numbers, deal, dealer, totals):
    """Play a deal at random and compare each step with the rulebook; add to the totals, return the revokes."""
    players, leader, revokes = len(totals), (dealer + 1) % len(totals), 0
    captured, noted = [[] for _ in totals], {}
    assert record.apply(record.chance(numbers.below)) == [(code.DEALT, deal, dealer, leader)]
    for number in range(1, 16):
        trick = []
        for place in range(players):
            assert [captured_by(record, each) for each in range(players)] == [sorted(each) for each in captured]
            assert record.position.trick == [each for _, each in trick]
            player = (leader + place) % players
            assert game.to_act(record.position) == (player,)
            if record.setup.dealt:
                hand = record.position.hands[player]
                own = [one for one in hand if trick and colour_of(one) == colour_of(trick[0][1])]
                assert legal_cards(record, player) == (own or hand)
            else:
                gone = [one for cards_of in captured for one in cards_of] + record.position.trick
                assert legal_cards(record, player) == [one for one in sorted(deck(players)) if one not in gone]
            (told,) = play_on(record, numbers, 1)
            each = record.actions[-1][2]
            trick.append((player, each))
            wanted = told_of(trick, noted, number)
            revokes += len(wanted) - 1
            assert told[: len(wanted)] == wanted
            assert place == players - 1 or len(told) == len(wanted)
        leader, shares = split_trick(trick)
        for player in range(players):
            captured[player] += shares[player]
    scored = [(code.DEAL_SCORED, player, points_of(captured[player])) for player in range(players)]
    for event in scored:
        totals[event[1]] += event[2]
    assert only(told, code.DEAL_SCORED) == [event + (totals[event[1]],) for event in scored]
    assert record.position.totals == totals
    return revokes


def colour_of(each):
    return COLOURS.index(colour_and_number(each)[0])


def told_of(trick, noted, number):
    """The event of a trick's last card; `noted` has the trick in which a player did not follow a colour."""
    player, each = trick[-1]
    colour, led = colour_of(each), colour_of(trick[0][1])
    told = [(code.FOLLOWED, player, each, led)] if colour == led else [(code.WENT_OFF, player, each, led)]
    if len(trick) == 1:
        told = [(code.LED, player, each)]
    if (player, colour) in noted:
        told.append((code.REVOKED, player, colour, noted.pop((player, colour)), number))
    if colour != led:
        noted.setdefault((player, led), number)
    return told
