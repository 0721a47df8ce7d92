"""The charts of the statistics, as wide as their columns. The page explains each in a sentence."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import svg
from markupsafe import Markup

from tavolo_host.charts import Scale, apart, axis, block, label, level, upright
from tavolo_host.history.analysis.ratings import Rated
from tavolo_host.history.analysis.statistics import Tally
from tavolo_host.texts.language import _, figure
from tavolo_host.vector import Outline, written

WIDTH, ROW, TOP, BOTTOM = 350, 32, 10, 30
LEFT, RIGHT = 122, 50  # of the text before a row, and the figure behind it
LETTERS = 13  # of a name in front of a row
MOST_TICKS = 5
Z95 = 1.96  # standard deviations that hold 95 % of a normal distribution
SHADES = 5  # of places in the style sheet
BINS = 12
LINE_HEIGHT = 250
NAME_APART = 17
MOST_POINTS = 120  # of a line
COLOURS = 6  # of lines, in the style sheet


class Share(NamedTuple):
    """A share of games with its 95 % interval."""

    share: float
    low: float
    high: float


def share_of(wins: float, games: int) -> Share:
    """Return the share of games won, at least one game, with Wilson's score interval.

    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
    Statistical Association 22, 1927.
    """
    share, square = wins / games, Z95 * Z95
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z95 * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def wins_chart(rows: Sequence[tuple[str, Tally]], title: str) -> Markup:
    """Return each row's share of wins with its interval, and as an upright line that of equal players."""
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    elements: list[svg.Element] = []
    for place, (words, tally) in enumerate(rows):
        y = TOP + ROW * (place + 0.5)
        found, equal = share_of(tally.wins, tally.games), scale.at(tally.expected / tally.games)
        elements += [
            _name(words, y),
            upright(equal, y - 12, y + 12, "stat-equal"),
            level(y, scale.at(found.low), scale.at(found.high), "stat-between"),
            *(upright(scale.at(end), y - 5, y + 5, "stat-between") for end in found[1:]),
            svg.Circle(class_=["stat-figure"], cx=scale.at(found.share), cy=y, r=6),
            label(WIDTH - RIGHT + 12, y + 5, percent(found.share)),
        ]
    return _rows(rows, title, scale, percent, elements)


def places_chart(rows: Sequence[tuple[str, Tally]], title: str) -> Markup:
    """Return for each row how its games are divided among the places, the first one at the left."""
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    elements: list[svg.Element] = []
    for row, (words, tally) in enumerate(rows):
        y, before = TOP + ROW * (row + 0.5), 0
        elements.append(_name(words, y))
        for place, count in sorted(tally.places.items()):
            x, end = scale.at(before / tally.games), scale.at((before + count) / tally.games)
            elements.append(block(x, y - 11, end - x, 22, f"stat-place place-{min(place, SHADES)}"))
            if end - x > NAME_APART:
                elements.append(label((x + end) / 2, y + 5, str(place), "middle", f"on-place-{min(place, SHADES)}"))
            before += count
        elements.append(label(WIDTH - RIGHT + 12, y + 5, f"⌀ {figure(tally.mean_place)}"))
    return _rows(rows, title, scale, percent, elements)


