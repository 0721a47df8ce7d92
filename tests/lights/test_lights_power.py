"""The strips and their current: what is sent, when, and how bright."""

import random

import pytest

from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.power import SCALE_ONE, Limiter
from tavolo.wiring import FIELD_PIN, LAMPS_PIN, TRACK_PIN
from tavolo_host.simulator.pixels import BYTE_US
from tests.lights.lights_support import Wires


@pytest.fixture
def wires() -> Wires:
    return Wires()


def lit_canvas(track: int = 0, field: int = 0, lamps: int = 0, index: int = palette.WHITE) -> Canvas:
    """A canvas with that many pixels of each strip lit."""
    canvas = Canvas()
    for pixels, count in zip(canvas.strips, (track, field, lamps), strict=True):
        pixels[:count] = bytes([index]) * count
    return canvas


def shown_milliamperes(wires: Wires) -> list[float]:
    """The current after each frame, in the order in which the strips showed them; dark before the first."""
    light = dict.fromkeys(wires.wires, 0)
    currents = []
    for _, pin, data in sorted((start + BYTE_US * len(data), pin, data) for start, pin, data in wires.sent):
        light[pin] = sum(data)
        currents.append(200 + sum(light.values()) * 20 / 255)
    return currents


def test_at_power_on_all_strips_go_dark_whatever_they_showed(wires: Wires) -> None:
    wires.show(lit_canvas(track=3, field=3, lamps=3))
    wires.sent.clear()
    wires.power_on(400)
    assert sorted(pin for _, pin, _ in wires.sent) == [TRACK_PIN, FIELD_PIN, LAMPS_PIN]
    assert {colour for wire in wires.wires.values() for colour in wire.pixels} == {(0, 0, 0)}


@pytest.mark.parametrize(
    ("changed", "pins"),
    [((0, 0, 0), []), ((1, 0, 0), [TRACK_PIN]), ((0, 1, 0), [FIELD_PIN]), ((0, 0, 1), [LAMPS_PIN])],
)
def test_only_the_strip_that_changed_is_sent(wires: Wires, changed: tuple[int, int, int], pins: list[int]) -> None:
    wires.show(Canvas())
    wires.sent.clear()
    assert wires.show(lit_canvas(*changed)) == bool(pins)
    assert [sent for _, sent, _ in wires.sent] == pins


@pytest.mark.parametrize("limit_ma", [210, 250, 300, 400, 1000])
def test_everything_white_stays_under_the_limit_and_uses_most_of_it(limit_ma: int) -> None:
    wires = Wires(limit_ma)
    wires.show(lit_canvas(64, 128, 8))
    assert wires.milliamperes() <= limit_ma
    wanted = 200 + 200 * sum(palette.RGB[palette.WHITE]) * 20 / 255
    if limit_ma >= 300:
        assert wires.milliamperes() >= min(limit_ma, wanted) * 0.8


def test_dimming_includes_unchanged_strips_and_light_comes_back_when_possible(
    wires: Wires,
) -> None:
    wires.show(lit_canvas(lamps=8))
    before = wires.lamp(0)
    wires.show(lit_canvas(field=128, lamps=8))
    assert wires.lamp(0) == wires.field(0, 0)
    assert 0 < wires.lamp(0)[0] < before[0]
    wires.show(lit_canvas(lamps=8))
    assert wires.lamp(0) == before == palette.RGB[palette.WHITE]


def test_the_limit_holds_between_the_strips_even_when_dim_colours_take_the_place_of_others() -> None:
    chance = random.Random(7)
    wires = Wires(300)
    canvas = Canvas()
    for _ in range(1500):
        for pixels in canvas.strips:
            for _ in range(chance.choice((0, 2, 20))):
                pixels[chance.randrange(len(pixels))] = chance.randrange(1, len(palette.RGB))
        wires.lights.show(canvas)
        wires.clock.advance_us(chance.choice((1000, 3000, 6000)))
    assert wires.lights.scale() < SCALE_ONE
    assert max(shown_milliamperes(wires)) <= 300


def test_stepwise_changes_look_like_one_painting() -> None:
    chance = random.Random(6)
    wires = Wires(2000)
    canvas = Canvas()
    for _ in range(50):
        pixels = chance.choice(canvas.strips)
        pixels[chance.randrange(len(pixels))] = chance.randrange(len(palette.RGB))
        wires.show(canvas)
    assert [palette.RGB[index] for index in canvas.track] == [wires.track(space) for space in range(64)]
    assert [palette.RGB[index] for index in canvas.field] == [
        wires.field(column, row) for row in range(8) for column in range(16)
    ]
    assert [palette.RGB[index] for index in canvas.lamps] == [wires.lamp(seat) for seat in range(8)]
    assert wires.lights.milliamperes() == pytest.approx(wires.milliamperes(), abs=1)


def test_a_pawn_that_blinks_at_the_limit_does_not_make_the_table_breathe() -> None:
    limiter = Limiter(400, 200)
    limiter.fit(limiter.allowed + 100)
    scale = limiter.scale
    assert scale < SCALE_ONE
    for light in (limiter.allowed - 50, limiter.allowed + 100) * 4:
        assert not limiter.fit(light)
        assert limiter.scale == scale
    assert limiter.fit(limiter.allowed // 2)
    assert limiter.scale == SCALE_ONE


def test_a_limit_that_leaves_no_light_is_refused() -> None:
    with pytest.raises(ValueError, match="200 mA leaves nothing for light: 200 pixels draw 200 mA"):
        Wires(200)
