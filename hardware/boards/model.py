"""What a board is made of, as data: parts, footprints, outlines, pours. All in mm, y upwards, turns in degrees.

KiCad's own Python reads this module too (see `draw.py`), so it imports the standard library alone.
"""

from dataclasses import dataclass, field
from uuid import NAMESPACE_URL, uuid5

Point = tuple[float, float]

FRONT, BACK = "F", "B"
DATE, REVISION = "2026-11-23", "1"  # of the design, on every sheet
ORIGIN = (100.0, 120.0)  # the board's 0, 0 on KiCad's sheet, and the origin of drilling; KiCad's y runs downwards


@dataclass(frozen=True)
class Pad:
    """A pad of copper on the part's side, by the number of its pin; one that is not `bare` lies under solder mask."""

    number: str
    x: float
    y: float
    width: float
    height: float
    round: bool = False
    bare: bool = True


@dataclass(frozen=True)
class Footprint:
    """A footprint of KiCad's library, as `Library:Name`, or one of our own: its pads and lines, and its courtyard.

    Our own is drawn as seen from the side that its part is on. A machine places a `surface` part; hands place the rest.
    """

    name: str
    pads: tuple[Pad, ...] = ()
    lines: tuple[tuple[Point, ...], ...] = ()
    room: tuple[Point, Point] | None = None
    surface: bool = False


@dataclass(frozen=True)
class Part:
    """A part by its footprint's origin, with the net and the name of each pin by number; a net of None is left open.

    A part on the back is mirrored left to right and then turned, as seen from the front.
    """

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
class Board:
    """A board. One without parts is an outline with holes and, if wanted, pads of a footprint.

    Ground is poured within `poured`, if any, on `poured_sides`, and stays out of the rectangles `unpoured` (from, to).
    """

    name: str
    title: str
    outline: tuple[Point, ...]
    holes: tuple[tuple[float, float, float], ...] = ()  # x, y, diameter
    parts: tuple[Part, ...] = ()
    texts: tuple[Text, ...] = ()
    marks: tuple[tuple[str, tuple[Point, ...]], ...] = ()  # a side, and a shape filled with silk screen on it
    poured: tuple[Point, ...] = ()
    poured_sides: tuple[str, ...] = ()
    unpoured: tuple[tuple[Point, Point], ...] = ()
    poured_net: str = "GND"
    thickness: float = 1.6

    def wired(self) -> bool:
        """Whether a net joins two pins: only then there is a schematic."""
        pins = [net for part in self.parts for net in part.nets.values() if net]
        return len(pins) > len(set(pins))

    def box(self) -> tuple[Point, Point]:
        """From where to where the outline reaches."""
        xs, ys = zip(*self.outline, strict=True)
        return (min(xs), min(ys)), (max(xs), max(ys))


def identifier(name: str) -> str:
    """The identifier that belongs to a name, so that a board made again is the same byte for byte."""
    return str(uuid5(NAMESPACE_URL, f"tavolo/boards/{name}"))
