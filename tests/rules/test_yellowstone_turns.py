"""Yellowstone Park: what follows after one and two cards, the piles to draw from, scoring, and the end."""

from tavolo.games.yellowstone_park import events as code
from tavolo.games.yellowstone_park import rules as game
from tavolo.rules import contract
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE
from tests.rules.play import codes, new_record, reason_of
from tests.rules.support import Numbers, refused
from tests.rules.yellowstone_play import arranged, card, choices, dealt, do

CHANCE_IS_TO_ACT = (CHANCE,)
SIX_PENALTIES = "red-1 red-1 red-2 red-2 red-3 red-3"


def test_a_game_begins_with_a_deal_and_a_card_in_the_centre_column_and_its_row():
    for players in (2, 3, 4, 5):
        record = new_record(f"yellowstone-park players={players} table")
        assert game.to_act(record.position) == CHANCE_IS_TO_ACT
        assert record.apply((game.DEAL,)) == [(code.DEALT, 6, 56 - 6 * players)]
        assert game.to_act(record.position) == CHANCE_IS_TO_ACT
        assert record.chance(Numbers(1).below) is None
        assert [action[1] for action in game.legal(record.position, CHANCE, NO_CARD)] == list(range(28))
        assert game.legal(record.position, CHANCE, 9) == [(game.TURN_UP, 9)]
        assert record.apply((game.TURN_UP, 9)) == [(code.TURNED_UP, 9, 3)]
        position = record.position
        assert (position.board, position.columns[1], position.pile_count) == (1 << 9, 3, 55 - 6 * players)
        assert list(position.markers) == [5] * players
        assert game.to_act(position) == (0,)


def ended(marker, options):
    """A record whose scoring brings the second of three players from `marker` forward by one."""
    record = arranged(3, "d:green-4", options, penalties=("", "red-1", ""), markers=(7, marker, 5))
    record.position.hand_counts[2] += record.position.pile_count - 1
    record.position.pile_count = 1
    events = do(record, "place 0 green-5 d; place 0 green-6 d; draw 0 1")
    return record, events


def test_a_game_ends_when_a_scoring_takes_a_marker_past_the_last_space_or_onto_it():
    for options, marker, end in (
        ("", 34, None),
        ("", 35, (code.ENDED_BY_PASSING, 1, 36, 35)),
        ("reaching=1", 33, None),
        ("reaching=1", 34, (code.ENDED_BY_REACHING, 1, 35, 35)),
        ("end_after=20", 19, None),
        ("end_after=20", 20, (code.ENDED_BY_PASSING, 1, 21, 20)),
    ):
        record, events = ended(marker, options)
        if end is None:
            assert game.outcome(record.position) is None, options
            assert game.to_act(record.position) == (1,)
        else:
            assert events[-1] == end
            assert game.outcome(record.position) == (code.NEAREST_ZERO, 2)
            assert game.to_act(record.position) == ()
            assert reason_of(record, (game.STOP, 1)) == (contract.GAME_IS_OVER,)


def test_a_marker_beyond_the_last_space_ends_nothing_before_a_scoring_and_equal_markers_share():
    record = arranged(3, "d:green-4", markers=(40, 5, 5))
    do(record, "place 0 green-5 d; stop 0")
    assert game.to_act(record.position) == (1,)
    record = arranged(3, "d:green-4", penalties=("", "red-1", ""), markers=(5, 40, 5))
    record.position.hand_counts[2] += record.position.pile_count - 1
    record.position.pile_count = 1
    do(record, "place 0 green-5 d; place 0 green-6 d; draw 0 1")
    assert game.outcome(record.position) == (code.NEAREST_ZERO, 0, 2)


