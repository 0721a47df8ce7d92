"""The interface of what can be seen of a table, for type checkers only; it is not on the board.

The board's referee is a `View`, and so is the laptop's copy of what a board shows.
"""

from collections.abc import Sequence
from typing import Protocol

from tavolo.rules.record import Record

class Question(Protocol):
    """A question to `seats`; `agreed` says of each whether it has."""

    @property
    def game_continues(self) -> bool: ...  # whether the game goes on after it: False for abandoning
    @property
    def seats(self) -> Sequence[int]: ...  # the seats that are asked
    @property
    def agreed(self) -> Sequence[bool]: ...  # which of them have agreed

class LostRecords(Protocol):
    """What a damaged journal has lost."""

    @property
    def count(self) -> int: ...  # how many actions, UNCOUNTED (`tavolo.lights.stage`) if unknown
    @property
    def seats(self) -> Sequence[int]: ...  # the seats whose cards go back into the hand

class Waiting(Protocol):
    """The lobby: who has `joined`, in their order; which game is shown, and which of its options (-1 for none)."""

    @property
    def joined(self) -> Sequence[int]: ...  # the seats that have joined
    @property
    def game_index(self) -> int: ...  # which of the games is shown
    @property
    def option_index(self) -> int: ...  # which of its options, -1 for none
    def option_value(self) -> int: ...  # the value of that option

class View(Protocol):
    """What the table shows, in numbers."""

    @property
    def record(self) -> Record | None: ...  # the record of the game, None in the lobby
    @property
    def playing(self) -> tuple[int, ...]: ...  # the physical seat of each player
    @property
    def slots(self) -> bytes | bytearray: ...  # the visible state of each slot (`tavolo.seat.states`)
    @property
    def troubled(self) -> bytes | bytearray: ...  # for each slot, whether it visibly has something unreadable
    @property
    def question(self) -> Question | None: ...  # the question to everybody, or None
    @property
    def lost_records(self) -> LostRecords | None: ...  # what the journal has lost, while that is shown
    @property
    def lobby(self) -> Waiting: ...  # what the lobby shows
    # (pads that the card joins or -1, keys that are down) when there is a single seat, else None
    def trial(self) -> tuple[int, int] | None: ...
    def previews(self) -> list[tuple[int, tuple[int, ...]]]: ...  # (player, option) for each previewed option
    def seats_to_reseal(self) -> Sequence[int]: ...  # the seats that must insert their sealed card again
