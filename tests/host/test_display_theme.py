"""How lights and marks look on the page."""

import colorsys

from tavolo.lights import palette
from tavolo_host.display.theme import DARK_PIXEL, SEAT_MARKS, glow


def brightness(colour: int) -> int:
    return max(colour >> 16, colour >> 8 & 255, colour & 255)


def hue(red: int, green: int, blue: int) -> float:
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0]


def test_more_on_the_wire_is_never_darker_and_levels_in_use_differ() -> None:
    assert glow(0, 0, 0) == DARK_PIXEL
    assert brightness(glow(1, 0, 0)) > brightness(DARK_PIXEL) + 20
    shown = [brightness(glow(level, level, level)) for level in range(1, 256)]
    assert shown == sorted(shown)
    assert shown[8] < shown[20] < shown[40] < shown[55]
    assert shown[-1] == 255


def test_all_colours_of_the_palette_that_differ_look_different() -> None:
    lights = {colour for colour in palette.RGB if any(colour)}
    assert len({glow(*colour) for colour in lights}) == len(lights)


def test_seats_are_told_apart_by_shape_and_by_colour_alone() -> None:
    assert len({mark.path for mark in SEAT_MARKS}) == len({mark.colour for mark in SEAT_MARKS}) == 8


def test_a_seats_mark_has_the_hue_of_its_lamp() -> None:
    for seat, mark in enumerate(SEAT_MARKS[:7]):  # the eighth is white and has none
        shown = glow(*palette.RGB[palette.SEAT + seat])
        lamp = hue(shown >> 16, shown >> 8 & 255, shown & 255)
        drawn = hue(*bytes.fromhex(mark.colour[1:]))
        assert min((lamp - drawn) % 1, (drawn - lamp) % 1) < 0.09, mark.shape
