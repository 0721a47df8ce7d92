"""The codes (`tavolo.seat.cards`) of its cards, in their order: (first code, how many)."""

RANGES: "tuple[tuple[int, int], ...]" = ((21, 90),)
