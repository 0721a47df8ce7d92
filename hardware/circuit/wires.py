"""Lays the wires of a wiring picture: from each pin straight ahead to its net.

A picture says where pins are, to which sides a wire may leave them, and where the trunks of each net run. A wire leaves
a pin and goes straight until it meets a trunk of the pin's net, or another pin of that net that looks towards it. A pin
that finds neither gets the name of its net instead, so a wire that is wrong in the netlist is wrong in the picture.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise

from hardware.circuit.drawing import PAPER, Drawing, colour
from hardware.circuit.netlist import Pin

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
AGAINST = {"left": "right", "right": "left", "up": "down", "down": "up"}
THICK = 2.6
OPEN = "#e3c266"  # a gilded pin that nothing is wired to

Spot = tuple[float, float]


@dataclass(frozen=True)
class Terminal:
    """A pin in the picture, and the sides to which wires may leave it."""

    reference: str
    pin: Pin
    x: float
    y: float
    exits: tuple[str, ...]


class Loom:
    """Gathers terminals and trunks, and draws the wires between them."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.terminals: list[Terminal] = []
        self.loose: list[Terminal] = []
        self._trunks: dict[str, list[tuple[Spot, ...]]] = {}
        self._laid: list[tuple[str, Spot, Spot]] = []

    def trunk(self, net: str, *spots: Spot) -> None:
        """Let a net run along these spots, upright or level between one and the next."""
        self._trunks.setdefault(net, []).append(spots)

    def draw(self) -> None:
        """Draw trunks, wires, and the name of the net at each pin that no wire reaches."""
        for net, runs in sorted(self._trunks.items()):
            for run in runs:
                self.wire(net, *run)
        for terminal in self.terminals:
            if terminal.pin.net is not None and not self._lead(terminal):
                self.loose.append(terminal)
        for net, runs in sorted(self._trunks.items()):
            for spot in _meeting(runs):
                self.drawing.dot(*spot, 3.6, fill=colour(net))
        for terminal in self.terminals:
            paint = OPEN if terminal.pin.net is None else colour(terminal.pin.net)
            self.drawing.dot(terminal.x, terminal.y, 4.4, fill=paint, stroke=PAPER)
        for terminal in self.loose:
            name = terminal.pin.net or ""
            self.drawing.text(terminal.x + 5, terminal.y - 5, name, size=9, fill=colour(name), bold=True)

    def clashes(self) -> list[tuple[str, str]]:
        """Return the pairs of nets of which wires lie on each other, instead of only crossing."""
        found = set()
        for (net, a, b), (other, c, d) in combinations(self._laid, 2):
            for along, across in ((0, 1), (1, 0)):
                level = a[across] == b[across] and c[across] == d[across] and abs(a[across] - c[across]) < THICK
                overlap = min(max(a[along], b[along]), max(c[along], d[along])) - max(
                    min(a[along], b[along]), min(c[along], d[along])
                )
                if net != other and level and overlap > 0:
                    found.add((min(net, other), max(net, other)))
        return sorted(found)

    def wire(self, net: str, *spots: Spot, thick: float = THICK) -> None:
        """Draw a wire along these spots, upright or level between one and the next."""
        self.drawing.line(*spots, stroke=PAPER, thick=thick + 2)
        self.drawing.line(*spots, stroke=colour(net), thick=thick)
        self._laid += [(net, *leg) for leg in pairwise(spots)]

    def _lead(self, terminal: Terminal) -> bool:
        """Draw what leaves a pin; return whether anything does."""
        net, here = terminal.pin.net or "", (terminal.x, terminal.y)
        led = False
        for way in terminal.exits:
            found = [(distance, spot, True) for distance, spot in self._trunk_ahead(net, here, way)]
            found += [(distance, spot, False) for distance, spot in self._pin_ahead(terminal, way)]
            if found:
                _, spot, on_trunk = min(found)
                self.wire(net, here, spot)
                if on_trunk:
                    self.drawing.dot(*spot, 3.6, fill=colour(net))
                led = True
        return led

    def _trunk_ahead(self, net: str, here: Spot, way: str) -> list[tuple[float, Spot]]:
        found = []
        across, down = WAYS[way]
        for run in self._trunks.get(net, []):
            for (x1, y1), (x2, y2) in pairwise(run):
                if across and x1 == x2 and min(y1, y2) <= here[1] <= max(y1, y2):
                    found.append(((x1 - here[0]) * across, (x1, here[1])))
                if down and y1 == y2 and min(x1, x2) <= here[0] <= max(x1, x2):
                    found.append(((y1 - here[1]) * down, (here[0], y1)))
                if (across and y1 == y2 == here[1]) or (down and x1 == x2 == here[0]):
                    found += [((x - here[0]) * across + (y - here[1]) * down, (x, y)) for x, y in ((x1, y1), (x2, y2))]
        return [(distance, spot) for distance, spot in found if distance >= 0]

    def _pin_ahead(self, terminal: Terminal, way: str) -> list[tuple[float, Spot]]:
        """The nearest pin that looks back, if it is on the same net."""
        across, down = WAYS[way]
        ahead = []
        for other in self.terminals:
            x, y = other.x - terminal.x, other.y - terminal.y
            distance = x * across + y * down
            if other.reference != terminal.reference and distance > 0 and abs(x) + abs(y) == distance:
                ahead.append((distance, (other.x, other.y), other))
        if not ahead:
            return []
        distance, spot, nearest = min(ahead, key=lambda one: one[0])
        matches = nearest.pin.net == terminal.pin.net and AGAINST[way] in nearest.exits
        return [(distance, spot)] if matches else []


def _meeting(runs: list[tuple[Spot, ...]]) -> list[Spot]:
    """Where a trunk ends on another one of its net."""
    spots = []
    for run in runs:
        for x, y in (run[0], run[-1]):
            for other in runs:
                legs = pairwise(other) if other is not run else ()
                if any(
                    min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2) for (x1, y1), (x2, y2) in legs
                ):
                    spots.append((x, y))
    return spots
