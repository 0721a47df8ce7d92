"""Decisions a second of the rules in this computer's own time, in one process on one core.

Games are played at random, and players' decisions are counted; chance takes time and counts nothing. One of OpenSpiel's
games alternates with each of ours, in short stretches: liar's poker, which is written in Python, and for two games with
compiled rules also hearts, which is written in C++ and played from Python.
"""

import os
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from time import process_time
from typing import Any

import open_spiel.python.games.liars_poker  # noqa: F401 - registers the game
import pyspiel

from host.tools.bench.report import Values
from tavolo.games import load, names
from tavolo.rules import contract
from tavolo.rules.contract import CHANCE, Setup

STRETCH_S = 0.15
LIARS_POKER, HEARTS = "python_liars_poker", "hearts"
AGAINST_HEARTS = ("david-goliath", "kuh-vadis")

Play = Callable[[Random], tuple[int, int]]  # plays a random game; returns its decisions, and its actions with chance's


def decisions(how: str, rounds: int) -> Iterator[Values]:
    """Measure every game, with that many stretches of play for each."""
    assert contract.__file__.endswith(".py") == (how == "CPython"), (
        "There are no compiled rules: `make fast` makes them."
    )
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for name in names():
        yield from values_of(name, LIARS_POKER, f"against liar's poker, {how}", rounds)
    for name in AGAINST_HEARTS if how == "compiled" else ():
        yield from values_of(name, HEARTS, f"against hearts, {how}", rounds)[1:]


def values_of(name: str, other: str, against: str, rounds: int) -> list[Values]:
    """Measure one game in that many stretches, alternating with one of OpenSpiel's."""
    words = {"game": name, "other": other}
    ours, theirs, random = our_play(load(name)), open_spiel_play(other), Random(53)
    pairs = [(rates(ours, random), rates(theirs, random)) for _ in range(rounds)]
    return [
        Values("our rate", [own[0] for own, _ in pairs], words),
        Values("their rate", [its[0] for _, its in pairs], words),
        Values(against, [own[0] / its[0] for own, its in pairs], words),
        Values("actions", [own[1] / its[1] for own, its in pairs], words),
    ]


def rates(play: Play, random: Random) -> tuple[float, float]:
    """Return decisions, and actions, a second."""
    began = process_time()
    decisions = actions = 0
    while process_time() - began < STRETCH_S:
        more = play(random)
        decisions += more[0]
        actions += more[1]
    took = process_time() - began
    return decisions / took, actions / took


def our_play(game: Any) -> Play:
    """Return random games with each number of players in turn."""
    setups = cycle([Setup(game, players, None, True) for players in range(game.SEATS[0], game.SEATS[1] + 1)])

    def play(random: Random) -> tuple[int, int]:
        position = game.start(next(setups))
        decisions = chances = 0
        while actors := game.to_act(position):
            if actors == (CHANCE,):
                action = game.chance(position, random.randrange)
                chances += 1
            else:
                actions = game.legal(position, actors[0] if len(actors) == 1 else random.choice(actors))
                action = random.choice(actions)
                decisions += 1
            game.apply(position, action)
        return decisions, decisions + chances

    return play


def open_spiel_play(name: str) -> Play:
    """Return random games of one of OpenSpiel's own."""
    game = pyspiel.load_game(name)

    def play(random: Random) -> tuple[int, int]:
        state = game.new_initial_state()
        decisions = chances = 0
        while not state.is_terminal():
            if state.is_chance_node():
                action, _ = random.choice(state.chance_outcomes())
                chances += 1
            else:
                action = random.choice(state.legal_actions())
                decisions += 1
            state.apply_action(action)
        return decisions, decisions + chances

    return play
