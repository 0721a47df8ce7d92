"""How lights and marks look on the page."""

import colorsys

from tavolo.lights import palette
from tavolo_host.display.theme import SEAT_MARKS, glow


def hue(red: int, green: int, blue: int) -> float:
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0]


def test_seats_are_told_apart_by_shape_and_by_colour_alone() -> None:
    assert len({mark.path for mark in SEAT_MARKS}) == len({mark.colour for mark in SEAT_MARKS}) == 8


def test_a_seats_mark_has_the_hue_of_its_lamp() -> None:
    for seat, mark in enumerate(SEAT_MARKS[:7]):  # the eighth is white and has none
        shown = glow(*palette.RGB[palette.SEAT + seat])
        lamp = hue(shown >> 16, shown >> 8 & 255, shown & 255)
        drawn = hue(*bytes.fromhex(mark.colour[1:]))
        assert min((lamp - drawn) % 1, (drawn - lamp) % 1) < 0.09, mark.shape
