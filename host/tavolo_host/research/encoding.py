"""What a player knows, as numbers from 0 to 1: a piece for each field that a game declares of its positions.

The pieces are the same for a game, its options and its number of players, and have their sizes for good:

- one value of a few (a phase, a column, a card) has a place for each, of which one is 1; several of them one after the
  other, where that is not more than `MOST_PLACES`, else a number each;
- a number, which nothing bounds, is between 0 and 1, 0.5 for none, the nearer to 1 the greater it is;
- a set of words (where a card may be) has a place for each word;
- a list that grows (a trick) has for each card how early it lies there, 1 for the first, 1/2 for the second; and a
  place for each card at each of the first `FIRST` places of the list, where that is not too many;
- a hand, of which only its player has one, says of each card how many of its copies there are;
- of sealed choices there is how many each player has made, and of the own ones which.

Before them come who looks, and who is to act. The history is what that player saw since the start, as `play` has it:
all numbers of actions in their order, the last first, a 0 behind each action. It has room for so many, and what is
older is left out: then the text alone is the whole information state.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolo.games import manifest
from tavolo.rules.contract import TABLE
from tavolo_host.research.declared import Field, bits_of, fields_of, values_of
from tavolo_host.research.numbering import numbers_in

if TYPE_CHECKING:
    from tavolo_host.research.play import Play

Floats = NDArray[np.float32]

MOST_PLACES = 1200  # of a field whose values have a place each
FIRST = 12  # of a list that grows, the first that have places of their own
HALF = 16.0  # a number of which is half as far from 0.5 as can be
MEMORY = 2000  # numbers of the history
_BEHIND = -1e9  # an action in the history: a number that none has


class Piece(NamedTuple):
    """A part of the numbers: its size, whether others do not see it, and write(view, player, room)."""

    name: str
    size: int
    is_private: bool
    write: Callable[[Any, int, Floats], None]


class Encoding:
    """How the positions of a game become numbers, for the setup of `play`; one object is for one way of looking.

    `with_private` is what only the player sees, `with_public` what everybody does; `memory` is for how many numbers of
    the history there is room.
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
        """Write what `player` knows into `numbers`, which `parts` has by name: `position/` and a field's, for one."""
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
    """Return numbers as they are written: between 0 and 1, in the same order, all different."""
    numbers = np.asarray(values, np.float32)
    return np.asarray(0.5 + 0.5 * numbers / (np.abs(numbers) + HALF), np.float32)


def _write_history(play: "Play", player: int, room: Floats) -> None:
    """Write what a player saw, the last first, as far as there is room."""
    values: list[float] = []
    for action, cards in reversed(play.seen[player]):
        values += [*action, *cards, _BEHIND]
        if len(values) > len(room):
            break
    numbers = np.asarray(values[: len(room)], np.float32)
    room[: len(numbers)] = np.where(numbers == _BEHIND, 0, _between(numbers))


# ---- pieces


def _pieces(play: "Play") -> list[Piece]:
    """Return the pieces of a game's positions, in the order of what it declares."""
    game: Any = play.setup.game
    begun = game.start(play.setup)
    found = []
    for field in fields_of(game.FIELDS, game.KINDS):
        value = getattr(begun, field.name)
        if field.secret in ("", "sealed"):
            found += _public(play, field, value)
        if field.secret in ("own", "sealed"):
            found.append(_private(play, field))
    return found


def _public(play: "Play", field: Field, value: Any) -> list[Piece]:
    """Return the pieces that everybody sees of a field, which has that value at the start."""
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
    """Return the piece that a player alone sees of a field: how many of each card; or the order of what is sealed."""
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
    """Return the size of so many values of a field, and what writes them."""
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
    """Write values to the beginning of a room."""
    room[: len(values)] = values[: len(room)]


def _one_each(given: Sequence[int], room: Floats, values: int) -> None:
    """Write a 1 into the place of each value; none for what is not there."""
    numbers = np.asarray(given, np.intp)[: len(room) // values]
    there = np.nonzero((numbers >= 0) & (numbers < values))[0]
    room[there * values + numbers[there]] = 1


def _growing(play: "Play", field: Field) -> tuple[int, _Write]:
    """Return the size of a list that is empty at the start, and what writes it."""
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
    """Return the size of a list of any length of so many cards, each there so often, and what writes it."""

    def write(given: Sequence[int], room: Floats) -> None:
        for place, value in enumerate(given):
            copy = list(given[:place]).count(value)
            if value >= 0 and copy < copies:
                room[copy * values + value] = 1 / (1 + place)

    return copies * values, write


def _copies(play: "Play") -> int:
    """Return how often each card is in the box."""
    return manifest(play.setup.game.NAME).COPIES
