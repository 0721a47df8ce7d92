"""Draws `hardware/margins.svg`: how far joined and isolated pads are apart, and a card on its way in.

`python -m host.tools.margins_picture` draws it again, after a change to the slot.
"""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import svg

from tavolo_host.charts import Scale, axis, block, label, level, upright
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.capacitance import InsertedCard
from tavolo_host.slot.geometry import GRID, PADS, Geometry
from tavolo_host.slot.insertion import readings
from tavolo_host.slot.margins import MarginRow, margins_report
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, read
from tavolo_host.vector import document

PICTURE = Path(__file__).parents[2] / "hardware" / "margins.svg"
TITLE = "Can the slot tell the cards? Computed from its geometry, not measured"
WIDTH, LEFT, RIGHT = 1100, 250, 1085
TOP, ROW, LANE, BELOW = 90, 34, 34, 90  # where rows begin, a row, a lane, and what lies below either chart
MOST_TICKS = 6
EXAMPLE_CODE = 0b010_101_010  # a diamond
STATES = (("zero", "reads 0"), ("doubt", "in doubt"), ("one", "reads 1"))
PLACES = ("deepest", "middle", "nearest the mouth")
# Okabe and Ito's colours, which colour-blind people can tell apart.
STYLE = """
text { font: 13px "DejaVu Sans", Verdana, sans-serif; fill: #222222; }
.title { font-size: 19px; }
.frame { fill: none; stroke: #222222; }
.tick { stroke: #222222; }
.zero { fill: #fbf3e0; }
.doubt { fill: #bbbbbb; }
.band { fill: #dddddd; }
.one, .joined { fill: #0072b2; }
.isolated { fill: #e69f00; }
.joined, .isolated { stroke: #222222; stroke-width: 0.6; }
.case { stroke: #999999; stroke-width: 1.5; }
.lost { stroke: #d55e00; stroke-width: 1.8; }
text.lost { fill: #d55e00; stroke: none; }
.lane { stroke: #ffffff; }
.row { stroke: #222222; }
"""


def picture(rows: Sequence[MarginRow]) -> str:
    """Return the margins of the slot as an SVG file."""
    charge = Charge()
    shown = [row for row in rows if row.weakest_one is not None]
    end = max(row.weakest_one or 0.0 for row in shown) + 30  # room for the margins in figures
    elements: list[svg.Element] = []
    elements += (label(LEFT - 10, _row(at) + 4, row.case, "end") for at, row in enumerate(shown))
    elements += _cases(shown, Scale(-4.0, end, LEFT, RIGHT), charge)
    top = _row(len(shown)) + BELOW
    elements += _insertion(GRID, charge, top)
    height = top + LANE * PADS + BELOW / 2
    elements = [
        svg.Style(text=STYLE),
        svg.Rect(width=WIDTH, height=height, fill="#ffffff"),
        label(WIDTH / 2, 26, TITLE, "middle", "title"),
        *elements,
    ]
    drawn = svg.SVG(width=WIDTH, height=height, viewBox=svg.ViewBoxSpec(0, 0, WIDTH, height), elements=elements)
    return document(drawn, TITLE)


def _row(at: int) -> float:
    return TOP + ROW * (at + 0.5)


