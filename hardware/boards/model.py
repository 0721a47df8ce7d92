"""What a board is made of, as data: pads, footprints, parts, outlines, pours. All in mm, y upwards, turns in degrees.

A footprint is seen from the side that its part is on. A part on the back is mirrored left to right and then turned, as
seen from the front.
"""

from dataclasses import dataclass, field
from math import cos, radians, sin

Point = tuple[float, float]

FRONT, BACK = "F", "B"


@dataclass(frozen=True)
class Pad:
    """A pad by the number of its pin; without a drill it is copper on the part's side alone.

    `shape` is KiCad's: rect, circle, oval. A `slot` makes the drill long: the second measure, along y. Pads that are
    not `bare` lie under the solder mask; pads that are not `plated` are holes without copper.
    """

    number: str
    x: float
    y: float
    width: float
    height: float
    shape: str = "rect"
    drill: float = 0.0
    slot: float = 0.0
    bare: bool = True
    plated: bool = True


@dataclass(frozen=True)
class Footprint:
    """A footprint of the library: its pads, the lines of its outline, and what room (from, to) it takes.

    `surface` is for a machine to place; everything else is put in by hand.
    """

    name: str
    description: str
    pads: tuple[Pad, ...]
    lines: tuple[tuple[Point, ...], ...] = ()
    room: tuple[Point, Point] | None = None
    surface: bool = False


@dataclass(frozen=True)
class Part:
    """A part on its place, the net of each of its pins by number, and their names; None leaves a pin open."""

    reference: str
    value: str
    footprint: Footprint
    x: float
    y: float
    nets: dict[str, str | None] = field(default_factory=dict)
    turn: float = 0.0
    side: str = FRONT
    bought: bool = True  # stands on the list of parts
    names: dict[str, str] = field(default_factory=dict)
    label: Point | None = None  # where the reference is written; None: nowhere

    def placed(self, x: float, y: float) -> Point:
        """Where a point of the footprint is on the board."""
        across = x if self.side == FRONT else -x
        cosine, sine = cos(radians(self.turn)), sin(radians(self.turn))
        return self.x + across * cosine - y * sine, self.y + across * sine + y * cosine

    def lies(self) -> bool:
        """Whether its footprint's width runs along the board's y."""
        return round(self.turn / 90) % 2 == 1


@dataclass(frozen=True)
class Text:
    """Words in the silk screen, by their middle."""

    words: str
    x: float
    y: float
    size: float = 1.5
    side: str = FRONT
    turn: float = 0.0


@dataclass(frozen=True)
class Pour:
    """Ground poured over all that an outline encloses, on these sides."""

    outline: tuple[Point, ...]
    sides: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A board. One without parts is an outline with holes and, if wanted, pads of a footprint.

    `widths` are the tracks' by net, `width` that of all others; those of a net in `longest` are no longer than that.
    On `sides` tracks may run (on none: none are drawn), and within the rectangles `crossings` (from, to) on both; over
    those of `shunned` they are led only if there is no other way, and ground keeps out of those of `unpoured`.
    """

    name: str
    title: str
    outline: tuple[Point, ...]
    holes: tuple[tuple[float, float, float], ...] = ()  # x, y, diameter
    parts: tuple[Part, ...] = ()
    texts: tuple[Text, ...] = ()
    marks: tuple[tuple[str, tuple[Point, ...]], ...] = ()  # a side, and a shape filled with silk screen on it
    pours: tuple[Pour, ...] = ()
    unpoured: tuple[tuple[Point, Point], ...] = ()
    width: float = 0.3
    widths: dict[str, float] = field(default_factory=dict)
    longest: dict[str, float] = field(default_factory=dict)
    sides: tuple[str, ...] = (FRONT, BACK)
    crossings: tuple[tuple[Point, Point], ...] = ()
    shunned: tuple[tuple[Point, Point], ...] = ()
    poured_net: str = "GND"
    thickness: float = 1.6

    def nets(self) -> list[str]:
        """The names of all nets, sorted."""
        return sorted({net for part in self.parts for net in part.nets.values() if net})

    def wired(self) -> bool:
        """Whether a net joins two pins: only then there is a schematic."""
        pins = [net for part in self.parts for net in part.nets.values() if net]
        return len(pins) > len(set(pins))

    def box(self) -> tuple[Point, Point]:
        """From where to where the outline reaches."""
        xs, ys = zip(*self.outline, strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))
