"""Protocols of a game's `player` and `search` modules, for type checkers: nothing here runs."""

from random import Random
from typing import Protocol

from typing_extensions import TypeVar

from tavolo.rules.game import Action, Position
from tavolo_host.players.reasons import Figure, Reason

P = TypeVar("P", bound=Position, default=Position, contravariant=True)
Q = TypeVar("Q", bound=Position, default=Position)

class Player(Protocol[P]):
    """Plays one game; plain `Player` is one that was looked up for the current game."""

    def choose(self, known: P, player: int, random: Random) -> Action:
        """Return the action that `player` takes in the position `known`; () to wait for others."""

    def why(self, known: P, player: int, action: Action, random: Random, is_own: bool) -> Reason:
        """Return the reason for an action of `player`, in the current language; any legal action has one.

        It weighs as `choose` does with the same `random`. Unless `is_own`, the text is for everybody and names no card
        that the player still holds.
        """

class Points(Protocol[P]):
    """How everybody stands; a game in which only winning counts has none."""

    def __call__(self, position: P) -> list[float]:
        """Return the points of all players, more being better."""

class Determinize(Protocol[Q]):
    """Draws determinizations of one game, in its `search`; without it `determinization` reads the declared fields."""

    def __call__(self, known: Q, player: int, random: Random) -> Q:
        """Return a dealt position that agrees with `known`, a view of `player`; all such are equally likely.

        ValueError, in a sentence, for a view that no position agrees with.
        """

class SearchHooks(Protocol[P]):
    """A game's hooks for the search: a `search` module has any of these, and `ismcts` has defaults for the rest."""

    DECISIONS: int  # after which a rollout stops, and `evaluate` tells how everybody stands
    ITERATIONS: int  # of a search, for one decision: at most 200 ms
    DEPTH: int  # of the tree, in decisions: one where what is seen afterwards hardly ever repeats
    SHARED: int  # iterations that use the same determinization, where drawing one takes long
    EXPLORING: float  # instead of the default of `ismcts`
    WINNING: float  # likewise: less where `evaluate` tells little about who wins

    def rollout_policy(self, position: P, player: int, random: Random) -> Action:
        """Return what a sensible player is likely to do in a dealt position, quickly; () to wait for others."""

    def evaluate(self, position: P) -> list[float]:
        """Return everybody's points in an unfinished position, including what it promises."""

    def prune(self, position: P, player: int) -> list[Action]:
        """Return the actions of a player that are worth searching, some of the legal ones in their order.

        None if the player can act, but had better wait for others.
        """

    def shortlist(self, known: P, player: int, random: Random) -> list[Action]:
        """Return the legal actions between which the search of `player` decides, whose view is `known`."""

    def figures(self, known: P, player: int, random: Random) -> dict[Action, Figure]:
        """Return the figures of the actions worth searching, where a game's own way beats the tree."""
