"""What torture finds, and what it counts."""

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
    """A finding in the evening of this name."""

    kind: str
    sentence: str
    evening: str


@dataclass
class Tally:
    """What happened in one evening, or in many.

    `faults` counts by kind, `deeds` what visitors did at pages. `accepted` are the actions of the games; where only a
    page is seen, the changes of its picture. `lost_and_reported` are actions that damaged flash lost and the board
    reported, `errors_of_noise` what noise that is too strong for a board pressed or read. `table_s` is the tables'
    time, `real_s` that of this machine. `last_faults` are the last ones of an evening, with their times.
    """

    evenings: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    deeds: Counter[str] = field(default_factory=Counter)
    games: int = 0
    accepted: int = 0
    lost_and_reported: int = 0
    errors_of_noise: int = 0
    table_s: float = 0.0
    real_s: float = 0.0
    findings: list[Finding] = field(default_factory=list)
    last_faults: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add what happened in another evening."""
        for name, theirs in vars(other).items():
            setattr(self, name, getattr(self, name) + theirs)
