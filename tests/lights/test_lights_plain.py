"""The plain scene up to its greatest values; in a game of common values `lights_sample` has it."""

import pytest

from tavolo.lights import palette, plain
from tavolo.lights.canvas import Canvas
from tests.lights.lights_support import Wires, staged

ALL = tuple(range(8))


class Game:
    """What the scene asks of a game: nobody is to act."""

    def to_act(self, position: object) -> tuple[int, ...]:
        return ()

    def outcome(self, position: object) -> tuple[int, ...] | None:
        return None


def painted(bars: tuple[int, ...] = (), points: tuple[int, ...] = (), option: tuple[int, ...] | None = None) -> Canvas:
    canvas = Canvas()
    plain.paint(canvas, staged(None, ALL, 0, option), Game(), points, bars)  # type: ignore[arg-type]
    return canvas


@pytest.mark.parametrize(("length", "bright"), [(15, 0), (16, 1), (22, 7), (30, 15), (31, 15), (110, 15)])
def test_beyond_fifteen_a_bar_turns_bright_light_by_light(length: int, bright: int) -> None:
    bar = list(painted((length, *(0,) * 7)).field[:15])
    assert bar == [palette.SEAT] * bright + [palette.SEAT_DIM] * (15 - bright)


def test_every_verb_and_number_of_an_option_has_a_look_of_its_own() -> None:
    options = [(verb, 1, number) for verb in range(15) for number in range(-9, 112)]
    options += [(verb, 1) for verb in range(15)]  # to pass, say
    looks = {bytes(painted(option=option).field) for option in options}
    assert len(looks | {bytes(painted().field)}) == len(options) + 1


def test_eight_players_with_the_greatest_values_stay_under_the_limit_and_are_told_apart() -> None:
    wires = Wires()
    wires.show(painted((40,) * 8, (63,) * 8))
    assert wires.milliamperes() <= 400
    assert len({wires.field(0, seat) for seat in ALL}) == 8
