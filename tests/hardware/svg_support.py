"""Reads a drawing back as geometry: shapes in true millimetres, y upwards, and its words."""

from dataclasses import dataclass
from itertools import pairwise
from xml.etree import ElementTree

from tavolo_host.workshop.drawings.sheet import Sheet

SVG = "{http://www.w3.org/2000/svg}"

Spot = tuple[float, float]


def spots(line: ElementTree.Element) -> list[Spot]:
    """The corners of a polyline, as they are in the file."""
    return [(float(x), float(y)) for x, y in (spot.split(",") for spot in line.attrib["points"].split())]


def lies_on(spot: Spot, wire: list[Spot]) -> bool:
    """Whether a spot is on a line of upright and level parts."""
    return any(
        min(x1, x2) <= spot[0] <= max(x1, x2) and min(y1, y2) <= spot[1] <= max(y1, y2)
        for (x1, y1), (x2, y2) in pairwise(wire)
    )


@dataclass(frozen=True)
class Drawn:
    """A shape: its layer, its kind, and its corners; a circle is its enclosing square."""

    layer: str
    part: str
    points: tuple[tuple[float, float], ...]
    is_circle: bool = False

    @property
    def low(self) -> tuple[float, float]:
        return min(x for x, _ in self.points), min(y for _, y in self.points)

    @property
    def size(self) -> tuple[float, float]:
        (x, y), points = self.low, self.points
        return round(max(p[0] for p in points) - x, 3), round(max(p[1] for p in points) - y, 3)

    @property
    def middle(self) -> tuple[float, float]:
        (x, y), (width, depth) = self.low, self.size
        return round(x + width / 2, 3), round(y + depth / 2, 3)


class Reading:
    """A drawing in a file."""

    def __init__(self, sheet: Sheet) -> None:
        self.root = ElementTree.fromstring(sheet.as_svg())
        self.scale = float(self.root.attrib["data-scale"])
        self.layers = {group.attrib["id"]: group for group in self.root.findall(f"{SVG}g")}
        self.shapes = [shape for name, group in self.layers.items() for shape in self._shapes(name, group)]

    def of(self, part: str, layer: str | None = None) -> list[Drawn]:
        """The shapes of a part, by its full name or its first words."""
        return [
            shape
            for shape in self.shapes
            if (shape.part == part or shape.part.startswith(part + " ")) and layer in (None, shape.layer)
        ]

    def one(self, part: str) -> Drawn:
        (shape,) = self.of(part)
        return shape

    def _shapes(self, name: str, group: ElementTree.Element) -> list[Drawn]:
        found = []
        for element in group:
            part = element.attrib.get("data-part", "")
            if element.tag == f"{SVG}circle":
                x, y, r = (float(element.attrib[key]) for key in ("cx", "cy", "r"))
                found.append(Drawn(name, part, self._true([(x - r, y - r), (x + r, y + r)]), True))
            elif element.tag in (f"{SVG}polygon", f"{SVG}polyline"):
                pairs = [tuple(map(float, pair.split(","))) for pair in element.attrib["points"].split()]
                found.append(Drawn(name, part, self._true(pairs)))
        return found

    def _true(self, points) -> tuple[tuple[float, float], ...]:
        return tuple((x / self.scale, -y / self.scale) for x, y in points)

    def diameters(self) -> set[float]:
        """All words on the drawing."""
        groups = self.root.iterfind(f".//{SVG}g[@class='diameter']")
        return {float(group.attrib["data-mm"]) for group in groups}

    def written(self) -> list[str]:
        return ["".join(text.itertext()) for text in self.root.iter(f"{SVG}text")]

    def paper(self) -> tuple[float, float, float, float]:
        return tuple(map(float, self.root.attrib["viewBox"].split()))