def test_the_neutral_marker_goes_back_with_each_own_pile_and_below_one_everything_is_scored():
    for neutral, scores in ((7, False), (2, False), (1, True)):
        record = arranged(
            2, "d:green-4", "neutral_marker=1", hands=(1, 6), penalties=(SIX_PENALTIES + " red-4", "blue-1")
        )
        position = record.position
        position.neutral = neutral
        pile = position.pile_count
        events = do(record, "place 0 green-5 d; shuffle 0; draw 0 6")
        assert (code.NEUTRAL_BACK, neutral - 1) in events
        if scores:
            assert events[-5:] == [
                (code.NEUTRAL_RAN_OUT, pile),
                (code.SCORED, 0, 1, 6),
                (code.SCORED, 1, 1, 6),
                (code.NEW_PILE, pile + 2),
                (code.NEUTRAL_RETURNS, 7),
            ]
            assert position.neutral == 7
        else:
            assert position.neutral == neutral - 1
            assert position.pile_count == pile
        assert (position.hand_counts[0], game.to_act(position)) == (6, (1,))
    for option, verb in ((0, "shuffle"), (1, "refill")):
        record = arranged(2, "d:green-4", f"neutral_marker={option}", hands=(1, 6), penalties=(SIX_PENALTIES,))
        assert code.NEUTRAL_BACK not in codes(do(record, f"place 0 green-5 d; {verb} 0; draw 0 6"))


def test_the_neutral_marker_returns_after_every_scoring_and_is_for_two():
    record = arranged(2, "d:green-4", "neutral_marker=1", penalties=("", "red-1"))
    record.position.neutral = 3
    record.position.hand_counts[1] += record.position.pile_count - 1
    record.position.pile_count = 1
    assert do(record, "place 0 green-5 d; place 0 green-6 d; draw 0 1")[-1] == (code.NEUTRAL_RETURNS, 7)
    for players in (3, 4, 5):
        assert "two players" in refused(new_record, f"yellowstone-park players={players} neutral_marker=1 table")


def test_each_thing_out_of_place_has_its_reason():
    record = arranged(4, "c:red-6 d:green-4,green-4", hands=(1, 6, 6, 6), penalties=(SIX_PENALTIES,))
    green, yellow = card("green-5"), card("yellow-4")
    for action, reason in (
        ((game.STOP, 0), (code.PLACE_FIRST, 0)),
        ((game.REFILL, 0), (code.PLACE_FIRST, 0)),
        ((game.KEEP, 0, 3), (contract.NO_SUCH_ACTION,)),
        ((game.STOP, 1), (contract.NOT_YOUR_TURN, 1)),
        ((game.PLACE, 2, green, 3), (contract.NOT_YOUR_TURN, 2)),
        ((game.PLACE, 0, 28, 3), (contract.NOT_IN_THE_DECK, 28)),
        ((game.PLACE, 0, -1, 3), (contract.NOT_IN_THE_DECK, -1)),
        ((game.PLACE, 0, green, 0), (code.COLOUR_HAS_COLUMN, 2, 3, 0)),
        ((game.PLACE, 0, yellow, 3), (code.COLUMN_HAS_COLOUR, 3, 2)),
        ((game.PLACE, 0, yellow, 7), (code.NO_SUCH_COLUMN,)),
        ((game.PLACE, 0, card("green-4"), 3), (code.CANNOT_HOLD, 0, card("green-4"), 2, 0, 0)),
        ((game.PLACE, 0, card("red-1"), 2), (code.CANNOT_HOLD, 0, card("red-1"), 0, 2, 0)),
        ((game.PLACE, 0, green), (contract.NO_SUCH_ACTION,)),
        ((game.DEAL,), (contract.NO_SUCH_ACTION,)),
        ((game.DRAW, 0, 6), (contract.NO_SUCH_ACTION,)),
        ((game.TURN_UP, 3), (contract.NO_SUCH_ACTION,)),
    ):
        assert reason_of(record, action) == reason, action
    assert game.why_not(record.position, 0, card("green-4")) == (code.CANNOT_HOLD, 0, card("green-4"), 2, 0, 0)
    assert game.legal(record.position, 0, card("green-4")) == []
    assert game.why_not(record.position, 0, yellow) is None
    do(record, "place 0 blue-6 e")
    for action, reason in (
        ((game.PLACE, 0, green, 3), (code.MUST_REFILL, 0)),
        ((game.STOP, 0), (code.MUST_REFILL, 0)),
    ):
        assert reason_of(record, action) == reason, action
    do(record, "refill 0")
    for action, reason in (
        ((game.DRAW, 0, 5), (code.WRONG_NUMBER, 6)),
        ((game.DRAW, 1, 6), (contract.NOT_YOUR_TURN, 1)),
        ((game.DRAW, 0, 6, 1, 1, 2, 2, 3, 3), (code.CARDS_ARE_UNKNOWN,)),
        ((game.PLACE, 1, green, 3), (code.DRAW_IS_NEXT, 0)),
    ):
        assert reason_of(record, action) == reason, action


