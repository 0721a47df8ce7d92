"""Deals cards into places so that every possible deal is equally likely, by counting deals instead of trying them.

Not every card may be everywhere. Cards that may be in the same places form a group. Group by group, and place by place
within a group, it counts in how many ways the rest can still be dealt, and draws each number of cards with that
probability. The counts are cached for the next deal of the same shape, since a search asks for thousands of deals.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from math import comb, prod
from random import Random

KEPT = 8  # cached shapes; the largest take some megabytes each

Ways = tuple[int, ...]  # by place, in how many ways a card can be there; 0 if it cannot
Capacities = tuple[int, ...]


def deal(groups: Mapping[Ways, Sequence[int]], capacities: Sequence[int], random: Random) -> list[list[int]]:
    """Return the cards of each place, as many as it has room for, in random order.

    `groups` has the cards by where they can be. Every deal that fills all places is equally likely, except that one
    with several ways counts that often. ValueError when there is none.
    """
    shape = _Shape(tuple([(ways, len(cards)) for ways, cards in groups.items()]), tuple(capacities))
    lists = list(groups.values())
    numbers = shape.drawn(random)
    joint: list[list[int]] = [[] for _ in shape.places]
    for members, of_group in zip(shape.members, numbers, strict=True):
        cards = [card for member in members for card in lists[member]]
        random.shuffle(cards)
        left = iter(cards)
        for place, number in of_group:
            joint[place] += islice(left, number)
    found: list[list[int]] = [[] for _ in capacities]
    for cards, places in zip(joint, shape.places, strict=True):
        if len(shape.members) > 1:
            random.shuffle(cards)  # so that the order does not reveal their groups
        left = iter(cards)
        for place in places:
            found[place] = list(islice(left, capacities[place]))
    return found


class _Step:
    """One place for the cards of one group; `branches` has the ways to go on from each room that may be left.

    These are the cumulated numbers of ways, and for each how many cards the place gets and the room left after that.
    """

    def __init__(self, groups: Sequence[Ways], sizes: Sequence[int], group: int, place: int) -> None:
        self.group, self.place = group, place
        self.branches: dict[Capacities, tuple[list[int], list[tuple[int, Capacities]]]] = {}
        self._ways = groups[group][place]
        self._later = [other for other in range(place + 1, len(groups[group])) if groups[group][other]]
        self._after = sum(sizes[group + 1 :])  # cards of all later groups, and those of them that can go here
        self._others = sum(sizes[each] for each in range(group + 1, len(groups)) if groups[each][place])

    def choices(self, room: Capacities) -> list[tuple[int, Capacities]]:
        """Return how many cards the place may get, each number with the room that it leaves."""
        left, capacity = sum(room) - self._after, room[self.place]
        fewest = max(0, capacity - self._others, left - sum([room[other] for other in self._later]))
        before, behind = room[: self.place], room[self.place + 1 :]
        return [(number, (*before, capacity - number, *behind)) for number in range(fewest, min(left, capacity) + 1)]

    def count(
        self, reached: Mapping[Capacities, list[tuple[int, Capacities]]], totals: Mapping[Capacities, int]
    ) -> dict[Capacities, int]:
        """Note the branches of each reached room by the ways behind its choices; return the ways of all of them."""
        for room, choices in reached.items():
            left, possible = sum(room) - self._after, [(number, rest) for number, rest in choices if rest in totals]
            if possible:
                counts = [totals[rest] * comb(left, number) * self._ways**number for number, rest in possible]
                self.branches[room] = list(accumulate(counts)), possible
        return {room: bounds[-1] for room, (bounds, _) in self.branches.items()}


def _counted(groups: Sequence[Ways], sizes: Sequence[int], capacities: Capacities) -> list[_Step]:
    """Return the steps in which groups of cards of these sizes fill all places; ValueError if they cannot."""
    steps = [_Step(groups, sizes, at, place) for at, ways in enumerate(groups) for place, way in enumerate(ways) if way]
    reached, present = [], {capacities}
    for step in steps:
        reached.append({room: step.choices(room) for room in present})
        present = {rest for choices in reached[-1].values() for _, rest in choices}
    totals = dict.fromkeys(present, 1)
    for step in reversed(steps):
        totals = step.count(reached.pop(), totals)
    if not all(any(ways) for ways in groups) or capacities not in totals:
        raise ValueError("No deal of the cards agrees with what is known of them.")
    return steps


@lru_cache(KEPT)
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
        sizes = tuple([sum(groups[member][1] for member in members) for members in self.members])
        room = tuple([sum(capacities[place] for place in places) for places in self.places])
        table = [tuple([ways[at] for at in columns]) for ways in order]
        # Cards to places or places to cards: both give the same numbers, and the one with fewer states is kept.
        self._is_turned = _states(room) > _states(sizes)
        if self._is_turned:
            table, sizes, room = list(zip(*table, strict=True)), room, sizes
        self._room, self._steps = room, _counted(table, sizes, room)

    def drawn(self, random: Random) -> list[list[tuple[int, int]]]:
        """Return for each group how many of its cards each place gets."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.members]
        room = self._room
        for step in self._steps:
            bounds, choices = step.branches[room]
            at = bisect_right(bounds, random.randrange(bounds[-1])) if len(bounds) > 1 else 0
            number, room = choices[at]
            if number and self._is_turned:
                found[step.place].append((step.group, number))
            elif number:
                found[step.group].append((step.place, number))
        return found


def _states(capacities: Sequence[int]) -> int:
    """Estimate how many states there are when this many things are placed step by step."""
    return prod(capacity + 1 for capacity in capacities) // (1 + max(capacities, default=0))
