"""One of the people at a virtual table: the hands at a seat, what they are doing, and how a lamp looks to them."""

from typing import Any

from tavolo.lights import palette
from tavolo.lights.stage import BEAT_MS
from tavolo.rules.contract import NO_CARD
from tavolo_host.people.dealt import Action
from tavolo_host.players.thinking import Answer, Thinking
from tavolo_host.simulator.body import Body

Colours = list[tuple[int, int, int]]

# Shorter or longer is not the time of one beat.
SHORT_BEAT_MS, LONG_BEAT_MS = BEAT_MS // 2, BEAT_MS * 3 // 2


def looks_accepted(colour: tuple[int, int, int]) -> bool:
    """Return whether a lamp shows the green of `palette.ACCEPTED`, however dimmed."""
    red, green, blue = colour
    accepted = palette.RGB[palette.ACCEPTED]
    return green > 0 and red * 8 <= green and blue * accepted[1] <= green * (accepted[2] + 4)


def looks_asked(colour: tuple[int, int, int]) -> bool:
    """Return whether a lamp shows the amber of `palette.WARNING`, however dimmed."""
    red, green, blue = colour
    return blue * 8 <= green and green < red < green * 8


class Lamp:
    """A lamp as somebody watches it: for how long it was red, dark, and red again, and whether it has become green."""

    def __init__(self) -> None:
        self._shown: list[tuple[str, int]] = []  # what it showed and for how many ms, the present last
        self.is_refusing = False  # stays so until the card is lifted
        self.has_accepted = False  # likewise; a green that was there already is an earlier card's
        self._was_green = True

    def look(self, colour: tuple[int, int, int], elapsed_ms: int) -> None:
        """See the lamp once more, after `elapsed_ms`."""
        is_green = looks_accepted(colour)
        self.has_accepted = self.has_accepted or (is_green and not self._was_green)
        self._was_green = is_green
        shown = "dark" if not any(colour) else "red" if _is_red(colour) else "other"
        before_ms = self._shown.pop()[1] if self._shown and self._shown[-1][0] == shown else 0
        self._shown = [*self._shown[-3:], (shown, before_ms + elapsed_ms)]
        if [each for each, _ in self._shown] == ["red", "dark", "red", "dark"]:
            first, between, second, dark = [ms for _, ms in self._shown]
            # Of the first beat only the end may have been there: then the board has refused in the middle of it.
            is_double = first < LONG_BEAT_MS and all(SHORT_BEAT_MS < ms < LONG_BEAT_MS for ms in (between, second))
            self.is_refusing = self.is_refusing or (is_double and dark > LONG_BEAT_MS)


def looks_refused(lamp: Lamp) -> bool:
    """Return whether a lamp has shown a refusal: red that blinks double, as a red seat or card never does."""
    return lamp.is_refusing


def _is_red(colour: tuple[int, int, int]) -> bool:
    red, green, blue = colour
    return red > 0 and green * 8 <= red and blue * 8 <= red


class Person:
    """Who plays for one seat: a virtual person, or a visitor's hands (`is_visitor`).

    `card` is in the slot, or on its way there, or NO_CARD; `last` was put in last, until it is played: `is_played`.
    `is_lifting` says that what lies in the slot is on its way out. `meant` is the action that is to be said to the
    board, with a card or with keys: `is_said` when hands have done all that. `again` are the sealed cards that the
    board has still to be shown again, the next first, which it has refused so many times (`refusals`), and so many of
    them one after the other (`rounds`); `is_showing` says that hands go on with that by themselves. `doubts` counts how
    often a secret choice was refused that could be: what was sealed before may lie otherwise than this one thinks.

    `thinking` is what goes on in a virtual head `about` a position, at a level; `answers` are what it has led to last,
    by the number of the action.
    """

    def __init__(self, seat: int, body: Body) -> None:
        self.seat = seat
        self.body = body
        self.is_visitor = False
        self.card = self.last = NO_CARD
        self.lamp = Lamp()  # since the card is in the slot
        self.is_played = self.is_lifting = False
        self.meant: Action | None = None
        self.is_said = False
        self.again: list[int] = []
        self.is_showing = False
        self.refusals = self.rounds = self.doubts = 0
        self.waited_ms = 0
        self.thinking_ms = 0
        self.thinking: Thinking | None = None
        self.about: tuple[Any, str] = None, ""
        self.answers: dict[int, Answer] = {}

    def forget_thoughts(self) -> None:
        """Think of something else from now on, or of nothing."""
        if self.thinking:
            self.thinking.forget()
        self.thinking = None
