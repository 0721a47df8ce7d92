"""A table with a single seat, as a starter has it: too few for any game, but the seat can be tried out.

Field, on the left panel: the nine pads of the slot as the player sees them, the mouth at the top (6 7 8, 3 4 5, 0 1 2),
two pixels each, green when the card that was read joins them; below them the three keys, lit in the seat's colour while
they are touched; and in the bottom row the lamps (`canvas.Canvas.put_lamps_on_field`).
"""

from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage
from tavolo.seat.states import KEYS, NOBODY
from tavolo.wiring import FIELD_COLUMNS, PADS

ACROSS = 3  # pads, and keys
COLUMNS_EACH = 3  # of the field: two lit, and a gap
ROWS_EACH = 2
DEEPEST = PADS // ACROSS - 1  # the slot's row, from its mouth, of pads 0, 1, 2
KEYS_ROW = 6


def paint(canvas: Canvas, stage: Stage) -> None:
    """Paint what the only seat reads."""
    for pad in range(PADS):
        joined = stage.pads >= 0 and stage.pads >> pad & 1
        colour = palette.ACCEPTED if joined else palette.WHITE_DIM
        _paint_two(canvas, pad % ACROSS, (DEEPEST - pad // ACROSS) * ROWS_EACH, colour)
    seat = the_only_seat(stage)
    for key in range(KEYS):
        touched = stage.keys >> key & 1
        _paint_two(canvas, key, KEYS_ROW, seat + (palette.SEAT if touched else palette.SEAT_DIM))


def the_only_seat(stage: Stage) -> int:
    """Return the first seat that answers."""
    for seat in range(len(stage.slots)):
        if stage.slots[seat] not in NOBODY:
            return seat
    return 0


def _paint_two(canvas: Canvas, place: int, row: int, colour: int) -> None:
    at = row * FIELD_COLUMNS + place * COLUMNS_EACH
    canvas.field[at] = canvas.field[at + 1] = colour
