"""The plain virtual player: in every game there is, it plays what may be played, and gives up last of all."""

from random import Random
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.games.yellowstone_park import rules as park
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.record import Record
from tavolo_host.virtual.plain import choose

MOST_ACTIONS = 20_000  # a game of dice is long when nobody wants anything


@pytest.mark.parametrize("name", names())
def test_whole_games_of_plain_players_come_to_their_end(name: str) -> None:
    game: Any = load(name)
    for players in {*game.SEATS}:
        record, random = Record(Setup(game, players, None, True)), Random(players)
        while acting := game.to_act(record.position):
            if acting == (CHANCE,):
                action = record.chance(random.randrange)
            else:
                player = random.choice(acting)
                action = choose(game, game.view(record.position, player), player, random)
            record.apply(action)
            assert len(record.actions) < MOST_ACTIONS


def test_everything_that_may_be_played_is_played_some_time() -> None:
    game = load("david-goliath")
    record = Record(Setup(game, 3, None, True))
    record.apply(record.chance(lambda limit: 0))  # type: ignore[arg-type]
    random = Random(1)
    chosen = {choose(game, game.view(record.position, 0), 0, random) for _ in range(500)}
    assert chosen == set(game.legal(record.position, 0))


def test_nobody_stops_or_passes_who_can_do_something_else() -> None:
    """In Yellowstone Park who has laid one card may stop, or lay another."""
    random, seen = Random(4), 0
    for players in range(2, 6):
        record = Record(Setup(park, players, None, True))
        while (acting := park.to_act(record.position)) and seen < 40 * players:
            if acting == (CHANCE,):
                action: Any = record.chance(random.randrange)
            else:
                action = choose(park, park.view(record.position, acting[0]), acting[0], random)
                if len({each[0] for each in park.legal(record.position, acting[0])} - {park.STOP}):
                    assert action[0] != park.STOP
                    seen += 1
            record.apply(action)
    assert seen > 100


def test_who_can_do_nothing_waits() -> None:
    game = load("david-goliath")
    assert choose(game, game.start(Setup(game, 3, None, True)), 1, Random(1)) == ()
