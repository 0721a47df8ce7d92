"""On the Pico: the microseconds that actions take: legal, apply and digest of the table's position."""

import gc
import time
from array import array

from tavolo.games import setup_from_text
from tavolo.rules.contract import CHANCE, NO_CARD, Setup

COLLECT_EVERY = 8  # actions: so that no garbage collection falls into a measured time


class Numbers:
    """The same pseudo-random numbers as in `tests.rules.support`."""

    def __init__(self, start):
        self.state = start

    def below(self, limit):
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state >> 8) % limit


def random_action(game, position, numbers):
    actors = game.to_act(position)
    if actors == (CHANCE,):
        return game.chance(position, numbers.below)
    choices = game.legal(position, actors[numbers.below(len(actors))])
    return choices[numbers.below(len(choices))]


def timed(game, position, action):
    """Do what the table does with an action that is known to be legal."""
    player = game.actor(action)
    before = time.ticks_us()
    if player != CHANCE:
        game.legal(position, player, NO_CARD)
    game.apply(position, action)
    game.digest(position)
    return time.ticks_diff(time.ticks_us(), before)


def actions(count, setups):
    took = array("L")
    games = 0
    while len(took) < count:
        setup = setup_from_text(setups[games % len(setups)])
        game, numbers = setup.game, Numbers(games)
        dealt = game.start(setup)
        position = game.start(Setup(game, setup.players, setup.options))
        while game.to_act(dealt) and len(took) < count:
            action = random_action(game, dealt, numbers)
            game.apply(dealt, action)
            if len(took) % COLLECT_EVERY == 0:
                gc.collect()
            took.append(timed(game, position, game.public(action)))
        games += 1
    print("\nbench games", games)
    for each in took:
        print("bench", each)
