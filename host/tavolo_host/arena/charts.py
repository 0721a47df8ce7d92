"""Charts of the report: a row for each figure, a dot on a line that is its interval."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import svg
from markupsafe import Markup

from tavolo_host.arena.figures import Interval
from tavolo_host.charts import Scale, axis, label, level, upright
from tavolo_host.display.parts.theme import seat_mark_elements
from tavolo_host.texts.language import _
from tavolo_host.vector import written

WIDTH, ROW, TOP, BOTTOM = 420, 38, 12, 34
LEFT, RIGHT = 132, 130  # of the text before a row, and the figure behind it
MOST_TICKS = 4
NO_SEAT = -1


class Bar(NamedTuple):
    """A row of a chart: its text, its figure, and for a seat its number, from 0."""

    words: str
    interval: Interval
    seat: int = NO_SEAT


def chart(title: str, bars: Sequence[Bar], reference: float, form: Callable[[float], str]) -> Markup:
    """Return the chart of some figures, with a line at `reference`; `form` formats numbers."""
    scale = scale_of([number for bar in bars for number in bar.interval] + [reference])
    height = TOP + ROW * len(bars) + BOTTOM
    picture = svg.SVG(
        class_=["figures"],
        viewBox=svg.ViewBoxSpec(0, 0, WIDTH, height),
        extra={"role": "img"},
        elements=[
            svg.Title(text="; ".join([title, *(f"{bar.words} {_range(bar, form)}" for bar in bars)])),
            *axis(scale, scale.ticks(MOST_TICKS), TOP, height - BOTTOM, 20, "grid", form),
            upright(scale.at(reference), TOP - 6, height - BOTTOM + 4, "reference"),
            *(part for place, bar in enumerate(bars) for part in _row(scale, bar, TOP + ROW * (place + 0.5), form)),
        ],
    )
    return written(picture)


def scale_of(numbers: Sequence[float]) -> Scale:
    """Return a scale that has room for all these numbers."""
    least, most = min(numbers), max(numbers)
    room = (most - least or abs(most) or 1) * 0.06
    return Scale(least - room, most + room, LEFT, WIDTH - RIGHT)


def _row(scale: Scale, bar: Bar, y: float, form: Callable[[float], str]) -> list[svg.Element]:
    figure, low, high = (scale.at(number) for number in bar.interval)
    words = _("{} to {}").format(form(bar.interval.low), form(bar.interval.high))
    elements: list[svg.Element] = [
        label(LEFT - 12, y + 5, bar.words, "end"),
        level(y, low, high, "between"),
        *(upright(x, y - 5, y + 5, "between") for x in (low, high)),
        label(WIDTH - RIGHT + 12, y - 1, form(bar.interval.figure)),
        label(WIDTH - RIGHT + 12, y + 13, words, style="range"),
    ]
    if bar.seat == NO_SEAT:
        return [*elements, svg.Circle(class_=["figure"], cx=figure, cy=y, r=6)]
    return [*elements, svg.G(transform=[svg.Translate(figure, y)], elements=seat_mark_elements(bar.seat))]


def _range(bar: Bar, form: Callable[[float], str]) -> str:
    return _("{} ({} to {})").format(*(form(number) for number in bar.interval))
