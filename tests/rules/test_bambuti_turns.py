"""Bambuti: where a mask may be played, drawing, and passing, in dealt play and at the table."""

from tavolo.games.bambuti import events as codes
from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import DRUMMING
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CARD_WAS_PLAYED,
    CHANCE,
    CHANCE_IS_NEXT,
    GAME_IS_OVER,
    NO_CARD,
    NO_SUCH_ACTION,
    NOT_IN_THE_DECK,
    NOT_YOUR_TURN,
    TABLE,
    Refused,
)
from tests.rules.bambuti_play import ROWS, card, only, players_turn, plays_by_the_rulebook, position, rows_of, shown
from tests.rules.play import new_record, next_action, play_on, reason_of
from tests.rules.support import Numbers

# A hand for player 0 that can do something of each kind in ROWS, and one for player 1.
HANDS = ("blue-3 blue-7 green-7 red-10 yellow-8", "red-1 red-2 red-4 violet-1 violet-2")

# Player 0 can play nothing: every 1 would face a 1 or be too low, every 10 would face a 10 or be too high, and the
# other row has no such colour where the number would fit.
STUCK_ROWS = ("violet-3 red-6 violet-9 red-7 yellow-4", "red-1 blue-5 red-10 blue-4 green-1")
STUCK_HAND = "yellow-1 violet-1 yellow-10 violet-10 green-10"


def refused(there, action):
    """The reason for which an action is refused, by refusal and by apply alike, with nothing changed."""
    text, digest = game.position_text(there), game.digest(there)
    try:
        game.apply(there, action)
    except Refused as refusal:
        assert game.refusal(there, action) == refusal.reason
        assert (game.position_text(there), game.digest(there)) == (text, digest)
        return refusal.reason
    raise AssertionError(action)


def test_masks_may_be_played_exactly_where_the_rulebook_lets_them():
    for start in range(40):
        record = new_record("bambuti players=2 dealt")
        numbers = Numbers(start)
        while game.to_act(record.position):
            there = record.position
            plays = [each for p in game.to_act(there) for each in game.legal(there, p) if each[0] == game.PLAY]
            if there.phase == 3:
                player = players_turn(record)
                wanted = plays_by_the_rulebook(rows_of(there), player, there.hands[player])
                assert sorted([each[2:] for each in plays]) == wanted
                for each in range(50):
                    for owner in (0, 1):
                        for place in range(5):
                            is_allowed = game.refusal(there, (game.PLAY, player, each, owner, place)) is None
                            assert is_allowed == ((each, owner, place) in wanted), (start, each, owner, place)
                if start % 10:
                    break
            record.apply(next_action(record, numbers))


def test_a_play_that_is_not_allowed_is_refused_with_the_rule():
    there = position(ROWS, HANDS)
    for action, wanted in (
        (("blue-3", 1, 1), (codes.OTHER_COLOUR, 1, card("blue-3"), card("green-8"))),
        (("yellow-8", 0, 1), (codes.EQUAL_FACING, card("yellow-8"), card("green-8"), 8)),
        (("blue-7", 0, 0), (codes.RISES_OUTWARDS, card("blue-7"), 1, card("red-5"), 2)),
        (("red-10", 0, 3), None),
        (("blue-3", 0, 2), (codes.CENTRE_TOO_LOW, card("blue-3"), 3, card("red-5"), 2)),
        (("blue-3", 0, 4), (codes.EQUAL_FACING, card("blue-3"), card("violet-3"), 3)),
        (("green-7", 0, 4), (codes.RISES_OUTWARDS, card("green-7"), 5, card("green-6"), 4)),
        (("blue-3", 1, 2), (codes.CENTRE_TOO_LOW, card("blue-3"), 3, card("green-8"), 2)),
    ):
        name, owner, place = action
        if wanted is None:
            assert game.refusal(there, (game.PLAY, 0, card(name), owner, place)) is None
        else:
            assert refused(there, (game.PLAY, 0, card(name), owner, place)) == wanted


def test_a_row_may_have_equal_numbers_beside_each_other():
    there = position(ROWS, HANDS)
    assert game.refusal(there, (game.PLAY, 0, card("red-10"), 0, 1)) is None
    assert game.refusal(there, (game.PLAY, 0, card("red-10"), 0, 3)) is None


