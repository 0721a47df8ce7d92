"""Draws a sheet of the schematic: parts where the sheet puts them, wires and names as the netlist says.

Two pins that face each other in one row and are on one net are joined by a line. Every other pin carries the name of
its net, or a cross when it is left open. So nothing but the netlist decides what is joined to what.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hardware.circuit.drawing import FAINT, INK, PAPER, Drawing, colour
from hardware.circuit.netlist import Netlist, Part, Pin

ROW = 18  # between pins
STUB = 20  # a pin's length
OUTWARDS = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
FLAGGED_AS_POWER = ("+5V", "3V3", "VBUS", "PANEL_5V", "SUPPLY", "FUSED", "VSYS")


@dataclass(frozen=True)
class Place:
    """Where a part is on the sheet, and which pins, by name or number, are on which side, row by row.

    Width 0 draws a part with two pins as its sign instead of a box.
    """

    reference: str
    x: float
    y: float
    width: float = 0
    left: tuple[str | None, ...] = ()
    right: tuple[str | None, ...] = ()
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    caption: str = ""

    @property
    def rows(self) -> int:
        """How many rows the box has."""
        return max(len(self.left), len(self.right), 1)


@dataclass(frozen=True)
class End:
    """A pin as it is drawn: where its stub ends, and to which side it looks."""

    reference: str
    pin: Pin
    side: str
    x: float
    y: float


def draw(netlist: Netlist, places: tuple[Place, ...], width: float, height: float, title: str) -> str:
    """Return the sheet as SVG."""
    drawing = Drawing(width, height, title)
    drawing.text(24, 36, title, size=17, bold=True)
    ends = []
    for place in places:
        part = netlist.parts[place.reference]
        ends += _sign(drawing, place, part) if place.width == 0 else _box(drawing, place, part)
    joined = _join(drawing, ends)
    for end in ends:
        if end not in joined:
            _flag(drawing, end)
    return drawing.svg()


def _box(drawing: Drawing, place: Place, part: Part) -> list[End]:
    height = place.rows * ROW + 6
    drawing.box(place.x, place.y - ROW / 2 - 3, place.width, height, round_by=3)
    middle, above = place.x + place.width / 2, place.y - ROW / 2 - 9
    if place.top:
        drawing.text(middle + 6, above + 2, place.reference, size=11, bold=True)
    else:
        caption = f"{place.reference}  {place.caption or part.value}"
        drawing.text(middle, above, caption, size=11, anchor="middle", bold=True)
    ends = []
    for side, names in (("left", place.left), ("right", place.right)):
        edge, way, anchor = (place.x, -1, "start") if side == "left" else (place.x + place.width, 1, "end")
        for row, name in enumerate(names):
            if name is None:
                continue
            pin, y = part.pin(name), place.y + row * ROW
            drawing.line((edge, y), (edge + way * STUB, y))
            drawing.text(edge - way * 5, y + 4, _label(part, pin), size=10, anchor=anchor)
            drawing.text(edge + way * 8, y - 3, pin.number, size=7, anchor="middle", fill=FAINT)
            ends.append(End(place.reference, pin, side, edge + way * STUB, y))
    for side, names in (("top", place.top), ("bottom", place.bottom)):
        edge, way = (place.y - ROW / 2 - 3, -1) if side == "top" else (place.y - ROW / 2 - 3 + height, 1)
        for column, name in enumerate(names, 1):
            pin, x = part.pin(name), place.x + place.width * column / (len(names) + 1)
            drawing.line((x, edge), (x, edge + way * STUB))
            ends.append(End(place.reference, pin, side, x, edge + way * STUB))
    return ends


def _label(part: Part, pin: Pin) -> str:
    """What stands at a pin in its box: its name, where the symbol has one."""
    if part.kind == "shifter":
        return {
            "1": "1OE", "2": "1A", "3": "1Y", "4": "2OE", "5": "2A", "6": "2Y", "8": "3Y", "9": "3A", "10": "3OE",
            "11": "4Y", "12": "4A", "13": "4OE", "14": "VCC", "7": "GND",
        }[pin.number]  # fmt: skip
    return pin.number if pin.name in ("~", "") or pin.name.startswith("Pin_") else pin.name


def _sign(drawing: Drawing, place: Place, part: Part) -> list[End]:
    """A part with two pins, 60 wide, its first pin of `left` at the left."""
    x, y = place.x, place.y
    drawing.line((x, y), (x + 16, y))
    drawing.line((x + 44, y), (x + 60, y))
    left, right = x + 16, x + 44
    sign = next(draws for kind, draws in SIGNS.items() if kind in part.kind)
    sign(drawing, left, right, y)
    drawing.text(x + 30, y - 12, place.reference, size=10, anchor="middle", bold=True)
    drawing.text(x + 30, y + 21, part.value, size=9, anchor="middle")
    sides = (("left", place.left[0], x), ("right", place.right[0], x + 60))
    return [End(place.reference, part.pin(name or ""), side, at, y) for side, name, at in sides]


def _resistor(drawing: Drawing, left: float, right: float, y: float) -> None:
    drawing.box(left, y - 5, right - left, 10, fill=PAPER)


def _fuse(drawing: Drawing, left: float, right: float, y: float) -> None:
    _resistor(drawing, left, right, y)
    drawing.line((left, y), (right, y))


def _diode(drawing: Drawing, left: float, right: float, y: float) -> None:
    a, k = left + 6, right - 6
    drawing.line((left, y), (right, y))
    drawing.line((a, y - 7), (a, y + 7), (k, y), fill=INK)
    drawing.line((k, y - 8), (k, y + 8), thick=2)


def _schottky(drawing: Drawing, left: float, right: float, y: float) -> None:
    _diode(drawing, left, right, y)
    k = right - 6
    drawing.line((k - 4, y - 5), (k - 4, y - 8), (k, y - 8), thick=1.6)
    drawing.line((k + 4, y + 5), (k + 4, y + 8), (k, y + 8), thick=1.6)


def _capacitor(drawing: Drawing, left: float, right: float, y: float) -> None:
    middle = (left + right) / 2
    drawing.line((left, y), (middle - 4, y))
    drawing.line((middle + 4, y), (right, y))
    for x in (middle - 4, middle + 4):
        drawing.line((x, y - 10), (x, y + 10), thick=2.4)


def _electrolytic(drawing: Drawing, left: float, right: float, y: float) -> None:
    _capacitor(drawing, left, right, y)
    drawing.text(left - 1, y - 4, "+", size=10)


SIGNS: dict[str, Callable[[Drawing, float, float, float], None]] = {
    "data_resistor": _resistor,
    "pull_up": _resistor,
    "fuse": _fuse,
    "schottky": _schottky,
    "silicon_diode": _diode,
    "bulk_capacitor": _electrolytic,
    "decoupling_capacitor": _capacitor,
}


def _join(drawing: Drawing, ends: list[End]) -> list[End]:
    """Draw a line between pins that face each other and belong together; return those pins."""
    joined = []
    for end in (end for end in ends if end.side == "right"):
        net = end.pin.net
        ahead = [other for other in ends if other.side == "left" and other.y == end.y and other.x >= end.x]
        nearest = min(ahead, key=lambda other: other.x, default=None)
        if nearest is None or net is None or nearest.pin.net != net:
            continue
        drawing.line((end.x, end.y), (nearest.x, end.y), stroke=colour(net), thick=2)
        if nearest.x - end.x >= 7 * len(net):
            drawing.text((end.x + nearest.x) / 2, end.y - 4, net, size=9, anchor="middle", fill=colour(net))
        joined += [end, nearest]
    return joined


def _flag(drawing: Drawing, end: End) -> None:
    """Write a pin's net at its end; ground has a sign, and a pin that is left open a cross."""
    net, x, y = end.pin.net, end.x, end.y
    across, down = OUTWARDS[end.side]
    if net is None:
        drawing.line((x - 4, y - 4), (x + 4, y + 4), stroke=FAINT)
        drawing.line((x - 4, y + 4), (x + 4, y - 4), stroke=FAINT)
    elif net == "GND":
        for step, half in enumerate((7, 4.5, 2)):
            at_x, at_y = x + across * 3.5 * step, y + down * 3.5 * step
            drawing.line((at_x - half * down, at_y - half * across), (at_x + half * down, at_y + half * across),
                         stroke=colour(net), thick=2)  # fmt: skip
    elif down:
        drawing.text(x, y + (10 if down > 0 else -4), net, size=9, anchor="middle", fill=colour(net), bold=True)
    else:
        tip, end_x = x + across * 6, x + across * (7 * len(net) + 10)
        drawing.line((x, y), (tip, y - 7), (end_x, y - 7), (end_x, y + 7), (tip, y + 7), (x, y),
                     stroke=colour(net), fill=PAPER, thick=1.2)  # fmt: skip
        anchor, bold = "end" if across < 0 else "start", net in FLAGGED_AS_POWER
        drawing.text(x + across * 9, y + 4, net, size=9.5, anchor=anchor, fill=colour(net), bold=bold)
