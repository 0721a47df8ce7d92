"""Which visitors are still there: one who has been away too long leaves the seat to a virtual person."""

PATIENCE_MS = 45_000.0  # long enough to reload a page, or for a short loss of the connection


class Presence:
    """Counts how long each visitor has not been seen. Time is an argument, in ms. `guided` are those with a guide."""

    def __init__(self) -> None:
        self._away: dict[str, float] = {}
        self.guided: set[str] = set()

    def seen(self, visitor: str) -> None:
        """Note that the visitor's page is connected."""
        self._away[visitor] = 0.0

    def step(self, elapsed_ms: float) -> list[str]:
        """Let time pass and return the visitors who have now been away too long; they are forgotten."""
        gone = []
        for visitor in list(self._away):
            self._away[visitor] += elapsed_ms
            if self._away[visitor] > PATIENCE_MS:
                del self._away[visitor]
                self.guided.discard(visitor)
                gone.append(visitor)
        return gone
