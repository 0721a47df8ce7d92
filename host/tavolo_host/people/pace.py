"""How fast a simulated board runs beside the real time: it gets a share of it, and what it made of that is measured."""

from collections.abc import Callable

SHARE = 0.7  # of the time that passes; the rest is the page's
MEASURED_MS = 3000.0  # of real time, over which the speed is taken


class Pace:
    """`name` is what runs, as in "Emulated Pico"; `seconds` is a clock that only goes forward, `time.monotonic`."""

    def __init__(self, name: str, seconds: Callable[[], float]) -> None:
        self._name = name
        self._seconds = seconds
        self._began = 0.0
        self._granted_ms = 0.0
        self._real_ms = 0.0
        self._simulated_ms = 0.0
        self.speed = 0.0  # simulated seconds a second; 0 until it was measured

    def begin(self, elapsed_ms: float) -> None:
        """Begin a step: so much real time has passed since the last one began."""
        self._began = self._seconds()
        self._granted_ms = SHARE * elapsed_ms
        self._real_ms += elapsed_ms

    def is_spent(self) -> bool:
        """Return whether this step has taken its share of time."""
        return (self._seconds() - self._began) * 1000 >= self._granted_ms

    def end(self, simulated_ms: float) -> None:
        """End a step, in which so much time went by on the board."""
        self._simulated_ms += simulated_ms
        if self._real_ms >= MEASURED_MS:
            self.speed = self._simulated_ms / self._real_ms
            self._real_ms = self._simulated_ms = 0.0

    def words(self) -> str:
        """Return the speed for a person, once it is known."""
        if not self.speed:
            return ""
        return f"{self._name}: {self.speed:.2f} seconds go by on it in each second."
