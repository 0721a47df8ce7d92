"""The course of a game as a chart: a line for each player in the seat's colour, ending in the seat's shape.

Up is ahead, even where fewer points are better. The deciding moments are marked by their numbers.
"""

from collections.abc import Sequence
from typing import NamedTuple

import svg

from tavolo_host.display.course import Course
from tavolo_host.display.theme import SEAT_MARKS, seat_mark_elements
from tavolo_host.texts.language import _
from tavolo_host.vector import Anchor, Outline, written

TOP, RIGHT, BOTTOM, LEFT = 46, 40, 46, 48  # margins
MARK = 23  # from mark to mark at the ends of the lines
MOMENT = 22  # from number to number
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
MOST_STEPS = 6


class Frame(NamedTuple):
    """The scales of a picture of this size: `most` actions from left to right, `low` to `high` upwards."""

    width: int
    height: int
    most: int
    low: float
    high: float
    more_is_better: bool

    def x(self, after: float) -> float:
        """Return the x of a number of actions."""
        return LEFT + (self.width - LEFT - RIGHT) * after / max(1, self.most)

    def y(self, number: float) -> float:
        """Return the y of a standing."""
        part = (number - self.low) / max(1, self.high - self.low)
        return TOP + (self.height - TOP - BOTTOM) * (1 - part if self.more_is_better else part)


def chart_svg(
    course: Course,
    seats: Sequence[int],
    words: str,
    title: str,
    size: tuple[int, int],
    marked: tuple[int, str] = (0, ""),
) -> str:
    """Return the chart of a course, `size` wide and high; `words` say what is counted, `title` how the game ended.

    `marked` is one more moment, by its number of actions and its letter ("" for none).
    """
    numbers = [number for standing in course.standings for number in standing]
    frame = Frame(*size, len(course.standings) - 1, min(numbers), max(numbers), course.more_is_better)
    lines = [_line(frame, course, player, seats[player]) for player in reversed(course.places)]
    picture = svg.SVG(
        class_=["course"],
        viewBox=svg.ViewBoxSpec(0, 0, *size),
        extra={"role": "img"},
        elements=[
            svg.Title(text=title),
            *_axes(frame, words),
            *_moments(frame, course),
            *lines,
            *_marks(frame, course, seats),
            *_marked(frame, *marked),
        ],
    )
    return written(picture)


def _axes(frame: Frame, words: str) -> list[svg.Element]:
    elements: list[svg.Element] = [_text(LEFT - 38, 16, words, "start")]
    right, bottom = frame.width - RIGHT, frame.height - BOTTOM
    for number in _ticks(frame.low, frame.high):
        y = frame.y(number)
        elements.append(svg.Line(class_=["course-grid"], x1=LEFT, x2=right, y1=y, y2=y))
        elements.append(_text(LEFT - 8, y + 5, str(number), "end"))
    for number in _ticks(0, frame.most):
        x = frame.x(number)
        elements.append(svg.Line(class_=["course-tick"], x1=x, x2=x, y1=bottom, y2=bottom + 5))
        elements.append(_text(x, bottom + 21, str(number), "middle"))
    elements.append(_text((LEFT + right) / 2, frame.height - 6, _("actions"), "middle"))
    return elements


def _text(x: float, y: float, text: str, anchor: Anchor) -> svg.Text:
    return svg.Text(x=x, y=y, text=text, text_anchor=anchor)


def _ticks(low: float, high: float) -> list[int]:
    """Return a few round numbers from low to high."""
    step = next((step for step in STEPS if (high - low) / step <= MOST_STEPS), STEPS[-1])
    first = -int(-low // step)
    return list(range(first * step, int(high) + 1, step))


def _line(frame: Frame, course: Course, player: int, seat: int) -> svg.G:
    """Return a player's line: level until an action changes it."""
    numbers = [standing[player] for standing in course.standings]
    path = [f"M{frame.x(0):.1f} {frame.y(numbers[0]):.1f}"]
    for after in range(1, len(numbers)):
        if numbers[after] != numbers[after - 1]:
            path.append(f"H{frame.x(after):.1f}V{frame.y(numbers[after]):.1f}")
    outline = Outline("".join([*path, f"H{frame.x(frame.most):.1f}"]))
    return svg.G(
        class_=["course-line", "won"] if player in course.winners else ["course-line"],
        elements=[
            svg.Path(class_=["course-rim"], d=[outline]),
            svg.Path(d=[outline], stroke=SEAT_MARKS[seat].colour),
        ],
    )


def _marks(frame: Frame, course: Course, seats: Sequence[int]) -> list[svg.Element]:
    """Return the seats' marks at the ends of the lines, moved apart so that they do not overlap."""
    ends = {player: frame.y(number) for player, number in enumerate(course.standings[-1])}
    players = sorted(ends, key=lambda player: ends[player])
    places = _apart([ends[player] for player in players], MARK, frame.height - BOTTOM)
    x = frame.width - RIGHT + 20
    elements: list[svg.Element] = []
    for player, y in zip(players, places, strict=True):
        colour = SEAT_MARKS[seats[player]].colour
        elements.append(svg.Line(class_=["course-end"], x1=x - 20, x2=x - 9, y1=ends[player], y2=y, stroke=colour))
        elements.append(svg.G(transform=[svg.Translate(x, y)], elements=seat_mark_elements(seats[player])))
    return elements


def _apart(places: Sequence[float], least: float, last: float) -> list[float]:
    """Return ascending places, moved as little as possible to be `least` apart, none beyond `last`."""
    found: list[float] = []
    for place in places:
        found.append(max([place, *[found[-1] + least for _ in found[-1:]]]))
    for index in range(len(found) - 1, -1, -1):
        found[index] = min(found[index], last - least * (len(found) - 1 - index))
    return found


def _moments(frame: Frame, course: Course) -> list[svg.Element]:
    xs = [frame.x(moment.after) for moment in course.moments]
    elements: list[svg.Element] = []
    for number, (x, at) in enumerate(zip(xs, _apart(xs, MOMENT, frame.width - RIGHT), strict=True), 1):
        elements.append(svg.Line(class_=["course-moment"], x1=at, x2=x, y1=TOP - 6, y2=TOP))
        elements.append(svg.Line(class_=["course-moment"], x1=x, x2=x, y1=TOP, y2=frame.height - BOTTOM))
        elements.append(svg.Circle(class_=["course-number"], cx=at, cy=TOP - 15, r=10))
        elements.append(svg.Text(class_=["course-digit"], x=at, y=TOP - 10, text=str(number), text_anchor="middle"))
    return elements


def _marked(frame: Frame, after: int, letter: str) -> list[svg.Element]:
    """Return the mark of a moment that the visitor has chosen, below the numbers of those that decided."""
    if not letter:
        return []
    x = frame.x(after)
    return [
        svg.Line(class_=["course-chosen"], x1=x, x2=x, y1=TOP, y2=frame.height - BOTTOM),
        svg.Rect(class_=["course-letter"], x=x - 10, y=frame.height - BOTTOM - 22, width=20, height=20, rx=4),
        svg.Text(class_=["course-digit"], x=x, y=frame.height - BOTTOM - 7, text=letter, text_anchor="middle"),
    ]
