"""What a virtual player is, for whoever checks types: nothing of this runs.

That the player of each game decides in the positions of that game is checked at the end.
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from typing_extensions import TypeVar

from tavolo.rules import (
    bambuti_position,
    david_goliath_position,
    hornochsen_position,
    kuh_vadis_position,
    yellowstone_position,
)
from tavolo.rules.game import Action, Position
from tavolo_host.players import bambuti, david_goliath, hornochsen, kuh_vadis, yellowstone

Colours = Sequence[tuple[int, int, int]]

P = TypeVar("P", bound=Position, default=Position, contravariant=True)

class Player(Protocol[P]):
    """Who plays one game; plain `Player` is one that was looked up for the game that is played."""

    def choose(self, known: P, player: int, random: Random) -> Action:
        """Return the action that `player` takes in the position `known`; () to wait for others."""

class Read(Protocol[P]):
    """How chance's action is found in the lights."""

    def __call__(self, position: P, field: Colours) -> Action | None:
        """Return it as the field's pixels show it, None while they do not."""

_david_goliath: Player[david_goliath_position.Position] = david_goliath
_bambuti: Player[bambuti_position.Position] = bambuti
_yellowstone: Player[yellowstone_position.Position] = yellowstone
_kuh_vadis: Player[kuh_vadis_position.Position] = kuh_vadis
_kuh_vadis_read: Read[kuh_vadis_position.Position] = kuh_vadis.read
_hornochsen: Player[hornochsen_position.Position] = hornochsen
