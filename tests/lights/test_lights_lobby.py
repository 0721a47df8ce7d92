"""The lobby and the slots in light."""

from unittest.mock import Mock

import pytest

from tavolo.games import COLOURS, field_at, manifest, names
from tavolo.lights import lobby, palette, trial
from tavolo.lights.canvas import Canvas
from tavolo.lights.power import milliamperes
from tavolo.lights.stage import BEAT_MS, BEATS, Stage
from tavolo.link.telemetry import ABANDON, UNDO
from tavolo.play.council import Motion
from tavolo.seat import states
from tests.lights.lights_support import Wires, over_a_second, painted, staged

SECOND = [beat * BEAT_MS for beat in range(BEATS)]


def of_lobby(joined: tuple[int, ...] = (), option: int = -1, value: int = 0, now_ms: int = 0) -> Canvas:
    stage = staged(None, (), now_ms)
    stage.joined = list(joined)
    stage.game_picture = field_at(names().index("david-goliath"))
    stage.option_index = option
    stage.option_value = value
    return painted(lobby, stage)


def drawn(canvas: Canvas) -> list[str]:
    """The field as text."""
    return ["".join(".#"[index != 0] for index in canvas.field[row * 16 : row * 16 + 16]) for row in range(8)]


def lamp_over_a_second(stage: Stage, seat: int) -> list[int]:
    """A seat's lamp at the eight beats of a second, over a lamp that a scene has lit."""

    class YellowLamps:
        @staticmethod
        def paint(canvas: Canvas, _stage: Stage) -> None:
            canvas.lamps[:] = bytes([palette.CARD + 1]) * 8

    return [canvas.lamps[seat] for canvas in over_a_second(YellowLamps, stage)]


def slot_over_a_second(state: int) -> list[int]:
    stage = Stage()
    stage.slots[3] = state
    return lamp_over_a_second(stage, 3)


def test_joined_seats_have_their_colours_and_the_first_pulses() -> None:
    canvases = [of_lobby((5, 2), now_ms=now_ms) for now_ms in SECOND]
    assert {canvas.lamps[2] for canvas in canvases} == {palette.SEAT + 2}
    assert [canvas.lamps[5] for canvas in canvases] == [palette.SEAT + 5] * 4 + [palette.SEAT_DIM + 5] * 4
    assert sum(map(bool, canvases[0].lamps)) == 2


def test_while_nobody_has_joined_one_lamp_runs_round_a_second_a_seat() -> None:
    lit = []
    for now_ms in range(0, 16_000, 500):
        lamps = of_lobby(now_ms=now_ms).lamps
        lit.append([seat for seat in range(8) if lamps[seat]])
    assert lit == [[seat] for _ in range(2) for seat in range(8) for _ in range(2)]


def test_the_game_is_shown_by_its_picture() -> None:
    assert of_lobby((1,)).field == field_at(names().index("david-goliath"))


def test_each_game_has_its_own_picture() -> None:
    for name in names():
        rows = manifest(name).PICTURE
        assert [len(row) for row in rows] == [16] * 8
        assert {letter for row in rows for letter in row} <= {".", *COLOURS}
    assert len({field_at(index) for index in range(len(names()))}) == len(names())


def test_an_option_is_shown_by_dots_its_value_in_figures_and_as_spaces_of_the_track() -> None:
    canvas = of_lobby((1,), option=1, value=42)
    assert drawn(canvas) == [
        "................",
        "....#.#.###.....",
        "....#.#...#.....",
        "....###.###.....",
        "......#.#.......",
        "......#.###.....",
        "................",
        "#.#.............",
    ]
    assert [bool(index) for index in canvas.track] == [True] * 42 + [False] * 22


def test_every_value_of_an_option_has_its_own_picture() -> None:
    assert len({tuple(drawn(of_lobby((1,), option=0, value=value))) for value in range(-9, 131)}) == 140


def test_the_lobby_stays_under_the_limit_undimmed() -> None:
    wires = Wires()
    for canvas in (of_lobby(), of_lobby(tuple(range(8))), of_lobby(tuple(range(8)), 7, 64)):
        wires.show(canvas)
        assert wires.lights.scale() == 64


USB_MA = 500
PICO_AND_SEAT_MA = 105


@pytest.mark.parametrize("seat", range(8))
def test_a_panel_on_usb_power_is_not_overloaded_before_its_settings_are_made(seat: int) -> None:
    alone = staged(None, ())
    alone.pads, alone.keys = 0b111111111, 0b111  # more than any card joins
    alone.slots = [states.IS_ABSENT] * seat + [states.IS_EMPTY]
    pictures = [painted(trial, alone).field, *[field_at(index) for index in range(len(names()))]]
    for field in pictures:
        left = [field[row * 16 + column] for row in range(8) for column in range(8)]
        assert milliamperes(64, sum(sum(palette.RGB[index]) for index in left)) <= USB_MA - PICO_AND_SEAT_MA


@pytest.mark.parametrize(
    ("state", "looks"),
    [
        pytest.param(states.IS_EMPTY, [palette.CARD + 1] * 8, id="an empty slot leaves its lamp to the scene"),
        pytest.param(states.IS_ACCEPTED, [palette.ACCEPTED] * 8, id="an accepted card is steady green"),
        pytest.param(states.IS_REFUSED, [palette.REFUSED, 0] * 2 + [0] * 4, id="a refused card blinks twice in red"),
        pytest.param(states.IS_SETTLING, [palette.WHITE_DIM, 0] * 4, id="a settling card flickers"),
        pytest.param(states.IS_READ, [palette.WHITE_DIM] * 8, id="a card that waits for a choice is steady and dim"),
        pytest.param(states.IS_ABSENT, [palette.ABSENT] * 6 + [0] * 2, id="a chip that does not answer is dim red"),
        pytest.param(states.IS_CALIBRATING, [palette.WHITE_DIM] * 4 + [0] * 4, id="calibrating is slow and dim"),
    ],
)
def test_a_lamp_shows_the_state_of_its_slot(state: int, looks: list[int]) -> None:
    assert slot_over_a_second(state) == looks


def test_something_that_is_no_card_makes_the_lamp_blink_amber_whatever_the_slot_is_doing() -> None:
    for state in (states.IS_EMPTY, states.IS_SETTLING):
        stage = Stage()
        stage.slots[3] = state
        stage.troubled[3] = states.HAND
        assert lamp_over_a_second(stage, 3) == [palette.WARNING, palette.WARNING, 0, 0] * 2


@pytest.mark.parametrize(("what", "colour"), [(UNDO, palette.WARNING), (ABANDON, palette.REFUSED)])
def test_a_question_to_everybody_blinks_until_a_seat_has_agreed(what: int, colour: int) -> None:
    stage = Stage()
    stage.question = Motion(what, 3, (3, 5), 1, 0, Mock())
    stage.question.agreed[1] = True
    assert lamp_over_a_second(stage, 3) == [colour] * 4 + [0] * 4
    assert lamp_over_a_second(stage, 5) == [palette.ACCEPTED] * 8
    assert lamp_over_a_second(stage, 0) == [palette.CARD + 1] * 8
