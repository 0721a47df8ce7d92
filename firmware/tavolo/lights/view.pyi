"""What there is to see of a table, for whoever checks types: nothing of this runs, and the board does not have it.

The referee of a board is a `View`, and so is what a laptop has heard of a board.
"""

from collections.abc import Sequence
from typing import Protocol

from tavolo.rules.record import Record

class Question(Protocol):
    """What everybody is asked: `seats` are asked, `agreed` says of each whether it has."""

    @property
    def takes_back(self) -> bool:
        """Return whether it is about taking back; otherwise about abandoning the game."""

    @property
    def seats(self) -> Sequence[int]:
        """Return the seats that are asked."""

    @property
    def agreed(self) -> Sequence[bool]:
        """Return who of them has agreed."""

class LostRecords(Protocol):
    """What a damaged journal has lost."""

    @property
    def count(self) -> int:
        """Return how many actions, UNCOUNTED (`tavolo.lights.stage`) where nobody knows."""

    @property
    def seats(self) -> Sequence[int]:
        """Return the seats into whose hands cards go back."""

class Waiting(Protocol):
    """The lobby: who has `joined`, in their order; which game is shown, which of its options (-1 for none)."""

    @property
    def joined(self) -> Sequence[int]:
        """Return the seats that have joined."""

    @property
    def game_index(self) -> int:
        """Return which of the games is shown."""

    @property
    def option_index(self) -> int:
        """Return which of its options, -1 for none."""

    def option_value(self) -> int:
        """Return the value of that option."""

class View(Protocol):
    """What the table shows, by numbers: the referee of a board is one, and the laptop's mirror of a board."""

    @property
    def record(self) -> Record | None:
        """Return the record of the game, None in the lobby."""

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the physical seat of each player."""

    @property
    def slots(self) -> bytes | bytearray:
        """Return the state in which each slot is shown (`tavolo.seat.states`)."""

    @property
    def troubled(self) -> bytes | bytearray:
        """Return, for each slot, whether it is shown with something that cannot be read."""

    @property
    def question(self) -> Question | None:
        """Return what everybody is asked."""

    @property
    def lost_records(self) -> LostRecords | None:
        """Return what the journal has lost, while it is shown."""

    @property
    def lobby(self) -> Waiting:
        """Return what the lobby shows."""

    def trial(self) -> tuple[int, int] | None:
        """Return (pads that the card joins or -1, keys that are down), where a single seat is tried."""

    def previews(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return (player, option) for everybody whose option the lights show."""

    def wanted(self) -> Sequence[int]:
        """Return the seats whose sealed cards are asked for again."""
