"""What all games that are over say about players and games.

Counted are games that were played to their end, without a bot that took over from a person or a person from a bot, and
without taking back what had been seen. Virtual players count by their level, people by the name that they said last.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from tavolo_host.history.history import History
from tavolo_host.history.kept_game import ABANDONED, OPEN
from tavolo_host.history.results import Who, places
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
    """The games that count, in the order in which they ended, and how many others do not, by reason."""

    counted: list[Result]
    abandoned: int
    taken_back: int
    taken_over: int


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


def read_results(history: History, kind: str = "", written: Mapping[str, str] | None = None) -> Results:
    """Return all games that have ended, or those of one kind. `written` is as in `History`, if known."""
    which, values = ("WHERE game = ?", [kind]) if kind else ("", [])
    people, taken_over = _people(history, history.written() if written is None else written, which, values)
    rows = history.rows(
        "SELECT id, game, began / 1000.0, (ended - began) / 60000.0, length, ending, taken_back, outcome, points"
        f" FROM game {which} ORDER BY ended, id",
        values,
    )
    outcomes, points = (_loaded([row[place] for row in rows]) for place in (-2, -1))
    counted, left_out = [], Counter[str]()
    for (number, game, began, minutes, length, ending, is_taken_back, *_), outcome, of_players in zip(
        rows, outcomes, points, strict=True
    ):
        if ending in (OPEN, ABANDONED):
            left_out[ending] += 1
        elif is_taken_back:
            left_out["taken back"] += 1
        elif number in taken_over:
            left_out["taken over"] += 1
        else:
            players = tuple(people[number])
            reached = tuple(places(outcome[1:], of_players, len(players)))
            counted.append(
                Result(number, game, began, minutes, length, tuple(outcome), tuple(of_players), players, reached)
            )
    return Results(counted, left_out[ABANDONED], left_out["taken back"], left_out["taken over"])


def _people(
    history: History, written: Mapping[str, str], which: str, values: Sequence[str]
) -> tuple[Mapping[int, list[Who]], set[int]]:
    """Return who played in each game, and the games in which a bot or a person took over from the other."""
    names: dict[int | None, str] = {
        number: written.get(name_key(name), name) for number, name in history.rows("SELECT id, text FROM name")
    }
    people: dict[int, list[Who]] = defaultdict(list)
    taken_over = set()
    of_games = f"WHERE game IN (SELECT id FROM game {which})" if which else ""
    seated = f"SELECT game, player, name, level, since FROM player {of_games} ORDER BY game, player, since"
    for game, player, name, level, since in history.rows(seated, values):
        who = Who("" if level else names.get(name, ""), level)
        if not since:
            people[game].append(who)
            continue
        before, people[game][player] = people[game][player], who
        if before != who and (before.level or who.level):  # not a person who has only said another name
            taken_over.add(game)
    return people, taken_over


def _loaded(texts: Sequence[str]) -> list[list[int]]:
    return list(json.loads(f"[{','.join(texts)}]"))  # together, which is five times as fast


def tallies(results: Sequence[Result], key: Callable[[Result, Who], K], whose: str = "") -> dict[K, Tally]:
    """Return the tallies by a key of game and player, of all players or of a person of one name; most games first."""
    found: dict[K, Tally] = defaultdict(Tally)
    for result in results:
        share = 1 / len(result.who)
        for player, who in enumerate(result.who):
            if (whose and who.name != whose) or not any(who):
                continue
            tally = found[key(result, who)]
            place = result.places[player]
            tally.games += 1
            tally.expected += share
            tally.wins += (place == 1) / result.places.count(1)
            tally.places[place] += 1
            if result.points:
                tally.points.append(result.points[player])
    return dict(sorted(found.items(), key=lambda each: -each[1].games))
