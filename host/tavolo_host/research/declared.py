"""How many values the kinds have that a game declares of its actions and positions, found by trying.

A kind is a pair of functions, to text and back. It has as many values as come back unchanged.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tavolo.rules.kinds import Kind

MOST_VALUES = 1000  # of a kind; one with more is an unbounded number
MOST_BITS = 32


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
