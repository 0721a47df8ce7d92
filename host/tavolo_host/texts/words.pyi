"""What a game's words are, for whoever checks types: nothing of this runs."""

from typing import Protocol

class Sentences(Protocol):
    """Who has sentences for numbers: a game, or the table itself."""

    TEMPLATES: dict[int, tuple[str, str]]  # by code: the sentence, and the kinds of the numbers that follow

class Words(Sentences, Protocol):
    """The folder of a game, which has its words."""

    MINUTES: tuple[int, int]  # a game takes, at least and at most
    OPTIONS: dict[str, str]  # by name: what the option is
    CHOICES: dict[int, tuple[str, str, str]]  # by verb: what is asked, what the choice is called, kinds of its numbers
    AIM: str  # what the game is about, for who plays it for the first time
    LESSONS: dict[int, str]  # by verb or code: what somebody has to know who meets it for the first time
