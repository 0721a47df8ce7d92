"""The canvas: palette indices of every pixel of the table, as scenes paint them."""

from tavolo.lights.palette import WHITE
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, LAMPS, TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.lights.layout import Layout

FIELD_PIXELS = FIELD_COLUMNS * FIELD_ROWS
LAMPS_ON_FIELD = FIELD_PIXELS - FIELD_COLUMNS  # the first of eight places in the bottom row


class Canvas:
    """The picture for the lights, in indices of the palette.

    `track` holds spaces 0-63, `field` row * 16 + column, `lamps` one for each seat.
    """

    def __init__(self) -> None:
        self.track = bytearray(TRACK_PIXELS)
        self.field = bytearray(FIELD_PIXELS)
        self.lamps = bytearray(LAMPS)
        self.strips = (self.track, self.field, self.lamps)
        self._dark = (bytes(TRACK_PIXELS), bytes(FIELD_PIXELS), bytes(LAMPS))

    def tell_more(self, layout: "Layout") -> None:
        """Light the pixel for that if something is painted where this table has no lights, or where its lamps are."""
        hidden = layout.hides_track and self.track != self._dark[0]
        if layout.has_field_lamps:
            hidden = hidden or max(self.field[LAMPS_ON_FIELD : LAMPS_ON_FIELD + LAMPS]) > 0
        if layout.hides_right:
            for row in range(0, FIELD_PIXELS, FIELD_COLUMNS):
                hidden = hidden or max(self.field[row + FIELD_ROWS : row + FIELD_COLUMNS]) > 0
        if hidden:
            self.field[layout.more_at] = WHITE

    def put_lamps_on_field(self) -> None:
        """Copy the lamps to the bottom row of the left panel, over whatever was painted there."""
        self.field[LAMPS_ON_FIELD : LAMPS_ON_FIELD + LAMPS] = self.lamps

    def clear(self) -> None:
        """Make everything dark."""
        for number in range(len(self.strips)):
            self.strips[number][:] = self._dark[number]
