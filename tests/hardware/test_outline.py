"""The way of a knife around rectangles, and the letters that can be printed."""

import pytest

from tavolo_host.slot.geometry import Rectangle
from tavolo_host.workshop.printing.ink import text_width
from tavolo_host.workshop.printing.sheets import outlines


def area(points: list[tuple[float, float]]) -> float:
    """The area inside an outline: above 0 where it goes from x to y."""
    following = [*points[1:], points[0]]
    return sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in zip(points, following, strict=True)) / 2


def test_rectangles_that_touch_are_one_outline_with_its_corners_alone_and_a_hole_goes_the_other_way():
    sides = [Rectangle(0, -4, 10, 2), Rectangle(0, 4, 10, 2), Rectangle(-4, 0, 2, 6), Rectangle(4, 0, 2, 6)]
    outer, hole = outlines(sides)
    assert (outer[0], len(outer), area(outer)) == ((-5, -5), 4, 100)
    assert (hole[0], len(hole), area(hole)) == ((-3, -3), 4, -36)


def test_rectangles_that_touch_by_a_corner_alone_are_two_outlines():
    assert [area(points) for points in outlines([Rectangle(0, 0, 2, 2), Rectangle(2, 2, 2, 2)])] == [4, 4]


def test_lines_nearer_than_a_thousandth_of_a_millimetre_are_the_same():
    (joined,) = outlines([Rectangle(0, 0, 2, 2), Rectangle(2.0004, 0, 2, 2)])
    assert joined == [(-1, -1), (3, -1), (3, 1), (-1, 1)]


def test_a_letter_that_the_font_lacks_is_named():
    assert text_width("Kuh", 10) > text_width("Kuh", 5) > text_width("Ku", 5)
    with pytest.raises(ValueError, match="The font has no “Ж”"):
        text_width("Жук", 3)
