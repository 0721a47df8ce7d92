"""Listed determinizations: compares drawn ones with a list of all that are possible.

The list has every way to put the unseen cards into hidden places that the game's own rules allow when the referee asks
them. Positions come from random games from which all cards but a few are removed, so that the list is short.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

import pytest

from tavolo.rules.contract import Setup
from tavolo.rules.record import Record
from tavolo_host.players.of_game import determinize
from tests.rules.play import next_action
from tests.rules.support import Numbers

DRAWN = 25  # samples for each possible one
FEWEST_DRAWN = 300
BEYOND = 4.26  # standard deviations: so far off is one test in a hundred thousand, and seeds are fixed


def is_likely(counted: "Counter[str]", weights: "Counter[str]") -> bool:
    """Whether what was counted comes as often as the weights say, by chi-square with Wilson and Hilferty's bound."""
    drawn, whole = counted.total(), weights.total()
    if set(counted) - set(weights):
        return False
    wanted = {text: drawn * weight / whole for text, weight in weights.items()}
    off = sum((counted[text] - number) ** 2 / number for text, number in wanted.items())
    freedom = len(weights) - 1
    return freedom == 0 or off < freedom * (1 - 2 / (9 * freedom) + BEYOND * sqrt(2 / (9 * freedom))) ** 3


def count(game: Any, known: Any, player: int, weights: "Counter[str]") -> "Counter[str]":
    """How often each determinization is drawn."""
    random = Random(len(weights))
    drawn = max(FEWEST_DRAWN, DRAWN * weights.total())
    return Counter(written(game, determinize(game, known, player, random)) for _ in range(drawn))


def written(game: Any, position: Any) -> str:
    """The text of a position in which lists that have no order are sorted."""
    position = position.copy()
    for name in ("pile", "penalties", "hands", "reserve_tiles", "box_tiles"):
        for cards in getattr(position, name, None) or []:
            if isinstance(cards, list):
                cards.sort()
    text: str = game.position_text(position)
    return text


def moments(game: Any, players: int, start: int) -> Iterator[Record]:
    """A random dealt game before each of its actions."""
    record, numbers = Record(Setup(game, players, None, True)), Numbers(start)
    while (action := next_action(record, numbers, rare=True)) is not None:
        yield record
        record.apply(action)


def check(game: Any, position: Any, player: int, weights: "Counter[str]") -> None:
    """Compare a player's samples with all possible determinizations and their weights."""
    known = game.view(position, player)
    assert written(game, position) in weights, "the truth is possible"
    counted = count(game, known, player, weights)
    assert set(counted) <= set(weights), "none comes that is impossible"
    assert is_likely(counted, weights), game.position_text(known)


def deals(cards: Sequence[int], capacities: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal cards to places of these sizes."""
    if not capacities:
        yield []
        return
    for taken in combinations(cards, capacities[0]):
        for rest in deals([card for card in cards if card not in taken], capacities[1:]):
            yield [taken, *rest]


def refused(game: Any, known: Any, player: int, told: str) -> None:
    """Hold that nothing agrees with what a player knows, which is told in a sentence."""
    with pytest.raises(ValueError, match=told):
        determinize(game, known, player, Random(1))
