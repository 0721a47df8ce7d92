"""Shared by these tests: the games that they try, and random plays of them."""

import os
from collections.abc import Iterator
from random import Random

from tavolo.games import load, names
from tavolo.rules.contract import CHANCE, Setup
from tavolo_host.research.play import Play

# The fewest players in `make test`, every number of them in `make test-research`.
IS_WHOLE = os.environ.get("TAVOLO_RESEARCH") == "all"
SETUPS = [
    (name, players)
    for name in names()
    for players in range(load(name).SEATS[0], load(name).SEATS[1 if IS_WHOLE else 0] + 1)
]
# All games end before that, except Kuh Vadis, which goes on until the right roll.
HORIZON = 10_000 if IS_WHOLE else 300


def setup_of(name: str, players: int) -> Setup:
    return Setup(load(name), players, None, True)


def step(play: Play, random: Random) -> None:
    """Go on at random, by one node of the tree."""
    if play.acting == CHANCE:
        play.draw(random.randrange(play.outcomes))
    else:
        play.decide(random.choice(play.legal()))


def places(play: Play, random: Random, stride: int = 1) -> Iterator[Play]:
    """Yield every so many nodes at which a player decides, and the end."""
    while not play.is_over():
        if play.acting != CHANCE and play.decisions % stride == 0:
            yield play
        step(play, random)
    yield play
