"""A drawing in millimetres: shapes on layers, and dimensions that are measured on them.

Coordinates are true millimetres, y upwards; `scale` is the length of a millimetre on paper. The figure of a dimension
is computed from its two points, so it cannot differ from the drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import svg

from tavolo_host.vector import Anchor, document
from tavolo_host.workshop.drawings.dimensions import Piece, Stock
from tavolo_host.workshop.drawings.shapes import Point, bounds, box, turned

ARROW = 1.8
INK = "#222222"
LINE = "#444444"


@dataclass(frozen=True)
class Layer:
    """A layer: its colour, the width of its lines on paper in mm, and what they mean, for those who cut."""

    name: str
    colour: str
    width: float
    meaning: str = ""
    fill: str = "none"


CUT = Layer("cut", "#d01010", 0.2, " Red: cut.")
MARK = Layer("mark", "#1040c0", 0.2, " Blue: engrave or draw.")
COPPER = Layer("copper", "#a85a10", 0.2, " Brown: copper.", "#f3c893")
WIRES = Layer("wires", "#108040", 0.35, " Green: wires on the back.")
PARTS = Layer("parts", "#555555", 0.25, fill="#eeeeea")
NOTES = Layer("notes", INK, 0.2)
DIMENSIONS = Layer("dimensions", LINE, 0.15)
LAYERS = (PARTS, COPPER, CUT, MARK, WIRES, DIMENSIONS, NOTES)

MARGIN = 8.0  # on paper, in mm
TEXT = 3.0


def millimetres(value: float) -> str:
    """Return a length for a drawing, with as many decimals as it needs, two at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass
class Sheet:
    """One drawing, with its title and notes below it, and the meaning of colours if it `is_for_cutting`."""

    title: str
    notes: list[str]
    scale: float = 1.0
    size: float = TEXT  # of text on paper
    is_for_cutting: bool = True
    pieces: list[Piece] = field(default_factory=list)  # that are cut by this drawing
    _found: dict[str, list[svg.Element]] = field(default_factory=lambda: {layer.name: [] for layer in LAYERS})
    _box: list[float] = field(default_factory=lambda: [1e9, 1e9, -1e9, -1e9])
    _shift: Point = (0.0, 0.0)
    _turn_deg: float = 0.0

    def place(self, x: float, y: float, turn_deg: float = 0.0) -> None:
        """Put 0, 0 of all that follows at x, y, turned clockwise."""
        self._shift, self._turn_deg = (x, y), turn_deg

    # ---- shapes

    def piece(self, points: Sequence[Point], part: str, stock: Stock, thick: float, count: int = 1) -> None:
        """Draw the outline of a piece that is cut so many times from a sheet so thick, and put it on the cut list."""
        self.polygon(CUT, points, part)
        (left, low), (right, high) = bounds(points)
        self.pieces.append(Piece(part, stock, thick, right - left, high - low, count))

    def polygon(self, layer: Layer, points: Sequence[Point], part: str = "") -> None:
        """Draw a closed outline."""
        self._add(layer, svg.Polygon(data=_named(part), points=self._points(points)))

    def polygons(self, layer: Layer, outlines: Sequence[Sequence[Point]], part: str) -> None:
        """Draw closed outlines of the same part."""
        for points in outlines:
            self.polygon(layer, points, part)

    def rectangle(self, layer: Layer, x: float, y: float, width: float, depth: float, part: str = "") -> None:
        """Draw an upright rectangle by its centre."""
        self.polygon(layer, box(x, y, width, depth), part)

    def circle(self, layer: Layer, x: float, y: float, diameter: float, part: str = "") -> None:
        """Draw a circle by its centre."""
        radius = diameter / 2 * self.scale
        middle = self._paper((x, y), radius)
        self._add(layer, svg.Circle(data=_named(part), cx=middle[0], cy=middle[1], r=radius))

    def circles(self, layer: Layer, centres: Sequence[Point], diameter: float, part: str) -> None:
        """Draw circles of the same part."""
        for x, y in centres:
            self.circle(layer, x, y, diameter, part)

    def line(self, layer: Layer, points: Sequence[Point], part: str = "", dashed: bool = False) -> None:
        """Draw an open line."""
        polyline = svg.Polyline(data=_named(part), fill="none", points=self._points(points))
        if dashed:
            polyline.stroke_dasharray = [1.5, 1]
        self._add(layer, polyline)

    def text(
        self, x: float, y: float, words: str, size: float = 0.0, anchor: Anchor = "middle", layer: Layer = NOTES
    ) -> None:
        """Write text with its centre, start or end at x, y; `size` is on paper, 0 is the sheet's own."""
        size = size or self.size
        place = self._paper((x, y))
        self._grow(place, size * (0.3 + 0.28 * len(words)) if anchor == "middle" else size)
        self._add(layer, _text(place, words, size, anchor, colour=layer.colour))

    def label(self, target: Point, place: Point, words: str, anchor: Anchor = "start") -> None:
        """Write text, with a line to the part that it names."""
        self.line(NOTES, [target, place])
        self.circle(NOTES, *target, 0.8 / self.scale)
        gap = 0.8 / self.scale if anchor == "start" else -0.8 / self.scale
        self.text(place[0] + gap, place[1] - 1.0 / self.scale, words, anchor=anchor)
        far, across = self._paper(place), 0.52 * self.size * len(words)
        self._grow((far[0] + (across if anchor == "start" else -across), far[1]), 1.0)

    # ---- dimensions

    def across(self, start: Point, end: Point, at: float, prefix: str = "") -> None:
        """Write the distance from `start` to `end` along x, on a line at y = `at`."""
        self._dimension(0, start, end, at, prefix)

    def along(self, start: Point, end: Point, at: float, prefix: str = "") -> None:
        """Write the distance along y, on a line at x = `at`."""
        self._dimension(1, start, end, at, prefix)

    def extent(self, points: Sequence[Point], below: float, beside: float) -> None:
        """Write the width and the depth of an outline, so far below it and to its left."""
        (left, low), (right, high) = bounds(points)
        self.across((left, low), (right, low), low - below)
        self.along((left, low), (left, high), left - beside)

    def diameter(self, x: float, y: float, diameter: float, place: Point, prefix: str = "") -> None:
        """Write the diameter of a circle at `place`."""
        self.line(DIMENSIONS, [(x, y), place])
        value = millimetres(diameter)
        point = self._paper(place)
        words = f"{prefix}⌀ {value}"
        self._grow(point, 0.6 * self.size * len(words))
        text = _text((point[0] + 1, point[1] + 1), words, self.size, "start")
        self._add(DIMENSIONS, svg.G(class_=["diameter"], data={"mm": value}, elements=[text]))

    def _dimension(self, axis: int, start: Point, end: Point, at: float, prefix: str) -> None:
        measured, from_, other, to = (
            self._paper(point)
            for each in (start, end)
            for point in (each, (each[0], at) if axis == 0 else (at, each[1]))
        )
        value = millimetres(abs(end[axis] - start[axis]))
        is_wide = abs(to[axis] - from_[axis]) > 8.0  # enough for arrows and figure between the ends
        reach = ARROW if (from_[axis] < to[axis]) == is_wide else -ARROW
        x, y = middle = ((from_[0] + to[0]) / 2, (from_[1] + to[1]) / 2)
        if axis == 0:
            words = _text((x, y - 0.9), prefix + value, self.size, "middle")
        elif is_wide:
            words = _text((x - 0.9, y), prefix + value, self.size, "middle", turned=True)
        else:
            anchor: Anchor = "start" if from_[0] > measured[0] else "end"
            beside = 1.2 if anchor == "start" else -1.2
            words = _text((x + beside, y + 1.0), prefix + value, self.size, anchor)
            self._grow((x + beside * 0.5 * self.size * len(prefix + value), y), 1.0)
        for point in (from_, to, middle):
            self._grow(point, 4.5)
        lines = _line(measured, from_), _line(other, to), _line(from_, to, "measured")
        parts: list[svg.Element] = [*lines, _arrow(axis, from_, reach), _arrow(axis, to, -reach), words]
        self._add(DIMENSIONS, svg.G(class_=["dimension"], data={"mm": value}, elements=parts))

    # ---- the file

    def as_svg(self) -> str:
        """Return the whole drawing; user units are millimetres."""
        left, top, right, bottom = self._box
        size, lines = self.size, [self._legend(), *self.notes]
        width = max(right - left, 0.5 * size * max(map(len, lines)), 0.85 * size * len(self.title)) + 2 * MARGIN
        below = bottom + MARGIN
        height = below - top + MARGIN + size * (3 + 1.53 * len(lines))
        words = [_text((left, below + size * (3 + 1.53 * line)), words, size) for line, words in enumerate(lines)]
        self._found[NOTES.name] += [_text((left, below + size), self.title, 1.65 * size), *words]
        picture = svg.SVG(
            style="background:#ffffff",
            width=svg.Length(width, "mm"),
            height=svg.Length(height, "mm"),
            viewBox=svg.ViewBoxSpec(left - MARGIN, top - MARGIN, width, height),
            data={"scale": self.scale},
            extra={"xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape"},
            elements=[_group(layer, self._found[layer.name]) for layer in LAYERS if self._found[layer.name]],
        )
        return document(picture, self.title)

    def _legend(self) -> str:
        scale = f"{self.scale:g}:1" if self.scale >= 1 else f"1:{1 / self.scale:g}"
        used = (layer for layer in (CUT, MARK, COPPER, WIRES) if self.is_for_cutting and self._found[layer.name])
        return f"Scale {scale}, all dimensions in mm.{''.join(layer.meaning for layer in used)}"

    def _points(self, points: Sequence[Point]) -> list[svg.Point]:
        return [svg.Point(*self._paper(point)) for point in points]

    def _paper(self, point: Point, reach: float = 0.0) -> Point:
        x, y = turned(point, self._turn_deg)
        place = (x + self._shift[0]) * self.scale, -(y + self._shift[1]) * self.scale
        self._grow(place, reach)
        return place

    def _grow(self, place: Point, reach: float) -> None:
        frame = self._box
        frame[0], frame[1] = min(frame[0], place[0] - reach), min(frame[1], place[1] - min(reach, 5.0))
        frame[2], frame[3] = max(frame[2], place[0] + reach), max(frame[3], place[1] + min(reach, 5.0))

    def _add(self, layer: Layer, element: svg.Element) -> None:
        self._found[layer.name].append(element)