def lengths_chart(minutes: Sequence[float], title: str) -> Markup:
    """Return how many games, at least one, took how many minutes; the longest hundredth is in the last column."""
    longest = max(1.0, sorted(minutes)[int(0.99 * (len(minutes) - 1))])
    step = next((step for step in (1, 2, 5, 10, 20, 30, 60, 120, 240, 10**6) if longest / step < BINS), longest)
    count = int(longest / step) + 1
    bins = [0] * count
    for each in minutes:
        bins[max(0, min(count - 1, int(each / step)))] += 1  # clocks are set back
    along, bottom = Scale(0, count * step, 40, WIDTH - 16), 170
    across = Scale(0, max(bins), bottom, TOP + 8)
    elements: list[svg.Element] = []
    for number in across.ticks(4, least=1):
        y = across.at(number)
        elements += [level(y, along.start, along.end, "stat-grid"), label(32, y + 5, f"{number:g}", "end")]
    for place, games in enumerate(bins):
        x, end, y = along.at(place * step) + 1.5, along.at((place + 1) * step) - 1.5, across.at(games)
        elements.append(block(x, y, end - x, bottom - y, "stat-bar"))
    elements += axis(along, along.ticks(6, least=step), bottom, bottom + 4, 16, "stat-grid", "{:g}".format)
    elements.append(label((along.start + along.end) / 2, bottom + 38, _("minutes"), "middle"))
    return _picture(title, bottom + 46, elements)


def ratings_chart(lines: Sequence[tuple[str, Sequence[Rated]]], title: str) -> Markup:
    """Return the ratings after each game of a player, as lines that end in names."""
    last = max(rated[-1].game for _, rated in lines)
    numbers = [each.rating for _, rated in lines for each in rated]
    along, bottom = Scale(0, last, 40, WIDTH - 118), LINE_HEIGHT - 40
    across = Scale(min(numbers) - 1, max(numbers) + 1, bottom, TOP + 8)
    elements: list[svg.Element] = []
    for number in across.ticks(MOST_TICKS, least=1):
        y = across.at(number)
        elements += [level(y, along.start, along.end, "stat-grid"), label(32, y + 5, f"{number:g}", "end")]
    elements += axis(along, along.ticks(MOST_TICKS, least=1), bottom, bottom + 4, 16, "stat-grid", "{:g}".format)
    elements.append(label((along.start + along.end) / 2, bottom + 36, _("games"), "middle"))
    ordered = sorted(lines, key=lambda line: across.at(line[1][-1].rating))
    ends = apart([across.at(rated[-1].rating) for _, rated in ordered], NAME_APART, bottom)
    for number, ((words, rated), end) in enumerate(zip(ordered, ends, strict=True)):
        points = [f"{along.at(each.game):.1f} {across.at(each.rating):.1f}" for each in _thinned(rated)]
        style = f"stat-line-{number % COLOURS}"
        elements.append(svg.Path(class_=["stat-line", style], d=[Outline("M" + "L".join(points))]))
        x, y = along.at(rated[-1].game), across.at(rated[-1].rating)
        elements.append(svg.Line(class_=["stat-leader", style], x1=x + 2, x2=along.end + 8, y1=y, y2=end))
        elements.append(label(along.end + 12, end + 5, _short(words)))
    return _picture(title, LINE_HEIGHT, elements)


def percent(share: float) -> str:
    """Return a share as a whole number of hundredths."""
    return f"{round(100 * share)} %"


def _thinned(rated: Sequence[Rated]) -> list[Rated]:
    """Return as many points of a line as can be seen, with the last one."""
    return [*rated[:: max(1, len(rated) // MOST_POINTS)], rated[-1]]


def _rows(
    rows: Sequence[object], title: str, scale: Scale, form: Callable[[float], str], elements: list[svg.Element]
) -> Markup:
    bottom = TOP + ROW * len(rows)
    return _picture(
        title, bottom + BOTTOM, [*axis(scale, scale.ticks(4), TOP, bottom, 20, "stat-grid", form), *elements]
    )


def _picture(title: str, height: float, elements: list[svg.Element]) -> Markup:
    named: list[svg.Element] = [svg.Title(text=title), *elements]
    return written(
        svg.SVG(
            class_=["statistic"], viewBox=svg.ViewBoxSpec(0, 0, WIDTH, height), extra={"role": "img"}, elements=named
        )
    )


def _name(words: str, y: float) -> svg.Text:
    return label(LEFT - 12, y + 5, _short(words), "end")


def _short(words: str) -> str:
    return words if len(words) <= LETTERS else f"{words[: LETTERS - 1]}…"
