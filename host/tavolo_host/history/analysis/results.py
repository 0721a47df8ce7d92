"""Who came where in a game that is over, and what that is worth across games of different kinds."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from tavolo_host.history.kept_game import OVER, KeptGame

LEVEL = 0.5  # what an opponent counts who came level


class Who(NamedTuple):
    """A person by name, "" if none was told, or a virtual player of a `level`."""

    name: str
    level: str = ""


def places(winners: Sequence[int], points: Sequence[float], players: int) -> list[int]:
    """Return each player's place, from 1: winners first, then by points, more being better; equals share a place."""
    behind = [-inf if player in winners else -points[player] if points else 0.0 for player in range(players)]
    ordered = sorted(behind)
    return [1 + ordered.index(own) for own in behind]


def places_in(game: KeptGame) -> list[int]:
    """Return the places in a game that is over, by player; [] of any other."""
    if game.ending != OVER:
        return []
    return places(game.outcome[1:], game.points, len(game.at_end()))


def rank_points(places: Sequence[int]) -> list[float]:
    """Return what places are worth: 1 for each opponent behind, a half for each who is level."""
    return [sum(other > own for other in places) + LEVEL * (places.count(own) - 1) for own in places]
