"""Where things lie on the page's table, and that the drawing has every one of them."""

import math
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from tavolo import wiring
from tavolo_host.display import geometry
from tavolo_host.display.drawing import table_drawing

ALL_PIXELS = geometry.track_points() + geometry.field_points() + geometry.lamp_points()


def test_no_two_pixels_touch_each_other_and_all_lie_on_the_table() -> None:
    assert all(40 < x < geometry.WIDTH - 40 and 40 < y < geometry.HEIGHT - 40 for x, y in ALL_PIXELS)
    nearest = min(math.dist(one, other) for one, other in combinations(ALL_PIXELS, 2))
    assert nearest > 2 * geometry.TRACK_RADIUS


def test_the_track_runs_clockwise_in_even_steps() -> None:
    track = geometry.track_points()
    steps = [math.dist(one, other) for one, other in pairwise(track)]
    assert max(steps) - min(steps) < 1.0
    angles = [math.atan2(y - geometry.CENTRE[1], x - geometry.CENTRE[0]) for x, y in track]
    turns = [(after - before) % math.tau for before, after in pairwise(angles)]
    assert all(0 < turn < math.pi for turn in turns)


def test_the_field_is_numbered_row_by_row_from_the_top_left() -> None:
    field = geometry.field_points()
    assert field[1][0] > field[0][0]
    assert field[1][1] == field[0][1]
    assert field[16][1] > field[0][1]
    assert field[16][0] == field[0][0]


def test_seats_sit_clockwise_around_the_table() -> None:
    angles = [math.atan2(place.y - geometry.CENTRE[1], place.x - geometry.CENTRE[0]) for place in geometry.SEAT_PLACES]
    assert sum((after - before) % math.tau for before, after in pairwise(angles)) < math.tau


@pytest.mark.parametrize("place", geometry.SEAT_PLACES)
def test_a_players_side_is_away_from_the_middle(place: geometry.Place) -> None:
    plate = place.point(*geometry.PLATE_PLACE)
    lamp = place.point(*geometry.LAMP_PLACE)
    across = 1 if place.turn in (0, 180) else 0
    assert abs(plate[across] - geometry.CENTRE[across]) > abs(lamp[across] - geometry.CENTRE[across])


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
