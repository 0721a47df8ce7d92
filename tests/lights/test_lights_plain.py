"""The default scene up to its greatest values; `lights_sample` has a game with common values."""

import pytest

from tavolo.lights import palette, plain
from tavolo.lights.canvas import Canvas
from tests.lights.lights_support import Wires, staged

ALL = tuple(range(8))


class Game:
    """What the scene uses of a game: nobody is to act."""

    def to_act(self, position: object) -> tuple[int, ...]:
        return ()

    def outcome(self, position: object) -> tuple[int, ...] | None:
        return None


def painted(
    bars: tuple[int, ...] = (),
    points: tuple[int, ...] = (),
    option: tuple[int, ...] | None = None,
    shown: int | None = None,
    now_ms: int = 0,
) -> Canvas:
    canvas = Canvas()
    plain.paint(canvas, staged(None, ALL, now_ms, option), Game(), points, bars, shown)  # type: ignore[arg-type]
    return canvas


@pytest.mark.parametrize(("length", "bright"), [(15, 0), (16, 1), (22, 7), (30, 15), (31, 15), (110, 15)])
def test_beyond_fifteen_a_bar_turns_bright_light_by_light(length: int, bright: int) -> None:
    bar = list(painted((length, *(0,) * 7)).field[:15])
    assert bar == [palette.SEAT] * bright + [palette.SEAT_DIM] * (15 - bright)


def test_every_verb_and_number_of_an_option_looks_different() -> None:
    options = [(verb, 1, number) for verb in range(15) for number in range(-9, 112)]
    options += [(verb, 1) for verb in range(15)]  # to pass, say
    looks = {bytes(painted(option=option).field) for option in options}
    assert len(looks | {bytes(painted().field)}) == len(options) + 1


def test_a_number_of_the_table_takes_turns_with_the_bars_or_the_option_and_no_two_look_alike() -> None:
    bars = (3,) * 8
    looks = {bytes(painted(bars, shown=number, now_ms=500).field) for number in range(-999, 1000, 37)}
    assert len(looks | {bytes(painted(bars, now_ms=500).field)}) == len(range(-999, 1000, 37)) + 1
    for option in (None, (1, 2, 3)):
        assert painted(bars, option=option, shown=7).field == painted(bars, option=option).field
        assert bytes(painted(bars, option=option, shown=7, now_ms=500).field) == bytes(
            painted(shown=7, now_ms=500).field
        )


def test_eight_players_with_the_greatest_values_stay_under_the_limit_and_differ() -> None:
    wires = Wires()
    wires.show(painted((40,) * 8, (63,) * 8))
    assert wires.milliamperes() <= 400
    assert len({wires.field(0, seat) for seat in ALL}) == 8
