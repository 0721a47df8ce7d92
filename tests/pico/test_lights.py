"""The lights: what left the wires is what the laptop paints of the same scene."""

from typing import Any

import pytest

from tavolo.games import load, scene_of
from tavolo.lights import palette, slots
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, Stage
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, field_pixel
from tavolo_host.simulator.pixels import Colour
from tests.pico.back import Back
from tests.pico.golden_play import Golden, play_golden

GAME = "david-goliath"
GAME_MS = 12_000  # after which the scene of a game for three is where it was
WATCHED_MS = 1200
STEP_MS = 5
SETTLING_MS = 25  # at the start of a beat: a tick, and the strips one after the other

Strips = tuple[list[Colour], list[Colour], list[Colour]]


class Onlooker:
    """Compares the lights of an evening, undimmed, with what the laptop paints from what it knows.

    Only the start of the board's clock is unknown: `offsets` are how far it may be ahead of ours, in ms.
    """

    def __init__(self, back: Back) -> None:
        self.back = back
        self.offsets = list(range(0, GAME_MS, STEP_MS))

    def look(self) -> None:
        """Assert that the lights show the game as the laptop knows it."""
        self.back.wait_for_empty_slots()
        mirror, lights = self.back.mirror, self.back.lights
        stage = Stage(mirror.position)
        stage.seats, stage.actions = mirror.seats, list(mirror.actions)
        scene = scene_of(mirror.game.NAME)
        painted: dict[int, Strips] = {}
        seen: list[tuple[int, Strips]] = []
        for _ in range(WATCHED_MS // STEP_MS):
            self.back.step()
            strips = lights.track.pixels, lights.field.pixels, lights.lamps.pixels
            seen.append((self.back.now_ms, strips))
        kept = []
        for offset in self.offsets:
            for now_ms, strips in seen:
                beat, into = divmod((now_ms + offset) % GAME_MS, BEAT_MS)
                if into < SETTLING_MS:
                    continue
                if beat not in painted:
                    painted[beat] = _painted(scene, stage, beat)
                if painted[beat] != strips:
                    break
            else:
                kept.append(offset)
        assert kept, f"No beat of what should be shown is what was shown, after {len(mirror.actions)} actions."
        self.offsets = kept


def _painted(scene: Any, stage: Stage, beat: int) -> Strips:
    canvas = Canvas()
    stage.now_ms = beat * BEAT_MS
    scene.paint(canvas, stage)
    slots.paint(canvas, stage)
    field = [(0, 0, 0)] * len(canvas.field)
    for row in range(FIELD_ROWS):
        for column in range(FIELD_COLUMNS):
            field[field_pixel(column, row)] = palette.RGB[canvas.field[row * FIELD_COLUMNS + column]]
    return [palette.RGB[index] for index in canvas.track], field, [palette.RGB[index] for index in canvas.lamps]


@pytest.mark.needs_eyes
def test_the_lights_of_a_game_and_its_result_are_those_that_the_laptop_paints(back: Back) -> None:
    onlooker = Onlooker(back)

    def look_now_and_then() -> None:
        if len(back.mirror.actions) in (1, 3, 4, 20):
            onlooker.look()

    play_golden(back, Golden(load(GAME), 3), after_each=look_now_and_then)
    onlooker.look()
    # All these pictures follow one clock of the board's, which is now known to a fraction of a beat.
    assert len(onlooker.offsets) * STEP_MS < 100
