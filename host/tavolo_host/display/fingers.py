"""Visitors' fingers on the keys: a click of a mouse is shorter than a touch, so a finger stays a while."""

from tavolo_host.display.source import Visitors

LEAST_TOUCH_MS = 160.0


class Fingers:
    """Passes touches on, and lets go no earlier than `LEAST_TOUCH_MS` later. Time is an argument."""

    def __init__(self, keys: Visitors | None) -> None:
        self._keys = keys
        self._held: dict[tuple[str, int], float] = {}  # how long, in ms
        self._leaving: set[tuple[str, int]] = set()

    def touch(self, visitor: str, key: int, down: bool) -> None:
        """Take note of a finger that comes down on a key (0-2) or goes up."""
        finger = (visitor, key)
        if key not in (0, 1, 2):
            return
        if not down:
            if finger in self._held:
                self._leaving.add(finger)
            return
        self._leaving.discard(finger)
        if finger not in self._held:
            self._held[finger] = 0.0
            if self._keys:
                self._keys.key(visitor, key, True)

    def step(self, elapsed_ms: float) -> None:
        """Let time pass, and take off the fingers that have stayed long enough."""
        for finger in list(self._held):
            self._held[finger] += elapsed_ms
            if finger in self._leaving and self._held[finger] >= LEAST_TOUCH_MS:
                self._let_go(finger)

    def off(self, visitor: str) -> None:
        """Take all fingers of a visitor off at once."""
        for finger in [finger for finger in self._held if finger[0] == visitor]:
            self._let_go(finger)

    def _let_go(self, finger: tuple[str, int]) -> None:
        del self._held[finger]
        self._leaving.discard(finger)
        if self._keys:
            self._keys.key(finger[0], finger[1], False)