def test_a_mask_on_the_own_row_needs_no_colour_and_on_the_other_row_the_one_covered():
    there = position(ROWS, HANDS)
    events = game.apply(there.copy(), (game.PLAY, 0, card("blue-7"), 0, 1))
    assert events[0] == (codes.PLAYED_OWN, 0, card("blue-7"), 2, card("red-5"))
    assert events[1][0] == codes.INDICATOR
    events = game.apply(there.copy(), (game.PLAY, 0, card("green-7"), 1, 1))
    assert events[0] == (codes.PLAYED_OPPOSITE, 0, card("green-7"), 2, card("green-8"), 1, 2)
    assert events[1] == (codes.INDICATOR, 2, card("green-7"), card("red-5"), 2, 5, 3, 0)


def test_masks_that_cannot_be_in_the_hand_are_refused():
    there = position(ROWS, HANDS)
    for name, reason in (
        ("blue-4", (CARD_WAS_PLAYED, card("blue-4"))),
        ("red-5", (CARD_WAS_PLAYED, card("red-5"))),
        ("red-1", (CARD_NOT_IN_HAND, 0, card("red-1"))),
    ):
        assert refused(there, (game.PLAY, 0, card(name), 0, 1)) == reason
        assert game.why_not(there, 0, card(name)) == reason
        assert game.legal(there, 0, card(name)) == []
    assert refused(there, (game.PLAY, 0, 50, 0, 1)) == (NOT_IN_THE_DECK, 50)
    assert refused(there, (game.PLAY, 1, card("red-1"), 1, 0)) == (NOT_YOUR_TURN, 1)
    for bad in ((game.PLAY, 0), (game.PLAY, 0, 3, 2, 0), (game.PLAY, 0, 3, 0, 5), (game.PLAY, 0, 3, 0, -1)):
        assert refused(there, bad) == (NO_SUCH_ACTION,), bad


def test_what_fits_nowhere_is_told_as_such():
    there = position(("blue-2 red-5 violet-10 green-6 yellow-1", "red-3 green-8 blue-9 yellow-4 violet-3"), (7, 7), 20)
    for each in range(50):
        if there.seen[each]:
            assert game.why_not(there, 0, each) == (CARD_WAS_PLAYED, each)
        elif game.legal(there, 0, each):
            assert game.why_not(there, 0, each) is None
        else:
            assert game.why_not(there, 0, each) == (codes.FITS_NOWHERE, 0, each)
    assert game.why_not(there, 1, 49)[0] == NOT_YOUR_TURN
    stuck = position(STUCK_ROWS, (STUCK_HAND, 5))
    assert game.why_not(stuck, 0, card("green-10")) == (codes.FITS_NOWHERE, 0, card("green-10"))


def test_a_mask_is_drawn_after_each_play_while_there_are_any():
    record = shown(ROWS)
    record.apply((game.DEAL,))
    plays = 0
    numbers = Numbers(4)
    while game.to_act(record.position) and plays < 40:
        there = record.position
        choices = [each for p in game.to_act(there) for each in game.legal(there, p) if each[0] != game.WISH]
        if not choices and there.phase == 3:
            choices = [(game.WISH, there.turn)]
        action = choices[numbers.below(len(choices))] if choices else record.chance(numbers.below)
        if action[0] == game.PLAY:
            plays += 1
            left = there.pile_count
            assert reason_of(record, (game.DRAW, there.turn)) == (NO_SUCH_ACTION,)
            record.apply(action)
            if left:
                assert record.chance(numbers.below) == (game.DRAW, action[1])
                assert reason_of(record, (game.DRAW, 1 - action[1])) == (codes.WRONG_DRAW, action[1])
                assert reason_of(record, (game.PLAY, action[1], 3, 0, 0)) == (CHANCE_IS_NEXT,)
                events = record.apply((game.DRAW, action[1]))
                assert events[0] == (codes.DREW, action[1], left - 1)
            else:
                assert record.position.pile_count == 0
        else:
            record.apply(action)
    assert plays >= 32


def test_in_dealt_play_the_draw_is_a_mask_of_the_pile():
    record = new_record("bambuti players=2 dealt")
    numbers = Numbers(3)
    while record.position.phase != 4:
        record.apply(next_action(record, numbers))
    there = record.position
    in_hand = there.hands[0] + there.hands[1]
    for action in ((game.DRAW, there.turn), (game.DRAW, there.turn, in_hand[0]), (game.DRAW, there.turn, 50)):
        assert refused(there, action) == (codes.WRONG_DRAW, there.turn)
    action = record.chance(numbers.below)
    assert action[2] not in in_hand
    assert not there.seen[action[2]]
    record.apply(action)
    assert action[2] in there.hands[action[1]]
    assert game.public(action) == action[:2]
    assert game.actor(action) == CHANCE