def _named(part: str) -> dict[str, str] | None:
    """Return the attribute that names a shape's part in the file."""
    return {"part": part} if part else None


def _group(layer: Layer, found: list[svg.Element]) -> svg.G:
    return svg.G(
        id=layer.name,
        fill=layer.fill,
        stroke=layer.colour,
        stroke_width=layer.width,
        extra={"inkscape:groupmode": "layer", "inkscape:label": layer.name},
        elements=found,
    )


# ---- parts of dimensions and labels, on paper: mm, y downwards


def _line(start: Point, end: Point, kind: str = "") -> svg.Line:
    return svg.Line(class_=[kind] if kind else None, x1=start[0], y1=start[1], x2=end[0], y2=end[1])


def _arrow(axis: int, tip: Point, reach: float) -> svg.Polygon:
    """Return an arrow head along an axis; it lies to the right of its tip, or below it, where its reach is positive."""
    x, y = tip
    ends = ((x + reach, y + across) if axis == 0 else (x + across, y + reach) for across in (0.45, -0.45))
    return svg.Polygon(fill=LINE, stroke="none", points=[svg.Point(*point) for point in (tip, *ends)])


def _text(
    place: Point, words: str, size: float, anchor: Anchor = "start", turned: bool = False, colour: str = INK
) -> svg.Text:
    """Return text by its centre, start or end; `turned`, it runs upwards."""
    return svg.Text(
        x=place[0],
        y=place[1],
        font_family="sans-serif",
        font_size=size,
        text_anchor=anchor,
        fill=colour,
        stroke="white",
        stroke_width=0.6,
        transform=[svg.Rotate(-90, *place)] if turned else None,
        extra={"paint-order": "stroke"},
        text=words,
    )
