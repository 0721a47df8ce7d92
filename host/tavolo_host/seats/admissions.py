"""How long a visitor from the network stays admitted: for the evening, and not after a long pause.

All times are seconds since 1970.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tavolo_host.history.evenings import PAUSE_S, morning_after

NOTED_S = 300.0  # between two notes that a browser was seen: each is written to the disk


@dataclass
class Admission:
    """When a visitor was admitted, and when its browser was last seen."""

    given: float
    seen: float

    def holds(self, now: float) -> bool:
        """Return whether the visitor is still admitted."""
        return now < min(morning_after(self.given), self.seen + PAUSE_S)

    def note(self, now: float) -> None:
        """Note that the browser is here."""
        if abs(now - self.seen) >= NOTED_S:
            self.seen = now


@dataclass
class Invited:
    """The visitors who may come over the network, and the address where the page is open to it, "" nowhere.

    `removed` has what the one is called who has removed a visitor.
    """

    visitors: dict[str, Admission] = field(default_factory=dict)
    address: str = ""
    removed: dict[str, str] = field(default_factory=dict)


def kept(admissions: Mapping[str, Admission]) -> dict[str, tuple[float, float]]:
    """Return admissions as they are kept."""
    return {visitor: (each.given, each.seen) for visitor, each in sorted(admissions.items())}


def resumed(
    written: Mapping[str, Sequence[float]] | Sequence[str], seated: Iterable[str], now: float
) -> dict[str, Admission]:
    """Return the admissions that were kept. Earlier versions kept no times, and admitted all who were seated too."""
    if isinstance(written, Mapping):
        return {visitor: Admission(given, seen) for visitor, (given, seen) in written.items()}
    return {visitor: Admission(now, now) for visitor in (*written, *seated)}
