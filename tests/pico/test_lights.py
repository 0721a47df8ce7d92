"""The lights: what came out of the wires is what the laptop paints of the same scene, and draws no more than it may."""

from typing import Any

import pytest

from tavolo.games import load, scene_of
from tavolo.lights import palette, slots
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, Stage
from tavolo.play import council
from tavolo.seat import states
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, field_pixel
from tavolo_host.settings import SettingsDesk
from tavolo_host.virtual.pixels import Colour
from tests.pico.back import HOLD_MS
from tests.pico.emulated_back import EmulatedBack
from tests.pico.golden_play import Golden, play_golden
from tests.pico.orders import Card

pytestmark = pytest.mark.needs_emulator("pixels read from their wires")

GAME = "david-goliath"
WHITE, GREEN, RED, DARK = [
    palette.RGB[index] for index in (palette.WHITE, palette.ACCEPTED, palette.REFUSED, palette.OFF)
]
SUPPLY_MA = 230  # a supply that is too weak for the game's colours, which would draw 242 after nine cards
MOMENT_MA = 5  # more, for the milliseconds between one strip's new picture and another's
GAME_MS = 12_000  # after which the scene of a game for three is where it was
STEP_MS = 5
SETTLING_MS = 25  # at the beginning of a beat: a pass, and the strips one after the other

Strips = tuple[list[Colour], list[Colour], list[Colour]]


class Onlooker:
    """Watches the lights of an evening, undimmed, and paints from what the laptop knows what they should show.

    Unknown is only when the board's own clock began: `offsets` are what it may be ahead of ours, in ms.
    """

    def __init__(self, back: EmulatedBack) -> None:
        self.back = back
        self.offsets = list(range(0, GAME_MS, STEP_MS))
        self.lamps: list[set[Colour]] = []  # the colours that each showed while it was last watched

    def watch(self, milliseconds: int = 1200) -> list[tuple[int, Strips]]:
        hardware = self.back.table.hardware
        seen = []
        for _ in range(milliseconds // STEP_MS):
            self.back.step()
            now_ms = self.back.table.pico.now_ns // 1_000_000
            seen.append((now_ms, (hardware.track.pixels, hardware.field.pixels, hardware.lamps.pixels)))
        self.lamps = [{strips[2][seat] for _, strips in seen} for seat in range(len(hardware.lamps.pixels))]
        return seen

    def game(self, **state: Any) -> None:
        """The lights show the game as the laptop knows it, and these fields of `Stage`."""
        mirror = self.back.mirror
        stage = Stage(mirror.position)
        stage.seats, stage.actions = mirror.seats, list(mirror.actions)
        stage.slots[:] = bytes(mirror.slots)
        for name, value in state.items():
            assert hasattr(stage, name)
            setattr(stage, name, value)
        scene = scene_of(mirror.game.NAME)
        painted: dict[int, Strips] = {}
        seen = self.watch()
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
        assert kept, f"No beat of what should be shown is what was shown. The lamps: {self.lamps}"
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


def test_the_lights_of_game_question_and_result_are_those_that_the_laptop_paints(emulated: EmulatedBack) -> None:
    onlooker = Onlooker(emulated)
    game = load(GAME)
    golden = Golden(game, 3)
    watched = 0

    def look() -> None:
        nonlocal watched
        watched += 1
        if watched in (1, 3, 4, 19):
            emulated.wait_for_empty_slots()
            onlooker.game()
            assert WHITE in onlooker.lamps[emulated.seat_to_play()] != {WHITE}
        elif watched == 20:
            look_at_slots()

    def look_at_slots() -> None:
        accepted = emulated.mirror.seats[emulated.mirror.actions[-1][1]]
        refused = emulated.mirror.seats[1 - emulated.mirror.seats.index(accepted)]
        emulated.wait_for_empty_slots()
        emulated.put_in(refused, Card(GAME, emulated.mirror.actions[1][2]))
        emulated.run_until(lambda: emulated.mirror.slots[refused] == states.IS_REFUSED and emulated.are_hands_still())
        onlooker.game()
        assert onlooker.lamps[refused] == {RED, DARK}
        emulated.clear_slot(refused)
        emulated.press(accepted, LEFT, RIGHT, hold_ms=HOLD_MS)
        emulated.press(refused, TAKE)
        motion = council.Motion(council.UNDO, accepted, emulated.mirror.seats, 1)
        motion.press(refused, TAKE)
        onlooker.game(question=motion)
        assert onlooker.lamps[refused] == {GREEN}
        emulated.press(refused, LEFT)

    play_golden(emulated, golden, after_each=look)
    emulated.wait_for_empty_slots()
    onlooker.game()
    winners = game.outcome(emulated.mirror.position)[1:]
    for player in winners:
        seat = emulated.mirror.seats[player]
        assert onlooker.lamps[seat] <= {palette.RGB[palette.SEAT + seat], palette.RGB[palette.SEAT_DIM + seat]}
    # All these pictures follow one clock of the board's, which is known now to a part of a beat.
    assert len(onlooker.offsets) * STEP_MS < 100


def test_a_weak_supply_is_not_asked_for_more_than_it_has(emulated: EmulatedBack) -> None:
    desk = emulated.desk(SettingsDesk)
    desk.change([f"limit_ma={SUPPLY_MA}"])
    desk.port.close()
    emulated.plug_in()
    emulated.run_until(emulated.is_ready)
    emulated.meter.begin_anew()
    play_golden(emulated, Golden(load(GAME), 3), decisions=9)
    emulated.wait_for_empty_slots()
    emulated.run_ms(1000)
    assert SUPPLY_MA - 10 < emulated.meter.highest_ma <= SUPPLY_MA
    assert emulated.meter.highest_moment_ma <= SUPPLY_MA + MOMENT_MA
