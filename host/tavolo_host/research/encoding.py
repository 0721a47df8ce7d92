"""What a player knows, as numbers from 0 to 1: a piece for each declared field of a position.

The pieces and their sizes are fixed for a game, its options and its number of players:

- a value with few choices (a phase, a column, a card) is one-hot; several of them one after the other, if that takes at
  most `MOST_PLACES`, otherwise a number each;
- an unbounded number is mapped between 0 and 1, with 0.5 for zero, nearer to 1 the greater it is;
- a set of words (where a card may be) has a bit for each word;
- a growing list (a trick) has for each card how early it lies there, 1 for the first, 1/2 for the second; and if that
  is not too much, a one-hot card at each of its first `FIRST` places;
- a hand, which only its player sees, has for each card the share of its copies;
- sealed choices have the count of each player, and the player's own ones in their order.

Before them come the viewer and the acting player. The history is what the player has seen since the start, as `play`
has it: all numbers of actions, newest action first, a 0 after each action. Older actions that do not fit are
left out: then only the text is the whole information state.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolo.games import manifest
from tavolo.rules.contract import TABLE
from tavolo.rules.fields import Field, declared
from tavolo_host.research.declared import bits_of, values_of
from tavolo_host.research.numbering import numbers_in

if TYPE_CHECKING:
    from tavolo_host.research.play import Play

Floats = NDArray[np.float32]

MOST_PLACES = 1200  # of a field that is one-hot
FIRST = 12  # places of a growing list that are one-hot
HALF = 16.0  # the number that is mapped half way to the end
MEMORY = 2000  # numbers of the history
_BEHIND = -1e9  # after an action in the history: no number of an action


class Piece(NamedTuple):
    """A part of the encoding: its size, whether only its player sees it, and write(view, player, room)."""

    name: str
    size: int
    is_private: bool
    write: Callable[[Any, int, Floats], None]


class Encoding:
    """The encoding of a game's positions, for the setup of `play`; one object is for one kind of view.

    `with_private` includes what only the player sees, `with_public` what everybody does; `memory` is how many numbers
    of the history fit.
    """

    def __init__(self, play: "Play", memory: int = 0, with_public: bool = True, with_private: bool = True) -> None:
        self._pieces = [
            piece for piece in _pieces(play) if (with_private if piece.is_private else with_public) and piece.size
        ]
        self._viewer = with_private
        players = play.setup.players
        sizes = [("viewer", players), ("acting", players if with_public else 0)]
        sizes += [(f"position/{piece.name}", piece.size) for piece in self._pieces] + [("history", memory)]
        self.numbers: Floats = np.zeros(sum(size for _, size in sizes), np.float32)
        self.parts: dict[str, Floats] = {}
        first = 0
        for name, size in sizes:
            if size:
                self.parts[name] = self.numbers[first : first + size]
            first += size

    def set_from(self, play: "Play", player: int) -> None:
        """Write what `player` knows into `numbers`, and so into `parts`, for example "position/" and a field's name."""
        self.numbers.fill(0)
        view = play.setup.game.view(play.position, player if self._viewer else TABLE)
        if self._viewer:
            self.parts["viewer"][player] = 1
        if play.acting >= 0 and "acting" in self.parts:
            self.parts["acting"][play.acting] = 1
        for piece in self._pieces:
            piece.write(view, player, self.parts[f"position/{piece.name}"])
        if "history" in self.parts:
            _write_history(play, player, self.parts["history"])


def _between(values: "Sequence[int] | Floats") -> Floats:
    """Map numbers between 0 and 1, keeping their order and all differences."""
    numbers = np.asarray(values, np.float32)
    return np.asarray(0.5 + 0.5 * numbers / (np.abs(numbers) + HALF), np.float32)


def _write_history(play: "Play", player: int, room: Floats) -> None:
    """Write what a player has seen, newest first, as far as it fits."""
    values: list[float] = []
    for action, cards in reversed(play.seen[player]):
        values += [*action, *cards, _BEHIND]
        if len(values) > len(room):
            break
    numbers = np.asarray(values[: len(room)], np.float32)
    room[: len(numbers)] = np.where(numbers == _BEHIND, 0, _between(numbers))


# ---- pieces


