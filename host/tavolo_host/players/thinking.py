"""How the people at a virtual table think: they are asked when a moment begins, and answer when they have an answer.

Nobody waits for it: whoever has asked goes on with time, looks again, and forgets it when the moment has passed.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

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


class Answer(NamedTuple):
    """What was found: the action, () to wait for others; which level has found it; the figures of a search, if any."""

    action: "Action"
    level: str
    figures: "Mapping[Action, Any] | None" = None  # each with visits, wins and lead


class Thinking(Protocol):
    """Somebody's thinking about one moment."""

    def answer(self) -> Answer | None:
        """Return what was found, None as long as it is not there."""

    def forget(self) -> None:
        """Give it up: the moment has passed."""


class Thinkers(Protocol):
    """Whoever thinks for the people at a table."""

    def begin(self, moment: Moment) -> Thinking:
        """Begin to think about a moment."""

    def weigh(self, moment: Moment, visits: int | None, besides: "Action" = ()) -> Thinking | None:
        """Begin to search, with so many visits, None for as many as the game wants; None where nobody searches.

        The action `besides` is thought about, whatever it is worth.
        """

    def why(self, moment: Moment, action: "Action", answer: Answer, is_own: bool) -> str:
        """Return what speaks for an action in a moment that was thought about, in the language spoken now.

        `moment` has its chance as it was before. Where it `is_own`, it is for the player's own eyes; what is for
        everybody names no card that the player still holds.
        """

    def wake(self, level: str) -> None:
        """Make ready for a level that is likely to be wanted."""

    def close(self) -> None:
        """Give free what they hold."""


class Done:
    """A thinking that takes no time: `found` is called when the answer is wanted, once."""

    def __init__(self, found: Callable[[], Answer]) -> None:
        self._found = found
        self._answer: Answer | None = None

    def answer(self) -> Answer:
        """Return what was found."""
        if self._answer is None:
            self._answer = self._found()
        return self._answer

    def forget(self) -> None:
        """Do nothing: it holds nothing."""


class AtOnce:
    """Thinkers who answer when they are asked, of one level, by `choose`; their reasons are each game's own."""

    def __init__(self, choose: "Callable[[Game, Position, int, Random], Action]") -> None:
        self._choose = choose

    def begin(self, moment: Moment) -> Done:
        """Return what chooses when it is asked for the answer."""
        game, known, player, random, level = moment
        return Done(lambda: Answer(self._choose(game, known, player, random), level))

    def weigh(self, moment: Moment, visits: int | None, besides: "Action" = ()) -> None:
        """Return None: nobody searches."""

    def why(self, moment: Moment, action: "Action", answer: Answer, is_own: bool) -> str:
        """Return what the game's own player says of an action."""
        return of_game.why(moment.game, moment.known, moment.player, action, moment.random, is_own)

    def wake(self, level: str) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
