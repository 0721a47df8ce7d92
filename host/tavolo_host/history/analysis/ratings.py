"""How good players are at one game: ratings by the places in all their games, after each of these games.

They are openskill's Plackett-Luce, that of Weng and Lin ("A Bayesian Approximation Method for Online Ranking", Journal
of Machine Learning Research 12, 2011). Everybody starts at 25; people learn, so late games count as much as early ones.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tavolo_host.history.analysis.results import Who
from tavolo_host.history.analysis.statistics import Result

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

FEWEST_RATED = 10  # games: before that a rating says nothing


class Rated(NamedTuple):
    """A rating after game number `game`, from 1: the strength lies within 2 * `sigma` of it in 19 of 20 cases."""

    game: int
    rating: float
    sigma: float


def ratings(results: Sequence[Result]) -> dict[Who, list[Rated]]:
    """Return the ratings of all who have played `FEWEST_RATED` of these games of one kind, in the order of the games.

    Several virtual players of one level in a game get the mean of their ratings; who has no name is new in each game.
    """
    from openskill.models import PlackettLuce  # which takes long to import

    model = PlackettLuce()
    known: dict[Who, PlackettLuceRating] = {}
    course: dict[Who, list[Rated]] = defaultdict(list)
    for number, result in enumerate(results, 1):
        before = [[known.get(who) or model.rating()] for who in result.who]
        after = model.rate(before, ranks=[float(place) for place in result.places])
        of_who = defaultdict(list)
        for who, (rating,) in zip(result.who, after, strict=True):
            of_who[who].append(rating)
        for who, several in of_who.items():
            if any(who):
                mu = sum(each.mu for each in several) / len(several)
                sigma = sum(each.sigma for each in several) / len(several)
                known[who] = model.rating(mu=mu, sigma=sigma)
                course[who].append(Rated(number, mu, sigma))
    return {who: rated for who, rated in course.items() if len(rated) >= FEWEST_RATED}
