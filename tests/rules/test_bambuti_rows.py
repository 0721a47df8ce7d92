"""Bambuti: preparation: rows are dealt, laid in secret and shown, then hands are dealt, and a player begins."""

from tavolo.games.bambuti import events as codes
from tavolo.games.bambuti import rules as game
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CARD_WAS_PLAYED,
    CHANCE,
    NO_SUCH_ACTION,
    NOT_IN_THE_DECK,
    NOT_YOUR_TURN,
    TABLE,
    WRONG_DEAL,
)
from tavolo.rules.sealed import UNKNOWN
from tests.rules.bambuti_play import ROWS, card, cards, dealt_rows, may_lie, shown
from tests.rules.play import new_record, only, play_on, reason_of
from tests.rules.support import Numbers

HANDS = ("blue-1 blue-3 red-3 red-7 green-9", "blue-2 yellow-4 green-4 violet-8 violet-10")
SHOWN = (game.REVEAL,) + tuple(cards(ROWS[0]) + cards(ROWS[1]))


def at_the_table():
    """A record of table play in which people have dealt the masks for the rows."""
    record = new_record("bambuti players=2 table")
    record.apply((game.DEAL,))
    return record


def lay(record, player, line):
    """Lay the masks of a line."""
    events = []
    for each in cards(line):
        events += record.apply((game.LAY, player, each))
    return events


def orders(hand):
    """All orders in which a hand can be laid, by trying every order."""
    found, begun = [], [[]]
    while begun:
        row = begun.pop()
        rest = [each for each in hand if each not in row]
        if not rest and may_lie(row):
            found.append(row)
        begun += [row + [each] for each in rest]
    return found


def test_wrong_deals_are_refused():
    record = new_record("bambuti players=2 dealt")
    for masks in ((), tuple(range(9)), tuple(range(11)), (3,) * 10, tuple(range(41, 51)), tuple(range(-1, 9))):
        assert reason_of(record, (game.DEAL,) + masks) == (WRONG_DEAL, 10), masks
    record = new_record("bambuti players=2 table")
    assert record.chance(Numbers(1).below) == (game.DEAL,)
    assert reason_of(record, (game.DEAL,) + tuple(range(10))) == (WRONG_DEAL, 0)
    record.apply((game.DEAL,))
    assert reason_of(record, (game.DEAL,)) == (NO_SUCH_ACTION,)
    record = dealt_rows(HANDS)
    play_on(record, Numbers(5), 11)
    assert reason_of(record, (game.DEAL,) + tuple(range(14))) == (WRONG_DEAL, 14)
    own = game.view(record.position, 0)
    game.apply(own, (game.DEAL,))
    assert own.hands == [None, None]  # nobody has seen what was dealt
    record.apply(record.chance(Numbers(1).below))
    assert record.position.held == bytearray((7, 7))
    assert sorted(record.actions[-1][1:]) == sorted(record.position.hands[0] + record.position.hands[1])


def test_a_hand_can_be_laid_in_exactly_the_orders_that_never_rise_outwards():
    for line in (
        HANDS[0],
        "blue-5 red-5 green-5 yellow-5 violet-5",
        "blue-1 red-1 green-1 yellow-9 violet-9",
        "blue-1 red-9 green-9 yellow-9 violet-9",
        "blue-1 red-2 green-3 yellow-4 violet-5",
        "blue-3 yellow-7 green-7 red-7 violet-7",
    ):
        wanted = sorted(orders(cards(line)))
        found, begun = [], [[]]
        while begun:
            row = begun.pop()
            record = dealt_rows((line, "blue-2 blue-4 blue-6 blue-8 blue-10"))
            lay(record, 0, " ".join([game.card_text(each) for each in row]))
            if len(row) == 5:
                found.append(row)
                continue
            following = game.legal(record.position, 0)
            assert following, row  # an order stays possible after any choice
            begun += [row + [action[2]] for action in following]
        assert sorted(found) == wanted, line


