"""Yellowstone Park: what frames read of a position, for whoever checks types. Nothing of this runs."""

from collections.abc import Sequence
from typing import Protocol

class Board(Protocol):
    """What lies on the board: a position, or what somebody thinks of."""

    @property
    def board(self) -> int:
        """Return a bit for each face that lies there."""

    @property
    def columns(self) -> Sequence[int]:
        """Return the column of each colour."""

    @property
    def edge_frame(self) -> int:
        """Return 1 where the option of that name is chosen."""
