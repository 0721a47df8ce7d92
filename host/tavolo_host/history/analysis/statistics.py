"""What all games that are over say about players and games.

Counted are games that were played to their end, without a bot that took over from a person or a person from a bot, and
without taking back what had been seen. Virtual players count by their level, people by the name that they said last.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from tavolo_host.history.analysis.results import Who, places
from tavolo_host.history.game_rows import DamagedGame
from tavolo_host.history.history import History
from tavolo_host.history.kept_game import ABANDONED, KeptGame
from tavolo_host.texts.names import name_key

K = TypeVar("K", str, Who)


class Result(NamedTuple):
    """A game that counts: when it `began`, in seconds since 1970, and how it went, by player."""

    id: int
    game: str
    began: float
    minutes: float
    actions: int
    outcome: tuple[int, ...]
    points: tuple[float, ...]
    who: tuple[Who, ...]
    places: tuple[int, ...]


class Results(NamedTuple):
    """The games that count, in the order in which they were kept, and how many others do not, by reason."""

    counted: list[Result]
    abandoned: int
    taken_back: int
    taken_over: int
    damaged: int
    dealt: int  # by a laptop, of those that count


@dataclass
class Tally:
    """A player's games, or those of one game. A shared win counts in part; equal players win `expected`."""

    games: int = 0
    wins: float = 0.0
    expected: float = 0.0
    places: Counter[int] = field(default_factory=Counter)
    points: list[float] = field(default_factory=list)

    @property
    def mean_place(self) -> float:
        """The mean of the places."""
        return sum(place * count for place, count in self.places.items()) / self.games


def read_results(history: History, kind: str = "", spellings: Mapping[str, str] | None = None) -> Results:
    """Return all games that have ended, or those of one kind. `spellings` is as in `History`, if known."""
    spellings = history.spellings() if spellings is None else spellings
    counted, counts = [], Counter[str]()
    known: dict[tuple[str, str], Who] = {}  # by name, however spelled, and level
    for game in history.all_games(kind):
        if isinstance(game, DamagedGame):
            counts["damaged"] += 1
        elif game.ended is None or game.ending == ABANDONED:
            counts[game.ending] += 1
        elif game.is_taken_back:
            counts["taken back"] += 1
        elif (who := _who(game, spellings, known)) is None:
            counts["taken over"] += 1
        else:
            minutes = (game.ended - game.began) / 60
            reached = tuple(places(game.outcome[1:], game.points, len(who)))
            about = game.id, game.game, game.began, minutes, game.length, game.outcome, game.points
            counted.append(Result(*about, who, reached))
            counts["dealt"] += game.deck is not None
    numbers = (counts[reason] for reason in (ABANDONED, "taken back", "taken over", "damaged", "dealt"))
    return Results(counted, *numbers)


def _who(game: KeptGame, spellings: Mapping[str, str], known: dict[tuple[str, str], Who]) -> tuple[Who, ...] | None:
    """Return who played; None if a bot or a person took over from the other."""
    people: dict[int, Who] = {}
    for each in game.players:
        who = known.get((each.name, each.level))
        if who is None:
            spelled = "" if each.level else spellings.get(name_key(each.name), each.name)
            who = known[each.name, each.level] = Who(spelled, each.level)
        before = people.get(each.player, who)
        if before != who and (before.level or who.level):  # not a person who has only said another name
            return None
        people[each.player] = who
    return tuple(people[player] for player in sorted(people))


def tallies(results: Sequence[Result], key: Callable[[Result, Who], K], whose: str = "") -> dict[K, Tally]:
    """Return the tallies by a key of game and player, of all players or of a person of one name; most games first."""
    found: dict[K, Tally] = defaultdict(Tally)
    for result in results:
        share = 1 / len(result.who)
        winners = result.places.count(1)
        for player, who in enumerate(result.who):
            if (whose and who.name != whose) or not (who.name or who.level):
                continue
            tally = found[key(result, who)]
            place = result.places[player]
            tally.games += 1
            tally.expected += share
            tally.wins += (place == 1) / winners
            tally.places[place] += 1
            if result.points:
                tally.points.append(result.points[player])
    return dict(sorted(found.items(), key=lambda each: -each[1].games))
