"""Visitors between looks at their pages: who is here, and which keys they hold."""

from collections.abc import Callable

from tavolo_host.seats.roster import Roster

AWAY_MS = 16_000.0  # without a connection; one that has fallen silent is noticed 2 to 6 s later
LEAST_TOUCH_MS = 160.0  # a mouse click is shorter than a touch, so a key is held at least this long
ALONE_MS = 5_000.0  # after the program's start or the last look: longer than a board needs to start


class Presence:
    """Notes who is away, and passes key presses on. Time is an argument, in ms.

    `pages` has a function for each open page, by any key: `look` calls it with the time that has passed.
    """

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._unseen: dict[str, float] = {}  # how long, of those who are here
        self._held: dict[tuple[str, int], float] = {}  # how long a visitor's finger has been on a key
        self._leaving: set[tuple[str, int]] = set()
        self.pages: dict[str, Callable[[float], None]] = {}
        self._unseen_ms = 0.0

    @property
    def is_alone(self) -> bool:
        """Whether no page has looked at the table for ALONE_MS."""
        return self._unseen_ms > ALONE_MS

    def seen(self, visitor: str) -> None:
        """Record that a page of the visitor is connected."""
        if visitor not in self._unseen:
            self._roster.come(visitor)
        self._unseen[visitor] = self._unseen_ms = 0.0

    def look(self, elapsed_ms: float) -> None:
        """Let every page look at the table, at its own time."""
        for page in list(self.pages.values()):
            page(elapsed_ms)

    def touch(self, visitor: str, key: int, down: bool) -> None:
        """Press or release a key (0-2)."""
        finger = (visitor, key)
        if finger in self._held:
            (self._leaving.discard if down else self._leaving.add)(finger)
        elif down and key in (0, 1, 2):
            self._held[finger] = 0.0
            self._key(finger, True)

    def step(self, elapsed_ms: float) -> None:
        """Let time pass: release keys held long enough, and note who is away."""
        self._unseen_ms += elapsed_ms
        for finger in list(self._held):
            self._held[finger] += elapsed_ms
            if finger in self._leaving and self._held[finger] >= LEAST_TOUCH_MS:
                self._let_go(finger)
        for visitor in list(self._unseen):
            self._unseen[visitor] += elapsed_ms
            if self._unseen[visitor] > AWAY_MS:
                self.gone(visitor)

    def gone(self, visitor: str) -> None:
        """Note that a visitor is away."""
        self._unseen.pop(visitor, None)
        self.take_fingers_off(visitor)
        self._roster.leave(visitor)

    def take_fingers_off(self, visitor: str) -> None:
        """Release all of a visitor's keys."""
        for finger in [finger for finger in self._held if finger[0] == visitor]:
            self._let_go(finger)

    def _let_go(self, finger: tuple[str, int]) -> None:
        del self._held[finger]
        self._leaving.discard(finger)
        self._key(finger, False)

    def _key(self, finger: tuple[str, int], down: bool) -> None:
        self._roster.key(*finger, down)