def test_in_dealt_play_a_mask_that_leaves_no_order_is_refused_with_the_reason():
    record = dealt_rows(HANDS)
    for name, reason in (
        ("green-9", (codes.NO_ORDER_LEFT, card("green-9"), 1)),
        ("red-7", (codes.NO_ORDER_LEFT, card("red-7"), 1)),
        ("blue-2", (CARD_NOT_IN_HAND, 0, card("blue-2"))),
    ):
        assert reason_of(record, (game.LAY, 0, card(name))) == reason
    lay(record, 0, "red-3")
    assert reason_of(record, (game.LAY, 0, card("blue-1"))) == (
        codes.CENTRE_TOO_LOW,
        card("blue-1"),
        2,
        card("red-3"),
        1,
    )
    assert reason_of(record, (game.LAY, 0, card("red-3"))) == (CARD_WAS_PLAYED, card("red-3"))
    lay(record, 0, "blue-3")
    assert reason_of(record, (game.LAY, 0, card("red-7"))) == (codes.NO_ORDER_LEFT, card("red-7"), 3)
    lay(record, 0, "green-9")
    assert reason_of(record, (game.LAY, 0, card("blue-1"))) == (codes.NO_ORDER_LEFT, card("blue-1"), 4)
    lay(record, 0, "red-7 blue-1")
    assert reason_of(record, (game.LAY, 0, card("blue-1"))) == (codes.ROW_IS_COMPLETE, 0)
    assert reason_of(record, (game.LAY, 1)) == (NO_SUCH_ACTION,)
    assert reason_of(record, (game.LAY, 2, 0)) == (NOT_YOUR_TURN, 2)


def test_at_the_table_a_mask_is_held_against_what_was_laid():
    record = at_the_table()
    lay(record, 0, "red-5")
    assert reason_of(record, (game.LAY, 0, card("blue-4")))[0] == codes.CENTRE_TOO_LOW
    lay(record, 0, "blue-5 green-7")
    assert reason_of(record, (game.LAY, 0, card("blue-8"))) == (
        codes.RISES_OUTWARDS,
        card("blue-8"),
        4,
        card("green-7"),
        3,
    )
    assert reason_of(record, (game.LAY, 0, 50)) == (NOT_IN_THE_DECK, 50)
    assert reason_of(record, (game.LAY, 0, card("red-5"))) == (CARD_WAS_PLAYED, card("red-5"))
    lay(record, 0, "blue-7 blue-6")
    assert reason_of(record, (game.LAY, 0)) == (codes.ROW_IS_COMPLETE, 0)
    assert not game.secret(record.position, 0)
    assert game.secret(record.position, 1)
    assert game.to_act(record.position) == (1,)


def test_no_refusal_tells_what_the_other_has_laid():
    one, other = at_the_table(), at_the_table()
    lay(one, 0, "red-5 red-6 red-7 red-4 red-3")
    lay(other, 0, "blue-1 blue-2 blue-8 blue-5 blue-4")
    for each in range(50):
        assert game.why_not(one.position, 1, each) == game.why_not(other.position, 1, each)
    assert game.legal(one.position, 1) == game.legal(other.position, 1)
    assert one.digest() == other.digest()
    public = [game.position_text(game.view(record.position, TABLE)) for record in (one, other)]
    assert public[0] == public[1]


def test_laying_tells_only_how_many_masks_lie():
    record = at_the_table()
    events = lay(record, 1, "red-5 red-6 red-7 red-4 red-3")
    assert events == [(codes.LAID, 1, count) for count in (1, 2, 3, 4, 5)]
    assert game.public((game.LAY, 1, 33)) == (game.LAY, 1)
    assert game.view(record.position, 0).sealed == [[], [UNKNOWN] * 5]
    assert game.view(record.position, 1).sealed == [[], cards("red-5 red-6 red-7 red-4 red-3")]


