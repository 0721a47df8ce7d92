"""An action is a number: the same in every position, and for every player.

What a player may do is numbered by verb, and within a verb by the values of its fields as a number of as many digits:
`play player card column` has cards times columns of them. Who acts is not in the number. Which values a field can have
is asked of its kind; a player is one of those who play, a card one of the game's, and a plain number at most as many as
there are cards in the box, or 99 in a game that has none.
"""

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from tavolo.games import load, manifest
from tavolo.rules.declared import Verb
from tavolo_host.research.declared import kind_of, values_of

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game

NUMBERS = 100  # values of a plain number, in a game without cards


class Numbering:
    """The numbers of a game's actions, 0 to `count` - 1, for so many players."""

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
        """Return the number of a player's action; ValueError for one that has none."""
        verb, _, *values = action
        sizes = self._sizes[verb]
        if len(sizes) != len(values) or any(not 0 <= value < size for value, size in zip(values, sizes, strict=True)):
            raise ValueError(f"The action {action} has values that its game does not declare.")
        place = 0
        for value, size in zip(values, sizes, strict=True):
            place = place * size + value
        return self._firsts[verb] + place

    def action(self, number: int, player: int) -> "Action":
        """Return the action of a number, of `player`; ValueError when there is no such number."""
        if not 0 <= number < self.count:
            raise ValueError(f"The actions have the numbers 0 to {self.count - 1}, not {number}.")
        verb = max(verb for verb, first in enumerate(self._firsts) if first <= number)
        place = number - self._firsts[verb]
        values: list[int] = []
        for size in reversed(self._sizes[verb]):
            place, value = divmod(place, size)
            values.append(value)
        return (verb, player, *reversed(values))


@lru_cache
def numbering_of(name: str, players: int) -> Numbering:
    """Return the numbers of a game's actions, for so many players."""
    return Numbering(load(name), players)


def _sizes(game: "Game", verb: Verb, players: int) -> tuple[int, ...]:
    """Return how many values the fields of a verb have, behind the player; ValueError for a list of any length."""
    found = []
    for field in [field for field in verb.fields if field[0] != "'"][1:]:
        name = field.partition(":")[0]
        kinds = game.KINDS  # type: ignore[attr-defined]
        if name == "card":
            found.append(game.CARDS)
        elif name in ("player", "receiver"):
            found.append(players)
        elif name == "number" or name in kinds:
            found.append(values_of(kind_of(name, kinds)) or numbers_in(game))
        else:
            raise ValueError(f"A player's action of {game.NAME} takes any number of {name}: it cannot have a number.")
    return tuple(found)


def numbers_in(game: "Game") -> int:
    """Return how many values a plain number can have: none counts more than the cards in the box."""
    return game.CARDS * manifest(game.NAME).COPIES + 1 if game.CARDS else NUMBERS
