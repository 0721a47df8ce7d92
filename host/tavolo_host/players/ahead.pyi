"""How a game is played on in thought, for whoever checks types: nothing of this runs.

A game's `ahead` module has any of these; `tavolo_host.players.ismcts` does without what is missing.
"""

from random import Random
from typing import Protocol

from typing_extensions import TypeVar

from tavolo.rules.game import Action, Position
from tavolo_host.players.ismcts import Figure

P = TypeVar("P", bound=Position, default=Position, contravariant=True)

class Ahead(Protocol[P]):
    """Says how one game goes on."""

    DECISIONS: int  # after so many the playing on stops, and `worth` tells how everybody stands
    VISITS: int  # of a search, for one decision: at most 200 ms
    DEPTH: int  # decisions that the tree tells apart: one where what is seen after it is hardly ever seen again
    SHARED: int  # visits that go through the same world, where it takes long to draw one
    EXPLORING: float  # instead of the search's own
    WINNING: float  # likewise: less where `worth` tells little of who wins

    def likely(self, position: P, player: int, random: Random) -> Action:
        """Return what a sensible player is likely to do in a dealt position, found quickly; () to wait for others."""

    def worth(self, position: P) -> list[float]:
        """Return how everybody stands in a position that is not the end, in points, what it promises included."""

    def candidates(self, position: P, player: int) -> list[Action]:
        """Return the actions of a player that are worth a thought, some of the legal ones in their order.

        None of who can do something, but had better wait for others.
        """

    def shortlist(self, known: P, player: int, random: Random) -> list[Action]:
        """Return between which of its legal actions a player's search decides, of whom `known` is the view."""

    def figures(self, known: P, player: int, random: Random) -> dict[Action, Figure]:
        """Return what is found of the actions worth a thought without the tree, where a game's own way is better."""
