"""Where things lie on the page's table, and that the drawing has every one of them."""

import re
from xml.etree import ElementTree

from tavolo import wiring
from tavolo_host.display.drawing import table_drawing


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
