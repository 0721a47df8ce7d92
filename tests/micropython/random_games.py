"""Plays random games of every game at every seat count and prints the digest after every action.

`random_games.py COUNT`: that many dealt games a seat count, from a fixed sequence of numbers. Runs on CPython and
on MicroPython; the lines must be the same. A line is a game: its setup, then the digests, 8 hex digits each.
"""

import sys

from tavolo.rules import load, names
from tavolo.rules.contract import CHANCE, Setup
from tests.rules.support import Numbers


def play(setup, numbers):
    """Play one game; the digests after each action, and of its public form in table play."""
    game = setup.game
    dealt = game.start(setup)
    table = game.start(Setup(game, setup.players, setup.options))
    digests = []
    while game.to_act(dealt):
        actors = game.to_act(dealt)
        if actors == (CHANCE,):
            action = game.chance(dealt, numbers.below)
        else:
            actions = game.legal(dealt, actors[numbers.below(len(actors))])
            action = actions[numbers.below(len(actions))]
        game.apply(dealt, action)
        game.apply(table, game.public(action))
        digest = game.digest(dealt)
        assert digest == game.digest(table), "the table's position differs from the dealt one"
        digests.append(digest)
    return digests


def main(count):
    """Print all games."""
    for name in names():
        game = load(name)
        for players in range(game.SEATS[0], game.SEATS[1] + 1):
            for number in range(count):
                digests = play(Setup(game, players, None, True), Numbers(players * 1000 + number))
                print(name, players, "".join([f"{digest:08x}" for digest in digests]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