def test_in_dealt_play_who_can_play_may_not_pass():
    there = position(ROWS, HANDS)
    assert refused(there, (game.WISH, 0)) == (codes.CAN_PLAY, 0)
    assert (game.WISH, 0) not in game.legal(there, 0)
    assert refused(there, (game.PASS, 0)) == (NO_SUCH_ACTION,)


def test_in_dealt_play_who_cannot_play_has_to_pass_and_confirms_it_twice():
    stuck = position(STUCK_ROWS, (STUCK_HAND, "violet-2 violet-4 violet-5 violet-6 violet-7"))
    table = game.view(stuck, TABLE)
    assert plays_by_the_rulebook(rows_of(stuck), 0, stuck.hands[0]) == []
    for verb, told in ((game.WISH, codes.WISHES_TO_PASS), (game.PASS, codes.PASSED)):
        assert game.legal(stuck, 0) == [(verb, 0)]
        assert (verb, 0) in game.legal(table, 0)
        if verb == game.PASS:
            assert refused(stuck, (game.PLAY_ON, 0)) == (codes.CANNOT_PLAY, 0)
            assert game.refusal(table, (game.PLAY_ON, 0)) is None
        events = game.apply(stuck, (verb, 0))
        assert events[0][0] == told
        assert events == game.apply(table, (verb, 0))
        assert game.position_text(game.view(stuck, TABLE)) == game.position_text(table)
        assert game.digest(stuck) == game.digest(table)
    assert game.to_act(stuck) == (1,)
    assert list(stuck.held) == [5, 5]


def test_at_the_table_passing_is_taken_on_trust_and_confirmed_twice():
    there = position(ROWS, (7, 7), pile=20, apart="blue-7")
    before = game.position_text(there)
    assert game.legal(there, 0)[-1] == (game.WISH, 0)
    assert game.legal(there, 0, card("blue-7"))[0][0] == game.PLAY
    assert refused(there, (game.PASS, 0)) == (NO_SUCH_ACTION,)
    assert game.apply(there, (game.WISH, 0)) == [(codes.WISHES_TO_PASS, 0)]
    assert game.to_act(there) == (0,)
    assert game.legal(there, 0) == [(game.PLAY_ON, 0), (game.PASS, 0)]
    assert game.legal(there, 0, card("blue-7")) == []
    assert game.why_not(there, 0, card("blue-7")) == (codes.PASS_IS_OPEN, 0)
    assert game.apply(there, (game.PLAY_ON, 0)) == [(codes.PLAYS_ON, 0)]
    assert game.position_text(there) == before.replace("withdrawn=0", "withdrawn=1")
    game.apply(there, (game.WISH, 0))
    assert game.apply(there, (game.PASS, 0)) == [(codes.PASSED, 0, 1, 2)]
    assert game.to_act(there) == (1,)
    assert list(there.held) == [7, 7]
    assert there.pile_count == 20
    assert list(there.drums) == [2, 2]


def test_two_passes_in_a_row_end_the_game_with_a_final_scoring():
    there = position(ROWS, (7, 7), pile=20, points=(20, 3))
    for player in (0, 1):
        game.apply(there, (game.WISH, player))
        events = game.apply(there, (game.PASS, player))
    assert events == [
        (codes.PASSED, 1, 2, 2),
        (codes.PASSES_END, 2),
        (codes.SCORED, 0, 3, 23),
        (codes.SCORED, 1, 11, 14),
    ]
    assert game.outcome(there) == (codes.MOST_POINTS, 0)
    assert game.to_act(there) == ()
    assert game.legal(there, 0) == game.legal(there, 1) == []
    for action in ((game.WISH, 0), (game.PLAY, 0, 3, 0, 0), (game.DRAW, 0), (game.DEAL,)):
        assert refused(there, action) == (GAME_IS_OVER,)


