"""What all pictures share on top of the library `svg`: it rounds numbers, escapes text, and writes files.

The library writes numbers and text as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Literal

import svg
from markupsafe import Markup

DECIMALS = 4

Anchor = Literal["start", "middle", "end"]  # the part of a text at its position


@dataclass
class Outline(svg.PathData):
    """A path, or a part of one, given as text: a suit's shape, or a sign."""

    text: str

    def __str__(self) -> str:
        return self.text


def written(*elements: svg.Element) -> Markup:
    """Return elements as text, one after the other."""
    return Markup("".join(str(_finished(element)) for element in elements))


def inline_svg(
    elements: Sequence[svg.Element | Markup],
    view: tuple[float, float, float, float],
    style: str = "",
    name: str = "",
    role: str = "img",
    size: tuple[int, int] | None = None,
) -> Markup:
    """Return a picture for use in a page, of elements or what `written` returned of some.

    `view` is its left, top, width and height, `size` in pixels if fixed. Screen readers find it by its name and role;
    without a name they skip it.
    """
    width, height = size or (None, None)
    extra = {"role": role, "aria-label": name} if name else {"aria-hidden": "true"}
    box, classes = svg.ViewBoxSpec(*view), style.split() or None
    return written(svg.SVG(class_=classes, width=width, height=height, viewBox=box, extra=extra, elements=[*elements]))  # type: ignore[list-item]


def document(picture: svg.SVG, title: str) -> str:
    """Return a picture with its title as a file, one element a line."""
    titled = replace(picture, elements=[svg.Title(text=title), *(picture.elements or ())])
    return str(written(titled)).replace("><", ">\n<") + "\n"


def rounded(number: float) -> float:
    """Return a number as it is written: with `DECIMALS`, and none if it is whole."""
    shorter = round(number, DECIMALS)
    return int(shorter) if shorter == int(shorter) else shorter


def _finished(value: Any) -> Any:
    """Return an element with all its parts, or a part, with numbers rounded and text escaped."""
    if isinstance(value, str):
        return value if isinstance(value, Markup) else escape(value)
    if isinstance(value, float):
        return rounded(value)
    if isinstance(value, (list, tuple)):
        return [_finished(part) for part in value]
    if isinstance(value, dict):
        return {name: _finished(part) for name, part in value.items()}
    if not hasattr(value, "__dict__"):
        return value
    finished = object.__new__(type(value))
    # Unset attributes stay the class's defaults: an element has fifty attributes, and uses five.
    vars(finished).update((name, _finished(part)) for name, part in vars(value).items() if part is not None)
    return finished
