"""Every option of every game is shown in light before it can be taken, and looks different."""

from random import Random
from typing import Any

import pytest

from tavolo.games import scene_of
from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.display.parts.geometry import places
from tests.lights.lights_support import options_of, over_a_second, staged
from tests.rules.play import games_and_players, next_action
from tests.rules.support import Numbers

Action = tuple[int, ...]
CYCLE = 6  # seconds: every rhythm repeats within it, and two pawns that share a space have been seen
POSITIONS = 25  # of each game and number of players


def look(record: Record, player: int, option: Action | None) -> tuple[bytes, ...]:
    """All that the lights show in a cycle, with this preview or none."""
    stage = staged(record.position, places(record.setup.players), 0, option)
    stage.actions, stage.previews = record.actions, [(player, option)] if option is not None else []
    scene = scene_of(record.game.NAME)
    return tuple(b"".join(canvas.strips) for second in range(CYCLE) for canvas in over_a_second(scene, stage, second))


@pytest.mark.parametrize(
    ("game", "players"), [(game, players) for game, players in games_and_players() if players in game.SEATS]
)
def test_every_option_looks_different_also_from_none(game: Any, players: int) -> None:
    chance = Random(players)
    looked = 0
    while looked < POSITIONS:
        record, numbers = Record(Setup(game, players)), Numbers(chance.randrange(1000))
        while looked < POSITIONS and (action := next_action(record, numbers)) is not None:
            record.apply(action)
            if chance.randrange(6):
                continue
            looked += 1
            for player in game.to_act(record.position):
                for options in options_of(game, record.position, player):
                    looks = {look(record, player, None): "no option"}
                    for option in options:
                        seen = look(record, player, option)
                        assert looks.get(seen, option) == option, (option, looks[seen])
                        looks[seen] = option
