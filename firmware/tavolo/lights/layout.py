"""The layout of the strips and the colour order of their pixels: turns settings into the tables of `strips`.

All of it is computed once, at power-on, so no other order, direction or brightness costs time in a tick.
"""

from tavolo.lights import palette
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, LAMPS, TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Mapping

PANEL = FIELD_ROWS  # columns and rows of a panel
STRIPS = ("track", "field", "lamps")


class Layout:
    """The three strips, in the order of `STRIPS`, with these settings (`settings`, by name).

    `places[strip]` has, for each pixel along the wire, the place of the canvas that it shows; it is empty for a missing
    strip, which has `pixels[strip]` of them: those from `first[strip]` on, each `step[strip]` further, and the others
    stay dark. `levels[strip]` is the palette in that strip's colour order, with as many bytes an index as its pixels
    have: `channels[strip]`, three or four. `has_field_lamps` says that the field's bottom row replaces the lamps.
    `hides_track` and `hides_right` say what of the canvas nobody sees, as nobody sees what lies below lamps on the
    field; `more_at` is the place of the field that tells it, -1 if nothing is hidden, or there is no field.
    """

    def __init__(self, values: "Mapping[str, str]") -> None:
        track = range(TRACK_PIXELS if int(values["track_pixels"]) else 0)
        panels = int(values["panels"])
        has_strip = values["lamps"] == "strip"
        self.places = (
            bytes(track) if values["track_begins"] == "first" else bytes(reversed(track)),
            field_places(
                panels,
                values["panel_begins"] == "right",
                values["panel_rows"] == "serpentine",
                int(values["panel_turn"]) // 90,
            ),
            bytes(range(LAMPS if has_strip else 0)),
        )
        self.pixels = (int(values["track_pixels"]), len(self.places[1]), len(self.places[2]))
        self.first = (int(values["track_skip"]), 0, 0)
        self.step = (int(values["track_step"]), 1, 1)
        tables: "dict[str, bytes]" = {}
        for strip in STRIPS:
            order = values[strip + "_order"]
            if order not in tables:
                tables[order] = levels_of(order, int(values["brightness"]))
        self.levels = tuple([tables[values[strip + "_order"]] for strip in STRIPS])
        self.channels = tuple([len(values[strip + "_order"]) for strip in STRIPS])
        self.has_field_lamps = values["lamps"] == "field"
        self.hides_track = not track
        self.hides_right = panels == 1
        is_whole = not (self.hides_track or self.hides_right or self.has_field_lamps)
        self.more_at = -1 if is_whole else PANEL * panels - 1


def field_places(panels: int, begins_right: bool, is_serpentine: bool, turns: int) -> bytes:
    """Return, for each pixel along the wire, the place of the field (row * 16 + column) that it shows.

    Each panel is turned clockwise by `turns` quarters, as seen from above; unturned, its wire begins at the top left
    and runs row by row.
    """
    places = bytearray(panels * PANEL * PANEL)
    at = 0
    for number in range(panels):
        left = PANEL * (panels - 1 - number if begins_right else number)
        for row in range(PANEL):
            for step in range(PANEL):
                column, line = PANEL - 1 - step if is_serpentine and row & 1 else step, row
                for _ in range(turns):
                    column, line = PANEL - 1 - line, column
                places[at] = line * FIELD_COLUMNS + left + column
                at += 1
    return bytes(places)


def levels_of(order: str, percent: int) -> bytes:
    """Return the palette for pixels with this colour order, as in "GRB": one byte for each colour of an index.

    Below 100 percent everything is darker, but nothing that was lit goes out. The white of "GRBW" stays dark.
    """
    first, second, third = ["RGB".index(letter) for letter in order[:3]]
    levels = bytearray(len(order) * len(palette.RGB))
    at = 0
    for colour in palette.RGB:
        levels[at] = (colour[first] * percent + 99) // 100
        levels[at + 1] = (colour[second] * percent + 99) // 100
        levels[at + 2] = (colour[third] * percent + 99) // 100
        at += len(order)
    return bytes(levels)
