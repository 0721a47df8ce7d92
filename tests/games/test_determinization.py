"""Determinizations of every game: they agree with what the player knows, tell no more of the truth, and can be played.

tests/players tests game by game how often each comes.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tavolo.games import load, manifest, names
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo.rules.record import Record
from tavolo_host.players.of_game import determinize
from tests.rules.play import next_action, play_on
from tests.rules.support import Numbers

SETUPS = [(name, players) for name in names() for players in range(load(name).SEATS[0], load(name).SEATS[1] + 1)]
GAMES_OF_EACH = 2  # one of them with what random play seldom does
PLAYED_OUT = 6  # determinizations of a game that are played to their end
MOST_DECISIONS = 60  # decisions that are tried; a sample of longer games


def decisions(name: str, players: int, start: int) -> Iterator[tuple[Record, int]]:
    """Yield a random dealt game at each of its decisions, evenly chosen if there are many, and its number."""
    setup, rare = Setup(load(name), players, None, True), start % 2 == 1
    stride = 1 + len(play_on(Record(setup), Numbers(start), rare=rare)) // MOST_DECISIONS
    record, numbers = Record(setup), Numbers(start)
    while (action := next_action(record, numbers, rare)) is not None:
        if CHANCE not in setup.game.to_act(record.position) and len(record.actions) % stride == 0:
            yield record, len(record.actions)
        record.apply(action)


def as_seen(game: Any, position: Any, player: int) -> str:
    """Return the text of what a player knows."""
    text: str = game.position_text(game.view(position, player))
    return text


def starts(players: int) -> list[int]:
    return [1000 * players + number for number in range(GAMES_OF_EACH)]


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_a_determinization_agrees_with_what_its_player_knows_for_every_viewer(name: str, players: int) -> None:
    game: Any = load(name)
    for start in starts(players):
        for record, number in decisions(name, players, start):
            acting = game.to_act(record.position)
            others = [TABLE, *range(players)] if number % 7 == 0 else []
            for player in {*acting, *others}:
                known = game.view(record.position, player)
                found = determinize(game, known, player, Random(number))
                assert found.dealt
                assert as_seen(game, found, player) == game.position_text(known)
                assert game.digest(found) == record.digest()
                assert game.to_act(found) == acting
                if player in acting:
                    assert game.legal(found, player) == game.legal(record.position, player)


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_a_determinization_has_as_many_cards_in_each_place_as_the_truth(name: str, players: int) -> None:
    game: Any = load(name)
    for record, number in decisions(name, players, starts(players)[0]):
        for player in game.to_act(record.position):
            found = determinize(game, game.view(record.position, player), player, Random(number))
            assert sizes(game, found) == sizes(game, record.position), game.position_text(found)
            dealt, truth = Counter(cards(game, found)), Counter(cards(game, record.position))
            assert max(dealt.values(), default=0) <= manifest(name).COPIES
            if fields_of(game, "closed"):  # or some may be out of play
                assert dealt == truth


def fields_of(game: Any, *kinds: str) -> list[str]:
    """Return the names of the fields that are secret in one of these ways."""
    fields = [field.split() for line in game.FIELDS for field in line.split(", ")]
    return [words[0] for words in fields if words[-1] in kinds]


def secrets(game: Any, position: Any) -> list[Any]:
    """Return what is secret in a position, one after the other."""
    return [getattr(position, field) for field in fields_of(game, "own", "sealed", "closed")]


def sizes(game: Any, position: Any) -> list[Any]:
    """Return how many cards are in each secret place, as far as they are known."""
    return [
        None
        if found is None
        else [len(each) if isinstance(each, list) else each is None for each in found]
        if any(isinstance(each, list) for each in found)
        else len(found)
        for found in secrets(game, position)
    ]


def cards(game: Any, position: Any) -> list[int]:
    """Return the cards in all secret places."""
    found: list[int] = []
    for place in secrets(game, position):
        for each in place or ():
            found += each if isinstance(each, list) else [] if each is None else [each]
    return found


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_play_from_a_determinization_goes_on_to_the_end(name: str, players: int) -> None:
    game: Any = load(name)
    for start in starts(players):
        found = list(decisions(name, players, start))
        length = len(found)
        for at, (record, number) in enumerate(decisions(name, players, start)):
            if at % (1 + length // PLAYED_OUT):
                continue
            for player in game.to_act(record.position)[:1]:
                other = Record(record.setup)
                other.take_over(determinize(game, game.view(record.position, player), player, Random(number)))
                play_on(other, Numbers(number))
                assert game.outcome(other.position)


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_hidden_cards_do_not_change_what_is_drawn_for_a_player(name: str, players: int) -> None:
    game: Any = load(name)
    for record, number in decisions(name, players, starts(players)[1]):
        for player in game.to_act(record.position):
            known = game.view(record.position, player)
            other = game.view(determinize(game, known, player, Random(-1 - number)), player)
            assert game.position_text(other) == game.position_text(known)
            before = game.position_text(known)
            drawn = [game.position_text(determinize(game, each, player, Random(number))) for each in (known, other)]
            assert drawn[0] == drawn[1]
            assert game.position_text(known) == before
