"""The budgets of the table: upper and lower limits of measured values, each with its unit.

A row of the bench names its budget by key. `FLOORS` gives, by key, the reason why a missed budget cannot be met for
the present; it is printed below the table.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """`limit` in `unit`; a measured value may be at most that, or with `at_least` not less."""

    limit: float
    unit: str
    at_least: bool = False

    def is_met_by(self, measured: float) -> bool:
        return measured >= self.limit if self.at_least else measured <= self.limit


IDLE_TICK = "idle tick"
KEY_TO_PIXEL = "key to pixel"
CARD_TO_LAMP = "card to lamp"
CARD_TO_MIRROR = "card to mirror"
REPAINT = "repaint"
ACTION = "action"
LONGEST_TICK = "longest tick"
READY_FROZEN = "ready, frozen"
READY_ROMFS = "ready, ROMFS"
RESUME = "resume"
HEAP_FROZEN = "heap, frozen"
HEAP_ROMFS = "heap, ROMFS"
DECISIONS = "decisions"
COMPILED = "decisions, compiled"
HEARTS = "decisions against hearts"
CLICK_MEDIAN = "click to picture, median"
CLICK = "click to picture"
MESSAGE = "message to picture"
ARENA = "arena, two workers"

BUDGETS = {
    IDLE_TICK: Budget(5.0, "ms"),
    KEY_TO_PIXEL: Budget(20.0, "ms"),
    CARD_TO_LAMP: Budget(120.0, "ms"),
    CARD_TO_MIRROR: Budget(150.0, "ms"),
    REPAINT: Budget(12.0, "ms"),
    ACTION: Budget(40.0, "ms"),
    LONGEST_TICK: Budget(25.0, "ms"),
    READY_FROZEN: Budget(600.0, "ms"),
    READY_ROMFS: Budget(1000.0, "ms"),
    RESUME: Budget(1000.0, "ms"),
    HEAP_FROZEN: Budget(140.0, "kB", at_least=True),
    HEAP_ROMFS: Budget(100.0, "kB", at_least=True),
    DECISIONS: Budget(1.8, "times", at_least=True),
    COMPILED: Budget(4.0, "times", at_least=True),
    HEARTS: Budget(1.0, "times", at_least=True),
    CLICK_MEDIAN: Budget(50.0, "ms"),
    CLICK: Budget(120.0, "ms"),
    MESSAGE: Budget(100.0, "ms"),
    ARENA: Budget(1.7, "times", at_least=True),
}

FLOORS = {
    IDLE_TICK: "between the beats of the lights a tick takes 3 to 4 ms. The slowest hundredth: with a laptop a line"
    " that comes or goes each second, and eight seats that check their chips.",
    LONGEST_TICK: "a card that is read, judged, written to flash and sent takes 12 to 24 ms; a tick with a garbage"
    " collection takes 14 ms.",
}
