"""What follows from the matches of a contest. Deals are independent of each other, matches of one deal are not: so each
figure is a mean over deals, and its interval comes from drawing deals anew."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from statistics import fmean

from tavolo_host.arena.bootstrap import Interval, interval
from tavolo_host.arena.playing import Match
from tavolo_host.arena.ratings import MOST_RATED, ratings
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Planned, Store


@dataclass(frozen=True)
class Figures:
    """Of a contest: how many whole deals and matches were played, of how many actions in the mean; and by level its
    rating and its share of the win, seat by seat; by two levels, what the first is ahead in points where both play; by
    seat its share of the win. The share of equals is 1 / seats."""

    contest: Contest
    deals: int
    matches: int
    actions: float
    ratings: dict[str, Interval]
    shares: dict[str, Interval]
    margins: dict[tuple[str, str], Interval]
    seats: list[Interval]


def figures(store: Store, planned: Planned) -> Figures | None:
    """Return the figures of a contest; None as long as no deal of it was played from every seat.

    Chance repeats itself: the same results have the same figures.
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
    return Figures(
        contest,
        len(rows),
        len(rows) * contest.per_deal,
        fmean(actions),
        ratings(rated, Random(1)),
        {level: next(found) for level in contest.levels},
        {pair: next(found) for pair in combinations(contest.levels, 2)},
        [next(found) for _ in range(contest.seats)],
    )


def strength(store: Store, planned: Planned) -> tuple[int, Interval, Interval] | None:
    """Return of a contest in which a level is alone: how many deals were played from every seat, its share of the win,
    and its points ahead of the others' mean; None without any deal. They are those of `figures`, which takes longer."""
    contest = planned.contest
    reached = [
        (_share(deal, contest.alone), _margin(deal, contest.alone, contest.others)) for deal in store.deals(planned)
    ]
    if not reached:
        return None
    share, margin = (interval(values, Random(1)) for values in zip(*reached, strict=True))
    return len(reached), share, margin


def _of_deal(contest: Contest, deal: Sequence[Match]) -> list[float]:
    """Return of a deal its actions in the mean, and then what `Figures` has by level, by two levels, and by seat."""
    return [
        fmean(match.actions for match in deal),
        *(_share(deal, level) for level in contest.levels),
        *(_margin(deal, *pair) for pair in combinations(contest.levels, 2)),
        *(fmean(match.shares[seat] for match in deal) for seat in range(contest.seats)),
    ]


def _share(deal: Sequence[Match], level: str) -> float:
    return fmean(
        share for match in deal for own, share in zip(match.line_up, match.shares, strict=True) if own == level
    )


def _margin(deal: Sequence[Match], level: str, other: str) -> float:
    margins = []
    for match in deal:
        points = defaultdict(list)
        for own, number in zip(match.line_up, match.points, strict=True):
            points[own].append(number)
        if level in points and other in points:
            margins.append(fmean(points[level]) - fmean(points[other]))
    return fmean(margins)
