"""Bambuti: a turn: where a mask may be played, drawing, drums and passes; and whole games beside a second referee."""

from tavolo.games.bambuti import events as codes
from tavolo.games.bambuti import rules as game
from tavolo.games.bambuti.position import DRAWING, DRUMMING, PLAYING
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
from tests.rules.bambuti_play import ROWS, card, is_symmetric, plays_by_the_rulebook, position, rows_of, shown, sums_of
from tests.rules.play import IS_ROOMY, new_record, next_action, only, play_on
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


def dealt_until(phase, start):
    """A record of dealt play at random up to the first position in that phase, and the position."""
    record, numbers = new_record("bambuti players=2 dealt"), Numbers(start)
    while record.position.phase != phase:
        record.apply(next_action(record, numbers))
    return record, record.position


def test_a_play_that_is_not_allowed_is_refused_with_the_rule():
    there = position(ROWS, HANDS)
    for name, owner, place, wanted in (
        ("blue-3", 1, 1, (codes.OTHER_COLOUR, 1, card("blue-3"), card("green-8"))),
        ("yellow-8", 0, 1, (codes.EQUAL_FACING, card("yellow-8"), card("green-8"), 8)),
        ("blue-7", 0, 0, (codes.RISES_OUTWARDS, card("blue-7"), 1, card("red-5"), 2)),
        ("blue-3", 0, 2, (codes.CENTRE_TOO_LOW, card("blue-3"), 3, card("red-5"), 2)),
        ("blue-3", 0, 4, (codes.EQUAL_FACING, card("blue-3"), card("violet-3"), 3)),
        ("green-7", 0, 4, (codes.RISES_OUTWARDS, card("green-7"), 5, card("green-6"), 4)),
        ("blue-3", 1, 2, (codes.CENTRE_TOO_LOW, card("blue-3"), 3, card("green-8"), 2)),
    ):
        assert refused(there, (game.PLAY, 0, card(name), owner, place)) == wanted


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


def test_a_mask_that_fits_nowhere_is_reported_as_such():
    there = position(ROWS, (7, 7), 20)
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
    there = position(ROWS, (7, 7), pile=1, apart="blue-7 yellow-7")
    assert refused(there, (game.DRAW, 0)) == (NO_SUCH_ACTION,)
    game.apply(there, (game.PLAY, 0, card("blue-7"), 0, 1))
    assert game.chance(there, Numbers(1).below) == (game.DRAW, 0)
    for action in ((game.DRAW,), (game.DRAW, 1), (game.DRAW, 0, card("blue-9"))):
        assert refused(there, action) == (codes.WRONG_DRAW, 0)
    assert refused(there, (game.PLAY, 0, 3, 0, 0)) == (CHANCE_IS_NEXT,)
    assert game.legal(there, 0) == []
    assert game.apply(there, (game.DRAW, 0))[0] == (codes.DREW, 0, 0)
    game.apply(there, (game.END_TURN, 0))
    game.apply(there, (game.PLAY, 1, card("yellow-7"), 1, 3))
    assert (game.to_act(there), list(there.held)) == ((1,), [7, 6])


def test_in_dealt_play_the_draw_is_a_mask_of_the_pile():
    record, there = dealt_until(DRAWING, 3)
    in_hand = there.hands[0] + there.hands[1]
    for action in ((game.DRAW, there.turn), (game.DRAW, there.turn, in_hand[0]), (game.DRAW, there.turn, 50)):
        assert refused(there, action) == (codes.WRONG_DRAW, there.turn)
    action = record.chance(Numbers(3).below)
    assert action[2] not in in_hand
    record.apply(action)
    assert action[2] in there.hands[action[1]]


def test_in_dealt_play_a_player_who_can_play_may_not_pass():
    there = position(ROWS, HANDS)
    assert refused(there, (game.WISH, 0)) == (codes.CAN_PLAY, 0)
    assert (game.WISH, 0) not in game.legal(there, 0)
    assert refused(there, (game.PASS, 0)) == (NO_SUCH_ACTION,)


def test_in_dealt_play_a_player_who_cannot_play_has_to_pass_and_confirms_it_twice():
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


def test_a_player_with_an_empty_hand_can_only_pass():
    there = position(ROWS, (0, 7))
    assert game.legal(there, 0) == [(game.WISH, 0)]
    unseen = there.could_hold(1)[0]
    assert refused(there, (game.PLAY, 0, unseen, 0, 0)) == (CARD_NOT_IN_HAND, 0, unseen)
    game.apply(there, (game.WISH, 0))
    assert game.legal(there, 0) == [(game.PASS, 0)]
    assert refused(there, (game.PLAY_ON, 0)) == (codes.CANNOT_PLAY, 0)


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


