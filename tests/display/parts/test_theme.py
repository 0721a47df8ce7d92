"""How lights and marks look on the page, and that the drawn table has every part."""

import colorsys
import re
from xml.etree import ElementTree

from tavolo import wiring
from tavolo.lights import palette
from tavolo_host.display.parts.drawing import table_drawing
from tavolo_host.display.parts.theme import SEAT_MARKS, glow


def hue(red: int, green: int, blue: int) -> float:
    return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0]


def test_seats_differ_by_shape_and_by_colour_alone() -> None:
    assert len({mark.path for mark in SEAT_MARKS}) == len({mark.colour for mark in SEAT_MARKS}) == 8


def test_a_seats_mark_has_the_hue_of_its_lamp() -> None:
    for seat, mark in enumerate(SEAT_MARKS[:7]):  # the eighth is white and has none
        shown = glow(*palette.RGB[palette.SEAT + seat])
        lamp = hue(shown >> 16, shown >> 8 & 255, shown & 255)
        drawn = hue(*bytes.fromhex(mark.colour[1:]))
        assert min((lamp - drawn) % 1, (drawn - lamp) % 1) < 0.09, mark.shape


def test_the_drawing_has_every_pixel_once_in_order_and_every_seat_with_slot_keys_and_plate() -> None:
    drawing = table_drawing()
    assert [int(number) for number in re.findall(r'data-pixel="(\d+)"', drawing)] == [*range(200)]
    seats = ElementTree.fromstring(drawing).findall(".//*[@data-seat]")
    assert len(seats) == wiring.SEATS
    for number, seat in enumerate(seats):
        assert len(seat.findall(".//*[@data-key]")) == 3
        assert len(seat.findall(".//*[@data-lift]")) == 1
        (plate,) = seat.findall(".//*[@data-sit]")
        assert plate.get("data-label") == f"sit at seat {number + 1}"
