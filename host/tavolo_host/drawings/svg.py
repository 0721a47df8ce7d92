"""Pieces of SVG text; places are on paper, in mm, y downwards."""

from html import escape

from tavolo_host.drawings.shapes import Point

ARROW = 1.8
INK = "#222222"
LINE = "#444444"


def part_attribute(part: str) -> str:
    """What a shape is, for whoever reads the file."""
    return f' data-part="{escape(part)}"' if part else ""


def number(value: float) -> str:
    """A number as short as four decimals allow."""
    digits = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def line(start: Point, end: Point, kind: str = "") -> str:
    """A straight line."""
    place = " ".join(
        f'{name}="{number(value)}"' for name, value in zip(("x1", "y1", "x2", "y2"), (*start, *end), strict=True)
    )
    name = f' class="{kind}"' if kind else ""
    return f"<line{name} {place}/>"


def arrows(start: Point, end: Point, is_across: bool, inside: bool) -> list[str]:
    """Arrow heads at both ends; where there is no room between them they point from outside."""
    along = 0 if is_across else 1
    first, last = sorted((start, end), key=lambda point: point[along])
    reach = ARROW if inside else -ARROW
    heads = []
    for point, sign in ((first, 1), (last, -1)):
        x, y = (sign * reach, 0.45) if is_across else (0.45, sign * reach)
        other = (x, -y) if is_across else (-x, y)
        corners = (point, (point[0] + x, point[1] + y), (point[0] + other[0], point[1] + other[1]))
        text = " ".join(f"{number(corner[0])},{number(corner[1])}" for corner in corners)
        heads.append(f'<polygon fill="{LINE}" stroke="none" points="{text}"/>')
    return heads


def text(place: Point, words: str, size: float, anchor: str, turned: bool = False, colour: str = INK) -> str:
    """Words at their middle, start or end; `turned` they run upwards."""
    x, y = number(place[0]), number(place[1])
    rotation = f' transform="rotate(-90 {x} {y})"' if turned else ""
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{number(size)}" text-anchor="{anchor}"'
        f' fill="{colour}" stroke="white" stroke-width="0.6" paint-order="stroke"{rotation}>{escape(words)}</text>'
    )
