"""What an evening under torture counts, and what it finds."""

from collections import Counter
from dataclasses import dataclass, field

LOST, WRONG, LEAKED, STUCK, EXCEPTION = "lost", "wrong", "leaked", "stuck", "exception"
FINDINGS = (LOST, WRONG, LEAKED, STUCK, EXCEPTION)  # none of these may come about


class Found(Exception):
    """Something that must not come about; `kind` is one of FINDINGS, `sentence` says what and where."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(kind, sentence)
        self.kind = kind
        self.sentence = sentence


@dataclass(frozen=True)
class Finding:
    """What was found in the evening of this name; `faults` are those that had been by then."""

    kind: str
    sentence: str
    evening: str
    faults: tuple[str, ...] = ()


@dataclass
class Tally:
    """What came about in one evening, or in many.

    `faults` counts by kind. `lost_and_said` are actions that damaged flash has taken, of which the board has said so.
    `longest_tick_ms` is of the emulated Pico, without those that erase a sector, of which `longest_erasing_ms` is:
    while a game is played that is a quiet pass where hardly any is erased ahead. `simulated_s` is the tables'
    time, `real_s` that of this machine; the `log` says what happened when in real time, as that does not happen again.
    """

    evenings: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    games: int = 0
    accepted: int = 0
    lost_and_said: int = 0
    longest_tick_ms: float = 0.0
    longest_erasing_ms: float = 0.0
    simulated_s: float = 0.0
    real_s: float = 0.0
    findings: list[Finding] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take what another has counted."""
        for name, theirs in vars(other).items():
            ours = getattr(self, name)
            setattr(self, name, max(ours, theirs) if name.startswith("longest") else ours + theirs)