def _cases(rows: Sequence[MarginRow], scale: Scale, charge: Charge) -> list[svg.Element]:
    """Return a line for each case: the strongest isolated and the weakest joined pad, over the band of doubt."""
    top, bottom, middle = TOP - 30, _row(len(rows)), (LEFT + RIGHT) / 2
    zero, one = (scale.at(part * charge.empty_counts) for part in (ZERO_UP_TO, ONE_FROM))
    elements: list[svg.Element] = [
        label(middle, top - 10, "Worst isolated (●) and joined pad (■)", "middle"),
        block(zero, top, one - zero, bottom - top, "band"),
        label(zero - 6, TOP - 10, "reads 0", "end"),
        label(one + 6, TOP - 10, "reads 1"),
        label(RIGHT - 6, TOP - 10, "margin", "end"),
        *axis(scale, scale.ticks(MOST_TICKS), bottom, bottom + 5, 17, "tick", "{:g}".format),
        label(middle, bottom + 42, "counts below the empty reading of 650", "middle"),
        block(LEFT, top, RIGHT - LEFT, bottom - top, "frame"),
    ]
    for at, row in enumerate(rows):
        y, fails = _row(at), row.margin <= 0
        isolated, joined = scale.at(row.strongest_zero or 0.0), scale.at(row.weakest_one or 0.0)
        elements += [
            level(y, isolated, joined, "lost" if fails else "case"),
            svg.Circle(class_=["isolated"], cx=isolated, cy=y, r=5),
            block(joined - 4.5, y - 4.5, 9, 9, "joined"),
            label(RIGHT - 6, y + 4, f"{row.margin:+.0f}".replace("-", "−"), "end", "lost" if fails else ""),
        ]
    return elements


def _insertion(geometry: Geometry, charge: Charge, top: float) -> list[svg.Element]:
    """Return a lane for each pad of one card: its readings from outside the mouth to the end stop."""
    read_from_mm = 0.0
    lanes: list[list[int]] = [[] for _ in range(PADS)]
    steps = range(int(geometry.mouth_mm) * 4, -1, -1)
    for card, found in readings(geometry, charge, (InsertedCard(EXAMPLE_CODE, step / 4) for step in steps)):
        reading = read(found)
        if reading.code() == EXAMPLE_CODE:
            read_from_mm = max(read_from_mm, card.short_mm)
        for pad, lane in enumerate(lanes):
            lane.append(2 if reading.ones >> pad & 1 else reading.doubtful >> pad & 1)
    middle, bottom, scale = (LEFT + RIGHT) / 2, top + LANE * PADS, Scale(geometry.mouth_mm, 0.0, LEFT, RIGHT)
    title = (
        f"A card goes in. One row ({geometry.row_pitch_mm:.0f} mm) short it shows three ones on the wrong pads: no card"
    )
    x, place = scale.at(read_from_mm), (LEFT, top, RIGHT - LEFT, bottom - top)
    return [
        label(middle, top - 10, title, "middle"),
        block(*place, "zero"),
        *(part for pad, lane in enumerate(lanes) for part in _lane(pad, lane, top + LANE * pad)),
        *_key(top + LANE * 4),
        label(x - 12, top + LANE * 1.5 - 3, "the code is read", "end", "lost"),
        label(x - 12, top + LANE * 1.5 + 13, "from here on", "end", "lost"),
        upright(x, top, bottom, "lost"),
        *axis(scale, range(0, int(geometry.mouth_mm), 10), bottom, bottom + 5, 17, "tick", "{:g}".format),
        label(middle, bottom + 40, "mm short of the end stop: the card goes in from left to right", "middle"),
        block(*place, "frame"),
    ]


def _lane(pad: int, states: Sequence[int], y: float) -> list[svg.Element]:
    """Return what a pad reads along the card's way, and its name."""
    joined = "joined" if EXAMPLE_CODE >> pad & 1 else "isolated"
    row = f"{PLACES[pad // 3]}: " if pad % 3 == 0 else ""
    elements: list[svg.Element] = [label(LEFT - 10, y + LANE / 2 + 4, f"{row}pad {pad}, {joined}", "end")]
    x, step = float(LEFT), (RIGHT - LEFT) / len(states)
    for state, run in groupby(states):
        wide = step * len(list(run))
        if state:
            elements.append(block(x, y, wide, LANE, STATES[state][0]))
        x += wide
    return [*elements, level(y, LEFT, RIGHT, "lane" if pad % 3 else "row")]


def _key(top: float) -> list[svg.Element]:
    elements: list[svg.Element] = []
    for at, (style, words) in enumerate(reversed(STATES)):
        elements.append(block(LEFT + 12, top + 20 * at, 24, 12, f"{style} frame"))
        elements.append(label(LEFT + 44, top + 20 * at + 11, words))
    return elements


if __name__ == "__main__":
    write_whole(PICTURE, picture(margins_report()))
