"""A seat that is not built, as the settings say: its chip is never accessed, and nothing happens there.

It stands in the table's list of seats, so that all others keep their number.
"""

from tavolo.seat.states import IS_NOT_BUILT

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.seat.calibration import Calibration


class NoKeys:
    """Keys that are never down."""

    down = 0


class Gap:
    """Replaces a `seat.Seat` where there is none."""

    state = IS_NOT_BUILT
    is_idle = False
    calibration: "Calibration | None" = None
    chip = None
    keys = NoKeys

    def __init__(self, number: int) -> None:
        self.number = number

    def step(self, elapsed_ms: int) -> "tuple[tuple[int, int, int], ...]":
        """Return no events."""
        return ()

    def trouble(self) -> int:
        """Return that there is none."""
        return 0

    def present_calibration(self) -> "Calibration | None":
        """Return None."""
        return None

    def accept(self) -> None:
        """Do nothing: a game that began with this seat may continue without it."""

    refuse = take_back = accept
