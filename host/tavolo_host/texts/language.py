"""Translates every text of the page into the visitor's language.

Use `_("Deal {} of {}").format(1, 3)`: look up the whole sentence first, then insert the numbers. The code contains the
English texts, catalogues the others (see `tavolo_host.workshop.catalogue`).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from babel.numbers import format_decimal

from tavolo.games import names
from tavolo_host.runtime.game_folders import folder_of
from tavolo_host.texts.virtual_words import CATALOGUES, VIRTUAL_WORDS, messages_of

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "it": "Italiano"}  # each by its own name
ANY = "*"  # in Accept-Language: each language that it does not name
WEIGHTED = re.compile(
    r"([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)(?:[ \t]*;[ \t]*[Qq]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?"
)

P = ParamSpec("P")
R = TypeVar("R")


Tongue = tuple[str, bool]  # one of LANGUAGES, and whether it has the words for a virtual table

_spoken: ContextVar[Tongue] = ContextVar("tongue", default=(ENGLISH, False))


def _(text: str) -> str:
    """Return a text in the current language."""
    language, is_virtual = _spoken.get()
    said = VIRTUAL_WORDS.get(text, text) if is_virtual else text
    return _catalogue(language).get(said, said)


def figure(number: float) -> str:
    """Return a number as the current language writes it, with a decimal if it has one: "−1.5"."""
    return str(format_decimal(round(number, 1) or 0, "0.#", locale=spoken())).replace("-", "−")


def seats_in_words(names: Sequence[str]) -> tuple[str, ...]:
    """Return what sentences call the people at the seats: their names, or their seats."""
    return tuple(name or _("seat {}").format(seat + 1) for seat, name in enumerate(names))


def spoken() -> str:
    """Return the current language."""
    return _spoken.get()[0]


def tongue() -> Tongue:
    """Return how texts are put now, as a key for cached ones."""
    return _spoken.get()


@contextmanager
def speaking(language: str, is_virtual: bool = False) -> Iterator[None]:
    """Use one of LANGUAGES in the meantime, with the words for a real table or a virtual one."""
    before = _spoken.set((language, is_virtual))
    try:
        yield
    finally:
        _spoken.reset(before)


def preferred(accepted: str) -> str:
    """Return the best of LANGUAGES for a browser's Accept-Language header, by RFC 9110.

    "it-CH" is Italian too, as in RFC 4647's lookup. Of equals the first one is best; what is malformed says nothing.
    """
    weights: dict[str, float] = {}
    for part in accepted.split(","):
        if found := WEIGHTED.fullmatch(part.strip(" \t")):
            tag, weight = found[1].lower(), float(found[2] or 1)
            language = tag.partition("-")[0]
            if weight or tag == language:  # one region that is refused says nothing of the language
                weights[language] = max(weight, weights.get(language, 0.0))
    others = weights.pop(ANY, 0.0)
    offered = [*(each for each in weights if each in LANGUAGES), *(each for each in LANGUAGES if each not in weights)]
    best = max(offered, key=lambda language: weights.get(language, others))
    return best if weights.get(best, others) else ENGLISH


def catalogue_folders() -> list[Path]:
    """Return the folders with catalogues: the common one first, then those of the games."""
    return [CATALOGUES, *(folder_of(name) for name in names())]


def by_language(function: Callable[P, R]) -> Callable[P, R]:
    """Cache what a function returns, for each language: the page calls it many times a second."""
    kept = lru_cache(maxsize=64)(lambda _tongue, *given, **named: function(*given, **named))

    @wraps(function)
    def known(*given: P.args, **named: P.kwargs) -> R:
        return kept(_spoken.get(), *given, **named)  # type: ignore[arg-type]

    return known


@cache
def _catalogue(language: str) -> dict[str, str]:
    if language == ENGLISH:
        return {}
    known: dict[str, str] = {}
    for folder in catalogue_folders():
        path = folder / f"{language}.po"
        if path.exists():
            known |= {text: said for text, said in messages_of(path).items() if said}
    return known
