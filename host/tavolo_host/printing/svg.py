"""Ink for an SVG picture, its lengths in mm."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape

from tavolo_host.printing.ink import Anchor, Point


def number(value: float) -> str:
    """Return a length as short text, to a thousandth."""
    short = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def path_of(points: Sequence[Point]) -> str:
    """Return a closed shape with straight sides as a path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


class SvgInk:
    """Draws into the text of an SVG of `width` by `height` mm."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}mm" height="{number(height)}mm" '
            f'viewBox="0 0 {number(width)} {number(height)}">',
            f"<title>{escape(title)}</title>",
        ]

    def text_of_picture(self) -> str:
        """Return the whole picture."""
        return "\n".join([*self._parts, "</svg>\n"])

    def polygon(
        self, points: Sequence[Point], fill: str = "", stroke: str = "", width: float = 0.2, name: str = ""
    ) -> None:
        """Draw a closed shape with straight sides; `name` becomes its id."""
        names = f' id="{escape(name)}"' if name else ""
        self._parts.append(f'<path{names} d="{path_of(points)}" {_look(fill, stroke, width)}/>')

    def line(self, start: Point, end: Point, stroke: str, width: float = 0.2) -> None:
        """Draw a straight line."""
        d = f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"
        self._parts.append(f'<path d="{d}" {_look("", stroke, width)}/>')

    def circle(self, x: float, y: float, radius: float, fill: str = "", stroke: str = "", width: float = 0.2) -> None:
        """Draw a circle."""
        middle = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
        self._parts.append(f"<circle {middle} {_look(fill, stroke, width)}/>")

    def shape(self, path: str, x: float, y: float, scale: float, fill: str) -> None:
        """Draw an SVG path around a point."""
        place = f"translate({number(x)} {number(y)}) scale({number(scale)})"
        self._parts.append(f'<path d="{path}" transform="{place}" fill="{fill}"/>')

    def text(
        self, x: float, y: float, words: str, size: float, colour: str, bold: bool = False, anchor: Anchor = "start"
    ) -> None:
        """Write a line of words; `y` is its base line."""
        look = f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="{number(size)}" fill="{colour}"'
        look += ' font-weight="bold"' if bold else ""
        place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
        self._parts.append(f"<text {place} {look}>{escape(words)}</text>")

    @contextmanager
    def placed(self, x: float, y: float, turned: bool = False, scale: float = 1.0, name: str = "") -> Iterator[None]:
        """Let what is drawn inside lie at this place, turned upside down about it when `turned`, and scaled."""
        by = -scale if turned else scale
        turn = f" scale({number(by)})" if by != 1.0 else ""
        names = f' id="{escape(name)}"' if name else ""
        self._parts.append(f'<g{names} transform="translate({number(x)} {number(y)}){turn}">')
        yield
        self._parts.append("</g>")


def _look(fill: str, stroke: str, width: float) -> str:
    look = f'fill="{fill or "none"}"'
    return f'{look} stroke="{stroke}" stroke-width="{number(width)}" stroke-linejoin="round"' if stroke else look
