"""David & Goliath: a trick: who leads, who must follow, what may not be played, who takes what; and revokes."""

from tavolo.games.david_goliath import events as code
from tavolo.games.david_goliath import rules as game
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CARD_WAS_PLAYED,
    CHANCE_IS_NEXT,
    NO_CARD,
    NO_SUCH_ACTION,
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
    only,
    play,
    play_deal,
    points_of,
    split_trick,
    table,
    words,
)
from tests.rules.play import IS_ROOMY, new_record, play_on, reason_of
from tests.rules.support import Numbers

BLUE, GREEN = COLOURS.index("blue"), COLOURS.index("green")
# No green among them.
THIRTEEN_OTHERS = "red-1 red-2 red-3 red-4 red-5 red-6 red-7 red-8 red-9 violet-1 violet-2 violet-3 violet-4"


def legal_cards(record, player):
    """The cards that a player may play now."""
    return [action[2] for action in game.legal(record.position, player, NO_CARD)]


# ---- following


def test_who_has_the_led_colour_must_follow_it_whatever_was_played_between():
    others = "violet-7 violet-8 violet-9 " + " ".join([f"blue-{number}" for number in range(1, 10)]) + " yellow-1"
    record = dealt(("green-4", "violet-5 violet-6 " + THIRTEEN_OTHERS, "green-1 green-7 " + others))
    assert len(legal_cards(record, 0)) == 15
    play(record, "green-4")
    assert legal_cards(record, 1) == sorted(cards("violet-5 violet-6 " + THIRTEEN_OTHERS))
    play(record, "violet-1")
    assert legal_cards(record, 2) == cards("green-1 green-7")
    assert reason_of(record, (game.PLAY, 2, card("violet-7"))) == (code.MUST_FOLLOW, 2, GREEN)
    assert game.legal(record.position, 2, card("violet-7")) == []
    assert game.legal(record.position, 2, card("green-7")) == [(game.PLAY, 2, card("green-7"))]


def test_legal_is_exactly_what_is_not_refused_and_at_the_table_any_card_that_nobody_has_played():
    for players in (3, 6):
        for record in (table(players), dealt([""] * players)):
            numbers, played = Numbers(players), []
            while game.to_act(record.position):
                (player,) = game.to_act(record.position)
                allowed = [
                    each
                    for each in range(game.CARDS)
                    if game.refusal(record.position, (game.PLAY, player, each)) is None
                ]
                assert legal_cards(record, player) == allowed
                if not record.setup.dealt:
                    assert allowed == [each for each in sorted(deck(players)) if each not in played]
                play_on(record, numbers, 1)
                played.append(record.actions[-1][2])


# ---- what may not be played


def test_a_card_out_of_turn_is_refused():
    for record in (table(4), dealt(("blue-1", "blue-2", "blue-3", "blue-4"))):
        for player, name in (
            (1, "blue-2"),
            (2, "blue-3"),
            (3, "blue-4"),
            (-1, "blue-1"),
            (4, "blue-1"),
            (99, "blue-1"),
        ):
            assert reason_of(record, (game.PLAY, player, card(name))) == (NOT_YOUR_TURN, player)
        play(record, "blue-1")
        for player, name in ((0, "blue-5"), (2, "blue-3"), (3, "blue-4")):
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


def test_what_is_no_action_is_refused():
    for action in ((), (game.PLAY,), (game.PLAY, 0), (game.PLAY, 0, 1, 2), (7,), (7, 0, 1), (-1, 0, 0)):
        assert reason_of(table(3), action) == (NO_SUCH_ACTION,), action


def test_before_the_cards_are_dealt_again_nobody_plays():
    record = table(3, "deals=2")
    play_deal(record, Numbers(5))
    for player in range(3):
        assert reason_of(record, (game.PLAY, player, card("blue-1"))) == (CHANCE_IS_NEXT,)
        assert game.legal(record.position, player, NO_CARD) == []


# ---- who takes what


def test_the_lowest_takes_the_highest_and_the_highest_the_rest_and_leads_the_last_among_equals():
    # A line of cards; the places of the lowest and of the highest; the numbers that somebody else has played too.
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


def test_a_card_of_a_colour_that_was_not_followed_is_a_revoke_naming_both_tricks_and_play_goes_on():
    record = table(3)
    assert only(play(record, "green-4 red-2 green-1"), code.REVOKED) == []
    # Player 0 has led, and has taken with the highest: it leads again.
    play(record, "blue-4 blue-2 blue-1")
    assert play(record, "green-5 green-6") == [
        (code.LED, 0, card("green-5")),
        (code.FOLLOWED, 1, card("green-6"), GREEN),
        (code.REVOKED, 1, GREEN, 1, 3),
    ]
    play(record, "green-2")
    assert captures_of(record)[1:] == ["green-2 green-5", "blue-4 green-4 green-6"]
    assert game.to_act(record.position) == (1,)


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
    """What is told of the last card of a trick; `noted` has the trick in which a player did not follow a colour."""
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
