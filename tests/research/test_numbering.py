"""Numbers of actions, in random games of every game."""

from random import Random

import pytest

from tavolo.games import load
from tavolo_host.research.numbering import numbering_of
from tavolo_host.research.play import Play
from tests.research.plays import HORIZON, SETUPS, places, setup_of


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_every_number_is_an_action_and_no_two_are_the_same(name: str, players: int) -> None:
    numbering = numbering_of(name, players)
    actions = [numbering.action(number, 1) for number in range(numbering.count)]
    assert [numbering.number(action) for action in actions] == list(range(numbering.count))
    assert len(set(actions)) == numbering.count


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_every_legal_action_has_its_number_for_every_player(name: str, players: int) -> None:
    numbering, game = numbering_of(name, players), load(name)
    for seed in range(2):
        for play in places(Play(setup_of(name, players), HORIZON), Random(seed)):
            for player in game.to_act(play.position):
                for action in game.legal(play.position, player):
                    assert numbering.action(numbering.number(action), player) == action
                    other = (action[0], (player + 1) % players, *action[2:])
                    assert numbering.number(other) == numbering.number(action)


def test_numbers_and_values_out_of_range_are_refused() -> None:
    numbering = numbering_of("david-goliath", 3)
    with pytest.raises(ValueError, match="0 to 89, not 90"):
        numbering.action(90, 0)
    with pytest.raises(ValueError, match="does not declare"):
        numbering.number((1, 0, 90))
