"""How the people at a virtual table think: they are asked when a decision comes up, and answer when they are ready.

Nobody waits for the answer: the table goes on, looks again, and drops the question when the decision has passed.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from tavolo_host.players import of_game
from tavolo_host.players.reasons import Cost, Figure, Reason

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position

Found = TypeVar("Found")


class Decision(NamedTuple):
    """A decision to think about: what `player` knows (a view), the random numbers to use, and the player's level."""

    game: "Game"
    known: "Position"
    player: int
    random: Random
    level: str


class Answer(NamedTuple):
    """The result: the action, () to wait for others; the level that found it; the figures of a search, if any."""

    action: "Action"
    level: str
    figures: "Mapping[Action, Figure] | None" = None


class Pending(Generic[Found]):
    """A pending answer about one decision: `found` returns it, None while it is not there; `dropped` ends a search."""

    def __init__(self, found: Callable[[], Found | None], dropped: Callable[[], object] = lambda: None) -> None:
        self._find = found
        self._dropped = dropped
        self._answer: Found | None = None

    def answer(self) -> Found | None:
        """Return the answer, None while it is not there."""
        if self._answer is None:
            self._answer = self._find()
        return self._answer

    def forget(self) -> None:
        """Drop it: the decision has passed."""
        self._dropped()


Thinking = Pending[Answer]


class Engine:
    """Thinks for the people at a table. This one answers at once, by `choose`, and does not search."""

    def __init__(self, choose: "Callable[[Game, Position, int, Random], Action]") -> None:
        self._choose = choose

    def begin(self, decision: Decision) -> Thinking:
        """Start to think about a decision."""
        game, known, player, random, level = decision
        return Thinking(lambda: Answer(self._choose(game, known, player, random), level))

    def cost(self, decision: Decision, played: "Action") -> Pending[Cost] | None:
        """Start to weigh what an action of a decision cost; None where nothing searches."""
        return None

    def why(self, decision: Decision, action: "Action", answer: Answer) -> Reason:
        """Return the reason for an action in a decision that was thought about, in the current language.

        `decision` has its random numbers as they were before. The text is for the player's own eyes while the hand is
        hidden from anybody.
        """
        return of_game.why(decision.game, decision.known, decision.player, action, decision.random)

    def wake(self, level: str) -> None:
        """Prepare for a level that will probably be used."""

    def close(self) -> None:
        """Release its resources."""
