"""Every game for every number of players, with any options: what is nearly right, and where all cards are.

`tests/rules/test_contract_laws.py` has what else holds at each step of a random game. Here is what takes the laptop:
sentences, an account of each game's cards, and texts that are none.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tavolo.games import load, names, record_from_text, setup_from_text
from tavolo.rules.contract import CHANCE, NO_CARD, Refused, Setup
from tavolo.rules.record import Record
from tavolo_host.texts.sentences import sentence
from tests.rules.play import games_and_players, next_action, options_by_chance, reason_of
from tests.rules.support import Numbers
from tests.table.all_cards import cards_and_deck, count_and_size

for_each_game = pytest.mark.parametrize(
    ("game", "players"), games_and_players(), ids=[f"{game.NAME}-{players}" for game, players in games_and_players()]
)
SEEDS = range(4)
LONGEST_GAME = 20_000  # actions; random ones of Kuh Vadis have about a thousand
SOME_GAME = 300  # actions: most games are over by then
FAR = (-300, -2, -1, 5, 7, 90, 98, 99, 100, 255, 256, 65_536, 2**40)  # numbers that are no card, player or place


def steps(game: Any, players: int, luck: Numbers, dealt: bool) -> Iterator[Record]:
    """The record of a random game with any options before each of its actions, and at last after them."""
    record = Record(Setup(game, players, options_by_chance(game, players, luck), dealt))
    yield record
    while len(record.actions) < LONGEST_GAME and (action := next_action(record, luck)) is not None:
        record.apply(action)
        yield record


def listed(record: Record) -> list[tuple[int, ...]]:
    """All legal actions of all players."""
    everybody = [CHANCE, *range(record.setup.players)]
    return [action for player in everybody for action in record.game.legal(record.position, player, NO_CARD)]


def assert_refused(record: Record, action: tuple[int, ...]) -> None:
    """Refused in a sentence, and nothing has changed."""
    reason = reason_of(record, action)
    assert sentence(reason).endswith(".")
    words = sentence(reason, names=("Ada",) * record.setup.players, game_name=record.game.NAME)
    assert words.endswith(".")
    assert "{" not in words


@for_each_game
def test_cards_are_neither_lost_nor_made_until_the_game_ends_and_then_nothing_is_legal(game: Any, players: int) -> None:
    for seed in SEEDS:
        for record in steps(game, players, Numbers(seed), dealt := seed % 2 == 0):
            if dealt:
                found, deck = cards_and_deck(game, record.position)
                assert found == deck
            count, size = count_and_size(game, record.position)
            assert count == size
        assert game.outcome(record.position) is not None
        assert game.to_act(record.position) == ()
        assert listed(record) == []
        for action in set(record.actions):
            assert_refused(record, action)


def nearly(record: Record, luck: Numbers) -> list[tuple[int, ...]]:
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
def test_what_is_nearly_right_is_refused_or_is_one_of_the_legal_actions(game: Any, players: int) -> None:
    for seed in SEEDS:
        luck = Numbers(seed)
        for record in steps(game, players, luck, seed % 2 == 0):
            if len(record.actions) > SOME_GAME:
                break
            if luck.below(12):
                continue
            legal = listed(record)
            if not record.setup.dealt:
                legal += [game.public(action) for action in legal]
            for action in nearly(record, luck):
                if game.refusal(record.position, action) is not None:
                    assert_refused(record, action)
                elif game.actor(action) != CHANCE:
                    assert action in legal
                else:  # a deal or draw that might have been as well: one of many
                    assert game.to_act(record.position) == (CHANCE,)
                    after = record.position.copy()
                    game.apply(after, action)
                    found, size = count_and_size(game, after)
                    assert found == size


@given(
    some.sampled_from([load(name) for name in names()]),
    some.text(alphabet="dealpyrungev bu-0123456789|=,/?\n\t-è", max_size=40),
    some.sampled_from(
        ("", "play ", "play 0 ", "deal ", "rolled ", "mark 0 ", "players=3 ", "david-goliath players=3 ")
    ),
)
def test_any_text_is_read_or_refused_in_a_sentence(game: Any, text: str, start: str) -> None:
    reads = game.action_from_text, game.card_from_text, game.position_from_text, setup_from_text, record_from_text
    for read in reads:
        try:
            read(start + text)
        except (Refused, ValueError) as refusal:
            reason = sentence(refusal.reason) if isinstance(refusal, Refused) else str(refusal)
            assert reason.endswith("."), read
