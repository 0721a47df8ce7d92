"""Texts that games share: positions, which are "name=value" fields, always all of them in the same order; and cards.

A list of cards has "," between them; an empty one is "-", one that is not known "?".
"""

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Sequence


def fields_text(names: tuple[str, ...], values: "Sequence[str]") -> str:
    """Return the text of a position: each of the game's fields with its value."""
    return " ".join([f"{name}={value}" for name, value in zip(names, values)])


def values_of(names: tuple[str, ...], text: str) -> list[str]:
    """Return the values of the fields in a text; ValueError, in a sentence, when it has others."""
    pairs = [word.partition("=") for word in text.split()]
    if tuple([pair[0] for pair in pairs]) != names:
        raise ValueError("A position has the fields {}.".format(" ".join(names)))
    return [pair[2] for pair in pairs]


def demand(field: str, fits: bool) -> None:
    """Raise ValueError, in a sentence, unless a field's value `fits` the others."""
    if not fits:
        raise ValueError(f"The field {field} does not fit the rest of the position.")


class Suits:
    """Cards of some colours, each with the numbers from 1 on: a card is colour * numbers + number - 1, "green-12"."""

    def __init__(self, colours: tuple[str, ...], numbers: int, example: str) -> None:
        self._colours = colours
        self._numbers = numbers
        self._example = example  # as in: "A card reads like green-12"

    def text(self, card: int) -> str:
        """Return the text of a card."""
        return f"{self._colours[card // self._numbers]}-{card % self._numbers + 1}"

    def from_text(self, text: str) -> int:
        """Return the card of a text; ValueError, in a sentence, when it is none."""
        colour, _, number = text.partition("-")
        if colour in self._colours and number in [str(each) for each in range(1, self._numbers + 1)]:
            return self._colours.index(colour) * self._numbers + int(number) - 1
        raise ValueError(f"{self._example}, not {text}.")

    def all_text(self, cards: "Sequence[int] | None") -> str:
        """Return the text of a list of cards, or of None."""
        return "?" if cards is None else ",".join([self.text(card) for card in cards]) or "-"

    def all_from_text(self, text: str) -> list[int]:
        """Return the list of cards of a text; ValueError, in a sentence, when it is none or not known."""
        return [] if text == "-" else [self.from_text(word) for word in text.split(",")]

    def hand_from_text(self, text: str) -> "list[int] | None":
        """Return the list of cards of a text, None for one that is not known; ValueError when it is none."""
        return None if text == "?" else self.all_from_text(text)
