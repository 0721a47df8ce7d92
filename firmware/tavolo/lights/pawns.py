"""Pawns on the score track, also for totals beyond its end and for several on one space.

A total is shown on space total % 60; each second it blinks once per lap of 60, four times at most. Pawns on one
space take turns of a second. A negative total counts back from space 60, and blinks as fast as it can.
"""

from tavolo.lights import palette
from tavolo.lights.stage import BEATS, lit

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Sequence

LAP = 60  # spaces
LAP_RHYTHMS = (0b11111111, 0b11111101, 0b11110101, 0b11010101, 0b01010101)


def paint_pawns(track: bytearray, totals: "list[int]", colours: "Sequence[int]", now: int) -> None:
    """Paint a pawn for each total, with its palette index, at beat `now`; in its pauses its space is dark."""
    spaces = [total % LAP for total in totals]
    second = now // BEATS
    for pawn in range(len(totals)):
        space = spaces[pawn]
        if second % spaces.count(space) == spaces[:pawn].count(space):
            laps = totals[pawn] // LAP
            rhythm = LAP_RHYTHMS[laps if 0 <= laps < len(LAP_RHYTHMS) else -1]
            track[space] = colours[pawn] if lit(rhythm, now) else palette.OFF
