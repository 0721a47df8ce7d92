"""Reads what a game declares of its actions and positions (`tavolo.rules.declared`, `tavolo.rules.fields`), as numbers.

A kind is a pair of functions, to text and back. It has as many values as come back unchanged.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tavolo.rules.kinds import NUMBER

if TYPE_CHECKING:
    from tavolo.rules.kinds import Kind

MOST_VALUES = 1000  # of a kind; one with more is an unbounded number
MOST_BITS = 32
_SECRETS = ("own", "sealed", "closed")


class Field(NamedTuple):
    """A field of a position: its name, the kind of its values, and how it is secret ("" if it is public)."""

    name: str
    kind: "Kind"
    secret: str


def fields_of(lines: tuple[str, ...], kinds: "Mapping[str, Kind]") -> list[Field]:
    """Return the fields of a game's positions, in the order of their text."""
    found = []
    for field in [field for line in lines for field in line.split(", ")]:
        first, *words = field.split()
        secret = words.pop() if words and words[-1] in _SECRETS else ""
        named = "number" if not words or words[0] == "by" else words[0]
        found.append(Field(first.partition(":")[0], kind_of(named, kinds), secret))
    return found


def kind_of(name: str, kinds: "Mapping[str, Kind]") -> "Kind":
    """Return the kind of that name, or of its plural, such as "cards"; the kind of numbers if there is none."""
    return kinds.get(name) or kinds.get(name[:-1]) or NUMBER


def values_of(kind: "Kind") -> int:
    """Return how many values a kind has, from 0; 0 if unknown, as for plain numbers and sets."""
    value = 0
    while value <= MOST_VALUES and _comes_back(kind, value):
        value += 1
    return value if value <= MOST_VALUES else 0


def bits_of(kind: "Kind") -> int:
    """Return the number of words of a kind whose values are sets (`some_of` of `tavolo.rules.kinds`); 0 for others."""
    if not (_comes_back(kind, 1) and _comes_back(kind, 2) and _comes_back(kind, 3)):
        return 0
    if kind[0](3) != f"{kind[0](1)}+{kind[0](2)}":
        return 0
    bits = 2
    while bits < MOST_BITS and _comes_back(kind, 1 << bits):
        bits += 1
    return bits


def _comes_back(kind: "Kind", value: int) -> bool:
    """Return whether a value's text reads as the same value."""
    try:
        return kind[1](kind[0](value)) == value
    except (IndexError, KeyError, ValueError):
        return False
