"""Plays random games of every game at every seat count and prints the digest after every action.

`lines(COUNT)`, on MicroPython `random_games.py COUNT`: that many dealt games a seat count, from a fixed sequence of
numbers. The lines of both Pythons must be the same. A line is a game: its setup, then the digests, 8 hex digits each.
"""

import sys

from tavolo.rules.contract import CHANCE, Setup
from tests.rules.play import games_and_players
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


def lines(count):
    """Play all games, one for each line."""
    for game, players in games_and_players():
        for number in range(count):
            digests = play(Setup(game, players, None, True), Numbers(players * 1000 + number))
            yield "{} {} {}".format(game.NAME, players, "".join([f"{digest:08x}" for digest in digests]))


if __name__ == "__main__":
    LINES = lines(int(sys.argv[1]))

    def go_on():
        """Play one game; return whether there are more (this build frees memory only between calls, see run.mjs)."""
        for line in LINES:
            print(line)
            return True
        return False
