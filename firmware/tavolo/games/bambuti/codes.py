"""Which of the codes of `tavolo.seat.cards` its cards have, first to last: (first code, how many)."""

RANGES: "tuple[tuple[int, int], ...]" = ((99, 8), (0, 13), (21, 29))
