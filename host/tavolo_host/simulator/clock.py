"""The simulated time of a virtual table, shared by all its parts."""


class Clock:
    """Simulated time in whole microseconds; it moves only by these methods."""

    def __init__(self, now_us: int = 0) -> None:
        self.now_us = now_us

    def advance_us(self, microseconds: int) -> None:
        """Let `microseconds` pass. Raises `ValueError` for a negative number: time does not run backwards."""
        if microseconds < 0:
            raise ValueError(f"The clock cannot be moved back by {-microseconds} µs.")
        self.now_us += microseconds

    def advance_ms(self, milliseconds: int) -> None:
        """Let `milliseconds` pass."""
        self.advance_us(milliseconds * 1000)
