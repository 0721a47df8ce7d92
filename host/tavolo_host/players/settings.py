"""How good virtual players are, and how quick: what may be chosen."""

PACES = {"slow": 1.8, "normal": 1.0, "quick": 0.4}  # how much longer than usual virtual people think and show
USUAL_PACE = "normal"
LEVELS = EASY, SENSIBLE, STRONG = "easy", "sensible", "strong"  # how good virtual people are: see `levels`
USUAL_LEVEL = SENSIBLE
