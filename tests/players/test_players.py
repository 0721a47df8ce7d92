"""The virtual players of every game, and the random one: they obey the rules, finish, and beat chance."""

from random import Random
from typing import Any

import pytest

from tavolo.games import load, names, setup_from_text
from tests.players.deciding import Decide, at_the_end, only, plainly, sensible

# Games, and how many of them one sensible player has to win against others who play by lot.
BEATEN = [
    ("bambuti players=2 dealt", 8, 8),
    *[(f"david-goliath players={players} dealt", 5 * players, 7) for players in (3, 4, 5, 6)],
    ("tanz-der-hornochsen players=2 dealt", 10, 9),
    ("tanz-der-hornochsen players=4 dealt", 10, 7),
    ("tanz-der-hornochsen players=8 dealt", 12, 4),
    *[(f"kuh-vadis players=2 sheet={sheet} table", 4, 4) for sheet in (1, 2, 3)],
    ("kuh-vadis players=2 real_dice=1 table", 4, 4),
    *[(f"yellowstone-park players={players} dealt", 6, 6) for players in (2, 3, 4, 5)],
]


@pytest.mark.parametrize(("setup", "games", "least"), BEATEN)
def test_a_sensible_player_wins_far_more_often_than_those_who_play_by_lot(setup: str, games: int, least: int) -> None:
    described, random, wins = setup_from_text(setup), Random(setup), 0.0
    game: Any = described.game
    for number in range(games):
        skilled = number % described.players
        position = at_the_end(setup, only({skilled}), random)
        winners = game.outcome(position)[1:]
        wins += (skilled in winners) / max(1, len(winners))
    assert wins >= least, wins


@pytest.mark.parametrize("most", [0, 1], ids=["fewest", "most"])
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize(("decide", "longest"), [(sensible, 2000), (plainly, 20_000)])
def test_a_table_of_them_plays_to_its_end(decide: Decide, longest: int, name: str, most: int) -> None:
    """A game of dice is long when players move at random."""
    setup = f"{name} players={load(name).SEATS[most]} dealt"
    at_the_end(setup, decide, Random(setup), longest)
