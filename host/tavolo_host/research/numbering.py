"""Numbers actions: the same in every position, and for every player.

Actions are numbered by verb, and within a verb by the values of its fields as digits of a number: `play player card
column` has cards times columns of them. The acting player is not in the number. A field's kind says which values it can
have; a player is one of those who play, a card one of the game's, and a plain number at most the number of cards in the
box, or 99 in a game without cards.
"""

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from tavolo.games import load, manifest
from tavolo.rules.declared import Verb
from tavolo.rules.kinds import NUMBER

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game
    from tavolo.rules.kinds import Kind

NUMBERS = 100  # values of a plain number, in a game without cards
MOST_VALUES = 1000  # of a kind; one with more is an unbounded number


class Numbering:
    """The numbers of a game's actions, 0 to `count` - 1, for a number of players."""

    def __init__(self, game: "Game", players: int) -> None:
        self.count = 0
        self._firsts: list[int] = []
        self._sizes: list[tuple[int, ...]] = []
        for line in game.ACTIONS:  # type: ignore[attr-defined]
            verb = Verb(line)
            sizes = _sizes(game, verb, players) if verb.has_actor else ()
            self._firsts.append(self.count)
            self._sizes.append(sizes)
            self.count += prod(sizes) if verb.has_actor else 0

    def number(self, action: "Action") -> int:
        """Return the number of a player's action; ValueError if it has none."""
        verb, _, *values = action
        try:
            return self._firsts[verb] + int(np.ravel_multi_index(values, self._sizes[verb]))
        except ValueError:
            raise ValueError(f"The action {action} has values that its game does not declare.") from None

    def action(self, number: int, player: int) -> "Action":
        """Return the action of `player` with a number; ValueError for a number that no action has."""
        if not 0 <= number < self.count:
            raise ValueError(f"The actions have the numbers 0 to {self.count - 1}, not {number}.")
        verb = max(verb for verb, first in enumerate(self._firsts) if first <= number)
        return (verb, player, *map(int, np.unravel_index(number - self._firsts[verb], self._sizes[verb])))


@lru_cache
def numbering_of(name: str, players: int) -> Numbering:
    """Return the cached numbering of a game, for a number of players."""
    return Numbering(load(name), players)


def _sizes(game: "Game", verb: Verb, players: int) -> tuple[int, ...]:
    """Return how many values the fields of a verb have, after the player; ValueError for a list of any length."""
    found = []
    for field in [field for field in verb.fields if field[0] != "'"][1:]:
        name = field.partition(":")[0]
        kinds = game.KINDS  # type: ignore[attr-defined]
        if name == "card":
            found.append(game.CARDS)
        elif name in ("player", "receiver"):
            found.append(players)
        elif name == "number" or name in kinds:
            found.append(values_of(kinds.get(name, NUMBER)) or numbers_in(game))
        else:
            raise ValueError(f"A player's action of {game.NAME} takes any number of {name}: it cannot be numbered.")
    return tuple(found)


def numbers_in(game: "Game") -> int:
    """Return how many values a plain number can have: none counts more than the cards in the box."""
    return game.CARDS * manifest(game.NAME).COPIES + 1 if game.CARDS else NUMBERS


def values_of(kind: "Kind") -> int:
    """Return how many values a kind has, from 0, by trying; 0 if unknown, as for plain numbers and sets."""
    value = 0
    while value <= MOST_VALUES and is_value_of(kind, value):
        value += 1
    return value if value <= MOST_VALUES else 0


def is_value_of(kind: "Kind", value: int) -> bool:
    """Return whether a value's text reads as the same value."""
    try:
        return kind[1](kind[0](value)) == value
    except (IndexError, KeyError, ValueError):
        return False
