"""Sheets of A4: the places of cards, and the marks for cutting, alignment and measuring.

Millimetres from the top left corner of the sheet, y downwards. All sheets of one size of card have the same places,
symmetric about the sheet's upright middle line: a back, seen from behind, fits the front of the sheet that is turned
over its long edge.
"""

from tavolo_host.slot.geometry import CardSize
from tavolo_host.workshop.printing.ink import Ink

A4_MM = (210.0, 297.0)
COLUMNS, ROWS = 3, 3

MARK_MM, MARK_GAP_MM = 4.5, 1.0  # of a crop mark: its length, and its distance from the cards
TARGETS_MM = ((34.0, 8.0), (176.0, 8.0), (34.0, 289.0), (176.0, 289.0))  # of the pins
RULER_MM, RULER_AT_MM = 100, (55.0, 287.5)
GREY, BLACK = "#555555", "#000000"


def corner_of(card: CardSize, place: int, from_behind: bool = False) -> tuple[float, float]:
    """Return the top left corner of a place for cards of a size, 0 to 8 in reading order of the sheet's front."""
    row, column = divmod(place, COLUMNS)
    across = (COLUMNS - 1 - column if from_behind else column) - COLUMNS / 2
    return A4_MM[0] / 2 + across * card.width_mm, A4_MM[1] / 2 + (row - ROWS / 2) * card.length_mm


def extent(card: CardSize) -> str:
    """Return a size as headings name it, as in "poker 63 × 88 mm"."""
    return f"{card.name} {card.width_mm:.0f} × {card.length_mm:.0f} mm"


def draw_marks(ink: Ink, card: CardSize, heading: str) -> None:
    """Draw the margins of a sheet: crop marks, the targets for pins, the ruler and the heading."""
    left, top = corner_of(card, 0)
    near, far = MARK_GAP_MM, MARK_GAP_MM + MARK_MM
    for x in (left + column * card.width_mm for column in range(COLUMNS + 1)):
        for edge, out in ((top, -1), (A4_MM[1] - top, 1)):
            ink.line((x, edge + out * near), (x, edge + out * far), BLACK, 0.15)
    for y in (top + row * card.length_mm for row in range(ROWS + 1)):
        for edge, out in ((left, -1), (A4_MM[0] - left, 1)):
            ink.line((edge + out * near, y), (edge + out * far, y), BLACK, 0.15)
    for x, y in TARGETS_MM:
        ink.circle(x, y, 2.0, stroke=GREY, width=0.15)
    draw_targets(ink, GREY, 0.15)
    draw_ruler(ink, *RULER_AT_MM)
    ink.text(A4_MM[0] / 2, 9.2, heading, 3.0, GREY, anchor="middle")


def draw_targets(ink: Ink, colour: str, width: float) -> None:
    """Draw the crosses through which pins go."""
    for x, y in TARGETS_MM:
        ink.line((x - 3.5, y), (x + 3.5, y), colour, width)
        ink.line((x, y - 3.5), (x, y + 3.5), colour, width)


def draw_ruler(ink: Ink, x: float, y: float) -> None:
    """Draw a ruler of 100 mm, which shows a maker whether the sheet was printed at its true size."""
    ink.line((x, y), (x + RULER_MM, y), BLACK, 0.2)
    for millimetre in range(RULER_MM + 1):
        if millimetre % 5 == 0 or millimetre < 10:
            length = 2.4 if millimetre % 10 == 0 else 1.6 if millimetre % 5 == 0 else 0.9
            ink.line((x + millimetre, y), (x + millimetre, y + length), BLACK, 0.15)
    for centimetre in range(1, RULER_MM // 10):
        ink.text(x + 10 * centimetre, y - 0.7, str(centimetre), 2.0, GREY, anchor="middle")
    ink.text(x + RULER_MM + 1.2, y + 1.9, "100 mm", 2.2, GREY)