def test_a_frame_is_chosen_before_anything_else_and_nobody_draws_after_one_card():
    record = arranged(4, "c:green-5 d:red-6 e:blue-6")
    do(record, "place 0 yellow-4 f")
    for action in ((game.PLACE, 0, 0, 4), (game.STOP, 0), (game.REFILL, 0)):
        assert reason_of(record, action) == (code.FRAME_IS_NEXT, 0, card("yellow-4"))
    assert game.why_not(record.position, 0, 0) == (code.FRAME_IS_NEXT, 0, card("yellow-4"))
    assert game.legal(record.position, 0, 0) == []
    do(record, "keep 0 d4")
    for verb in (game.REFILL, game.SHUFFLE):
        assert reason_of(record, (verb, 0)) == (code.NOT_AFTER_ONE, 0)
    do(record, "place 0 yellow-5 f")
    assert reason_of(record, (game.PLACE, 0, 0, 4)) == (code.TWO_ARE_PLACED, 0)
    assert reason_of(record, (game.SHUFFLE, 0)) == (code.STILL_HAS_CARDS, 0, 4)


def test_before_the_first_card_nobody_places_and_dealt_play_knows_its_cards():
    record = new_record("yellowstone-park players=2 table")
    assert reason_of(record, (game.PLACE, 0, 0, 0)) == (contract.CHANCE_IS_NEXT,)
    assert reason_of(record, (game.TURN_UP, 0)) == (contract.CHANCE_IS_NEXT,)
    assert reason_of(record, (game.DEAL, 1, 2)) == (code.CARDS_ARE_UNKNOWN,)
    record.apply((game.DEAL,))
    assert reason_of(record, (game.PLACE, 0, 0, 0)) == (code.SHOW_FIRST_CARD,)
    assert reason_of(record, (game.TURN_UP, 28)) == (contract.NOT_IN_THE_DECK, 28)
    assert game.why_not(record.position, CHANCE, 28) == (contract.NOT_IN_THE_DECK, 28)
    record = new_record("yellowstone-park players=2 dealt")
    for action in (
        (game.DEAL,),
        (game.DEAL,) + (0,) * 12,
        (game.DEAL,) + tuple(range(11)),
        (game.DEAL,) + tuple(range(20, 32)),
    ):
        assert reason_of(record, action) == (code.WRONG_CARDS, 12)
    record = dealt(("blue-1 blue-1 blue-2 blue-3 blue-4 blue-5", "red-1 red-2 red-3 red-4 red-5 red-6"), "green-4")
    assert reason_of(record, (game.PLACE, 0, card("red-1"), 0)) == (contract.CARD_NOT_IN_HAND, 0, card("red-1"))
    # A face that is held twice is offered once.
    assert choices(record)[:6] == ["place 0 blue-1 " + column for column in "abcefg"]
    assert game.legal(game.view(record.position, 0), 0) == game.legal(record.position, 0)
    assert card("red-1") in [action[2] for action in game.legal(game.view(record.position, TABLE), 0)]
