"""What pages and pictures are drawn with: SVG, its lengths in mm from the top left, y downwards.

Colours are "#rrggbb", "" for none; a text's `size` is that of its font.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import svg

from tavolo_host.vector import Anchor, Outline, document

Point = tuple[float, float]

# The font is Bitstream Vera Sans, which comes with ReportLab and is DejaVu Sans with fewer letters.
FAMILY = "DejaVu Sans"  # as pictures name it
PLAIN, BOLD = "Vera", "VeraBd"


@cache
def register_fonts() -> None:
    """Make the fonts known to ReportLab and svglib, which keep them for all files."""
    from svglib.fonts import register_font

    register_font(FAMILY, f"{PLAIN}.ttf", rlgFontName=PLAIN)
    register_font(FAMILY, f"{BOLD}.ttf", weight="bold", rlgFontName=BOLD)


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide a line is in mm. ValueError when the font lacks one of its letters."""
    from reportlab.pdfbase.pdfmetrics import getFont

    register_fonts()
    font: Any = getFont(BOLD if bold else PLAIN)
    for letter in words:
        if ord(letter) not in font.face.charToGlyph:
            raise ValueError(f"The font has no “{letter}”.")
    return float(font.stringWidth(words, size))


class Ink:
    """Draws an SVG of `width` by `height` mm."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size = (width, height)
        self._title = title
        self._parts: list[svg.Element] = []

    def text_of_picture(self) -> str:
        """Return the whole picture."""
        wide, high = self._size
        picture = svg.SVG(
            width=svg.Length(wide, "mm"),
            height=svg.Length(high, "mm"),
            viewBox=svg.ViewBoxSpec(0, 0, wide, high),
            elements=self._parts,
        )
        return document(picture, self._title)

    def polygon(
        self, points: Sequence[Point], fill: str = "", stroke: str = "", width: float = 0.2, name: str = ""
    ) -> None:
        """Draw a closed shape with straight sides; `name` becomes its id."""
        self._parts.append(
            svg.Polygon(
                id=name or None,
                points=[svg.Point(*point) for point in points],
                fill=fill or "none",
                stroke=stroke or None,
                stroke_width=width if stroke else None,
                stroke_linejoin="round" if stroke else None,
            )
        )

    def box(
        self, corner: Point, wide: float, high: float, fill: str = "", stroke: str = "", width: float = 0.2
    ) -> None:
        """Draw an upright rectangle by its top left corner."""
        x, y = corner
        self.polygon(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), fill, stroke, width)

    def line(self, start: Point, end: Point, stroke: str, width: float = 0.2) -> None:
        """Draw a straight line."""
        line = svg.Line(x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=stroke, stroke_width=width)
        self._parts.append(line)

    def circle(self, x: float, y: float, radius: float, fill: str = "", stroke: str = "", width: float = 0.2) -> None:
        """Draw a circle."""
        circle = svg.Circle(cx=x, cy=y, r=radius, fill=fill or "none", stroke=stroke or None)
        circle.stroke_width = width if stroke else None
        self._parts.append(circle)

    def shape(self, path: str, x: float, y: float, scale: float, fill: str) -> None:
        """Draw an SVG path around a point."""
        place: list[svg.Transform] = [svg.Translate(x, y), svg.Scale(scale)]
        self._parts.append(svg.Path(d=[Outline(path)], transform=place, fill=fill))

    def text(
        self, x: float, y: float, words: str, size: float, colour: str, bold: bool = False, anchor: Anchor = "start"
    ) -> None:
        """Write a line of text; `y` is its base line. ValueError when the font lacks one of its letters."""
        text_width(words, size, bold)
        self._parts.append(
            svg.Text(
                x=x,
                y=y,
                text_anchor=anchor,
                font_family=f"{FAMILY}, Verdana, sans-serif",
                font_size=size,
                font_weight="bold" if bold else None,
                fill=colour,
                text=words,
            )
        )

    @contextmanager
    def placed(self, x: float, y: float, turned: bool = False, scale: float = 1.0, name: str = "") -> Iterator[None]:
        """Put what is drawn inside at this place, turned upside down about it when `turned`, and scaled."""
        by = -scale if turned else scale
        place: list[svg.Transform] = [svg.Translate(x, y)]
        if by != 1.0:
            place.append(svg.Scale(by))
        outside, self._parts = self._parts, []
        yield
        group = svg.G(id=name or None, transform=place, elements=self._parts)
        self._parts = [*outside, group]
