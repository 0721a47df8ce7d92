"""Parts of charts as SVG: a scale with round numbers, its lines and labels, and places that keep a distance."""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

import svg

from tavolo_host.vector import Anchor


class Scale(NamedTuple):
    """An axis of a chart: `low` lies at `start` and `high` at `end`, both in the picture's units."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        """Return where a number lies."""
        return self.start + (self.end - self.start) * (number - self.low) / (self.high - self.low)

    def ticks(self, most: int, least: float = 0.0) -> list[float]:
        """Return round numbers from low to high, about `most` of them and at least `least` apart."""
        rough = max(least, (self.high - self.low) / most)
        power = 10.0 ** floor(log10(rough))
        step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
        return [step * at for at in range(ceil(self.low / step), floor(self.high / step) + 1)]


def label(x: float, y: float, text: str, anchor: Anchor = "start", style: str = "") -> svg.Text:
    """Return words in a chart; `style` is a class of the style sheet."""
    return svg.Text(x=x, y=y, text=text, text_anchor=anchor, class_=style.split() or None)


def upright(x: float, top: float, bottom: float, style: str) -> svg.Line:
    """Return an upright line."""
    return svg.Line(class_=[style], x1=x, x2=x, y1=top, y2=bottom)


def level(y: float, left: float, right: float, style: str) -> svg.Line:
    """Return a level line."""
    return svg.Line(class_=[style], x1=left, x2=right, y1=y, y2=y)


def block(x: float, y: float, wide: float, high: float, style: str) -> svg.Rect:
    """Return an upright rectangle by its top left corner."""
    return svg.Rect(class_=style.split(), x=x, y=y, width=wide, height=high)


def axis(
    scale: Scale,
    ticks: Sequence[float],
    top: float,
    bottom: float,
    below: float,
    style: str,
    form: Callable[[float], str],
) -> list[svg.Element]:
    """Return the lines of an axis that runs across, from top to bottom, and their numbers `below` the bottom."""
    elements: list[svg.Element] = []
    for number in ticks:
        x = scale.at(number)
        elements += [upright(x, top, bottom, style), label(x, bottom + below, form(number), "middle")]
    return elements


def apart(places: Sequence[float], least: float, last: float) -> list[float]:
    """Return ascending places moved as little as need be to be `least` apart, none beyond `last`."""
    found: list[float] = []
    for place in places:
        found.append(max([place, *[found[-1] + least for _ in found[-1:]]]))
    for index in range(len(found) - 1, -1, -1):
        found[index] = min(found[index], last - least * (len(found) - 1 - index))
    return found
