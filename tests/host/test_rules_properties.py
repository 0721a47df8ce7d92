"""The rules under arbitrary play: Hypothesis looks for deals, choices and nonsense that break a promise."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tavolo.games import record_from_text, setup_from_text
from tavolo.games.david_goliath import events as codes
from tavolo.games.david_goliath import rules as david_goliath
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE, Refused, Setup
from tavolo.rules.record import Record
from tavolo_host.words import sentence
from tests.rules.david_goliath_play import captured_by, deck, points_of, split_trick
from tests.table.arbitrary_play import GAMES, MOST_ACTIONS, NUMBERS, Choices, next_action, played, setups, state


def is_read_or_refused_in_a_sentence(read, text):
    """Whether `read(text)` answers, or refuses with a full sentence. Other exceptions go through."""
    try:
        read(text)
    except Refused as refusal:
        return sentence(refusal.reason).endswith(".")
    except ValueError as refusal:
        return str(refusal).endswith(".")
    return True


@given(setups(dealt=True), NUMBERS)
def test_the_two_laws_hold_in_any_game(setup, numbers):
    game = setup.game
    dealt, table = Record(setup), Record(Setup(game, setup.players, setup.options, False))
    choices = Choices(numbers)
    for _ in range(MOST_ACTIONS):
        assert game.position_text(game.view(dealt.position, TABLE)) == game.position_text(table.position)
        assert dealt.digest() == table.digest()
        for player in game.to_act(dealt.position):
            for legal in game.legal(dealt.position, player, NO_CARD):
                assert game.refusal(table.position, game.public(legal)) is None
        action = next_action(dealt, choices)
        if action is None:
            break
        assert dealt.apply(action) == table.apply(game.public(action))


@given(
    setups(),
    NUMBERS,
    some.integers(0, 80),
    some.lists(some.integers(-2, 100), max_size=5).map(tuple),
    some.booleans(),
)
def test_any_numbers_are_applied_or_refused_and_then_change_nothing(setup, numbers, length, action, complete):
    record = played(setup, numbers, length)
    if complete and action:
        # The verb of a real action and arbitrary numbers behind it come further than chaos does.
        action = (action[0] % 10, *action[1:])
    before = state(record)
    reason = record.game.refusal(record.position, action)
    if reason is None:
        record.apply(action)
        assert state(record) != before
        assert record_from_text(record.text()).actions == record.actions
    else:
        with pytest.raises(Refused) as refused:
            record.apply(action)
        assert state(record) == before
        assert refused.value.reason == reason
        assert sentence(reason).endswith(".")


@given(setups(), NUMBERS, some.lists(some.one_of(some.none(), some.integers(0, 100)), max_size=25))
def test_any_order_of_playing_and_undoing_leaves_what_the_remaining_actions_give(setup, numbers, steps):
    record = played(setup, numbers, 50)
    choices = Choices(numbers[::-1])
    for step in steps:
        if step is None:
            action = next_action(record, choices)
            if action is not None:
                record.apply(action)
        else:
            record.undo(len(record.actions) * step // 100)
        again = Record(setup)
        for action in record.actions:
            again.apply(action)
        assert state(record) == state(again)


@given(setups(dealt=True), NUMBERS, some.lists(some.integers(0, 10), min_size=1, max_size=5))
def test_chance_is_the_same_however_often_it_is_undone(setup, numbers, starts):
    record = played(setup, numbers, 30)
    actions = list(record.actions)
    for start in starts:
        record.undo(min(start, len(record.actions)))
        for action in actions[len(record.actions) :]:
            if record.game.to_act(record.position) == (CHANCE,):
                assert record.chance(Choices([start, 5, 17, 3]).below) == action
            record.apply(action)


@given(
    some.sampled_from(GAMES),
    some.text(alphabet="dealpyrungev bu-0123456789|=,/?\n\t-è", max_size=40),
    some.sampled_from(
        ("", "play ", "play 0 ", "deal ", "rolled ", "mark 0 ", "players=3 ", "david-goliath players=3 ")
    ),
)
def test_any_text_is_read_or_refused_in_a_sentence(game, text, start):
    for read in (
        game.action_from_text,
        game.card_from_text,
        game.position_from_text,
        setup_from_text,
        record_from_text,
    ):
        assert is_read_or_refused_in_a_sentence(read, start + text), read


@given(setups(), NUMBERS, some.integers(0, 60), some.data())
def test_a_damaged_position_is_read_or_refused_in_a_sentence(setup, numbers, length, data):
    text = setup.game.position_text(played(setup, numbers, length).position)
    place = data.draw(some.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(some.sampled_from(("", "x", " ", "=", "-", "/", ","))) + text[place + 1 :]
    assert is_read_or_refused_in_a_sentence(setup.game.position_from_text, damaged)


@settings(max_examples=60)
@given(some.integers(3, 6), some.booleans(), NUMBERS)
def test_david_and_goliath_captures_and_scores_as_the_rulebook_does(players, dealt, numbers):
    setup = Setup(david_goliath, players, None, dealt)
    record = played(setup, numbers)
    plays = record.actions[1:]
    captured: list[list[int]] = [[] for _ in range(players)]
    leader = 0
    for first in range(0, len(plays), players):
        trick = [(player, card) for _, player, card in plays[first : first + players]]
        assert [player for player, _ in trick] == [(leader + place) % players for place in range(players)]
        leader, taken = split_trick(trick)
        for player in range(players):
            captured[player] += taken[player]
    assert [captured_by(record, player) for player in range(players)] == list(map(sorted, captured))
    assert sorted(card for _, _, card in plays) == sorted(deck(players))
    totals = [points_of(cards) for cards in captured]
    assert list(record.position.totals) == totals
    winners = [player for player in range(players) if totals[player] == max(totals)]
    assert david_goliath.outcome(record.position) == (codes.MOST_POINTS, *winners)


@settings(max_examples=60)
@given(some.integers(3, 6), NUMBERS)
def test_in_dealt_play_who_holds_the_led_colour_follows_it(players, numbers):
    record = played(Setup(david_goliath, players, None, True), numbers)
    deal, *plays = record.actions
    hands = [set(deal[1 + 15 * player : 16 + 15 * player]) for player in range(players)]
    for place, (_, player, card) in enumerate(plays):
        if place % players == 0:
            led = card // 18
        elif card // 18 != led:
            assert all(held // 18 != led for held in hands[player])
        hands[player].remove(card)
