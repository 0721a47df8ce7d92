"""Deals cards into places so that every way that is possible comes as often: by counting the ways, never by trying.

Not every card may be everywhere. Cards that may be in the same places are a group. Group by group, and place by place
within a group, it is counted in how many ways the rest can still be dealt, and chance takes each number of cards as
often as that says. What was counted is kept for the next deal of the same shape, since whoever thinks about a position
asks for thousands of them.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from random import Random
from typing import NamedTuple

KEPT = 32  # shapes of which the counts are kept; of the greatest they take some megabytes

Ways = tuple[int, ...]  # by place, in how many ways a card can be there; 0 is not at all
Rooms = tuple[int, ...]


def deal(groups: Mapping[Ways, Sequence[int]], rooms: Sequence[int], random: Random) -> list[list[int]]:
    """Return cards for each place, so many as it has room, in an order by chance.

    `groups` has the cards by where they can be. Every deal of them that fills all places is as likely as any other,
    those that come about in several ways as much more. ValueError when there is none.
    """
    shape = _shape(tuple([(ways, len(cards)) for ways, cards in groups.items()]), tuple(rooms))
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
    found: list[list[int]] = [[] for _ in rooms]
    for cards, places in zip(joint, shape.places, strict=True):
        if len(shape.members) > 1:
            random.shuffle(cards)  # what groups it is from shall not be seen by the order
        first = 0
        for place in places:
            found[place] = cards[first : first + rooms[place]]
            first += rooms[place]
    return found


class _Shape:
    """What a deal is like: `places` that are as one, `members` of groups that are as one, and how both are counted."""

    def __init__(self, groups: tuple[tuple[Ways, int], ...], rooms: Rooms) -> None:
        total = sum(number for _, number in groups)
        if min(rooms, default=0) < 0 or total != sum(rooms):
            raise ValueError(f"{total} cards cannot fill places for {list(rooms)}.")
        open_places = [place for place, room in enumerate(rooms) if room]
        merged: dict[Ways, list[int]] = {}
        for number, (ways, size) in enumerate(groups):
            if size:
                merged.setdefault(tuple([ways[place] for place in open_places]), []).append(number)
        alike: dict[Ways, list[int]] = {}
        for at, place in enumerate(open_places):
            alike.setdefault(tuple([ways[at] for ways in merged]), []).append(place)
        # Those with the fewest places first: so there are fewer ways to go through.
        order = sorted(merged, key=lambda ways: len([way for way in ways if way]))
        self.members = [merged[ways] for ways in order]
        self.places = list(alike.values())
        columns = [open_places.index(places[0]) for places in self.places]
        sizes = [sum(groups[member][1] for member in members) for members in self.members]
        joint = tuple([sum(rooms[place] for place in places) for places in self.places])
        table = [tuple([ways[at] for at in columns]) for ways in order]
        # Cards for places or places for cards: the numbers are as likely, and those of which there are fewer are kept.
        self._is_turned = _states(joint) > _states(sizes)
        if self._is_turned:
            self._counting = _Counting(list(zip(*table, strict=True)), list(joint), tuple(sizes))
        else:
            self._counting = _Counting(table, sizes, joint)

    def drawn(self, random: Random) -> list[list[tuple[int, int]]]:
        """Return for each group which places get how many cards of it."""
        numbers = self._counting.drawn(random)
        if not self._is_turned:
            return numbers
        turned: list[list[tuple[int, int]]] = [[] for _ in self.members]
        for place, of_place in enumerate(numbers):
            for group, number in of_place:
                turned[group].append((place, number))
        return turned


def _states(rooms: Sequence[int]) -> int:
    """Return about how many states there are when so many things are left to be placed step by step."""
    return prod(room + 1 for room in rooms) // (1 + max(rooms, default=0))


_shape = lru_cache(KEPT)(_Shape)


class _Step(NamedTuple):
    """A place for a group, and in how many ways; which places it has `later`, how many cards of others come there."""

    group: int
    place: int
    ways: int
    later: tuple[int, ...]
    others: int


class _Branch:
    """Where a count goes on: how many ways in all, the bounds of each number's part, and what follows each number."""

    def __init__(self, total: int, bounds: list[int], numbers: list[int], rooms: list[Rooms]) -> None:
        self.total = total
        self.bounds = bounds
        self.numbers = numbers
        self.rooms = rooms


class _Counting:
    """In how many ways groups of cards, so many of each, fill places with so much room; ValueError if in none."""

    def __init__(self, groups: list[Ways], sizes: list[int], rooms: Rooms) -> None:
        self._rooms = rooms
        self._sizes = sizes
        self._steps: list[_Step] = []
        for group, ways in enumerate(groups):
            places = [place for place, way in enumerate(ways) if way]
            for number, place in enumerate(places):
                others = sum(sizes[each] for each in range(group + 1, len(groups)) if groups[each][place])
                self._steps.append(_Step(group, place, ways[place], tuple(places[number + 1 :]), others))
        self._after = [sum(sizes[group + 1 :]) for group in range(len(sizes))]  # cards of all later groups
        self._branches: list[dict[Rooms, _Branch]] = [{} for _ in self._steps]
        has_no_place = any(not any(ways) for ways in groups)
        if has_no_place or (sizes and not self._count(0, rooms)):
            raise ValueError("No deal of the cards agrees with what is known of them.")

    def drawn(self, random: Random) -> list[list[tuple[int, int]]]:
        """Return for each group how many cards of it come to which places."""
        found: list[list[tuple[int, int]]] = [[] for _ in self._sizes]
        rooms = self._rooms
        for step, branches in zip(self._steps, self._branches, strict=True):
            branch = branches[rooms]
            at = bisect_right(branch.bounds, random.randrange(branch.total)) if len(branch.bounds) > 1 else 0
            rooms = branch.rooms[at]
            if branch.numbers[at]:
                found[step.group].append((step.place, branch.numbers[at]))
        return found

    def _count(self, step: int, rooms: Rooms) -> int:
        """Return in how many ways everything from a step on fills what room is left."""
        if step == len(self._steps):
            return 1
        branch = self._branches[step].get(rooms)
        if branch is None:
            branch = self._branches[step][rooms] = self._branch(step, rooms)
        return branch.total

    def _branch(self, number_of_step: int, rooms: Rooms) -> _Branch:
        """Count what follows each number of cards that may come to the place of a step."""
        step = self._steps[number_of_step]
        place, ways, room = step.place, step.ways, rooms[step.place]
        left = sum(rooms) - self._after[step.group]  # cards of this group that have no place yet
        fewest = max(0, room - step.others, left - sum([rooms[other] for other in step.later]))
        counts, numbers, rests = [], [], []
        before, behind = rooms[:place], rooms[place + 1 :]
        for number in range(fewest, min(left, room) + 1):
            rest = (*before, room - number, *behind)
            count = self._count(number_of_step + 1, rest)
            if count:
                counts.append(count * comb(left, number) * ways**number)
                numbers.append(number)
                rests.append(rest)
        bounds = list(accumulate(counts))
        return _Branch(bounds[-1] if bounds else 0, bounds, numbers, rests)
