"""Dealing: every way to put cards into places comes as often as it should, and what cannot be dealt is refused."""

from collections import Counter
from itertools import permutations
from math import prod
from random import Random

import pytest

from tavolo_host.players.dealing import Ways, deal
from tests.players.listed_determinizations import is_likely

# Cards by where they can be, and the sizes of the places.
DEALS: tuple[tuple[dict[Ways, list[int]], list[int]], ...] = (
    ({(1, 1, 1): [0, 1, 2, 3, 4]}, [2, 2, 1]),
    ({(1, 1, 0): [0, 1], (0, 1, 1): [2, 3], (1, 0, 1): [4, 5]}, [2, 2, 2]),
    ({(1, 0, 0): [0], (1, 1, 1): [1, 2, 3], (0, 1, 1): [4, 5]}, [3, 1, 2]),
    ({(2, 1): [0, 1, 2], (1, 1): [3, 4]}, [3, 2]),
    ({(1, 2, 0, 1): [0, 1], (0, 1, 1, 1): [2, 3, 4], (1, 1, 1, 1): [5]}, [1, 2, 1, 2]),
    ({(1, 1, 1, 1): [0, 1, 2], (1, 1, 0, 1): [3]}, [1, 1, 2, 0]),  # the last place has no room
    ({(1, 1, 1): [0, 1], (1, 1, 0): [2], (0, 0, 1): []}, [1, 1, 1]),  # and no card is in the last group
    ({(2, 2): [0, 1], (1, 1): [2, 3]}, [2, 2]),  # more ways, but as many wherever it is
)


def listed(groups: dict[Ways, list[int]], capacities: list[int]) -> "Counter[str]":
    """All deals, the order in each place included, each as often as it comes about."""
    cards = [(card, ways) for ways, of_group in groups.items() for card in of_group]
    places = [place for place, capacity in enumerate(capacities) for _ in range(capacity)]
    found: Counter[str] = Counter()
    for order in permutations(cards):
        weight = prod(ways[place] for (_, ways), place in zip(order, places, strict=True))
        if weight:
            found[str([card for card, _ in order])] += weight
    return found


@pytest.mark.parametrize(("groups", "capacities"), DEALS)
def test_every_deal_that_can_be_comes_as_often_as_there_are_ways_to_it(
    groups: dict[Ways, list[int]], capacities: list[int]
) -> None:
    weights, random = listed(groups, capacities), Random(len(capacities))
    drawn: Counter[str] = Counter()
    for _ in range(25 * weights.total()):
        places = deal(groups, capacities, random)
        assert [len(cards) for cards in places] == capacities
        drawn[str([card for cards in places for card in cards])] += 1
    assert is_likely(drawn, weights)


@pytest.mark.parametrize(
    ("groups", "capacities", "told"),
    [
        ({(1, 1): [0, 1, 2]}, [1, 1], "3 cards cannot fill"),
        ({(1, 1): [0]}, [1, 1], "1 cards cannot fill"),
        ({(1, 1): [0]}, [2, -1], "1 cards cannot fill"),
        ({(0, 0): [0], (1, 1): [1]}, [1, 1], "No deal of the cards"),
        ({(1, 0): [0, 1], (1, 1): [2]}, [1, 2], "No deal of the cards"),
        ({(1, 0, 0): [0], (1, 1, 0): [1, 2], (1, 1, 1): [3]}, [1, 1, 2], "No deal of the cards"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_a_sentence(
    groups: dict[Ways, list[int]], capacities: list[int], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        deal(groups, capacities, Random(1))


def test_wrong_frequencies_are_noticed() -> None:
    weights = Counter({str(number): 1 + number % 2 for number in range(40)})
    random = Random(1)
    drawn = random.choices(list(weights), list(weights.values()), k=4000)
    assert is_likely(Counter(drawn), weights)
    assert not is_likely(Counter(random.choices(list(weights), k=4000)), weights)
    assert not is_likely(Counter(each for each in drawn if each != "7"), weights)
    assert not is_likely(Counter([*drawn, "other"]), weights)
