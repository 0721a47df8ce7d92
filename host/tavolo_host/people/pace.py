"""Gives a simulated board a share of the real time, and measures how fast it runs."""

from collections.abc import Callable

SHARE = 0.7  # of the real time; the page gets the rest
MEASURED_MS = 3000.0  # of real time, for one measurement


class Pace:
    """`name` is what runs, such as "Emulated Pico"; `seconds` is a monotonic clock."""

    def __init__(self, name: str, seconds: Callable[[], float]) -> None:
        self._name = name
        self._seconds = seconds
        self._began = 0.0
        self._granted_ms = 0.0
        self._real_ms = 0.0
        self._simulated_ms = 0.0
        self.speed = 0.0  # simulated seconds per second; 0 until measured

    def begin(self, elapsed_ms: float) -> None:
        """Begin a step, `elapsed_ms` of real time after the last one began."""
        self._began = self._seconds()
        self._granted_ms = SHARE * elapsed_ms
        self._real_ms += elapsed_ms

    def is_spent(self) -> bool:
        """Return whether this step has used its share of time."""
        return (self._seconds() - self._began) * 1000 >= self._granted_ms

    def end(self, simulated_ms: float) -> None:
        """End a step, in which `simulated_ms` passed on the board."""
        self._simulated_ms += simulated_ms
        if self._real_ms >= MEASURED_MS:
            self.speed = self._simulated_ms / self._real_ms
            self._real_ms = self._simulated_ms = 0.0

    def words(self) -> str:
        """Return the speed in words, "" until it is known."""
        if not self.speed:
            return ""
        return f"{self._name}: runs at {self.speed:.2f} times real time."
