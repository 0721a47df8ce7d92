"""The budgets of the table: what may be measured at most, or has to be at least. Data, each with its unit.

A row of the bench belongs to a budget by that budget's key. `FLOORS` gives, by key, the reason for which a budget that
is missed cannot be met for the present; it is printed below the table.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """`limit` in `unit`; a measured value has to be at most that, or at least when `at_least`."""

    limit: float
    unit: str
    at_least: bool = False

    def is_met_by(self, measured: float) -> bool:
        return measured >= self.limit if self.at_least else measured <= self.limit


IDLE_PASS = "idle pass"
KEY_TO_PIXEL = "key to pixel"
CARD_TO_LAMP = "card to lamp"
CARD_TO_MIRROR = "card to mirror"
REPAINT = "repaint"
ACTION = "action"
LONGEST_PASS = "longest pass"
READY_FROZEN = "ready, frozen"
READY_FILES = "ready, files"
RESUME = "resume"
HEAP_FROZEN = "heap, frozen"
HEAP_FILES = "heap, files"
DECISIONS = "decisions"

BUDGETS = {
    IDLE_PASS: Budget(5.0, "ms"),
    KEY_TO_PIXEL: Budget(20.0, "ms"),
    CARD_TO_LAMP: Budget(120.0, "ms"),
    CARD_TO_MIRROR: Budget(150.0, "ms"),
    REPAINT: Budget(12.0, "ms"),
    ACTION: Budget(40.0, "ms"),
    LONGEST_PASS: Budget(25.0, "ms"),
    READY_FROZEN: Budget(600.0, "ms"),
    READY_FILES: Budget(1000.0, "ms"),
    RESUME: Budget(3000.0, "ms"),
    HEAP_FROZEN: Budget(140.0, "kB", at_least=True),
    HEAP_FILES: Budget(100.0, "kB", at_least=True),
    DECISIONS: Budget(1.5, "times", at_least=True),
}

FLOORS = {
    IDLE_PASS: "a quiet pass takes 4 to 5 ms. What makes the hundredth longer: following a seat's drift (24 bytes,"
    " 1.1 ms, and 2 ms of arithmetic, twice a second), the serial line with a laptop on it (0.07 ms a byte), and"
    " sweeping memory (15 ms, 25 ms with files, every second and a half).",
    REPAINT: "the first hundreds of actions keep to it. In the longest game MicroPython, which moves nothing, searches"
    " the fuller memory longer for each piece that a scene asks for; measured just after a sweep, when it is slowest.",
    LONGEST_PASS: "a card that is read, judged, written to flash and told takes 12 to 15 ms; the rest is a sweep of"
    " memory that cannot wait, which happens with files, where less is free.",
    HEAP_FILES: "modules that come as files are loaded into memory, 90 kB of it; frozen ones stay in flash.",
}
