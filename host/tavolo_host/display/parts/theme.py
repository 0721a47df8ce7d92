"""Colours and marks of the page, and how a pixel's levels look on a screen.

Seats differ by colour, shape and number. Their shapes are plain geometry, and the suits of games have other shapes, so
that nobody confuses the two. All shapes are SVG paths in a square from -10 to 10.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

import svg
from markupsafe import Markup

from tavolo_host.vector import Outline, inline_svg

DARK_PIXEL = 0x2B211A  # a diffuser with no light behind it

# The levels are low to spare the power supply; FULL_LEVEL looks as bright as the screen can be. They are linear in
# light, a screen's are not.
FULL_LEVEL = 56
SCREEN_POWER = 1 / 2.2
FAINTEST = 70


@dataclass(frozen=True)
class SeatMark:
    """A seat's mark: colour, and the shape's name and path."""

    colour: str
    shape: str
    path: str


# The colours are those of the lamps (`tavolo.lights.palette`), as they look on a screen.
SEAT_MARKS = (
    SeatMark("#ee9a3a", "circle", "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z"),
    SeatMark("#62b8ee", "square", "M-8-8H8V8H-8Z"),
    SeatMark("#2fb38a", "triangle", "M0-11L11 8H-11Z"),
    SeatMark("#efe04a", "diamond", "M0-11L10 0L0 11L-10 0Z"),
    SeatMark("#5c7df0", "star", "M0-11L3.2-3.9L11-3.2L5.2 2.2L6.9 10L0 5.9L-6.9 10L-5.2 2.2L-11-3.2L-3.2-3.9Z"),
    SeatMark("#e0553a", "hexagon", "M-5-8.7H5L10 0L5 8.7H-5L-10 0Z"),
    SeatMark("#d283b4", "cross", "M-4.5-10H4.5V-4.5H10V4.5H4.5V10H-4.5V4.5H-10V-4.5H-4.5Z"),
    SeatMark("#e9eee8", "shield", "M-8.5-9H8.5V1C8.5 6 4 8.6 0 10C-4 8.6-8.5 6-8.5 1Z"),
)


def seat_number(seat: int) -> int:
    """Return the number of a seat as people count: from one."""
    return seat + 1


@lru_cache(maxsize=4096)
def glow(red: int, green: int, blue: int) -> int:
    """Return as 0xRRGGBB how a pixel with these levels (0-255) looks behind its diffuser.

    The hue stays; the brightness is raised to what an eye sees in a dark room.
    """
    strongest = max(red, green, blue)
    if strongest == 0:
        return DARK_PIXEL
    brightness = FAINTEST + (255 - FAINTEST) * min(1.0, strongest / FULL_LEVEL) ** SCREEN_POWER
    shown = [int(brightness * (level / strongest) ** SCREEN_POWER + 0.5) for level in (red, green, blue)]
    return shown[0] << 16 | shown[1] << 8 | shown[2]


def glow_all(levels: bytes) -> list[int]:
    """Return `glow` for all pixels of a strip, given as RGB bytes."""
    return [glow(levels[at], levels[at + 1], levels[at + 2]) for at in range(0, len(levels), 3)]


def hexadecimal(colour: int) -> str:
    """Return 0xRRGGBB as "#rrggbb"."""
    return f"#{colour:06x}"


@cache
def seat_mark_svg(seat: int, size: int = 22) -> Markup:
    """Return a seat's mark as a picture of `size` pixels: its shape in its colour, its number inside."""
    return inline_svg(seat_mark_elements(seat), (-11, -11, 22, 22), "seat-mark", size=(size, size))


def seat_mark_elements(seat: int) -> list[svg.Element]:
    """Return the elements of a seat's mark, drawn around 0, 0."""
    mark = SEAT_MARKS[seat]
    return [
        svg.Path(d=[Outline(mark.path)], fill=mark.colour),
        svg.Text(y=4, class_=["seat-number"], text=str(seat_number(seat))),
    ]
