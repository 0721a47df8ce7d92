"""Intervals by bootstrap: between what a mean lies in 95 of 100 cases, by drawing what it is of anew."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

SAMPLES = 2000
OUTSIDE = 0.025  # of all that is drawn, at either end of the interval
MOST_GROUPS = 400  # more values than that are drawn in groups: it takes less time, and comes to the same


class Interval(NamedTuple):
    """A figure, and between what it is in 95 of 100 cases."""

    figure: float
    low: float
    high: float


def interval(values: Sequence[float], random: Random) -> Interval:
    """Return the mean of independent values, and between what it lies; ValueError without any."""
    if not values:
        raise ValueError("No deal was played from every seat.")
    size = -(-len(values) // MOST_GROUPS)
    groups = [(sum(group), len(group)) for group in (values[at : at + size] for at in range(0, len(values), size))]
    drawn = [_mean(random.choices(groups, k=len(groups))) for _ in range(SAMPLES)]
    return between(sum(values) / len(values), drawn)


def between(figure: float, drawn: Sequence[float]) -> Interval:
    """Return a figure, and between what it is, by what it comes to when it is drawn anew many times."""
    ordered = sorted(drawn)
    outside = round(OUTSIDE * len(ordered))
    return Interval(figure, ordered[outside], ordered[-1 - outside])


def _mean(groups: Sequence[tuple[float, int]]) -> float:
    return sum(group[0] for group in groups) / sum(group[1] for group in groups)
