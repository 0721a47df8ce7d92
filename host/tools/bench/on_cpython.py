"""The rules on CPython, in this computer's own time, in one process on one core.

Decisions a second: games are played at random, and players' decisions are counted; chance takes time and counts
nothing. OpenSpiel's python_liars_poker alternates with each game, in short stretches. The result is the median of the
ratios of all pairs.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from random import Random
from statistics import median
from time import process_time
from typing import Any

from host.tools.bench.budgets import DECISIONS, Budget
from host.tools.bench.report import Row
from tavolo.games import load, names
from tavolo.rules.contract import CHANCE, Setup

STRETCH_S = 0.15
LIARS_POKER = "python_liars_poker"


def rows(rounds: int) -> list[Row]:
    """Measure every game, with that many stretches of play for each."""
    with one_core():
        return [row for name in names() for row in rows_against(LIARS_POKER, name, "CPython", DECISIONS, rounds)]


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on one core, where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


Rates = tuple[float, float]  # decisions, and actions, a second
Play = Callable[[Random], tuple[int, int]]  # plays a random game; returns its decisions, and its actions with chance's


def rows_against(other: str, name: str, how: str, budget: Budget, rounds: int) -> list[Row]:
    """Measure one game in that many stretches, alternating with one of OpenSpiel's."""
    ours, theirs, random = our_play(load(name)), open_spiel_play(other), Random(53)
    pairs = [(rates(ours, random), rates(theirs, random)) for _ in range(rounds)]
    own_rate, their_rate = (median(pair[which][0] for pair in pairs) for which in (0, 1))
    decisions, actions = ([own[which] / its[which] for own, its in pairs] for which in (0, 1))
    against = f"{name}, {how}, against OpenSpiel's {other}, median of {rounds} pairs"
    return [
        Row(f"decisions a second, {name}, random dealt play, {how}", own_rate, unit="a second"),
        Row(f"decisions a second, OpenSpiel's {other}, in turn with it", their_rate, unit="a second"),
        Row(f"decisions a second, {against}", median(decisions), budget),
        Row(f"actions a second, chance's among them, {against}", median(actions), unit="times"),
    ]


def rates(play: Play, random: Random) -> Rates:
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
    import pyspiel
    from open_spiel.python.games import liars_poker as _  # noqa: F401 - registers the game

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
