"""Yellowstone Park: what `frames` uses of a position, for type checkers only."""

from collections.abc import Sequence
from typing import Protocol

class Board(Protocol):
    """The cards on the board: those of a position, or imagined ones."""

    @property
    def board(self) -> int: ...  # a bit for each face that lies there
    @property
    def columns(self) -> Sequence[int]: ...  # the column of each colour
    @property
    def edge_frame(self) -> int: ...  # 1 if the option of that name is on
