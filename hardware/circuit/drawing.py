"""Lines, boxes and words as SVG, and the colour of each net."""

from xml.sax.saxutils import escape

PAPER, INK, FAINT, FILL = "#fdfcf8", "#22303a", "#8a949b", "#f1ede2"
FONT = "DejaVu Sans, Verdana, sans-serif"

COLOURS = {
    "GND": "#20262b", "+5V": "#cc2f27", "PANEL_5V": "#cc2f27", "VBUS": "#cc2f27", "SUPPLY": "#93231d",
    "VSYS": "#a8541f",
    "3V3": "#e07f00", "TRACK": "#2f8f4e", "FIELD": "#7a4bb5", "LAMPS": "#0f8b94",
    "SDA": "#1d6fc0", "SCL": "#b79400", "KEY": "#b83280",
}  # fmt: skip
PAD_COLOURS = ("#5b7c99", "#3f97b5", "#4a5fb0")  # rows of pads


def colour(net: str | None) -> str:
    """Return the colour of a net, by its name or the first or last part of it."""
    if net is None:
        return FAINT
    if "_PAD" in net:
        return PAD_COLOURS[int(net.rsplit("PAD", 1)[1]) // 3 % 3]
    words = net.split("_")
    for name in (net, words[0], words[-1], *words):
        if name in COLOURS:
            return COLOURS[name]
    return COLOURS["LAMPS"] if net.startswith("LAMP") else COLOURS["FIELD"] if net.startswith("PANEL") else INK


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Drawing:
    """An SVG picture; x to the right, y downwards, in pixels."""

    def __init__(self, width: float, height: float, title: str) -> None:
        size = f'width="{_number(width)}" height="{_number(height)}" viewBox="0 0 {_number(width)} {_number(height)}"'
        self._head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" role="img">\n'
            f"<title>{escape(title)}</title>\n"
        )
        self._shapes: list[str] = []
        self.box(0, 0, width, height, fill=PAPER, stroke="none")

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: str = FILL, stroke: str = INK,
        thick: float = 1.4, round_by: float = 0,
    ) -> None:  # fmt: skip
        """Draw a rectangle."""
        place = " ".join(
            f'{name}="{_number(value)}"'
            for name, value in (("x", x), ("y", y), ("width", width), ("height", height), ("rx", round_by))
        )
        self._shapes.append(f'<rect {place} fill="{fill}" stroke="{stroke}" stroke-width="{_number(thick)}"/>')

    def line(self, *points: tuple[float, float], stroke: str = INK, thick: float = 1.4, fill: str = "none") -> None:
        """Draw a line through points; with `fill` the shape between them."""
        places = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        shape = "polyline" if fill == "none" else "polygon"
        self._shapes.append(
            f'<{shape} points="{places}" fill="{fill}" stroke="{stroke}" stroke-width="{_number(thick)}"'
            ' stroke-linejoin="round" stroke-linecap="round"/>'
        )

    def dot(self, x: float, y: float, radius: float, *, fill: str = INK, stroke: str = "none") -> None:
        """Draw a disc."""
        self._shapes.append(
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{fill}" stroke="{stroke}"/>'
        )

    def text(
        self, x: float, y: float, words: str, *, size: float = 11, anchor: str = "start", fill: str = INK,
        bold: bool = False, turned: bool = False,
    ) -> None:  # fmt: skip
        """Write words, their baseline at y; `turned` lets them run upwards."""
        weight = ' font-weight="bold"' if bold else ""
        turn = f' transform="rotate(-90 {_number(x)} {_number(y)})"' if turned else ""
        self._shapes.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" text-anchor="{anchor}" fill="{fill}"'
            f"{weight}{turn}>{escape(words)}</text>"
        )

    def svg(self) -> str:
        """Return the picture."""
        return self._head + "\n".join(self._shapes) + "\n</svg>\n"
