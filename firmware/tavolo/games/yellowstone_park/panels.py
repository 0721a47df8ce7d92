"""Yellowstone Park in light: where things are on the two panels of the field, and how piles are shown there.

What each light means is in `tavolo.games.yellowstone_park.scene`.
"""

from tavolo.games.yellowstone_park.position import NUMBERS, Position
from tavolo.lights import palette
from tavolo.lights.stage import HALF, lit
from tavolo.wiring import FIELD_COLUMNS

LEFT_OVER = NUMBERS  # the row and the column of the left panel that are not the board's
PANEL = 8  # columns of a panel
BAR_CARDS = 2  # a pixel
BAR_FULL = PANEL * BAR_CARDS
HAND_ROW = 5
PILE_ROW = 6
PILE_CARDS = 3  # a pixel
BLANK = bytes(PANEL)
WHITES = bytes((palette.WHITE_DIM,)) * (2 * PANEL)


def cell_of(position: Position, card: int) -> int:
    """Return where on the field a card of the board lies."""
    return card % NUMBERS * FIELD_COLUMNS + position.columns[card // NUMBERS]


def paint_bar(field: bytearray, row: int, cards: int, seat: int, now: int) -> None:
    """Show a penalty pile, pixel by pixel from the left."""
    at = row * FIELD_COLUMNS + PANEL
    over = cards - BAR_FULL if cards > BAR_FULL else 0
    pixels = (cards - over) // BAR_CARDS
    field[at : at + pixels] = bytes((palette.SEAT_DIM + seat,)) * pixels
    bright = min(over // BAR_CARDS, PANEL)
    field[at : at + bright] = bytes((palette.SEAT + seat,)) * bright
    if cards % BAR_CARDS and lit(HALF, now) and bright < PANEL:
        field[at + (bright if over else pixels)] = (palette.SEAT if over else palette.SEAT_DIM) + seat


def paint_pile_pixels(field: bytearray, pixels: int) -> None:
    """Show so many pixels of the draw pile, in its two rows."""
    at = PILE_ROW * FIELD_COLUMNS + PANEL
    upper = min(pixels, PANEL)
    field[at : at + PANEL] = WHITES[:upper] + BLANK[upper:]
    at += FIELD_COLUMNS
    field[at : at + PANEL] = WHITES[: pixels - upper] + BLANK[pixels - upper :]
