"""Kinds of values of an action or a position: a kind is a pair of functions, from a number to its text and back.

A game names its kinds once; its declared actions (`declared`) and positions (`fields`) use those names.
"""

from tavolo.rules.contract import whole_number

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Kind = tuple[Callable[[int], str], Callable[[str], int]]

NUMBER: "Kind" = (str, whole_number)


def one_of(what: str, words: "Sequence[str]") -> "Kind":
    """Return the kind of a value that is one of some words, from 0: one_of("A column", "abcdefg")."""

    def write(value: int) -> str:
        return words[value]

    def read(text: str) -> int:
        for value, word in enumerate(words):
            if word == text:
                return value
        raise ValueError("{} is one of {}, not {}.".format(what, " ".join(words), text or "nothing"))

    return write, read


def some_of(what: str, words: "Sequence[str]") -> "Kind":
    """Return the kind of a value with a bit for each of some words: of "hand" and "pile" 3 is "hand+pile"."""
    read_one = one_of(what, words)[1]

    def write(value: int) -> str:
        return "+".join([word for bit, word in enumerate(words) if value >> bit & 1])

    def read(text: str) -> int:
        value = 0
        for word in text.split("+"):
            value |= 1 << read_one(word)
        return value

    return write, read


def suits(example: str, colours: tuple[str, ...], numbers: int) -> "Kind":
    """Return the kind of cards of some colours with numbers from 1: colour * numbers + number - 1, "green-12".

    `example` begins the sentence of a refusal: "A card reads like green-12".
    """

    def write(card: int) -> str:
        return f"{colours[card // numbers]}-{card % numbers + 1}"

    def read(text: str) -> int:
        colour, _, number = text.partition("-")
        if colour in colours and number in [str(each) for each in range(1, numbers + 1)]:
            return colours.index(colour) * numbers + int(number) - 1
        raise ValueError(f"{example}, not {text}.")

    return write, read