def test_a_player_who_sees_its_own_hand_knows_that_the_other_has_none_of_it():
    _, there = dealt_until(PLAYING, 8)
    player = there.turn
    seen = game.view(there, 1 - player)
    for each in there.hands[1 - player]:
        assert game.legal(seen, player, each) == []
        assert game.why_not(seen, player, each) == (CARD_NOT_IN_HAND, player, each)
    listed = [game.action_card(action) for action in game.legal(seen, player)]
    assert listed[-1] == NO_CARD
    assert not [each for each in there.hands[1 - player] if each in listed]


# ---- whole games


class Referee:
    """Rows, hands, points and drums of a dealt game from the first turn on, kept by the rulebook alone."""

    def __init__(self, there):
        self.rows, self.hands = rows_of(there), [list(hand) for hand in there.hands]
        sums = sums_of(self.rows)
        self.turn = 0 if sums[0] <= sums[1] else 1
        self.points, self.drums = [0, 0], [2, 2]
        self.pile, self.plays, self.passes = 26, 0, 0
        self.due = game.PLAY  # what comes next
        self.was_symmetric = False

    def follow(self, action):
        """Take an action."""
        verb = action[0]
        if verb == game.PLAY:
            _, player, mask, owner, place = action
            self.plays += 1
            self.passes = 0
            self.was_symmetric = is_symmetric(self.rows[player])
            self.hands[player].remove(mask)
            self.rows[owner][place] = mask
            self.due = game.DRAW
            if not self.pile:
                self._settle()
        elif verb == game.DRAW:
            self.hands[self.turn].append(action[2])
            self.pile -= 1
            self._settle()
        elif verb == game.WISH:
            self.due = game.PASS
        elif verb == game.PASS:
            self.passes += 1
            self._pass_on(self.passes == 2)
            if self.passes == 2:
                self.due = None
        else:
            self.drums[self.turn] -= verb == game.DRUM
            self._pass_on(verb == game.DRUM)

    def _settle(self):
        """The events of the play and its draw, in the rulebook's order."""
        is_over = len(self.hands[0]) <= 4 and len(self.hands[1]) <= 4
        is_new = is_symmetric(self.rows[self.turn]) and not self.was_symmetric
        if self.drums[self.turn] and not is_over and not is_new:
            self.due = game.DRUM
            return
        self._pass_on(is_over or is_new)
        if is_over:
            self.due = None

    def _pass_on(self, is_scoring):
        if is_scoring:
            self.points = [have + more for have, more in zip(self.points, sums_of(self.rows))]
        self.turn = 1 - self.turn
        self.due = game.PLAY

    def legal(self):
        """The legal actions, in any order."""
        player = self.turn
        if self.due == game.PLAY:
            plays = [
                (game.PLAY, player) + play for play in plays_by_the_rulebook(self.rows, player, self.hands[player])
            ]
            return plays or [(game.WISH, player)]
        return [(game.DRUM, player), (game.END_TURN, player)] if self.due == game.DRUM else [(self.due, player)]


def test_random_games_agree_with_a_second_referee_at_every_step_and_take_32_plays_without_passes():
    whole = 0
    for start in range(20 if IS_ROOMY else 6):
        record, numbers = new_record("bambuti players=2 dealt"), Numbers(7100 + start)
        play_on(record, numbers, 13)
        referee = Referee(record.position)
        while referee.due is not None:
            there = record.position
            assert (there.points, list(there.drums), there.pile_count) == (referee.points, referee.drums, referee.pile)
            assert game.to_act(there) == ((CHANCE,) if referee.due == game.DRAW else (referee.turn,)), record.text()
            assert referee.due == game.DRAW or sorted(game.legal(there, referee.turn)) == sorted(referee.legal())
            play_on(record, numbers, 1)
            referee.follow(record.actions[-1])
        there = record.position
        assert (there.points, list(there.drums), game.to_act(there)) == (referee.points, referee.drums, ())
        if (game.PASS, 0) not in record.actions and (game.PASS, 1) not in record.actions:
            whole += 1
            assert referee.plays == 32, record.text()
            assert [len(hand) for hand in referee.hands] == [4, 4]
    assert whole > 1
