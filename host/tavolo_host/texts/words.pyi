"""The types of a game's words; nothing here runs."""

from typing import Protocol

from tavolo_host.texts.options import Meaning

class Sentences(Protocol):
    """A module with sentences for numbers: a game's, or the table's."""

    TEMPLATES: dict[int, tuple[str, str]]  # by code: the sentence, and the kinds of the numbers that follow

class Words(Sentences, Protocol):
    """The package of a game."""

    MINUTES: tuple[int, int]  # shortest and longest duration
    OPTIONS: dict[str, Meaning]  # by name: what the option means
    CHOICES: dict[int, tuple[str, str, str]]  # by verb: question, name of the choice, kinds of its numbers
    AIM: str  # of the game, for beginners
    LESSONS: dict[int, str]  # by verb or code, for beginners
