"""Every game for every number of players, with any options: what holds at each step of a random game.

Beside `test_rules_properties`, in which Hypothesis draws the game too: here each has its turn.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tavolo.rules.contract import CHANCE, NO_CARD, Refused, Setup
from tavolo.rules.record import Record
from tavolo_host.words import sentence
from tests.rules.play import games_and_players
from tests.table.all_cards import cards_and_deck, count_and_size
from tests.table.arbitrary_play import Luck, next_action, setups_of, state

for_each_game = pytest.mark.parametrize(
    ("game", "players"), games_and_players(), ids=[f"{game.NAME}-{players}" for game, players in games_and_players()]
)
SEEDS = some.integers(0, 2**32 - 1)
LONGEST_GAME = 20_000  # actions; random ones of Kuh Vadis have about a thousand
SOME_GAME = 300  # actions: most games are over by then
FAR = (-300, -2, -1, 5, 7, 90, 98, 99, 100, 255, 256, 65_536, 2**40)  # numbers that are no card, player or place


def steps(setup: Setup, luck: Luck, length: int) -> Any:
    """The record of a game before each of its first actions, and at last after them."""
    record = Record(setup)
    yield record
    while len(record.actions) < length and (action := next_action(record, luck)) is not None:
        record.apply(action)
        yield record


def everybody(record: Record) -> list[int]:
    return [CHANCE, *range(record.setup.players)]


def listed(record: Record) -> list[tuple[int, ...]]:
    """What is legal now, for whoever it is."""
    return [action for player in everybody(record) for action in record.game.legal(record.position, player, NO_CARD)]


def assert_refused(record: Record, action: tuple[int, ...], before: tuple[str, int]) -> None:
    """Refused in a sentence, and nothing has changed: the state is that of before."""
    length = len(record.actions)
    reason = record.game.refusal(record.position, action)
    with pytest.raises(Refused) as refused:
        record.apply(action)
    assert refused.value.reason == reason
    assert sentence(reason).endswith(".")
    words = sentence(reason, names=("Ada",) * record.setup.players, game_name=record.game.NAME)
    assert words.endswith(".")
    assert "{" not in words
    assert (state(record), len(record.actions)) == (before, length)


@for_each_game
@settings(max_examples=6)
@given(some.data(), SEEDS)
def test_cards_are_neither_lost_nor_made(game: Any, players: int, data: Any, seed: int) -> None:
    for dealt in (True, False):
        for record in steps(data.draw(setups_of(game, players, dealt)), Luck(seed), LONGEST_GAME):
            if dealt:
                found, deck = cards_and_deck(game, record.position)
                assert found == deck
            count, size = count_and_size(game, record.position)
            assert count == size


@for_each_game
@settings(max_examples=6)
@given(some.data(), SEEDS)
def test_a_random_game_comes_to_its_end_and_then_nothing_is_legal(
    game: Any, players: int, data: Any, seed: int
) -> None:
    record = list(steps(data.draw(setups_of(game, players)), Luck(seed), LONGEST_GAME))[-1]
    assert game.outcome(record.position) is not None
    assert game.to_act(record.position) == ()
    assert listed(record) == []
    for action in set(record.actions):
        assert_refused(record, action, state(record))


@for_each_game
@settings(max_examples=4)
@given(some.data(), SEEDS, some.booleans())
def test_what_is_legal_is_accepted_narrowed_by_card_and_read_back_from_its_text(
    game: Any, players: int, data: Any, seed: int, dealt: bool
) -> None:
    luck = Luck(seed)
    for record in steps(data.draw(setups_of(game, players, dealt)), luck, SOME_GAME):
        text, digest = state(record)
        again = game.position_from_text(text)
        assert (game.position_text(again), game.digest(again)) == (text, digest)
        if luck.below(8):
            continue
        acting = game.to_act(record.position)
        for player in everybody(record):
            actions = game.legal(record.position, player, NO_CARD)
            assert game.legal(again, player, NO_CARD) == actions
            assert player in acting or not actions or player in game.forgotten(record.position)
            for card in range(game.CARDS):
                narrowed = [action for action in actions if game.action_card(action) == card]
                assert game.legal(record.position, player, card) == narrowed
                assert narrowed == [] or game.why_not(record.position, player, card) is None
            for action in actions:
                after = record.position.copy()
                assert game.refusal(record.position, action) is None
                game.apply(after, action)
                assert player == CHANCE or game.actor(action) == player
                assert game.action_from_text(game.action_text(action)) == action


def nearly(record: Record, luck: Luck) -> list[tuple[int, ...]]:
    """Actions that are nearly right: others' and those of before, too short, too long, with numbers exchanged."""
    real = listed(record)
    real = [real[luck.below(len(real))] for _ in range(min(8, len(real)))]
    if record.actions:
        real += [*record.actions[-3:], record.actions[luck.below(len(record.actions))]]
    found = []
    for action in real:
        place, other = luck.below(len(action)), luck.below(len(action))
        found += [action[:place], (*action, luck.below(7)), (*action, FAR[luck.below(len(FAR))])]
        for number in (luck.below(12), luck.below(max(1, record.game.CARDS)), FAR[luck.below(len(FAR))]):
            found.append((*action[:place], number, *action[place + 1 :]))
        swapped = list(action)
        swapped[place], swapped[other] = swapped[other], swapped[place]
        found.append(tuple(swapped))
    return found + real


@for_each_game
@settings(max_examples=4)
@given(some.data(), SEEDS, some.booleans())
def test_what_is_nearly_right_is_refused_or_is_one_of_the_legal_actions(
    game: Any, players: int, data: Any, seed: int, dealt: bool
) -> None:
    luck = Luck(seed)
    for record in steps(data.draw(setups_of(game, players, dealt)), luck, SOME_GAME):
        if luck.below(4):
            continue
        legal, before = listed(record), state(record)
        if not record.setup.dealt:
            legal += [game.public(action) for action in legal]
        for action in nearly(record, luck):
            if game.refusal(record.position, action) is not None:
                assert_refused(record, action, before)
            elif game.actor(action) != CHANCE:
                assert action in legal
            else:  # a deal or draw that might have been as well: one of many
                assert game.to_act(record.position) == (CHANCE,)
                after = record.position.copy()
                game.apply(after, action)
                found, size = count_and_size(game, after)
                assert found == size
