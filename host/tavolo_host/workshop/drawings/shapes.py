"""Outlines: points in mm, y upwards."""

from collections.abc import Sequence
from math import cos, radians, sin

from tavolo_host.slot.geometry import Rectangle

Point = tuple[float, float]


def turned(point: Point, degrees: float) -> Point:
    """Return a point turned clockwise about 0, 0."""
    cosine, sine = cos(radians(degrees)), sin(radians(degrees))
    return point[0] * cosine + point[1] * sine, point[1] * cosine - point[0] * sine


def bounds(points: Sequence[Point]) -> tuple[Point, Point]:
    """Return the lower left and the upper right corner around an outline."""
    across, along = zip(*points, strict=True)
    return (min(across), min(along)), (max(across), max(along))


def box(x: float, y: float, width: float, depth: float) -> list[Point]:
    """Return the corners of an upright rectangle by its centre."""
    right, up = width / 2, depth / 2
    return [(x - right, y - up), (x + right, y - up), (x + right, y + up), (x - right, y + up)]


def corners(place: Rectangle) -> list[Point]:
    """Return the same of a rectangle of the slot."""
    return box(place.x, place.y, place.width, place.depth)


def tabbed(spans: Sequence[tuple[float, float]], tip: float) -> list[Point]:
    """Return the corners of tabs along an edge at height 0, each from its start to its end, that reach to `tip`."""
    return [corner for low, high in spans for corner in ((low, 0.0), (low, tip), (high, tip), (high, 0.0))]


def middle_spans(distance: float, length: float) -> list[Point]:
    """Return the start and the end of two spans whose middles are so far from 0."""
    return [(middle - length / 2, middle + length / 2) for middle in (-distance, distance)]


def rounded(x: float, y: float, width: float, depth: float, radius: float) -> list[Point]:
    """Return the same with round corners, as a polygon."""
    points = []
    for number, (across, along) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(9):
            angle = radians(90 * number + 11.25 * step)
            middle = x + across * (width / 2 - radius), y + along * (depth / 2 - radius)
            points.append((middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)))
    return points
