"""Where everything lies on the table, seen from above, in the units of the picture (1200 wide, 720 high).

Seats are numbered clockwise from the middle of the near side. The places of a seat's parts are relative to it: x to its
player's right, y towards its player.
"""

import math
from dataclasses import dataclass

import svg

WIDTH, HEIGHT = 1200, 720
CENTRE = (600.0, 360.0)

PITCH = 31.5  # from pixel to pixel of the field
FIELD_COLUMNS, FIELD_ROWS = 16, 8
TRACK_PIXELS, LAMPS = 64, 8
TRACK_WIDTH, TRACK_HEIGHT, TRACK_CORNER = 716.0, 322.0, 64.0
TRACK_GAP = 46.0  # between the last pixel and the first, so that the eye finds the start
NUMBER_DISTANCE = 23.0  # from a track pixel outwards to its number

TRACK_RADIUS, FIELD_RADIUS, LAMP_RADIUS = 9.5, 10.5, 10.0

LAMP_PLACE = (0.0, -45.0)
PLATE_PLACE = (0.0, 83.0)

LIGHTS = (120, 128, 960, 464)  # the part of the picture with lights: left, top, width, height

Point = tuple[float, float]


@dataclass(frozen=True)
class Place:
    """A seat's place: its centre, and by how many degrees it is turned clockwise from the near side."""

    x: float
    y: float
    turn: int

    def point(self, across: float, outward: float) -> Point:
        """Return the picture's coordinates of a point relative to this seat."""
        angle = math.radians(self.turn)
        return (
            round(self.x + across * math.cos(angle) - outward * math.sin(angle), 2),
            round(self.y + across * math.sin(angle) + outward * math.cos(angle), 2),
        )


SEAT_PLACES = (
    Place(600, 615, 0),
    Place(275, 615, 0),
    Place(105, 360, 90),
    Place(275, 105, 180),
    Place(600, 105, 180),
    Place(925, 105, 180),
    Place(1095, 360, 270),
    Place(925, 615, 0),
)


def field_points() -> list[Point]:
    """Return the centres of the field's 128 pixels, row by row from the top left."""
    left = CENTRE[0] - PITCH * (FIELD_COLUMNS - 1) / 2
    top = CENTRE[1] - PITCH * (FIELD_ROWS - 1) / 2
    return [(left + PITCH * column, top + PITCH * row) for row in range(FIELD_ROWS) for column in range(FIELD_COLUMNS)]


def field_frame() -> tuple[float, float, float, float]:
    """Return the field with its rim: left, top, width, height."""
    width, height = PITCH * FIELD_COLUMNS + 10, PITCH * FIELD_ROWS + 10
    return CENTRE[0] - width / 2, CENTRE[1] - height / 2, width, height


def track_points() -> list[Point]:
    """Return the centres of the track's 64 pixels, clockwise from the top left corner's right end."""
    return [_along_the_ring(distance)[0] for distance in _track_distances()]


def track_number_points() -> list[Point]:
    """Return where the number of each track pixel goes: outside the ring, beside its pixel."""
    points = []
    for distance in _track_distances():
        (x, y), (outward_x, outward_y) = _along_the_ring(distance)
        points.append((round(x + NUMBER_DISTANCE * outward_x, 2), round(y + NUMBER_DISTANCE * outward_y, 2)))
    return points


def lamp_points() -> list[Point]:
    """Return the centres of the eight seat lamps."""
    return [place.point(*LAMP_PLACE) for place in SEAT_PLACES]


def ring_outline() -> list[svg.PathData]:
    """Return the ring as an SVG path."""
    first, *others = (_along_the_ring(ring_length() * step / 200)[0] for step in range(200))
    return [svg.MoveTo(*first), *(svg.LineTo(*point) for point in others), svg.ClosePath()]


def ring_length() -> float:
    """Return the length of the closed ring that carries the track."""
    straight = 2 * (TRACK_WIDTH - 2 * TRACK_CORNER) + 2 * (TRACK_HEIGHT - 2 * TRACK_CORNER)
    return straight + 2 * math.pi * TRACK_CORNER


def _track_distances() -> list[float]:
    step = (ring_length() - TRACK_GAP) / (TRACK_PIXELS - 1)
    return [step * number for number in range(TRACK_PIXELS)]


def _along_the_ring(distance: float) -> tuple[Point, Point]:
    """Return the point at this distance clockwise along the ring, and the outward direction there."""
    half_width, half_height = TRACK_WIDTH / 2 - TRACK_CORNER, TRACK_HEIGHT / 2 - TRACK_CORNER
    quarter = math.pi / 2 * TRACK_CORNER
    for side, corner in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        length = 2 * (half_width if side % 2 == 0 else half_height)
        if distance > length + quarter:
            distance -= length + quarter
            continue
        ahead, back = math.radians(90 * side), max(0.0, length - distance)
        angle = ahead + max(0.0, distance - length) / TRACK_CORNER
        outward = math.sin(angle), -math.cos(angle)
        x = CENTRE[0] + corner[0] * half_width + outward[0] * TRACK_CORNER - math.cos(ahead) * back
        y = CENTRE[1] + corner[1] * half_height + outward[1] * TRACK_CORNER - math.sin(ahead) * back
        return (round(x, 2), round(y, 2)), outward
    return _along_the_ring(distance)


def spread(count: int) -> tuple[int, ...]:
    """Return all seats, those of `places` first: in this order they are given to people who have none."""
    return tuple(dict.fromkeys((*places(count), *range(len(SEAT_PLACES)))))


def places(count: int) -> tuple[int, ...]:
    """Return the seats for a number of people, spread around the table."""
    return tuple((number * len(SEAT_PLACES) + count // 2) // count for number in range(count))
