"""Which matches an arena plays, and who sits where: every level gets the same deals, and every seat equally often.

A contest is of one game with a number of seats. Its line-ups have every level as often as possible: of 3 levels at 7
seats each twice, and one of them once more, which makes three line-ups; of 3 levels at 2 seats each pair is one. In
each deal all line-ups play, each once for every seat: its players move on by a seat from match to match. So within a
deal every level has equally many matches, and every seat equally often.

The order of a line-up is drawn for each deal, as neighbours may matter.

Where one of two levels is alone, it sits at each seat in turn and the other at all others, and each seat keeps its
random numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple

from tavolo.games import manifest


class Place(NamedTuple):
    """The player at a seat: a place of the line-up, which keeps its random numbers wherever it sits, and its level."""

    number: int
    level: str


@dataclass(frozen=True)
class Contest:
    """Levels against each other in one game with that many seats; a single level plays against itself.

    Its matches are numbered from 0, `per_deal` of them a deal. One of two levels may be `alone` among the others.
    ValueError for seats that the game does not have, and for levels that do not fit.
    """

    game: str
    seats: int
    levels: tuple[str, ...]
    alone: str = ""

    def __post_init__(self) -> None:
        fewest, most = manifest(self.game).SEATS
        if not fewest <= self.seats <= most:
            raise ValueError(f"{manifest(self.game).TITLE} is for {fewest} to {most} players, not for {self.seats}.")
        if not self.levels or len(set(self.levels)) < len(self.levels):
            raise ValueError("Name each level once, and at least one.")
        if self.alone and (self.alone not in self.levels or len(self.levels) != 2):
            raise ValueError("A level can be alone only against one other: name these two levels.")

    @property
    def per_deal(self) -> int:
        """How many matches each deal has."""
        return self.seats * (1 if self.alone else comb(len(self.levels), self.seats % len(self.levels)))

    @property
    def others(self) -> str:
        """The level among which the other one is alone."""
        return next(level for level in self.levels if level != self.alone)

    def deal_of(self, number: int) -> int:
        """Return the deal of a match."""
        return number // self.per_deal

    def line_up(self, number: int) -> tuple[Place, ...]:
        """Return who sits at each seat in a match."""
        deal, within = divmod(number, self.per_deal)
        line_up, turn = divmod(within, self.seats)
        if self.alone:
            return tuple(Place(seat, self.alone if seat == turn else self.others) for seat in range(self.seats))
        places = list(self._line_ups())[line_up]
        Random(f"line-up {line_up} of {deal}").shuffle(places)
        seated = [(seat + turn) % self.seats for seat in range(self.seats)]
        return tuple(Place(place, places[place]) for place in seated)

    def _line_ups(self) -> Iterator[list[str]]:
        each, more = divmod(self.seats, len(self.levels))
        for once_more in combinations(self.levels, more):
            yield [*self.levels * each, *once_more]
