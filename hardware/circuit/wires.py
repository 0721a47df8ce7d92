"""The wires of a wiring picture: each runs from a pin straight ahead to its net.

A picture says where pins are, to which sides a wire may leave them, and where the trunks of each net run. A wire leaves
a pin and goes straight until it meets a trunk of the pin's net, or another pin of that net that faces it. A pin that
finds neither gets the name of its net instead, so a wire that is wrong in the netlist is wrong in the picture.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from xml.etree.ElementTree import Element

import svg

from hardware.circuit.netlist import Pin
from tavolo_host.vector import document

SVG = "{http://www.w3.org/2000/svg}"
MOVED = {"x": 0, "cx": 0, "x1": 0, "x2": 0, "y": 1, "cy": 1, "y1": 1, "y2": 1}  # a shape's numbers: across, down

PAPER, INK = "#fdfcf8", "#22303a"
FONT = "DejaVu Sans, Verdana, sans-serif"

COLOURS = {
    "GND": "#20262b", "+5V": "#cc2f27", "PANEL_5V": "#cc2f27", "VBUS": "#cc2f27", "SUPPLY": "#93231d",
    "FUSED": "#b0402c", "VSYS": "#a8541f",
    "3V3": "#e07f00", "TRACK": "#2f8f4e", "FIELD": "#7a4bb5", "LAMPS": "#0f8b94",
    "PANEL": "#7a4bb5", "LAMP": "#0f8b94", "SDA": "#1d6fc0", "SCL": "#b79400", "KEY": "#b83280",
}  # fmt: skip
PAD_COLOURS = ("#5b7c99", "#3f97b5", "#4a5fb0")  # rows of pads

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
AGAINST = {"left": "right", "right": "left", "up": "down", "down": "up"}
THICK = 2.6
OPEN = "#e3c266"  # a gilded pin that nothing is wired to
PIN, JOINT = 4.4, 3.6  # radii

Spot = tuple[float, float]
Leg = tuple[Spot, Spot]  # upright or level


def colour(net: str) -> str:
    """Return the colour of a net, by its name or the first or last part of it."""
    if "_PAD" in net:
        return PAD_COLOURS[int(net.rsplit("PAD", 1)[1]) // 3 % 3]
    first, *others = net.split("_")
    return next((COLOURS[name] for name in (net, first.rstrip("12345678"), *others[::-1]) if name in COLOURS), INK)


@dataclass(frozen=True)
class Terminal:
    """A pin in the picture, and the sides to which wires may leave it.

    An electrode has none: its wire goes to its pad or key, and beside that in a lane at this distance.
    """

    reference: str
    pin: Pin
    x: float
    y: float
    exits: tuple[str, ...]
    lane: float


class Loom:
    """An SVG picture, x to the right, y downwards, in pixels; it gathers terminals and trunks, and wires them."""

    def __init__(self, width: str, height: str, title: str) -> None:
        self._size, self._title = (float(width), float(height)), title
        self._shapes: list[svg.Element] = []
        self.terminals: list[Terminal] = []
        self.pads: list[Terminal] = []
        self.loose: list[Terminal] = []
        self._trunks: dict[str, list[tuple[Spot, ...]]] = {}
        self.laid: list[tuple[str, Leg]] = []

    def copy(self, drawn: Element, x: float = 0.0, y: float = 0.0, words: dict[str, str] | None = None) -> None:
        """Draw a shape of a drawing with its origin at x, y, and with these words in place of those in braces."""
        settings: dict[str, float | str] = {name.replace("-", "_"): value for name, value in drawn.items()}
        settings |= {name: float(drawn.attrib[name]) + (x, y)[way] for name, way in MOVED.items() if name in settings}
        if drawn.text:
            settings["text"] = drawn.text.format(**words or {})
        self._shapes.append(getattr(svg, drawn.tag.removeprefix(SVG).capitalize())(**settings))

    def dot(self, x: float, y: float, radius: float, *, fill: str, stroke: str = "none") -> None:
        """Draw a disc."""
        self._shapes.append(svg.Circle(cx=x, cy=y, r=radius, fill=fill, stroke=stroke))

    def svg(self) -> str:
        """Return the picture."""
        width, height = self._size
        box, extra = svg.ViewBoxSpec(0, 0, width, height), {"font-family": FONT, "role": "img"}
        picture = svg.SVG(width=width, height=height, viewBox=box, extra=extra, elements=self._shapes)
        return document(picture, self._title)

    def trunk(self, net: str, *spots: Spot) -> None:
        """Let a net run along these spots, upright or level between one and the next."""
        self._trunks.setdefault(net, []).append(spots)

    def draw(self) -> None:
        """Draw trunks, wires, and the name of the net at each pin that no wire reaches."""
        led = set(self._lead_electrodes())
        for net, runs in sorted(self._trunks.items()):
            for run in runs:
                self.wire(net, *run)
        self.loose = [end for end in self.terminals if end.pin.net and end not in led and not self._lead(end)]
        for net, runs in sorted(self._trunks.items()):
            for run in runs:
                for spot in (run[0], run[-1]):
                    for other in runs:
                        if other is not run and any(_lies_on(spot, leg) for leg in pairwise(other)):
                            self.dot(*spot, JOINT, fill=colour(net))
        for end in self.terminals:
            paint = OPEN if end.pin.net is None else colour(end.pin.net)
            self.dot(end.x, end.y, PIN, fill=paint, stroke=PAPER)
        for end in self.loose:
            name = end.pin.net or ""
            text = svg.Text(x=end.x + 5, y=end.y - 5, font_size=9, fill=colour(name), font_weight="bold", text=name)
            self._shapes.append(text)

    def wire(self, net: str, *spots: Spot, thick: float = THICK) -> None:
        """Draw a wire along these spots, upright or level between one and the next."""
        for stroke, width in ((PAPER, thick + 2), (colour(net), thick)):
            self._shapes.append(
                svg.Polyline(points=[svg.Point(x, y) for x, y in spots], fill="none", stroke=stroke, stroke_width=width,
                             stroke_linejoin="round", stroke_linecap="round")
            )  # fmt: skip
        self.laid += [(net, leg) for leg in pairwise(spots)]

    def _lead_electrodes(self) -> Iterator[Terminal]:
        """Draw the wires of electrodes to their pads and keys, and yield the electrodes.

        At a chip, each has a level channel of its own; those that go to the left nest one way, those to the right the
        other.
        """
        electrodes = [end for end in self.terminals if not end.exits]
        for _, ends in groupby(electrodes, lambda end: end.reference):
            runs = [(end, pad) for end in ends for pad in self.pads if pad.pin.net == end.pin.net]
            leftwards = [(end, pad) for end, pad in runs if pad.x + pad.lane <= end.x]
            rightwards = [(end, pad) for end, pad in runs if pad.x + pad.lane > end.x]
            for channel, (end, pad) in enumerate(leftwards + rightwards[::-1]):
                level, lane = end.y + (-1 if pad.y < end.y else 1) * (14 + 5 * channel), pad.x + pad.lane
                turns = (end.x, level), (lane, level), (lane, pad.y)
                self.wire(end.pin.net or "", (end.x, end.y), *turns, (pad.x, pad.y), thick=1.8)
                yield end

    def _lead(self, end: Terminal) -> bool:
        """Draw what leaves a pin; return whether anything does."""
        net, nearest = end.pin.net or "", [min(found) for way in end.exits if (found := list(self._ahead(end, way)))]
        for _, spot in nearest:
            self.wire(net, (end.x, end.y), spot)
            self.dot(*spot, JOINT, fill=colour(net))
        return bool(nearest)

    def _ahead(self, end: Terminal, way: str) -> Iterator[tuple[float, Spot]]:
        """What a wire on this way meets of its net, with its distance: trunks, and pins of other parts that face it."""
        across, down = WAYS[way]
        met = [leg for run in self._trunks.get(end.pin.net or "", []) for leg in pairwise(run)]
        met += [((other.x, other.y), (other.x, other.y)) for other in self.terminals if other.pin.net == end.pin.net
                and other.reference != end.reference and AGAINST[way] in other.exits]  # fmt: skip
        for leg in met:
            for x, y in leg:
                spot = (x, end.y) if across else (end.x, y)
                distance = (spot[0] - end.x) * across + (spot[1] - end.y) * down
                if distance >= 0 and _lies_on(spot, leg):
                    yield distance, spot


def _lies_on(spot: Spot, leg: Leg) -> bool:
    (x1, y1), (x2, y2) = leg
    return min(x1, x2) <= spot[0] <= max(x1, x2) and min(y1, y2) <= spot[1] <= max(y1, y2)
