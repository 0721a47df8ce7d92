"""How strong levels are in one number, by the places that they come to: openskill's Plackett-Luce.

It is that of Weng and Lin ("A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research
12, 2011). Everybody begins at 25. Who learns nothing has one strength for ever: so the more was played, the less a
match changes.
"""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from openskill.models import PlackettLuce, PlackettLuceRating

from tavolo_host.arena.bootstrap import Interval, between
from tavolo_host.arena.playing import Match

MOST_RATED = 1500  # matches, the first ones: after so many a rating hardly moves
DRAWS = 100

Deals = Sequence[Sequence[Match]]


def ratings(deals: Deals, random: Random) -> dict[str, Interval]:
    """Return the rating of each level, by deals in their order; between what it lies, by drawing deals anew."""
    found = _ratings(deals)
    drawn = []
    for _ in range(DRAWS):
        drawn.append(_ratings([deals[at] for at in sorted(random.choices(range(len(deals)), k=len(deals)))]))
    return {level: between(found[level], [each[level] for each in drawn]) for level in found}


def ranks(match: Match) -> list[float]:
    """Return the place of each seat, from 0 on; who has won is first, and who is level has the same."""
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
            # A level that has several seats takes the mean of what they come to.
            for level, several in by_level.items():
                mean = [sum(of) / len(several) for of in zip(*((each.mu, each.sigma) for each in several), strict=True)]
                known[level] = model.create_rating(mean)
    return {level: rating.mu for level, rating in known.items()}
