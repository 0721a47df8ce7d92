"""Every option of every game is shown in light before it can be taken, and each in its own way."""

from random import Random
from typing import Any

import pytest

from tavolo.games import load, names, scene_of
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, Stage
from tavolo.play.chooser import by_keys
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.record import Record
from tavolo_host.display.geometry import places
from tests.rules.play import next_action
from tests.rules.support import Numbers

Action = tuple[int, ...]
CYCLE_MS = 6000  # every rhythm repeats within it, and two pawns that share a space have been seen
POSITIONS = 25  # of each game and number of players
MOST_CARDS = 4  # with several meanings, looked at in each position


def games_with_most_and_fewest_players() -> list[tuple[Any, int]]:
    return [(load(name), players) for name in names() for players in sorted(set(load(name).SEATS))]


def options_of(game: Any, position: Any, player: int) -> list[list[Action]]:
    """What the keys walk through: without a card, and with each of some cards that can mean several things."""
    found = [] if player == CHANCE else [by_keys(game, position, player)]
    by_card = [game.legal(position, player, card) for card in range(game.CARDS)]
    found += [options for options in by_card if len(options) > 1][:MOST_CARDS]
    return [[option for option in options if game.public(option) == option] for options in found]


def look(record: Record, player: int, option: Action | None) -> tuple[bytes, ...]:
    """All that the lights show in a cycle, with this option previewed or none."""
    stage = Stage(record.position)
    stage.seats, stage.actions = places(record.setup.players), record.actions
    if option is not None:
        stage.previews = [(player, option)]
        stage.preview_player, stage.preview = player, option
    scene, shown = scene_of(record.game.NAME), []
    for stage.now_ms in range(0, CYCLE_MS, BEAT_MS):
        canvas = Canvas()
        scene.paint(canvas, stage)
        shown.append(bytes(canvas.track) + bytes(canvas.field) + bytes(canvas.lamps))
    return tuple(shown)


@pytest.mark.parametrize(("game", "players"), games_with_most_and_fewest_players())
def test_every_option_has_a_look_of_its_own_and_differs_from_none(game: Any, players: int) -> None:
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
