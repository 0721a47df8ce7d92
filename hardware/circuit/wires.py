"""The wires of a wiring picture: each runs from a pin straight ahead to its net.

A picture says where pins are, to which sides a wire may leave them, and where the trunks of each net run. A wire leaves
a pin and goes straight until it meets a trunk of the pin's net, or another pin of that net that faces it. A pin that
finds neither gets the name of its net instead, so a wire that is wrong in the netlist is wrong in the picture.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hardware.circuit.drawing import PAPER, Drawing, colour
from hardware.circuit.netlist import Part, Pin

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
AGAINST = {"left": "right", "right": "left", "up": "down", "down": "up"}
THICK = 2.6
OPEN = "#e3c266"  # a gilded pin that nothing is wired to
PIN, JOINT = 4.4, 3.6  # radii

Spot = tuple[float, float]
Leg = tuple[Spot, Spot]  # upright or level


@dataclass(frozen=True)
class Terminal:
    """A pin in the picture, and the sides to which wires may leave it."""

    reference: str
    pin: Pin
    x: float
    y: float
    exits: tuple[str, ...]


class Loom(Drawing):
    """A picture that gathers terminals and trunks, and draws the wires between them."""

    def __init__(self, width: float, height: float, title: str) -> None:
        super().__init__(width, height, title)
        self.terminals: list[Terminal] = []
        self.loose: list[Terminal] = []
        self._trunks: dict[str, list[tuple[Spot, ...]]] = {}
        self.laid: list[tuple[str, Leg]] = []

    def pin(self, part: Part, pin: Pin, x: float, y: float, *exits: str) -> None:
        """Place a pin, with wires to these sides."""
        self.terminals.append(Terminal(part.reference, pin, x, y, exits))

    def row(self, net_or_number: str) -> float:
        """Return the height of the Pico's pin on a net or of a number; of its first pin when there is none."""
        ends = [end for end in self.terminals if end.reference == "U1"]
        return next((end.y for end in ends if net_or_number in (end.pin.net, end.pin.number)), ends[0].y)

    def trunk(self, net: str, *spots: Spot) -> None:
        """Let a net run along these spots, upright or level between one and the next."""
        self._trunks.setdefault(net, []).append(spots)

    def draw(self) -> None:
        """Draw trunks, wires, and the name of the net at each pin that no wire reaches."""
        for net, runs in sorted(self._trunks.items()):
            for run in runs:
                self.wire(net, *run)
        self.loose = [end for end in self.terminals if end.pin.net is not None and not self._lead(end)]
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
            self.text(end.x + 5, end.y - 5, name, size=9, fill=colour(name), bold=True)

    def wire(self, net: str, *spots: Spot, thick: float = THICK) -> None:
        """Draw a wire along these spots, upright or level between one and the next."""
        self.line(*spots, stroke=PAPER, thick=thick + 2)
        self.line(*spots, stroke=colour(net), thick=thick)
        self.laid += [(net, leg) for leg in pairwise(spots)]

    def _lead(self, end: Terminal) -> bool:
        """Draw what leaves a pin; return whether anything does."""
        net, has_led = end.pin.net or "", False
        for way in end.exits:
            found = [*self._trunk_ahead(net, (end.x, end.y), way), *self._pin_ahead(end, way)]
            if found:
                _, spot, on_trunk = min(found)
                self.wire(net, (end.x, end.y), spot)
                if on_trunk:
                    self.dot(*spot, JOINT, fill=colour(net))
                has_led = True
        return has_led

    def _trunk_ahead(self, net: str, here: Spot, way: str) -> Iterator[tuple[float, Spot, bool]]:
        """Each trunk of the net that a wire on this way meets, with its distance."""
        for leg in (leg for run in self._trunks.get(net, []) for leg in pairwise(run)):
            for x, y in leg:
                spot = (x, here[1]) if WAYS[way][0] else (here[0], y)
                distance = (spot[0] - here[0]) * WAYS[way][0] + (spot[1] - here[1]) * WAYS[way][1]
                if distance >= 0 and _lies_on(spot, leg):
                    yield distance, spot, True

    def _pin_ahead(self, end: Terminal, way: str) -> Iterator[tuple[float, Spot, bool]]:
        """The nearest pin on this way, if it faces back and is on the same net."""
        ahead = []
        for other in self.terminals:
            x, y = other.x - end.x, other.y - end.y
            distance = x * WAYS[way][0] + y * WAYS[way][1]
            if other.reference != end.reference and distance > 0 and abs(x) + abs(y) == distance:
                ahead.append((distance, (other.x, other.y), other))
        if ahead:
            distance, spot, nearest = min(ahead, key=lambda one: one[0])
            if nearest.pin.net == end.pin.net and AGAINST[way] in nearest.exits:
                yield distance, spot, False


def _lies_on(spot: Spot, leg: Leg) -> bool:
    (x1, y1), (x2, y2) = leg
    return min(x1, x2) <= spot[0] <= max(x1, x2) and min(y1, y2) <= spot[1] <= max(y1, y2)
