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

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavolo.games import manifest
from tavolo.rules.contract import TABLE
from tavolo.rules.fields import Field, declared
from tavolo_host.research.numbering import is_value_of, numbers_in, values_of

if TYPE_CHECKING:
    from tavolo.rules.game import Game
    from tavolo.rules.kinds import Kind
    from tavolo_host.research.play import Play

Floats = NDArray[np.float32]

MOST_PLACES = 1200  # of a field that is one-hot
FIRST = 12  # places of a growing list that are one-hot
HALF = 16.0  # the number that is mapped half way to the end
MOST_BITS = 32  # of a set of words
MEMORY = 2000  # numbers of the history
_BEHIND = -(10**9)  # after an action in the history: no number of an action


_Write = Callable[[Sequence[int], Floats], None]


class Piece(NamedTuple):
    """A part of the encoding: its name, whether only its player sees it, and its size.

    `read` returns lists of numbers from (play, view, player); `write` writes each into its share of the room.
    """

    name: str
    is_private: bool
    read: Callable[["Play", Any, int], Sequence[Sequence[int]]]
    size: int
    write: _Write


class Encoding:
    """The encoding of a game's positions, for the setup of `play`; one object is for one kind of view.

    `with_private` includes what only the player sees, `with_public` what everybody does; `memory` is how many numbers
    of the history fit.
    """

    def __init__(self, play: "Play", memory: int = 0, with_public: bool = True, with_private: bool = True) -> None:
        self._sees_own = with_private
        seen = {True: with_private, False: with_public}
        self._pieces = [piece for piece in _pieces(play, memory) if piece.size and seen[piece.is_private]]
        self.numbers: Floats = np.zeros(sum(piece.size for piece in self._pieces), np.float32)
        slices = np.split(self.numbers, np.cumsum([piece.size for piece in self._pieces])[:-1])
        self.parts = {piece.name: part for piece, part in zip(self._pieces, slices, strict=True)}

    def set_from(self, play: "Play", player: int) -> None:
        """Write what `player` knows into `numbers`, and so into `parts`, for example "position/" and a field's name."""
        self.numbers.fill(0)
        view = play.setup.game.view(play.position, player if self._sees_own else TABLE)
        for piece in self._pieces:
            lists = piece.read(play, view, player)
            for values, room in zip(lists, np.split(self.parts[piece.name], len(lists)), strict=True):
                piece.write(values, room)


def _between(values: "Sequence[int] | Floats") -> Floats:
    """Map numbers between 0 and 1, keeping their order and all differences."""
    numbers = np.asarray(values, np.float32)
    return np.asarray(0.5 + 0.5 * numbers / (np.abs(numbers) + HALF), np.float32)


# ---- pieces


def _pieces(play: "Play", memory: int) -> Iterator[Piece]:
    """Yield the pieces of a game's positions, in the order of its declaration."""
    game: Any = play.setup.game
    players, begun, one_each = play.setup.players, game.start(play.setup), partial(_one_each, play.setup.players)
    yield Piece("viewer", True, lambda play, view, player: [[player]], players, one_each)
    yield Piece("acting", False, lambda play, view, player: [[play.acting]], players, one_each)
    for field in declared(game.FIELDS, game.KINDS):
        yield from _pieces_of(game, field, getattr(begun, field.name), players)
    yield Piece("history", False, lambda play, view, player: [_seen(play, player, memory)], memory, _write_seen)


