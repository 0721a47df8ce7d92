"""The protocol of a game's `player` module, for type checkers: nothing here runs."""

from random import Random
from typing import Protocol

from typing_extensions import TypeVar

from tavolo.rules.game import Action, Position
from tavolo_host.players.reasons import Reason

P = TypeVar("P", bound=Position, default=Position, contravariant=True)

class Player(Protocol[P]):
    """Plays one game; plain `Player` is one that was looked up for the current game."""

    def choose(self, known: P, player: int, random: Random) -> Action:
        """Return the action that `player` takes in the position `known`; () to wait for others."""

    def why(self, known: P, player: int, action: Action, random: Random) -> Reason:
        """Return the reason for an action of `player`, in the current language; any legal action has one.

        It weighs as `choose` does with the same `random`.
        """
