"""What a virtual player is, for whoever checks types: nothing of this runs."""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from typing_extensions import TypeVar

from tavolo.rules.game import Action, Position

Colours = Sequence[tuple[int, int, int]]

P = TypeVar("P", bound=Position, default=Position, contravariant=True)

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

class Read(Protocol[P]):
    """How what the board has drawn is found in the lights; without one `tavolo_host.people.draws` finds it."""

    def __call__(self, position: P, field: Colours) -> Action | None:
        """Return it as the field's pixels show it, None while they do not."""
