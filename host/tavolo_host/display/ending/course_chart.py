"""The course of a game as a chart: a line for each player in the seat's colour, ending in the seat's shape.

Up is ahead, even where fewer points are better. The deciding moments are marked by their numbers.
"""

from collections.abc import Sequence
from typing import NamedTuple

import svg
from markupsafe import Markup

from tavolo_host.charts import Scale, apart, axis, label, level, upright
from tavolo_host.display.ending.course import Course
from tavolo_host.display.parts.theme import SEAT_MARKS, seat_mark_elements
from tavolo_host.texts.language import _
from tavolo_host.vector import Outline, written

TOP, RIGHT, BOTTOM, LEFT = 46, 40, 46, 48  # margins
MARK = 23  # from mark to mark at the ends of the lines
MOMENT = 22  # from number to number
MOST_TICKS = 6


class Frame(NamedTuple):
    """Where actions lie along the chart and standings across it, within these edges."""

    along: Scale
    across: Scale
    right: float
    bottom: float


def chart_svg(
    course: Course,
    seats: Sequence[int],
    words: str,
    title: str,
    size: tuple[int, int],
) -> Markup:
    """Return the chart of a course, `size` wide and high; `words` say what is counted, `title` how the game ended."""
    numbers = [number for standing in course.standings for number in standing]
    right, bottom, low = size[0] - RIGHT, size[1] - BOTTOM, min(numbers)
    ends = (bottom, TOP) if course.more_is_better else (TOP, bottom)
    along = Scale(0, max(1, len(course.standings) - 1), LEFT, right)
    frame = Frame(along, Scale(low, max(low + 1, *numbers), *ends), right, bottom)
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
        ],
    )
    return written(picture)


def _axes(frame: Frame, words: str) -> list[svg.Element]:
    elements: list[svg.Element] = [label(LEFT - 38, 16, words)]
    for number in frame.across.ticks(MOST_TICKS, least=1):
        y = frame.across.at(number)
        elements += [level(y, LEFT, frame.right, "course-grid"), label(LEFT - 8, y + 5, f"{number:g}", "end")]
    ticks = frame.along.ticks(MOST_TICKS, least=1)
    elements += axis(frame.along, ticks, frame.bottom, frame.bottom + 5, 16, "course-tick", "{:g}".format)
    return [*elements, label((LEFT + frame.right) / 2, frame.bottom + BOTTOM - 6, _("actions"), "middle")]


def _line(frame: Frame, course: Course, player: int, seat: int) -> svg.G:
    """Return a player's line: level until an action changes it."""
    numbers = [standing[player] for standing in course.standings]
    path = [f"M{frame.along.at(0):.1f} {frame.across.at(numbers[0]):.1f}"]
    for after in range(1, len(numbers)):
        if numbers[after] != numbers[after - 1]:
            path.append(f"H{frame.along.at(after):.1f}V{frame.across.at(numbers[after]):.1f}")
    outline = Outline("".join([*path, f"H{frame.along.at(frame.along.high):.1f}"]))
    return svg.G(
        class_=["course-line", "won"] if player in course.winners else ["course-line"],
        elements=[
            svg.Path(class_=["course-rim"], d=[outline]),
            svg.Path(d=[outline], stroke=SEAT_MARKS[seat].colour),
        ],
    )


def _marks(frame: Frame, course: Course, seats: Sequence[int]) -> list[svg.Element]:
    """Return the seats' marks at the ends of the lines, moved apart so that they do not overlap."""
    ends = {player: frame.across.at(number) for player, number in enumerate(course.standings[-1])}
    players = sorted(ends, key=lambda player: ends[player])
    places = apart([ends[player] for player in players], MARK, frame.bottom)
    x = frame.right + 20
    elements: list[svg.Element] = []
    for player, y in zip(players, places, strict=True):
        colour = SEAT_MARKS[seats[player]].colour
        elements.append(svg.Line(class_=["course-end"], x1=x - 20, x2=x - 9, y1=ends[player], y2=y, stroke=colour))
        elements.append(svg.G(transform=[svg.Translate(x, y)], elements=seat_mark_elements(seats[player])))
    return elements


def _moments(frame: Frame, course: Course) -> list[svg.Element]:
    xs = [frame.along.at(moment.after) for moment in course.moments]
    elements: list[svg.Element] = []
    for number, (x, at) in enumerate(zip(xs, apart(xs, MOMENT, frame.right), strict=True), 1):
        elements.append(svg.Line(class_=["course-moment"], x1=at, x2=x, y1=TOP - 6, y2=TOP))
        elements.append(upright(x, TOP, frame.bottom, "course-moment"))
        elements.append(svg.Circle(class_=["course-number"], cx=at, cy=TOP - 15, r=10))
        elements.append(label(at, TOP - 10, str(number), "middle", "course-digit"))
    return elements
