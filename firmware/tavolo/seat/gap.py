"""A place where no seat is built, as the settings say: nobody asks for its chip, and nothing happens there.

It stands in the table's list of seats, so that every other seat keeps its number.
"""

from tavolo.seat.states import IS_NOT_BUILT

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.seat.calibration import Calibration


class NoKeys:
    """Keys that are never down."""

    down = 0


class Gap:
    """What a `seat.Seat` is to the table, for a seat that is not there."""

    state = IS_NOT_BUILT
    is_idle = False
    calibration: "Calibration | None" = None
    chip = None
    keys = NoKeys

    def __init__(self, number: int) -> None:
        self.number = number

    def step(self, elapsed_ms: int) -> "tuple[tuple[int, int, int], ...]":
        """Let time pass; nothing happens."""
        return ()

    def trouble(self) -> int:
        """Return that nothing is the matter."""
        return 0

    def present_calibration(self) -> "Calibration | None":
        """Return None."""
        return None

    def accept(self) -> None:
        """Do nothing, as below: a game that was begun with this seat may go on without it."""

    def refuse(self) -> None:
        """Do nothing."""

    def take_back(self) -> None:
        """Do nothing."""
