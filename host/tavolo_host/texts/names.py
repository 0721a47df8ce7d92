"""Names that people give: to themselves, to others, and to what they made."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tavolo_host.texts.visible import JOINERS, is_visible, joins

LONGEST_NAME = 20  # characters
MOST_MARKS = 2  # on a letter: more would climb out of the line


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return the name in a text, "" if there is none: one line of at most `longest` visible characters in NFC.

    A letter keeps two marks. What has no letter, digit or symbol is no name.
    """
    line = unicodedata.normalize("NFC", "".join(_joined(_one_line(text))))
    kept = " ".join("".join(_few_marks(line)).split())
    name = "".join(_joined(kept))[:longest].rstrip(" " + JOINERS)
    return name if any(unicodedata.category(letter)[0] in "LNS" for letter in name) else ""


@lru_cache(maxsize=256)  # every look at the table compares all names
def name_key(name: str) -> str:
    """Return what two names are compared by: it is equal if they differ in case, spaces, or what cannot be seen."""
    line = _one_line("".join(each for each in name if each not in JOINERS))
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", line).casefold())


def _one_line(text: str) -> str:
    """Return the visible characters of a text, and its joiners, with single spaces."""
    kept = (" " if each.isspace() else each for each in text if each.isspace() or each in JOINERS or is_visible(each))
    return " ".join("".join(kept).split())


def _joined(line: str) -> Iterator[str]:
    """Yield the characters of a line without the joiners that join nothing."""
    for before, each, after in zip(" " + line, line, line[1:] + " ", strict=False):
        if each not in JOINERS or joins(before, after):
            yield each


def _few_marks(line: str) -> Iterator[str]:
    """Yield the characters of a line without marks that are on no character, or too many for it."""
    marks = MOST_MARKS
    for each in line:
        is_mark = unicodedata.category(each)[0] == "M"
        marks = marks + 1 if is_mark else MOST_MARKS if each == " " else 0
        if marks <= MOST_MARKS:
            yield each
