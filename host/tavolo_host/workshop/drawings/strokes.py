"""What a dimension and a label are drawn of; places are on paper, in mm, y downwards."""

import svg

from tavolo_host.vector import Anchor
from tavolo_host.workshop.drawings.shapes import Point

ARROW = 1.8
INK = "#222222"
LINE = "#444444"


def line(start: Point, end: Point, kind: str = "") -> svg.Line:
    """A straight line."""
    return svg.Line(class_=[kind] if kind else None, x1=start[0], y1=start[1], x2=end[0], y2=end[1])


def arrows(start: Point, end: Point, is_across: bool, inside: bool) -> list[svg.Element]:
    """Arrow heads at both ends; where there is no room between them they point from outside."""
    along = 0 if is_across else 1
    first, last = sorted((start, end), key=lambda point: point[along])
    reach = ARROW if inside else -ARROW
    heads: list[svg.Element] = []
    for point, sign in ((first, 1), (last, -1)):
        x, y = (sign * reach, 0.45) if is_across else (0.45, sign * reach)
        other = (x, -y) if is_across else (-x, y)
        corners = (point, (point[0] + x, point[1] + y), (point[0] + other[0], point[1] + other[1]))
        heads.append(svg.Polygon(fill=LINE, stroke="none", points=[svg.Point(*corner) for corner in corners]))
    return heads


def text(place: Point, words: str, size: float, anchor: Anchor, turned: bool = False, colour: str = INK) -> svg.Text:
    """Words at their middle, start or end; `turned` they run upwards."""
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
