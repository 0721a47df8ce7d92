"""What a game says of its worlds, where the plain ones do not do, for whoever checks types: nothing of this runs."""

from random import Random
from typing import Protocol

from tavolo.rules.game import P

class Worlds(Protocol[P]):
    """Draws worlds of one game; plain `Worlds` is what was looked up for the game that is played."""

    def world(self, known: P, player: int, random: Random) -> P:
        """Return a dealt position that agrees with `known`, a view of `player`; each that does is as likely.

        ValueError, in a sentence, for a view that none agrees with.
        """