def test_passes_count_only_when_they_follow_one_another():
    there = position(ROWS, (7, 7), pile=20, apart="yellow-7")
    game.apply(there, (game.WISH, 0))
    game.apply(there, (game.PASS, 0))
    game.apply(there, (game.PLAY, 1, card("yellow-7"), 1, 3))
    game.apply(there, (game.DRAW, 1))
    game.apply(there, (game.END_TURN, 1))
    game.apply(there, (game.WISH, 0))
    assert game.apply(there, (game.PASS, 0)) == [(codes.PASSED, 0, 1, 2)]
    assert game.outcome(there) is None


def test_one_pass_ends_the_game_where_that_is_chosen():
    record = shown(ROWS, "passes=1")
    record.apply((game.DEAL,))
    record.apply((game.WISH, 0))
    assert only(record.apply((game.PASS, 0)), codes.PASSES_END) == [(codes.PASSES_END, 1)]
    assert game.outcome(record.position) == (codes.MOST_POINTS, 1)


def test_the_drum_has_to_be_decided_before_anything_else():
    there = position(ROWS, (7, 7), phase=DRUMMING, pile=20)
    for action in ((game.PLAY, 0, card("blue-7"), 0, 1), (game.WISH, 0), (game.DRUM, 0, 1)):
        assert refused(there, action) == (codes.DRUM_IS_OPEN, 0)
    assert refused(there, (game.DRUM, 1)) == (NOT_YOUR_TURN, 1)
    assert refused(there, (game.DRAW, 0)) == (NO_SUCH_ACTION,)
    assert game.legal(there, 0, card("blue-7")) == []
    assert game.legal(there, 1) == []
    there = position(ROWS, (7, 7), pile=20)
    for verb in (game.DRUM, game.END_TURN, game.PLAY_ON):
        assert refused(there, (verb, 0)) == (NO_SUCH_ACTION,)


def test_who_holds_nothing_can_only_pass():
    there = position(ROWS, (0, 7))
    assert game.legal(there, 0) == [(game.WISH, 0)]
    assert refused(there, (game.PLAY, 0, 49, 0, 0))[0] in (CARD_NOT_IN_HAND, CARD_WAS_PLAYED)
    game.apply(there, (game.WISH, 0))
    assert game.legal(there, 0) == [(game.PASS, 0)]
    assert refused(there, (game.PLAY_ON, 0)) == (codes.CANNOT_PLAY, 0)


def test_a_player_who_sees_the_own_hand_knows_that_the_other_has_none_of_it():
    record = new_record("bambuti players=2 dealt")
    numbers = Numbers(8)
    while record.position.phase != 3:
        record.apply(next_action(record, numbers))
    player = players_turn(record)
    seen = game.view(record.position, 1 - player)
    for each in record.position.hands[1 - player]:
        assert game.legal(seen, player, each) == []
        assert game.why_not(seen, player, each) == (CARD_NOT_IN_HAND, player, each)
    listed = [game.action_card(action) for action in game.legal(seen, player)]
    assert listed[-1] == NO_CARD
    assert not [each for each in record.position.hands[1 - player] if each in listed]


def test_a_hand_that_was_seen_is_unknown_after_a_draw_that_was_not():
    record = new_record("bambuti players=2 dealt")
    numbers = Numbers(9)
    while record.position.phase != 4:
        record.apply(next_action(record, numbers))
    player = record.position.turn
    seen = game.view(record.position, player)
    assert len(seen.hands[player]) == 6
    game.apply(seen, (game.DRAW, player))
    assert seen.hands[player] is None
    text = game.position_text(seen)
    assert game.position_text(game.position_from_text(text)) == text


def test_random_table_play_ends_too():
    for start in range(30):
        record = new_record("bambuti players=2 table")
        play_on(record, Numbers(start))
        assert game.outcome(record.position) is not None
        digests = []
        again = new_record("bambuti players=2 table")
        for action in record.actions:
            is_again = action[0] == game.LAY and len(action) == 3 and action[1] in game.forgotten(again.position)
            again.apply(action)
            if not is_again:
                digests.append(again.digest())
        assert len(set(digests)) == len(digests)


def test_the_card_and_the_actor_of_actions():
    for action, actor, mask in (
        ((game.PLAY, 1, 7, 0, 2), 1, 7),
        ((game.LAY, 1, 7), 1, 7),
        ((game.LAY, 0), 0, NO_CARD),
        ((game.DRAW, 1, 7), -1, NO_CARD),
        ((game.DEAL,), -1, NO_CARD),
        ((game.PASS, 1), 1, NO_CARD),
    ):
        assert game.actor(action) == actor, action
        assert game.action_card(action) == mask, action
