"""Positions as a game declares them: text and bytes, both ways, and what a player sees, follow from a line each.

A field is an attribute of the position and the kind of its values, numbers unless one is named (`tavolo.rules.kinds`;
an "s" behind a kind means several). Fields that belong together share a line, with ", " between them. "voids:5" writes
a "/" between each five; "where place by cards" writes the cards by where they are, "3:red-1,red-2/trick:red-7", and
"where:2" if there are two of each card. A last word says how a field is secret:

    own     a list for each player: others see None
    sealed  the same: others see how many (`tavolo.rules.sealed`)
    closed  nobody sees it: None

The text of a position has all fields in the order of their lines, after those of the setup: "players=3 options=1,-1
play=table deal=0 trick=red-7". Lists have "," between values and "/" between players; an empty one is "-", what is not
known "?". A field that follows from others is not declared; the game that reads a position computes it.

The bytes of a position are the public knowledge that its setup does not have, in as few bits as possible, for the
journal. Of what is sealed they have the number, and nothing else that is secret.
"""

from array import array

from tavolo.rules.bits import BitReader, BitWriter, range_error
from tavolo.rules.contract import whole_number
from tavolo.rules.kinds import NUMBER
from tavolo.rules.sealed import UNKNOWN

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tavolo.rules.contract import Option
    from tavolo.rules.game import P, Position
    from tavolo.rules.kinds import Kind

_NONE = -1  # of a card, a cell and anything else that is counted from 0: none, or unknown
_OWN, _SEALED, _CLOSED = "own", "sealed", "closed"


def demand(field: str, fits: bool) -> None:
    """Raise ValueError, in a sentence, unless a field's value is consistent with the others."""
    if not fits:
        raise ValueError(f"The field {field} does not fit the rest of the position.")


class Field:
    """A declared field; `by` is the kind of what is listed by its value, `secret` how it is secret."""

    def __init__(self, line: str, kinds: "dict[str, Kind]") -> None:
        words = line.split()
        self.name, _, size = words.pop(0).partition(":")
        self.size = int(size or 0)
        self.secret = words.pop() if words and words[-1] in (_OWN, _SEALED, _CLOSED) else ""
        self.by: "Kind | None" = None
        if "by" in words:
            self.by = _named(kinds, words.pop())
            words.remove("by")
        self.kind = _named(kinds, words[0]) if words else NUMBER


def _named(kinds: "dict[str, Kind]", name: str) -> "Kind":
    return kinds[name] if name in kinds else kinds[name[:-1]]


def declared(lines: tuple[str, ...], kinds: "dict[str, Kind]") -> "list[Field]":
    """Return the fields of a game's positions, in the order of their text."""
    return [Field(field, kinds) for line in lines for field in line.split(", ")]


class Fields:
    """The fields of a game's positions: `lines` as above, `kinds` by name, numbers of players, and options."""

    def __init__(
        self, lines: tuple[str, ...], kinds: "dict[str, Kind]", seats: tuple[int, int], options: "tuple[Option, ...]"
    ) -> None:
        self._fields = declared(lines, kinds)
        self._names = ["players", "options", "play"] + [field.name for field in self._fields]
        self._seats = seats
        self._options = options

    def view(self, position: "P", player: int) -> "P":
        """Return what `player` knows of a position; TABLE: what everybody knows."""
        seen = position.copy()
        seen.dealt = False
        for field in self._fields:
            if field.secret == _CLOSED:
                setattr(seen, field.name, None)
            elif field.secret:
                lists = getattr(seen, field.name)
                for other in range(len(lists)):
                    if other != player:
                        lists[other] = None if field.secret == _OWN else [UNKNOWN] * len(lists[other])
        return seen

    def packed(self, position: "Position") -> bytes:
        """Return the public knowledge of a position as bytes; ValueError, naming the field, if one does not fit.

        A list may have 255 values, each between about plus and minus two million.
        """
        writer = BitWriter()
        single, others = self._public(position)  # numbers are packed as one list: each takes 0.5 ms
        numbers = [int(getattr(position, field.name)) for field in single]
        lists = [getattr(position, field.name) for field in others]
        lists = [[len(each) for each in found] if field.secret else found for field, found in zip(others, lists)]
        try:
            writer.put(numbers, False)
            for found in lists:
                writer.put(found, True)
        except ValueError:
            reasons = [(field, range_error([number])) for field, number in zip(single, numbers)]
            reasons += [(field, range_error(found)) for field, found in zip(others, lists)]
            raise ValueError(next(f"The field {field.name} cannot be kept: {why}" for field, why in reasons if why))
        return writer.ended()

    def unpacked(self, begun: "P", content: bytes) -> "P":
        """Return the position that was `packed`, from a newly started one; ValueError or IndexError if invalid."""
        reader = BitReader(content)
        single, others = self._public(begun)
        for field, number in zip(single, reader.take(len(single))):
            setattr(begun, field.name, type(getattr(begun, field.name))(number))  # int or bool
        for field in others:
            setattr(begun, field.name, _taken(field, getattr(begun, field.name), reader))
        return begun

    def _public(self, position: "Position") -> "tuple[list[Field], list[Field]]":
        """Return the public fields: those that are a single number, and those that are lists."""
        single: "list[Field]" = []
        others: "list[Field]" = []
        for field in self._fields:
            if field.secret in ("", _SEALED):
                is_single = isinstance(getattr(position, field.name), (int, bool))
                (single if is_single else others).append(field)
        return single, others

    def text(self, position: "Position") -> str:
        """Return the text of a position, secrets included as far as it knows them."""
        options = ",".join([option.text(value) for option, value in zip(self._options, position.options)]) or "-"
        values = [str(position.players), options, "dealt" if position.dealt else "table"]
        values += [_text(field, getattr(position, field.name)) for field in self._fields]
        return " ".join([f"{name}={value}" for name, value in zip(self._names, values)])

    def read(self, new: "Callable[[int, tuple[int, ...], bool], P]", text: str) -> "P":
        """Return the position of a text, started with new(players, options, dealt); ValueError, in a sentence."""
        pairs = [word.partition("=") for word in text.split()]
        if [pair[0] for pair in pairs] != self._names:
            raise ValueError("A position has the fields {}.".format(" ".join(self._names)))
        values = [pair[2] for pair in pairs]
        players, words = whole_number(values[0]), [] if values[1] == "-" else values[1].split(",")
        demand("players", self._seats[0] <= players <= self._seats[1])
        demand("options", len(words) == len(self._options))
        options = tuple([option.value(word) for option, word in zip(self._options, words)])
        demand("play", values[2] in ("dealt", "table"))
        position = new(players, options, values[2] == "dealt")
        for field, word in zip(self._fields, values[3:]):
            setattr(position, field.name, _value(field, getattr(position, field.name), word))
        return position


