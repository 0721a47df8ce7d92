"""Every game in PettingZoo: its own tests of environments, and the behaviour of an environment of the table."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from tavolo.rules.contract import Refused
from tavolo_host.research.for_pettingzoo import TableEnv, env
from tests.research.plays import HORIZON, SETUPS

CYCLES = 10_000  # more decisions than a game has


def played(table: Any, seed: int, decisions: int = CYCLES) -> Any:
    """Return the environment after a number of random decisions, or at the end."""
    random = np.random.default_rng(seed)
    table.reset(seed=seed)
    while decisions and not any(table.terminations.values()) and not any(table.truncations.values()):
        table.step(random.choice(np.flatnonzero(table.last()[0]["action_mask"])))
        decisions -= 1
    return table


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_it_is_an_environment_and_nothing_of_it_is_warned_of(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo knows its own environments with a mask beside the observation by name.
        warnings.filterwarnings("ignore", "Observation space for each agent|Observation is not a NumPy array")
        api_test(env(name, players, horizon=HORIZON), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_the_same_seed_is_the_same_game(name: str, players: int) -> None:
    seed_test(lambda: env(name, players, horizon=HORIZON), num_cycles=CYCLES)
    assert observed(played(env(name, players), 1, 3)) != observed(played(env(name, players), 2, 3))


def observed(table: Any) -> list[bytes]:
    return [table.observe(agent)["observation"].tobytes() for agent in table.possible_agents]


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_it_is_rendered_in_every_way_it_says(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(name, players, render_mode=render_mode))
    assert f"players={players}" in capsys.readouterr().out


def test_events_are_rendered_as_sentences_followed_by_the_position() -> None:
    table = played(env("david-goliath", render_mode="ansi"), 4, 1)
    first, last = table.render().splitlines()
    assert first.startswith("Player 0 leads ")
    assert last.startswith("players=3 options=1,-1 play=table")


def test_only_the_acting_player_has_actions() -> None:
    table = played(env("bambuti"), 1, 20)
    masks = {agent: table.observe(agent)["action_mask"].sum() for agent in table.agents}
    assert masks.pop(table.agent_selection) > 0
    assert set(masks.values()) == {0}


def test_an_action_that_is_not_legal_loses_or_without_the_wrapper_is_refused() -> None:
    table = played(env("bambuti"), 1, 20)
    agent = table.agent_selection
    wrong = int(np.flatnonzero(table.observe(agent)["action_mask"] == 0)[0])
    with pytest.raises(Refused):
        played(TableEnv("bambuti"), 1, 20).step(wrong)
    table.step(wrong)
    assert all(table.terminations.values())
    assert table.rewards[agent] == -1


def test_rewards_come_at_the_end_and_are_shares_of_the_win_or_points() -> None:
    shares = [played(TableEnv("bambuti", by_points=by_points), 3).rewards for by_points in (0, 1)]
    assert sorted(shares[0].values()) == [-0.5, 0.5]
    assert max(shares[1], key=shares[1].__getitem__) == max(shares[0], key=shares[0].__getitem__)
    assert max(shares[1].values()) > 0.5


def test_a_game_that_is_cut_short_is_truncated_and_has_no_winner() -> None:
    table = played(TableEnv("kuh-vadis", horizon=12), 1)
    assert table.truncations == {"player_0": True, "player_1": True}
    assert not any(table.terminations.values())
    assert table.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_settings_that_a_game_does_not_have_are_named() -> None:
    with pytest.raises(ValueError, match="Bambuti has no setting deals"):
        env("bambuti", deals=2)