def _pieces(play: "Play") -> list[Piece]:
    """Return the pieces of a game's positions, in the order of its declaration."""
    game: Any = play.setup.game
    begun = game.start(play.setup)
    found = []
    for field in declared(game.FIELDS, game.KINDS):
        value = getattr(begun, field.name)
        if field.secret in ("", "sealed"):
            found += _public(play, field, value)
        if field.secret in ("own", "sealed"):
            found.append(_private(play, field))
    return found


def _public(play: "Play", field: Field, value: Any) -> list[Piece]:
    """Return the public pieces of a field, given its value at the start."""
    name = field.name
    if field.secret == "sealed":

        def write_sizes(view: Any, player: int, room: Floats) -> None:
            room[:] = _between([len(each) for each in getattr(view, name)])

        return [Piece(f"{name}_counts", play.setup.players, False, write_sizes)]
    if isinstance(value, (int, bool)):
        size, write = _values(field, 1)

        def write_single(view: Any, player: int, room: Floats) -> None:
            write([int(getattr(view, name))], room)

        return [Piece(name, size, False, write_single)]
    if len(value) and isinstance(value[0], list):
        inner = [_growing(play, field) for _ in value]

        def write_lists(view: Any, player: int, room: Floats) -> None:
            for each, (size, write) in enumerate(inner):
                write(getattr(view, name)[each], room[each * size : (each + 1) * size])

        return [Piece(name, sum(size for size, _ in inner), False, write_lists)]
    size, write = _values(field, len(value)) if len(value) else _growing(play, field)

    def write_list(view: Any, player: int, room: Floats) -> None:
        write(list(getattr(view, name)), room)

    return [Piece(name, size, False, write_list)]


def _private(play: "Play", field: Field) -> Piece:
    """Return the private piece of a field: how many of each card, or the order of sealed ones."""
    name, values = field.name, values_of(field.kind)
    copies = _copies(play)
    if field.secret == "sealed":
        size, write = _in_order(values, copies)
    else:
        size = values

        def write(cards: Sequence[int], room: Floats) -> None:
            np.add.at(room, list(cards), 1 / copies)

    def write_own(view: Any, player: int, room: Floats) -> None:
        write(getattr(view, name)[player] or (), room)

    return Piece(name, size, True, write_own)


_Write = Callable[[Sequence[int], Floats], None]


def _values(field: Field, number: int) -> tuple[int, _Write]:
    """Return the size of that many values of a field, and a function that writes them."""
    values = values_of(field.kind)
    if values and number * values <= MOST_PLACES:
        return number * values, lambda given, room: _one_each(given, room, values)
    if values:
        return number, lambda given, room: _fill(room, (np.asarray(given, np.float32) + 1) / values)
    bits = bits_of(field.kind)
    if not bits:
        return number, lambda given, room: _fill(room, _between(given))
    words = np.arange(bits)
    return number * bits, lambda given, room: _fill(room, (np.asarray(given)[:, None] >> words & 1).ravel())


def _fill(room: Floats, values: "NDArray[Any]") -> None:
    room[: len(values)] = values[: len(room)]


def _one_each(given: Sequence[int], room: Floats, values: int) -> None:
    """Write a one-hot vector for each value; all zeros for a missing one."""
    numbers = np.asarray(given, np.intp)[: len(room) // values]
    there = np.nonzero((numbers >= 0) & (numbers < values))[0]
    room[there * values + numbers[there]] = 1


def _growing(play: "Play", field: Field) -> tuple[int, _Write]:
    """Return the size of a list that is empty at the start, and a function that writes it."""
    values = values_of(field.kind)
    if not values:
        return numbers_in(play.setup.game) - 1, lambda given, room: _fill(room, _between(given))
    size, write = _in_order(values, _copies(play))
    first = FIRST * values if FIRST * values <= MOST_PLACES else 0

    def write_both(given: Sequence[int], room: Floats) -> None:
        write(given, room[:size])
        _one_each(given, room[size:], values)

    return size + first, write_both


def _in_order(values: int, copies: int) -> tuple[int, _Write]:
    """Return the size of an ordered list of cards with that many copies each, and a function that writes it."""

    def write(given: Sequence[int], room: Floats) -> None:
        for place, value in enumerate(given):
            copy = list(given[:place]).count(value)
            if value >= 0 and copy < copies:
                room[copy * values + value] = 1 / (1 + place)

    return copies * values, write


def _copies(play: "Play") -> int:
    return manifest(play.setup.game.NAME).COPIES