def _pieces_of(game: "Game", field: Field, begun: Any, players: int) -> Iterator[Piece]:
    """Yield the pieces of a field, given its value at the start."""
    name, part, values, copies = field.name, f"position/{field.name}", values_of(field.kind), _copies(game)
    own: tuple[int, _Write] = (values, partial(_count, copies))
    if field.secret == "sealed":
        own = copies * values, partial(_write_order, values, copies)
        counts = f"{part}_counts", False, lambda play, view, player: [[len(each) for each in getattr(view, name)]]
        yield Piece(*counts, players, _write_numbers)
    if field.secret in ("own", "sealed"):
        yield Piece(part, True, lambda play, view, player: [getattr(view, name)[player] or ()], *own)
    elif not field.secret and isinstance(begun, int):
        yield Piece(part, False, lambda play, view, player: [[int(getattr(view, name))]], *_values(field, 1))
    elif not field.secret and len(begun) and isinstance(begun[0], list):
        size, write = _growing(game, field)
        yield Piece(part, False, lambda play, view, player: getattr(view, name), len(begun) * size, write)
    elif not field.secret:
        form = _values(field, len(begun)) if len(begun) else _growing(game, field)
        yield Piece(part, False, lambda play, view, player: [list(getattr(view, name))], *form)


def _seen(play: "Play", player: int, most: int) -> list[int]:
    """Return the newest numbers of what a player has seen, the newest action first."""
    seen = ((*action, *cards, _BEHIND) for action, cards in reversed(play.seen[player]))
    return list(islice(chain.from_iterable(seen), most))


def _copies(game: "Game") -> int:
    return manifest(game.NAME).COPIES


# ---- how numbers are written


def _values(field: Field, number: int) -> tuple[int, _Write]:
    """Return the size of that many values of a field, and a function that writes them."""
    values = values_of(field.kind)
    if values and number * values <= MOST_PLACES:
        return number * values, partial(_one_each, values)
    if values:
        return number, lambda given, room: _fill(room, (np.asarray(given, np.float32) + 1) / values)
    bits = _bits_of(field.kind)
    if not bits:
        return number, _write_numbers
    words = np.arange(bits)
    return number * bits, lambda given, room: _fill(room, (np.asarray(given)[:, None] >> words & 1).ravel())


def _bits_of(kind: "Kind") -> int:
    """Return the number of words of a kind whose values are sets (`some_of` of `tavolo.rules.kinds`); 0 for others."""
    if not (is_value_of(kind, 1) and is_value_of(kind, 2) and is_value_of(kind, 3)):
        return 0
    if kind[0](3) != f"{kind[0](1)}+{kind[0](2)}":
        return 0
    bits = 2
    while bits < MOST_BITS and is_value_of(kind, 1 << bits):
        bits += 1
    return bits


def _growing(game: "Game", field: Field) -> tuple[int, _Write]:
    """Return the size of a list that is empty at the start, and a function that writes it."""
    values, copies = values_of(field.kind), _copies(game)
    if not values:
        return numbers_in(game) - 1, _write_numbers
    size = copies * values
    first = FIRST * values if FIRST * values <= MOST_PLACES else 0

    def write_both(given: Sequence[int], room: Floats) -> None:
        _write_order(values, copies, given, room[:size])
        _one_each(values, given, room[size:])

    return size + first, write_both


def _fill(room: Floats, values: "NDArray[Any]") -> None:
    room[: len(values)] = values[: len(room)]


def _write_numbers(given: Sequence[int], room: Floats) -> None:
    _fill(room, _between(given))


def _write_seen(given: Sequence[int], room: Floats) -> None:
    _fill(room, np.where(np.asarray(given) == _BEHIND, 0, _between(given)))


def _one_each(values: int, given: Sequence[int], room: Floats) -> None:
    """Write a one-hot vector for each value; all zeros for a missing one."""
    numbers = np.asarray(given, np.intp)[: len(room) // values]
    there = np.nonzero((numbers >= 0) & (numbers < values))[0]
    room[there * values + numbers[there]] = 1


def _write_order(values: int, copies: int, given: Sequence[int], room: Floats) -> None:
    """Write how early each copy of a card lies in an ordered list."""
    for place, value in enumerate(given):
        copy = list(given[:place]).count(value)
        if value >= 0 and copy < copies:
            room[copy * values + value] = 1 / (1 + place)


def _count(copies: int, given: Sequence[int], room: Floats) -> None:
    """Write which share of its copies is there of each card."""
    np.add.at(room, list(given), 1 / copies)
