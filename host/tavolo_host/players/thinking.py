"""How the people at a virtual table think: they are asked when a moment begins, and answer when they have an answer.

Nobody waits for it: whoever has asked goes on with time, looks again, and forgets it when the moment has passed.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tavolo_host.players import of_game

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position


class Moment(NamedTuple):
    """What is thought about: what `player` knows (a view), the chance to think by, and how good the thinker is."""

    game: "Game"
    known: "Position"
    player: int
    random: Random
    level: str


class Figure(NamedTuple):
    """What was found of an action: how often it was tried, and the player's mean share of the win and lead after it."""

    visits: int
    wins: float
    lead: float


class Answer(NamedTuple):
    """What was found: the action, () to wait for others; which level has found it; the figures of a search, if any."""

    action: "Action"
    level: str
    figures: "Mapping[Action, Figure] | None" = None


class Thinking:
    """Somebody's thinking about one moment. This takes no time: `found` is called when the answer is wanted, once."""

    def __init__(self, found: Callable[[], Answer]) -> None:
        self._think = found
        self._answer: Answer | None = None

    def answer(self) -> Answer | None:
        """Return what was found, None as long as it is not there."""
        if self._answer is None:
            self._answer = self._think()
        return self._answer

    def forget(self) -> None:
        """Give it up: the moment has passed."""


class Engine:
    """Whoever thinks for the people at a table. These answer at once, by `choose`, and do not search."""

    def __init__(self, choose: "Callable[[Game, Position, int, Random], Action]") -> None:
        self._choose = choose

    def begin(self, moment: Moment) -> Thinking:
        """Begin to think about a moment."""
        return Thinking(lambda: Answer(self._choose(*moment[:4]), moment.level))

    def weigh(self, moment: Moment, iterations: int | None, besides: "Action" = ()) -> Thinking | None:
        """Begin to search, with so many iterations, None for as many as the game wants; None where nobody searches.

        The action `besides` is thought about, whatever it is worth.
        """
        return None

    def why(self, moment: Moment, action: "Action", answer: Answer, is_own: bool) -> str:
        """Return what speaks for an action in a moment that was thought about, in the language spoken now.

        `moment` has its chance as it was before. Where it `is_own`, it is for the player's own eyes; what is for
        everybody names no card that the player still holds.
        """
        return of_game.why(*moment[:3], action, moment.random, is_own)

    def wake(self, level: str) -> None:
        """Make ready for a level that is likely to be wanted."""

    def close(self) -> None:
        """Give free what they hold."""
