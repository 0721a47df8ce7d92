"""The text form of a position in every game: "name=value" fields, always all of them and in the same order."""

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
