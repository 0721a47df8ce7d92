"""What a game's `player` and `search` modules have, for whoever checks types: nothing of this runs."""

from random import Random
from typing import Protocol

from typing_extensions import TypeVar

from tavolo.rules.game import Action, Position
from tavolo_host.players.thinking import Figure

P = TypeVar("P", bound=Position, default=Position, contravariant=True)
Q = TypeVar("Q", bound=Position, default=Position)

class Player(Protocol[P]):
    """Who plays one game; plain `Player` is one that was looked up for the game that is played."""

    def choose(self, known: P, player: int, random: Random) -> Action:
        """Return the action that `player` takes in the position `known`; () to wait for others."""

    def why(self, known: P, player: int, action: Action, random: Random, is_own: bool) -> str:
        """Return what speaks for an action of `player`, with the figures that decided, in the language spoken now.

        It is weighed as `choose` weighs it with the same `random`. Where it is not for the player's own eyes, but for
        everybody's, no card is named that the player still holds.
        """

class Points(Protocol[P]):
    """How everybody stands; a game whose winners say all that counts has none."""

    def __call__(self, position: P) -> list[float]:
        """Return the points of all players, more of them being better."""

class Determinize(Protocol[Q]):
    """Draws worlds of one game, in its `search`; without one `determinization` reads them from what is declared."""

    def __call__(self, known: Q, player: int, random: Random) -> Q:
        """Return a dealt position that agrees with `known`, a view of `player`; each that does is as likely.

        ValueError, in a sentence, for a view that none agrees with.
        """

class Search(Protocol[P]):
    """Says how one game goes on in thought: a `search` has any of these, and `ismcts` does without what is missing."""

    DECISIONS: int  # after so many the playing on stops, and `evaluate` tells how everybody stands
    ITERATIONS: int  # of a search, for one decision: at most 200 ms
    DEPTH: int  # decisions that the tree tells apart: one where what is seen after it is hardly ever seen again
    SHARED: int  # visits that go through the same world, where it takes long to draw one
    EXPLORING: float  # instead of the search's own
    WINNING: float  # likewise: less where `evaluate` tells little of who wins

    def rollout_policy(self, position: P, player: int, random: Random) -> Action:
        """Return what a sensible player is likely to do in a dealt position, found quickly; () to wait for others."""

    def evaluate(self, position: P) -> list[float]:
        """Return how everybody stands in a position that is not the end, in points, what it promises included."""

    def prune(self, position: P, player: int) -> list[Action]:
        """Return the actions of a player that are worth a thought, some of the legal ones in their order.

        None of who can do something, but had better wait for others.
        """

    def shortlist(self, known: P, player: int, random: Random) -> list[Action]:
        """Return between which of its legal actions a player's search decides, of whom `known` is the view."""

    def figures(self, known: P, player: int, random: Random) -> dict[Action, Figure]:
        """Return what is found of the actions worth a thought without the tree, where a game's own way is better."""
