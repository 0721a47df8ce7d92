"""Which of the codes of `tavolo.seat.cards` its cards have, first to last: (first code, how many)."""

RANGES: "tuple[tuple[int, int], ...]" = ()
