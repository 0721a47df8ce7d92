"""How many decisions a second random dealt play makes: `decisions.py GAME ROUNDS`, on CPython and on MicroPython.

A round is a game of each number of players; the random numbers are the same on both. Each game prints a line: its
decisions, and the microseconds it took.
"""

import sys
import time

from tavolo.games import load
from tavolo.rules.contract import CHANCE, Setup
from tests.rules.support import Numbers


def microseconds():
    return time.perf_counter_ns() // 1000 if sys.implementation.name == "cpython" else time.ticks_us()


def play(setup, numbers):
    """Play one game; return the number of decisions."""
    game = setup.game
    position = game.start(setup)
    decisions = 0
    while True:
        actors = game.to_act(position)
        if not actors:
            return decisions
        if actors == (CHANCE,):
            game.apply(position, game.chance(position, numbers.below))
        else:
            actions = game.legal(position, actors[numbers.below(len(actors))])
            game.apply(position, actions[numbers.below(len(actions))])
            decisions += 1


def timed_games(name, rounds):
    """Play all games; yield the decisions and microseconds of each."""
    game = load(name)
    play(Setup(game, game.SEATS[0], None, True), Numbers(0))  # loads what the game imports late
    for number in range(rounds):
        for players in range(game.SEATS[0], game.SEATS[1] + 1):
            before = microseconds()
            decisions = play(Setup(game, players, None, True), Numbers(1000 * number + players))
            yield decisions, microseconds() - before


if __name__ == "__main__":
    GAMES = timed_games(sys.argv[1], int(sys.argv[2]))

    def go_on():
        """Play one game; return whether there are more (MicroPython frees memory only between calls, see run.mjs)."""
        for decisions, took in GAMES:
            print(decisions, took)
            return True
        return False