def _text(field: Field, value: "Any") -> str:
    if value is None:
        return "?"
    if isinstance(value, (int, bool)):
        return field.kind[0](int(value)) if value != _NONE or field.kind == NUMBER else "-"
    if _is_of_lists(value):
        return "/".join(["?" if each is None else _list_text(field.kind, each) for each in value])
    if field.by:
        size = field.size or 1
        found = [(each, [at // size for at in range(len(value)) if value[at] == each]) for each in sorted(set(value))]
        return "/".join([f"{field.kind[0](each)}:{_list_text(field.by, places)}" for each, places in found])
    size = field.size or len(value) or 1
    return "/".join([_list_text(field.kind, value[at : at + size]) for at in range(0, len(value), size)]) or "-"


def _list_text(kind: "Kind", values: "Sequence[int]") -> str:
    return ",".join(["?" if value == _NONE and kind != NUMBER else kind[0](value) for value in values]) or "-"


def _is_of_lists(value: "Any") -> bool:
    return isinstance(value, list) and len(value) > 0 and (value[0] is None or isinstance(value[0], list))


def _value(field: Field, now: "Any", text: str) -> "Any":
    """Return the value of a text, of the same type as the field has `now`, at the start."""
    if isinstance(now, bool):
        demand(field.name, text in ("0", "1"))
        return text == "1"
    if isinstance(now, int):
        return _NONE if text == "-" else field.kind[1](text)
    if text == "?" and (now is None or field.secret == _CLOSED):
        return None
    if _is_of_lists(now):
        lists = text.split("/")
        demand(field.name, len(lists) == len(now))
        return [None if each == "?" and field.secret != _SEALED else _list(field.kind, each) for each in lists]
    values: "list[int]" = []
    if field.by:
        values = _listed(field, field.by, len(now), text)
    elif text != "-":
        for group in text.split("/"):
            values += _list(field.kind, group)
    if now is None or isinstance(now, list):
        return values
    return _bytes_of(field, now, values)


def _bytes_of(field: Field, now: "Any", values: "list[int]") -> "Any":
    """Return values in the type that the field has `now`, at the start, and in the same number."""
    most = 255 if isinstance(now, bytearray) else 65535
    demand(field.name, len(values) == len(now) or not len(now))
    demand(field.name, not values or (min(values) >= 0 and max(values) <= most))
    return bytearray(values) if isinstance(now, bytearray) else array("H", values)


def _taken(field: Field, now: "Any", reader: BitReader) -> "Any":
    """Return the next list of the bytes, in the type that the field has `now`, at the start."""
    values = reader.take()
    if field.secret:
        demand(field.name, len(values) == len(now))
        return [[UNKNOWN] * count for count in values]
    return values if isinstance(now, list) else _bytes_of(field, now, values)


def _list(kind: "Kind", text: str) -> "list[int]":
    return [] if text == "-" else [_NONE if word == "?" else kind[1](word) for word in text.split(",")]


def _listed(field: Field, by: "Kind", size: int, text: str) -> "list[int]":
    """Return the value of each of `size` things, listed by value; among equal ones the first come first."""
    places: "dict[str, list[int]]" = {}
    for place in range(size):
        places.setdefault(by[0](place // (field.size or 1)), []).append(place)
    values = [_NONE] * size
    for group in text.split("/"):
        value, _, words = group.partition(":")
        for word in words.split(","):
            demand(field.name, word in places and len(places[word]) > 0)
            values[places[word].pop(0)] = field.kind[1](value)
    demand(field.name, _NONE not in values)
    return values
