"""Deals cards into places so that every possible deal is equally likely, by counting deals instead of trying them.

Not every card may be everywhere. Cards that may be in the same places form a group. Group by group, and place by place
within a group, it counts in how many ways the rest can still be dealt, and draws each number of cards with that
probability. The counts are cached for the next deal of the same shape, since a search asks for thousands of deals.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from random import Random
from typing import NamedTuple

KEPT = 8  # cached shapes; the largest take some megabytes each

Ways = tuple[int, ...]  # by place, in how many ways a card can be there; 0 if it cannot
Capacities = tuple[int, ...]


def deal(groups: Mapping[Ways, Sequence[int]], capacities: Sequence[int], random: Random) -> list[list[int]]:
    """Return the cards of each place, as many as it has room for, in random order.

    `groups` has the cards by where they can be. Every deal that fills all places is equally likely, except that one
    with several ways counts that often. ValueError when there is none.
    """
    shape = _shape(tuple([(ways, len(cards)) for ways, cards in groups.items()]), tuple(capacities))
    lists = list(groups.values())
    numbers = shape.drawn(random)
    joint: list[list[int]] = [[] for _ in shape.places]
    for members, of_group in zip(shape.members, numbers, strict=True):
        cards = [card for member in members for card in lists[member]]
        random.shuffle(cards)
        first = 0
        for place, number in of_group:
            joint[place] += cards[first : first + number]
            first += number
    found: list[list[int]] = [[] for _ in capacities]
    for cards, places in zip(joint, shape.places, strict=True):
        if len(shape.members) > 1:
            random.shuffle(cards)  # so that the order does not reveal their groups
        first = 0
        for place in places:
            found[place] = cards[first : first + capacities[place]]
            first += capacities[place]
    return found


class _Shape:
    """The shape of a deal: interchangeable `places`, `members` of interchangeable groups, and how to count both."""

    def __init__(self, groups: tuple[tuple[Ways, int], ...], capacities: Capacities) -> None:
        total = sum(number for _, number in groups)
        if min(capacities, default=0) < 0 or total != sum(capacities):
            raise ValueError(f"{total} cards cannot fill places for {list(capacities)}.")
        open_places = [place for place, capacity in enumerate(capacities) if capacity]
        merged: dict[Ways, list[int]] = {}
        for number, (ways, size) in enumerate(groups):
            if size:
                merged.setdefault(tuple([ways[place] for place in open_places]), []).append(number)
        alike: dict[Ways, list[int]] = {}
        for at, place in enumerate(open_places):
            alike.setdefault(tuple([ways[at] for ways in merged]), []).append(place)
        # The groups with the fewest places first: that leaves fewer ways to count.
        order = sorted(merged, key=lambda ways: len([way for way in ways if way]))
        self.members = [merged[ways] for ways in order]
        self.places = list(alike.values())
        columns = [open_places.index(places[0]) for places in self.places]
        sizes = [sum(groups[member][1] for member in members) for members in self.members]
        joint = tuple([sum(capacities[place] for place in places) for places in self.places])
        table = [tuple([ways[at] for at in columns]) for ways in order]
        # Cards to places or places to cards: both give the same numbers, and the one with fewer states is kept.
        self._is_turned = _states(joint) > _states(sizes)
        if self._is_turned:
            self._counting = _Counting(list(zip(*table, strict=True)), list(joint), tuple(sizes))
        else:
            self._counting = _Counting(table, sizes, joint)

    def drawn(self, random: Random) -> list[list[tuple[int, int]]]:
        """Return for each group how many of its cards each place gets."""
        numbers = self._counting.drawn(random)
        if not self._is_turned:
            return numbers
        turned: list[list[tuple[int, int]]] = [[] for _ in self.members]
        for place, of_place in enumerate(numbers):
            for group, number in of_place:
                turned[group].append((place, number))
        return turned


def _states(capacities: Sequence[int]) -> int:
    """Estimate how many states there are when this many things are placed step by step."""
    return prod(capacity + 1 for capacity in capacities) // (1 + max(capacities, default=0))


_shape = lru_cache(KEPT)(_Shape)


class _Step(NamedTuple):
    """A place for a group, and in how many ways; its `later` places, and how many cards of `others` can go there."""

    group: int
    place: int
    ways: int
    later: tuple[int, ...]
    others: int


class _Branch(NamedTuple):
    """One state of a step: the ways in all, the cumulated bounds of each number of cards, and the room each leaves."""

    total: int
    bounds: list[int]
    numbers: list[int]
    capacities: list[Capacities]

    @staticmethod
    def of(
        step: _Step, left: int, choices: list[tuple[int, Capacities]], totals: Mapping[Capacities, int]
    ) -> "_Branch":
        """Return the branch of a step with that many cards `left`; `totals` has the ways behind each choice."""
        counts = [totals[rest] * comb(left, number) * step.ways**number for number, rest in choices]
        bounds = list(accumulate(counts))
        return _Branch(bounds[-1], bounds, [number for number, _ in choices], [rest for _, rest in choices])


class _Counting:
    """Counts the ways in which groups of cards with these sizes fill places; ValueError if there are none."""

    def __init__(self, groups: list[Ways], sizes: list[int], capacities: Capacities) -> None:
        self._capacities = capacities
        self._sizes = sizes
        self._steps: list[_Step] = []
        for group, ways in enumerate(groups):
            places = [place for place, way in enumerate(ways) if way]
            for number, place in enumerate(places):
                others = sum(sizes[each] for each in range(group + 1, len(groups)) if groups[each][place])
                self._steps.append(_Step(group, place, ways[place], tuple(places[number + 1 :]), others))
        self._after = [sum(sizes[group + 1 :]) for group in range(len(sizes))]  # cards of all later groups
        self._branches = self._counted()
        if not all(any(ways) for ways in groups) or (self._steps and capacities not in self._branches[0]):
            raise ValueError("No deal of the cards agrees with what is known of them.")

    def drawn(self, random: Random) -> list[list[tuple[int, int]]]:
        """Return for each group how many of its cards go to which places."""
        found: list[list[tuple[int, int]]] = [[] for _ in self._sizes]
        capacities = self._capacities
        for step, branches in zip(self._steps, self._branches, strict=True):
            branch = branches[capacities]
            at = bisect_right(branch.bounds, random.randrange(branch.total)) if len(branch.bounds) > 1 else 0
            capacities = branch.capacities[at]
            if branch.numbers[at]:
                found[step.group].append((step.place, branch.numbers[at]))
        return found

    def _counted(self) -> list[dict[Capacities, _Branch]]:
        """Return the branches of each step, by the room that may be left, where the rest can be dealt."""
        reached: list[dict[Capacities, list[tuple[int, Capacities]]]] = []
        present: Iterable[Capacities] = [self._capacities]
        for step in self._steps:
            reached.append({capacities: self._choices(step, capacities) for capacities in present})
            present = {rest for choices in reached[-1].values() for _, rest in choices}
        branches: list[dict[Capacities, _Branch]] = []
        totals = dict.fromkeys(present, 1)
        for step, choices_by_capacities in zip(reversed(self._steps), reversed(reached), strict=True):
            of_step: dict[Capacities, _Branch] = {}
            for capacities, choices in choices_by_capacities.items():
                possible = [(number, rest) for number, rest in choices if rest in totals]
                if possible:
                    of_step[capacities] = _Branch.of(step, self._left(step, capacities), possible, totals)
            totals = {capacities: branch.total for capacities, branch in of_step.items()}
            branches.append(of_step)
        return branches[::-1]

    def _left(self, step: _Step, capacities: Capacities) -> int:
        """Return how many cards of a step's group are not placed yet."""
        return sum(capacities) - self._after[step.group]

    def _choices(self, step: _Step, capacities: Capacities) -> list[tuple[int, Capacities]]:
        """Return how many cards the place of a step may get, each number with the room that it leaves."""
        left, capacity = self._left(step, capacities), capacities[step.place]
        fewest = max(0, capacity - step.others, left - sum([capacities[other] for other in step.later]))
        before, behind = capacities[: step.place], capacities[step.place + 1 :]
        return [(number, (*before, capacity - number, *behind)) for number in range(fewest, min(left, capacity) + 1)]
