"""The plain scene: what people read off it of any game, up to its greatest values."""

import pytest

from tavolo.lights import palette, plain
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS
from tests.lights.lights_support import FORTY_TWO, Wires, staged

SEATS = (2, 6, 0)
SECOND_HALF = 500  # ms


class Game:
    """What the scene asks of a game."""

    def __init__(self, acting: tuple[int, ...] = (), result: tuple[int, ...] | None = None) -> None:
        self._acting, self._result = acting, result

    def to_act(self, position: object) -> tuple[int, ...]:
        return self._acting

    def outcome(self, position: object) -> tuple[int, ...] | None:
        return self._result


def painted(
    game: Game,
    points: tuple[int, ...] = (),
    bars: tuple[int, ...] = (),
    seats: tuple[int, ...] = SEATS,
    now_ms: int = 0,
    option: tuple[int, ...] | None = None,
) -> Canvas:
    stage, canvas = staged(None, seats, now_ms), Canvas()
    if option:
        stage.preview, stage.preview_player = option, option[1]
    plain.paint(canvas, stage, game, points, bars)  # type: ignore[arg-type]
    return canvas


def row(canvas: Canvas, seat: int) -> list[int]:
    return list(canvas.field[seat * 16 : seat * 16 + 16])


def drawn(canvas: Canvas, seat: int) -> list[str]:
    """The field as text: what has the bright colour of a seat, its last column aside."""
    lines = [canvas.field[at : at + 15] for at in range(0, 128, 16)]
    return ["".join(".#"[index == palette.SEAT + seat] for index in line) for line in lines]


def test_a_number_is_a_bar_in_the_row_of_the_physical_seat() -> None:
    canvas = painted(Game(), bars=(3, 15, 0))
    assert row(canvas, 2) == [palette.SEAT_DIM + 2] * 3 + [0] * 12 + [palette.SEAT + 2]
    assert row(canvas, 6) == [palette.SEAT_DIM + 6] * 15 + [palette.SEAT + 6]
    assert row(canvas, 0) == [0] * 15 + [palette.SEAT]
    assert not any(any(row(canvas, seat)) for seat in (1, 3, 4, 5, 7))


@pytest.mark.parametrize(("length", "bright"), [(16, 1), (22, 7), (30, 15), (31, 15), (110, 15)])
def test_beyond_fifteen_a_bar_turns_bright_light_by_light(length: int, bright: int) -> None:
    bar = row(painted(Game(), bars=(length, 0, 0)), 2)[:15]
    assert bar == [palette.SEAT + 2] * bright + [palette.SEAT_DIM + 2] * (15 - bright)


def test_who_is_to_act_pulses_and_the_others_have_their_own_colour() -> None:
    canvases = [painted(Game((1,)), now_ms=beat * BEAT_MS) for beat in range(BEATS)]
    assert [canvas.lamps[6] for canvas in canvases] == [palette.WHITE] * 4 + [palette.WHITE_DIM] * 4
    assert [row(canvas, 6)[15] for canvas in canvases] == [palette.SEAT + 6] * 4 + [palette.OFF] * 4
    assert {tuple(canvas.lamps[seat] for seat in (2, 0)) for canvas in canvases} == {
        (palette.SEAT_DIM + 2, palette.SEAT_DIM)
    }
    assert not any(canvases[0].lamps[seat] for seat in (1, 3, 4, 5, 7))


def test_an_option_is_its_last_number_and_a_light_for_each_verb_up_to_its_own() -> None:
    canvas = painted(Game((1,)), bars=(9, 9, 9), option=(2, 1, 50, 42))
    *number, verb = drawn(canvas, 6)
    assert (number, verb) == ([line[:15] for line in FORTY_TWO], "###............")


def test_between_looks_at_an_option_the_bars_are_shown() -> None:
    bars = (9, 8, 7)
    with_option = painted(Game((1,)), bars=bars, now_ms=SECOND_HALF, option=(2, 1, 42))
    assert with_option.field == painted(Game((1,)), bars=bars, now_ms=SECOND_HALF).field


def test_every_verb_and_number_of_an_option_has_a_look_of_its_own() -> None:
    options = [(verb, 1, number) for verb in range(15) for number in range(-9, 112)]
    options += [(verb, 1) for verb in range(15)]  # to pass, say
    looks = {bytes(painted(Game((1,)), option=option).field) for option in options}
    assert len(looks | {bytes(painted(Game((1,))).field)}) == len(options) + 1


def test_the_winners_breathe_and_their_bars_turn_bright_and_back() -> None:
    over = Game((), (100, 0, 2))
    early, late = (painted(over, bars=(2, 2, 2), now_ms=now_ms) for now_ms in (0, 2000))
    assert [early.lamps[seat] for seat in SEATS] == [palette.SEAT_DIM + seat for seat in SEATS]
    assert [late.lamps[seat] for seat in SEATS] == [palette.SEAT + 2, palette.SEAT_DIM + 6, palette.SEAT]
    assert row(late, 2)[:3] == [palette.SEAT + 2] * 2 + [0]
    assert row(late, 6) == row(early, 6)


def test_eight_players_with_the_greatest_values_stay_under_the_limit_and_are_told_apart() -> None:
    wires = Wires()
    wires.show(painted(Game(tuple(range(8))), (63,) * 8, (40,) * 8, seats=tuple(range(8))))
    assert wires.milliamperes() <= 400
    assert len({wires.field(0, seat) for seat in range(8)}) == 8
