"""Every game in OpenSpiel: its own random simulations and playthroughs, and the games' descriptions."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from tavolo_host.research.for_open_spiel import short_name
from tests.research.plays import HORIZON, SETUPS

PLAYTHROUGH = 30  # decisions


def game_of(name: str, players: int, *more: str) -> str:
    """Return the kind of observation to ask OpenSpiel for."""
    return f"{short_name(name)}({','.join([f'players={players}', *more])})"


def decided(state: Any, number: int) -> Any:
    """Return the state after a number of decisions, each the first legal one, and draws in turn."""
    while not state.is_terminal() and (state.is_chance_node() or number):
        number -= not state.is_chance_node()
        state.apply_action(state.legal_actions()[len(state.history()) % len(state.legal_actions())])
    return state


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_random_simulations_hold_with_copies_and_kept_states(name: str, players: int) -> None:
    game = pyspiel.load_game(game_of(name, players, f"horizon={HORIZON}"))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_playthroughs_come_out_the_same_again(tmp_path: Path) -> None:
    files = []
    for name, players in SETUPS:
        asked = game_of(name, players, f"horizon={PLAYTHROUGH}", "memory=100")
        text = generate_playthrough.playthrough(asked, None, seed=1)
        assert "IsTerminal() = True" in text
        files.append(tmp_path / f"{name}-{players}.txt")
        files[-1].write_text(text, encoding="utf-8")
    again = subprocess.run([sys.executable, "-c", REPLAY, *files], capture_output=True, text=True, check=True)
    assert again.stdout == "the same\n" * len(files)


# In another process, where nothing is left of the first time.
REPLAY = """
import sys
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
import tavolo_host.research.for_open_spiel
flags.FLAGS(sys.argv[:1])
for file in sys.argv[1:]:
    original, again = generate_playthrough.replay(file)
    print("the same" if original == again else "another")
"""


def test_options_are_the_games_own() -> None:
    game = pyspiel.load_game("tavolo_david_goliath(players=4,deals=2,dealer=1)")
    assert str(game.new_initial_state()).startswith("players=4 options=2,1 play=dealt")
    with pytest.raises(Exception, match="goes from 1 to 9"):
        pyspiel.load_game("tavolo_david_goliath(players=4,deals=10)")


def test_a_deal_is_card_by_card_and_every_card_as_likely() -> None:
    state = pyspiel.load_game("tavolo_bambuti").new_initial_state()
    for left in range(50, 40, -1):
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(outcome, pytest.approx(1 / left)) for outcome in range(left)]
        state.apply_action(left - 1)
    assert state.current_player() == 0


def test_returns_are_shares_of_the_win_or_points() -> None:
    shares = decided(pyspiel.load_game("tavolo_david_goliath").new_initial_state(), -1)
    points = decided(pyspiel.load_game("tavolo_david_goliath(by_points=True)").new_initial_state(), -1)
    assert str(shares) == str(points)
    assert max(shares.returns()) == pytest.approx(2 / 3)
    totals = np.array(points.returns())
    assert totals.max() > 2
    assert (totals.argmax(), totals.sum()) == (np.argmax(shares.returns()), pytest.approx(0))


def test_observations_have_named_parts_and_each_kind_of_view_its_own() -> None:
    game = pyspiel.load_game("tavolo_bambuti")
    state = decided(game.new_initial_state(), 14)
    everything, public, own = (
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=p, private_info=kind))
        for p, kind in (
            (True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
            (True, pyspiel.PrivateInfoType.NONE),
            (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        )
    )
    for each in (everything, public, own):
        each.set_from(state, 1)
    assert set(own.dict) == {"viewer", "position/sealed", "position/hands"}
    assert {*public.dict} | {*own.dict} == {*everything.dict}
    assert own.dict["position/hands"].sum() == 7
    assert everything.dict["viewer"].tolist() == [0, 1]
    assert len(own.string_from(state, 1).split()) == 7
    assert "hands=?/?" in public.string_from(state, 1)
    with pytest.raises(Exception, match="No observer sees"):
        make_observation(game, pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS))


def test_importing_it_twice_and_ending_is_no_fault() -> None:
    code = "import importlib, tavolo_host.research.for_open_spiel as games; importlib.reload(games)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
