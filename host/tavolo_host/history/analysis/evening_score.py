"""The score of an evening: games of different kinds count by the opponents that each player has beaten."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tavolo_host.history.analysis.results import places_in, rank_points
from tavolo_host.history.kept_game import KeptGame
from tavolo_host.texts.names import name_key


@dataclass
class Score:
    """What a person, or a virtual player, has reached in an evening.

    `counted` is the sum of `rank_points`, `place` that among all, from 1; equals share a place. `by_game` has by the
    game's id (place, points or None); `seat` is the last one.
    """

    name: str
    seat: int
    level: str = ""
    counted: float = 0.0
    wins: int = 0
    place: int = 1
    by_game: dict[int, tuple[int, float | None]] = field(default_factory=dict)


def scores(games: Sequence[KeptGame]) -> list[Score]:
    """Return the scores of an evening's games that are over, best first.

    A player is who has the name, whether a virtual player stood in or not; who has none is who sits at the seat.
    """
    found: dict[str, Score] = {}
    for game in games:
        reached = places_in(game)
        for each, place, counted in zip(game.at_end(), reached, rank_points(reached), strict=False):
            key = name_key(each.name) or f"\n{each.seat}"
            score = found.setdefault(key, Score(each.name, each.seat, each.level))
            score.seat = each.seat
            score.level = each.level and score.level  # a person once is a person
            score.counted += counted
            score.wins += place == 1 != max(reached)  # if all are level, it is a draw
            score.by_game[game.id] = place, game.points[each.player] if game.points else None
    ordered = sorted(found.values(), key=lambda score: (-score.counted, -score.wins))
    for score in ordered:
        score.place = 1 + sum(other.counted > score.counted for other in ordered)
    return ordered