def test_the_reveal_happens_by_itself_when_both_rows_are_known():
    record = at_the_table()
    lay(record, 0, ROWS[0])
    assert game.to_act(record.position) == (1,)
    assert reason_of(record, SHOWN) == (codes.ROWS_COME_FIRST,)
    assert reason_of(record, (game.PLAY, 0, 3, 0, 0)) == (codes.ROWS_COME_FIRST,)
    lay(record, 1, ROWS[1])
    assert game.to_act(record.position) == (CHANCE,)
    action = record.chance(Numbers(1).below)
    assert action == SHOWN
    events = record.apply(action)
    assert events[:2] == [(codes.ROW_SHOWN, player) + tuple(cards(ROWS[player])) for player in (0, 1)]
    told = only(events, codes.INDICATOR)
    assert [(event[1], event[6], event[7]) for event in told] == [(1, 1, 0), (2, 2, 0), (3, 8, 1), (4, 2, 1), (5, 1, 1)]
    assert game.public(action) == action
    assert game.actor(action) == CHANCE
    assert list(record.position.rows) == cards(ROWS[0]) + cards(ROWS[1])


def test_a_reveal_that_is_not_what_was_laid_is_refused():
    record = at_the_table()
    lay(record, 0, ROWS[0])
    lay(record, 1, ROWS[1])
    good = record.chance(Numbers(1).below)
    for bad in (
        good[:-1],
        good + (0,),
        good[:-1] + (good[1],),
        good[:-1] + (50,),
        good[:-1] + (card("violet-1"),),
        good[:1] + good[6:] + good[1:6],
    ):
        assert reason_of(record, bad) == (codes.WRONG_REVEAL,), bad
    unknown = at_the_table()
    for player in (0, 0, 1, 1, 0, 0, 1, 1, 1, 0):
        unknown.apply((game.LAY, player))
    for bad in (
        "violet-3 yellow-2 yellow-9 blue-3 red-1",
        "violet-3 yellow-10 yellow-9 blue-3 red-1",
        "violet-3 yellow-8 yellow-9 blue-10 red-1",
        "violet-3 yellow-8 yellow-9 blue-3 red-4",
    ):
        for first, second in ((ROWS[0], bad), (bad, ROWS[1])):
            action = (game.REVEAL,) + tuple(cards(first) + cards(second))
            assert reason_of(unknown, action) == (codes.WRONG_REVEAL,), (first, second)
    assert unknown.chance(Numbers(1).below) is None
    unknown.apply(good)
    record.apply(good)
    assert unknown.digest() == record.digest()
    assert game.position_text(unknown.position) == game.position_text(record.position)


def test_a_forgotten_mask_is_laid_again_and_changes_nothing_public():
    record = at_the_table()
    for player in (0, 0, 1, 0):
        record.apply((game.LAY, player))
    there = record.position
    assert game.forgotten(there) == (0, 1)
    digest, public = game.digest(there), game.position_text(game.view(there, TABLE))
    for each in cards(ROWS[0])[:3]:
        assert (game.LAY, 0, each) in game.legal(there, 0, each)
        assert game.apply(there, (game.LAY, 0, each)) == []
    assert game.forgotten(there) == (1,)
    assert (game.digest(there), game.position_text(game.view(there, TABLE))) == (digest, public)
    game.apply(there, (game.LAY, 1, cards(ROWS[1])[0]))
    assert game.forgotten(there) == ()
    assert game.apply(there, (game.LAY, 0, cards(ROWS[0])[3])) == [(codes.LAID, 0, 4)]
    assert game.digest(there) != digest


def test_the_player_whose_indicators_add_up_to_less_begins_and_the_younger_when_they_are_level():
    none = ("blue-2 red-3 blue-10 violet-3 yellow-2", "red-2 green-3 red-10 yellow-3 violet-2")  # all equal
    three = ("blue-1 red-3 green-9 green-8 yellow-3", "violet-3 yellow-8 yellow-9 blue-3 red-1")
    for younger in (0, 1):
        for rows, beginner, told in (
            (ROWS, 0, (codes.FEWER_BEGINS, 0, 3, 11)),
            ((ROWS[1], ROWS[0]), 1, (codes.FEWER_BEGINS, 1, 3, 11)),
            (none, younger, (codes.YOUNGER_BEGINS, younger, 0)),
            (three, younger, (codes.YOUNGER_BEGINS, younger, 3)),
        ):
            record = shown(rows, f"younger={younger}")
            assert record.apply((game.DEAL,))[1] == told
            assert game.to_act(record.position) == (beginner,)
    assert new_record("bambuti players=2 table").position.younger == 0
