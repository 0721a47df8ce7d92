"""The budgets of the table: upper and lower limits of measured values, each with its unit."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """`limit` in `unit`; a measured value may be at most that, or with `at_least` not less.

    `floor` is the reason why a missed budget cannot be met for the present; it is printed below the table.
    """

    name: str
    limit: float
    unit: str
    at_least: bool = False
    floor: str = ""

    def is_met_by(self, measured: float) -> bool:
        return measured >= self.limit if self.at_least else measured <= self.limit


IDLE_TICK = Budget(
    "idle tick",
    5.0,
    "ms",
    floor="between the beats of the lights a tick takes 3 to 4 ms. The slowest hundredth: with a laptop a line"
    " that comes or goes each second, and eight seats that check their chips.",
)
KEY_TO_PIXEL = Budget("key to pixel", 20.0, "ms")
CARD_TO_LAMP = Budget("card to lamp", 120.0, "ms")
CARD_TO_MIRROR = Budget("card to mirror", 150.0, "ms")
REPAINT = Budget("repaint", 12.0, "ms")
ACTION = Budget("action", 40.0, "ms")
LONGEST_TICK = Budget(
    "longest tick",
    25.0,
    "ms",
    floor="a card that is read, judged, written to flash and sent takes 12 to 24 ms; a tick with a garbage"
    " collection takes 14 ms.",
)
READY_FROZEN = Budget("ready, frozen", 600.0, "ms")
READY_ROMFS = Budget("ready, ROMFS", 1000.0, "ms")
RESUME = Budget("resume", 1000.0, "ms")
HEAP_FROZEN = Budget("heap, frozen", 140.0, "kB", at_least=True)
HEAP_ROMFS = Budget("heap, ROMFS", 100.0, "kB", at_least=True)
DECISIONS = Budget("decisions", 1.8, "times", at_least=True)
COMPILED = Budget("decisions, compiled", 4.0, "times", at_least=True)
HEARTS = Budget("decisions against hearts", 1.0, "times", at_least=True)
CLICK_MEDIAN = Budget("click to picture, median", 50.0, "ms")
CLICK = Budget("click to picture", 120.0, "ms")
MESSAGE = Budget("message to picture", 100.0, "ms")
HISTORY_PAGE = Budget("page of all games", 300.0, "ms")
REPLAY_STEP = Budget("step of a replay", 50.0, "ms")
ARENA = Budget("arena, two workers", 1.7, "times", at_least=True)
TOGETHER = Budget("nine at the table", 100.0, "ms")
STATISTICS = Budget("statistics", 300.0, "ms")
SHARE = Budget("processor of nine in play", 20.0, "%")
MEMORY = Budget("memory of nine in play", 200.0, "MB")
GROWTH = Budget("processor of the most visitors, against as many times that of one", 100.0, "%")
