"""The figures of a contest's matches: shares of wins, leads in points and ratings, each with its interval.

Deals are independent of each other, matches of one deal are not. So each figure is a mean over deals, and its 95 %
interval comes from resampling deals (bootstrap).

Ratings are openskill's Plackett-Luce, by the final places of levels: that of Weng and Lin ("A Bayesian Approximation
Method for Online Ranking", Journal of Machine Learning Research 12, 2011). Every level starts at 25. As levels do not
learn, a match changes a rating less, the more were played.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from tavolo_host.arena.playing import Match
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Planned, Store

SAMPLES = 2000
OUTSIDE = 0.025  # of all samples, at either end of the interval
MOST_GROUPS = 400  # more values than that are resampled in groups, which is faster and gives the same


class Interval(NamedTuple):
    """A figure and its 95 % interval."""

    figure: float
    low: float
    high: float


def interval(values: Sequence[float], random: Random) -> Interval:
    """Return the mean of independent values, at least one, with its interval."""
    size = -(-len(values) // MOST_GROUPS)
    groups = [(sum(group), len(group)) for group in (values[at : at + size] for at in range(0, len(values), size))]
    samples = (random.choices(groups, k=len(groups)) for _ in range(SAMPLES))
    drawn = [sum(total for total, _ in sample) / sum(count for _, count in sample) for sample in samples]
    return between(sum(values) / len(values), drawn)


def between(figure: float, drawn: Sequence[float]) -> Interval:
    """Return a figure with its interval, given its values in many samples."""
    ordered = sorted(drawn)
    outside = round(OUTSIDE * len(ordered))
    return Interval(figure, ordered[outside], ordered[-1 - outside])


MOST_RATED = 1500  # matches, the first ones: after that a rating hardly changes
DRAWS = 100

Deals = Sequence[Sequence[Match]]


def ratings(deals: Deals, random: Random) -> dict[str, Interval]:
    """Return the rating of each level, from deals in their order, with an interval from resampled deals."""
    found = _ratings(deals)
    drawn = []
    for _ in range(DRAWS):
        drawn.append(_ratings([deals[at] for at in sorted(random.choices(range(len(deals)), k=len(deals)))]))
    return {level: between(found[level], [each[level] for each in drawn]) for level in found}


def ranks(match: Match) -> list[float]:
    """Return the place of each seat, from 0; winners are first, and equal points share a place."""
    standing = [
        (share > 0, 0.0 if share > 0 else points) for share, points in zip(match.shares, match.points, strict=True)
    ]
    return [float(sum(other > own for other in standing)) for own in standing]


def _ratings(deals: Deals) -> dict[str, float]:
    model = PlackettLuce(tau=0)
    known: dict[str, PlackettLuceRating] = defaultdict(model.rating)
    for deal in deals:
        for match in deal:
            after = model.rate([[known[level]] for level in match.line_up], ranks=ranks(match))
            by_level = defaultdict(list)
            for level, (rating,) in zip(match.line_up, after, strict=True):
                by_level[level].append(rating)
            # A level with several seats gets the mean of their ratings.
            for level, several in by_level.items():
                mean = [sum(of) / len(several) for of in zip(*((each.mu, each.sigma) for each in several), strict=True)]
                known[level] = model.create_rating(mean)
    return {level: rating.mu for level, rating in known.items()}


@dataclass(frozen=True)
class Figures:
    """A contest's number of whole deals, the first of them for ratings, and its mean number of actions; by level its
    share of the win at one seat; by pair of levels the first one's lead in points where both play; by seat its share of
    the win. The share of equal players is 1 / seats."""

    contest: Contest
    deals: int
    rated: Deals
    actions: float
    shares: dict[str, Interval]
    margins: dict[tuple[str, str], Interval]
    seats: list[Interval]

    @property
    def matches(self) -> int:
        """How many matches the deals have."""
        return self.deals * self.contest.per_deal

    @cached_property
    def ratings(self) -> dict[str, Interval]:
        """The rating of each level, which takes long to compute."""
        return ratings(self.rated, Random(1))

    def lead(self, level: str, other: str) -> Interval:
        """Return the lead in points of one of two levels, negative when it is behind."""
        if (level, other) in self.margins:
            return self.margins[level, other]
        figure, low, high = self.margins[other, level]
        return Interval(-figure, -high, -low)


def figures(store: Store, planned: Planned) -> Figures | None:
    """Return the figures of a contest; None while no deal of it was played from every seat.

    The random numbers are seeded: the same results give the same figures.
    """
    contest = planned.contest
    rated: list[Sequence[Match]] = []
    rows = []
    for deal in store.deals(planned):  # a million matches do not fit into memory
        if len(rated) * contest.per_deal < MOST_RATED:
            rated.append(deal)
        rows.append(_of_deal(contest, deal))
    if not rows:
        return None
    actions, *columns = zip(*rows, strict=True)
    found = iter([interval(column, Random(1)) for column in columns])
    shares = {level: next(found) for level in contest.levels}
    margins = {pair: next(found) for pair in combinations(contest.levels, 2)}
    return Figures(contest, len(rows), rated, fmean(actions), shares, margins, list(found))


def _of_deal(contest: Contest, deal: Sequence[Match]) -> list[float]:
    """Return a deal's mean number of actions, and then the values of `Figures` by level, pair of levels, and seat."""
    _, line_up, points, shares, actions = map(np.array, zip(*deal, strict=True))
    playing = [line_up == level for level in contest.levels]
    # Matches without a level are left out of its margins.
    means = [np.ma.masked_array(points, ~own).mean(axis=1) for own in playing]
    margins = [(mean - other).mean() for mean, other in combinations(means, 2)]
    return [*map(float, (actions.mean(), *(shares[own].mean() for own in playing), *margins, *shares.mean(axis=0)))]
