"""Charts of the report: a row for each figure, a dot on a line that is its interval."""

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

import svg

from tavolo_host.arena.figures import Interval
from tavolo_host.display.theme import seat_mark_elements
from tavolo_host.texts.language import _
from tavolo_host.vector import Anchor, written

WIDTH, ROW, TOP, BOTTOM = 420, 38, 12, 34
LEFT, RIGHT = 132, 130  # of the text before a row, and the figure behind it
MOST_TICKS = 4
NO_SEAT = -1


class Bar(NamedTuple):
    """A row of a chart: its text, its figure, and for a seat its number, from 0 on."""

    words: str
    interval: Interval
    seat: int = NO_SEAT


class Scale(NamedTuple):
    """The axis of a chart, from `low` to `high`, with lines at `ticks`."""

    low: float
    high: float
    ticks: list[float]

    def x(self, number: float) -> float:
        """Return the position of a number."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (number - self.low) / (self.high - self.low)


def chart(title: str, bars: Sequence[Bar], reference: float, form: Callable[[float], str]) -> str:
    """Return the chart of some figures, with a line at `reference`; `form` formats numbers."""
    scale = scale_of([number for bar in bars for number in bar.interval] + [reference])
    height = TOP + ROW * len(bars) + BOTTOM
    picture = svg.SVG(
        class_=["figures"],
        viewBox=svg.ViewBoxSpec(0, 0, WIDTH, height),
        extra={"role": "img"},
        elements=[
            svg.Title(text="; ".join([title, *(f"{bar.words} {_range(bar, form)}" for bar in bars)])),
            *_axis(scale, reference, height - BOTTOM, form),
            *(part for place, bar in enumerate(bars) for part in _row(scale, bar, TOP + ROW * (place + 0.5), form)),
        ],
    )
    return written(picture)


def scale_of(numbers: Sequence[float]) -> Scale:
    """Return a scale for all these numbers, with a few round ones as ticks."""
    least, most = min(numbers), max(numbers)
    room = (most - least or abs(most) or 1) * 0.06
    low, high = least - room, most + room
    rough = (high - low) / MOST_TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    return Scale(low, high, [step * at for at in range(ceil(low / step), floor(high / step) + 1)])


def _axis(scale: Scale, reference: float, bottom: float, form: Callable[[float], str]) -> list[svg.Element]:
    elements: list[svg.Element] = []
    for number in scale.ticks:
        x = scale.x(number)
        elements.append(svg.Line(class_=["grid"], x1=x, x2=x, y1=TOP, y2=bottom))
        elements.append(_text(x, bottom + 20, form(number), "middle"))
    x = scale.x(reference)
    return [*elements, svg.Line(class_=["reference"], x1=x, x2=x, y1=TOP - 6, y2=bottom + 4)]


def _row(scale: Scale, bar: Bar, y: float, form: Callable[[float], str]) -> list[svg.Element]:
    figure, low, high = (scale.x(number) for number in bar.interval)
    elements: list[svg.Element] = [
        _text(LEFT - 12, y + 5, bar.words, "end"),
        svg.Line(class_=["between"], x1=low, x2=high, y1=y, y2=y),
        *(svg.Line(class_=["between"], x1=x, x2=x, y1=y - 5, y2=y + 5) for x in (low, high)),
        _text(WIDTH - RIGHT + 12, y - 1, form(bar.interval.figure), "start"),
        svg.Text(
            class_=["range"],
            x=WIDTH - RIGHT + 12,
            y=y + 13,
            text=_("{} to {}").format(form(bar.interval.low), form(bar.interval.high)),
        ),
    ]
    if bar.seat == NO_SEAT:
        return [*elements, svg.Circle(class_=["figure"], cx=figure, cy=y, r=6)]
    return [*elements, svg.G(transform=[svg.Translate(figure, y)], elements=seat_mark_elements(bar.seat))]


def _range(bar: Bar, form: Callable[[float], str]) -> str:
    return _("{} ({} to {})").format(*(form(number) for number in bar.interval))


def _text(x: float, y: float, text: str, anchor: Anchor) -> svg.Text:
    return svg.Text(x=x, y=y, text=text, text_anchor=anchor)
