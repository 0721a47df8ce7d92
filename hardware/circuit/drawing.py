"""Lines, boxes and words as SVG, and the colour of each net."""

from typing import Literal

import svg

from tavolo_host.vector import Anchor, document

PAPER, INK, FAINT = "#fdfcf8", "#22303a", "#8a949b"
FONT = "DejaVu Sans, Verdana, sans-serif"

COLOURS = {
    "GND": "#20262b", "+5V": "#cc2f27", "PANEL_5V": "#cc2f27", "VBUS": "#cc2f27", "SUPPLY": "#93231d",
    "FUSED": "#b0402c", "VSYS": "#a8541f",
    "3V3": "#e07f00", "TRACK": "#2f8f4e", "FIELD": "#7a4bb5", "LAMPS": "#0f8b94",
    "PANEL": "#7a4bb5", "LAMP": "#0f8b94", "SDA": "#1d6fc0", "SCL": "#b79400", "KEY": "#b83280",
}  # fmt: skip
PAD_COLOURS = ("#5b7c99", "#3f97b5", "#4a5fb0")  # rows of pads


def colour(net: str | None) -> str:
    """Return the colour of a net, by its name or the first or last part of it."""
    if net is None:
        return FAINT
    if "_PAD" in net:
        return PAD_COLOURS[int(net.rsplit("PAD", 1)[1]) // 3 % 3]
    first, *others = net.split("_")
    return next((COLOURS[name] for name in (net, first.rstrip("12345678"), *others[::-1]) if name in COLOURS), INK)


class Drawing:
    """An SVG picture; x to the right, y downwards, in pixels."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size, self._title = (width, height), title
        self._shapes: list[svg.Element] = []
        self.box(0, 0, width, height, fill=PAPER, stroke="none")

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: str, stroke: str = INK, thick: float = 1.4,
        round_by: float = 0,
    ) -> None:  # fmt: skip
        """Draw a rectangle."""
        self._shapes.append(
            svg.Rect(x=x, y=y, width=width, height=height, rx=round_by, fill=fill, stroke=stroke, stroke_width=thick)
        )

    def line(self, *points: tuple[float, float], stroke: str, thick: float) -> None:
        """Draw a line through points."""
        self._shapes.append(
            svg.Polyline(points=[svg.Point(x, y) for x, y in points], fill="none", stroke=stroke, stroke_width=thick,
                         stroke_linejoin="round", stroke_linecap="round")
        )  # fmt: skip

    def dot(self, x: float, y: float, radius: float, *, fill: str, stroke: str = "none") -> None:
        """Draw a disc."""
        self._shapes.append(svg.Circle(cx=x, cy=y, r=radius, fill=fill, stroke=stroke))

    def text(
        self, x: float, y: float, words: str, *, size: float, anchor: Anchor = "start", fill: str = INK,
        bold: bool = False,
    ) -> None:  # fmt: skip
        """Write words, their baseline at y."""
        weight: Literal["bold"] | None = "bold" if bold else None
        self._shapes.append(
            svg.Text(x=x, y=y, font_size=size, text_anchor=anchor, fill=fill, font_weight=weight, text=words)
        )

    def svg(self) -> str:
        """Return the picture."""
        width, height = self._size
        box, extra = svg.ViewBoxSpec(0, 0, width, height), {"font-family": FONT, "role": "img"}
        picture = svg.SVG(width=width, height=height, viewBox=box, extra=extra, elements=self._shapes)
        return document(picture, self._title)
