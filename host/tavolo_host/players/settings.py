"""The choices of how good and how fast virtual players are."""

PACES = {
    "slow": 1.8,
    "normal": 1.0,
    "quick": 0.4,
    "instant": 0.0,
}  # factor on how long virtual people think and show cards, and a page shows what happens
USUAL_PACE = "normal"
LEVELS = EASY, SENSIBLE, STRONG = "easy", "sensible", "strong"  # those at the table: see `levels`
USUAL_LEVEL = SENSIBLE
