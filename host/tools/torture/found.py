"""What torture counts, and what it finds."""

from collections import Counter
from dataclasses import dataclass, field

LOST, WRONG, LEAKED, STUCK, EXCEPTION = "lost", "wrong", "leaked", "stuck", "exception"
UNTRIED = "untried"  # an evening in which nothing could be found, because nothing happened in it
FINDINGS = (LOST, WRONG, LEAKED, STUCK, EXCEPTION, UNTRIED)  # none of these may happen


class Found(Exception):
    """Something that may not happen; `kind` is one of FINDINGS, `sentence` says what and where."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(kind, sentence)
        self.kind = kind
        self.sentence = sentence


@dataclass(frozen=True)
class Finding:
    """A finding in the evening of this name; `faults` are those that had happened by then."""

    kind: str
    sentence: str
    evening: str
    faults: tuple[str, ...] = ()


@dataclass
class Tally:
    """What happened in one evening, or in many.

    `faults` counts by kind, `deeds` what visitors did at pages. `accepted` are the actions of the games; where only a
    page is seen, the changes of its picture. `lost_and_reported` are actions that damaged flash lost and the board
    reported. `longest_tick_ms` is the emulated Pico's longest tick without erasing a sector, `longest_erasing_ms` the
    longest one with. `simulated_s` is the tables' time, `real_s` that of this machine. `log` has the events of an
    evening in real time, which does not repeat.
    """

    evenings: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    games: int = 0
    accepted: int = 0
    lost_and_reported: int = 0
    longest_tick_ms: float = 0.0
    longest_erasing_ms: float = 0.0
    simulated_s: float = 0.0
    real_s: float = 0.0
    findings: list[Finding] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        for name, theirs in vars(other).items():
            ours = getattr(self, name)
            setattr(self, name, max(ours, theirs) if name.startswith("longest") else ours + theirs)
