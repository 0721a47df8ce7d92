"""Laws for the lights of every game, in random games with an option previewed, at any time."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from itertools import chain
from random import Random
from typing import Any

import pytest

from tavolo.games import scene_of
from tavolo.lights.stage import BEAT_MS, NO_PREVIEW, Stage
from tavolo.link.messages import fields_of
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo.rules.record import Record
from tavolo.seat import states
from tavolo.wiring import TRACK_PIXELS
from tavolo_host.board.view import LostRecords
from tests.lights.lights_support import Wires, over_a_second, painted
from tests.rules.play import games_and_players, next_action
from tests.rules.support import Numbers

LATEST_MS = 12_000  # every rhythm repeats within it
# The lowest scale in a random game, in sixty-fourths; in others three quarters, as far as the palette is tested.
LEAST = {"david-goliath": 64, "bambuti": 64, "yellowstone-park": 64, "kuh-vadis": 22}
THREE_QUARTERS = 48
ODD_POSITIONS = 30  # of a game


def stages(game: Any, players: int) -> Iterator[Stage]:
    """Every position of a random game, with an option of each player to act, and without any."""
    chance, numbers = Random(players), Numbers(players)
    record = Record(Setup(game, players, None, True))
    seats = tuple(chance.sample(range(8), players))
    while (action := next_action(record, numbers)) is not None:
        stage = Stage(record.position)
        stage.seats, stage.actions = seats, record.actions
        stage.now_ms = BEAT_MS * chance.randrange(LATEST_MS // BEAT_MS)
        if chance.randrange(3):
            for player in game.to_act(record.position):
                options = [option for option in game.legal(record.position, player) if game.public(option) == option]
                stage.previews += [(player, chance.choice(options))] if player >= 0 and options else []
        if stage.previews:
            stage.preview_player, stage.preview = stage.previews[0]
        yield stage
        record.apply(action)
    stage = Stage(record.position)
    stage.seats, stage.actions = seats, record.actions
    for stage.now_ms in (0, 2000):  # winners celebrate in turns
        yield stage


def beginnings(game: Any, players: int) -> Iterator[Stage]:
    """The position before the first action, with each option at its lowest and at its highest."""
    usual = [option.default for option in game.OPTIONS]
    for place, option in enumerate(game.OPTIONS):
        for value in (option.low, option.high):
            with suppress(ValueError):
                options = (*usual[:place], value, *usual[place + 1 :])
                stage = Stage(game.start(Setup(game, players, options, True)))
                stage.seats = tuple(range(players))
                yield stage


def odd_ones(action: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """An action with each of its numbers as extreme as the link allows."""
    form = {field[0]: field for field in fields_of("act")[:-1]}["action"]
    for place, number in enumerate(action):
        for odd in sorted({form[2], -1, 0, 1, number - 1, number + 1, form[3]}):
            yield (*action[:place], odd, *action[place + 1 :])


def told_by_a_link(game: Any, players: int) -> Iterator[Stage]:
    """What a watching laptop may have to show: odd actions, previewed and done, and everything else at its extremes."""
    dealt, known, numbers = Record(Setup(game, players, None, True)), Record(Setup(game, players)), Numbers(players)
    seats = tuple(range(players))
    for _ in range(ODD_POSITIONS):
        action = next_action(dealt, numbers)
        if action is None:
            return
        dealt.apply(action)
        public = game.public(action)
        for odd in {public, *odd_ones(public)}:
            if game.refusal(known.position, odd) is not None:
                continue
            for is_done in (False, True):
                stage = Stage(deepcopy(known.position))
                stage.seats, stage.now_ms = seats, BEAT_MS * (sum(map(abs, odd)) % 96)
                if is_done:
                    game.apply(stage.position, odd)
                    stage.slots, stage.troubled = bytearray(8 * (states.STATES - 1,)), bytearray(8 * (1,))
                    stage.to_reseal, stage.lost_records = range(8), LostRecords(TRACK_PIXELS, tuple(range(8)))
                elif game.actor(odd) >= 0:
                    stage.preview_player, stage.preview = game.actor(odd), odd
                    stage.previews = [(stage.preview_player, odd)]
                yield stage
        known.apply(public)


EVERY_GAME = pytest.mark.parametrize(("game", "players"), games_and_players())


@EVERY_GAME
def test_a_beat_has_one_picture_that_changes_nothing_and_shows_public_knowledge(game: Any, players: int) -> None:
    for stage in chain(beginnings(game, players), stages(game, players)):
        before = game.position_text(stage.position)
        canvas = painted(scene_of(game.NAME), stage)  # which looks at the lengths of the strips
        assert game.position_text(stage.position) == before
        stage.now_ms += BEAT_MS - 1
        stage.position = game.view(stage.position, TABLE)
        stage.actions = [game.public(action) for action in stage.actions]
        assert painted(scene_of(game.NAME), stage).strips == canvas.strips


@EVERY_GAME
def test_no_scene_changes_the_length_of_a_strip_whatever_the_link_sends(game: Any, players: int) -> None:
    for stage in told_by_a_link(game, players):
        painted(scene_of(game.NAME), stage)  # which looks at the lengths


@EVERY_GAME
def test_players_who_may_act_have_a_lit_lamp_and_positions_look_different(game: Any, players: int) -> None:
    looks = set()
    for stage in stages(game, players):
        stage.previews, (stage.preview_player, stage.preview) = [], NO_PREVIEW
        canvases = over_a_second(scene_of(game.NAME), stage)
        for player in set(game.to_act(stage.position)) - {CHANCE}:
            is_lit = any(canvas.lamps[stage.seats[player]] for canvas in canvases)
            assert is_lit, f"{game.NAME}: player {player} is to act, and the lamp is dark"
        looks.add(b"".join(bytes(strip) for canvas in canvases for strip in (canvas.track, canvas.field)))
    assert len(looks) > 1, f"{game.NAME}: track and field look the same in every position"


@EVERY_GAME
def test_a_whole_game_stays_under_the_limit_and_is_hardly_dimmed(game: Any, players: int) -> None:
    wires = Wires()
    for stage in stages(game, players):
        wires.show(painted(scene_of(game.NAME), stage))
        assert wires.milliamperes() <= 400
        assert wires.lights.scale() >= LEAST.get(game.NAME, THREE_QUARTERS)
