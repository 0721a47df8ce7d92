"""Games and environments in the middle of a game are copied, pickled and sent to other processes, and go on alike."""

import pickle
from copy import deepcopy
from multiprocessing import get_context
from typing import Any

import numpy as np
import pyspiel
import pytest

from tavolo_host.research.for_open_spiel import short_name
from tavolo_host.research.for_pettingzoo import env
from tests.research.plays import HORIZON, SETUPS

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
DECISIONS = 9  # before a copy is made
MORE = 25  # decisions and draws that are compared


def environment_of(name: str, players: int) -> Any:
    """Return an environment after some random decisions."""
    table, random = env(name, players, "ansi", horizon=HORIZON), np.random.default_rng(1)
    table.reset(seed=3)
    for _ in range(DECISIONS):
        table.step(random.choice(np.flatnonzero(table.last()[0]["action_mask"])))
    return table


def state_of(name: str, players: int) -> Any:
    """Return a state of OpenSpiel in the middle of a draw, where chance draws card by card."""
    state = pyspiel.load_game(f"{short_name(name)}(players={players},by_points=True,memory=50)").new_initial_state()
    for place in range(DECISIONS):
        state.apply_action(state.legal_actions()[place % len(state.legal_actions())])
    return state


def going_on(given: Any) -> list[Any]:
    """Return all that can be seen of an environment or a state from now on, and of an environment in the next game."""
    random, told = np.random.default_rng(2), []
    if isinstance(given, pyspiel.State):
        for _ in range(MORE):
            given.apply_action(int(random.choice(given.legal_actions())))
            told += [str(given), given.current_player(), given.information_state_string(0)]
            told.append(list(given.information_state_tensor(0)))
            if given.is_terminal():
                break
        return [*told, str(given.get_game()), given.history()]
    for _ in range(MORE):
        told += [given.render(), given.agent_selection]
        told += [given.observe(agent)["observation"].tobytes() for agent in given.possible_agents]
        if any(given.terminations.values()):
            break
        given.step(random.choice(np.flatnonzero(given.observe(given.agent_selection)["action_mask"])))
    given.reset()  # without a seed, so that the random state matters
    return [*told, given.render()]


@pytest.mark.parametrize(("name", "players"), SETUPS)
@pytest.mark.parametrize("make", [environment_of, state_of])
def test_a_copy_and_a_pickle_by_each_protocol_go_on_as_the_original(make: Any, name: str, players: int) -> None:
    original = make(name, players)
    copies = [deepcopy(original), *(pickle.loads(pickle.dumps(original, protocol)) for protocol in PROTOCOLS)]
    told = going_on(original)
    for copy in copies:
        assert going_on(copy) == told


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_a_game_of_openspiel_is_copied_and_pickled(name: str, players: int) -> None:
    game = pyspiel.load_game(f"{short_name(name)}(players={players},horizon=40)")
    for copy in [deepcopy(game), *(pickle.loads(pickle.dumps(game, protocol)) for protocol in PROTOCOLS)]:
        assert (str(copy), copy.horizon, copy.get_parameters()) == (str(game), 40, game.get_parameters())


def going_on_from(pickled: bytes) -> list[Any]:
    """Return the same for an object pickled elsewhere."""
    return going_on(pickle.loads(pickled))


def test_they_go_on_by_each_protocol_in_a_process_in_which_nothing_was_imported() -> None:
    originals = [make(name, players) for make in (environment_of, state_of) for name, players in SETUPS]
    pickled = [pickle.dumps(original, protocol) for original in originals for protocol in PROTOCOLS]
    with get_context("spawn").Pool(1) as pool:
        assert pool.map(going_on_from, pickled) == [told for told in map(going_on, originals) for _ in PROTOCOLS]


@pytest.mark.parametrize(("setting", "value"), [("horizon", -5), ("horizon", 0), ("memory", -1), ("memory", 10**7)])
def test_a_horizon_or_memory_that_cannot_be_is_refused_in_a_sentence(setting: str, value: int) -> None:
    told = f"The {setting} is a whole number from {int(setting == 'horizon')} to 1000000, not {value}."
    with pytest.raises(Exception, match=told):
        pyspiel.load_game(f"tavolo_bambuti({setting}={value})")
    if setting == "horizon":
        with pytest.raises(ValueError, match=told):
            env("bambuti", horizon=value)
