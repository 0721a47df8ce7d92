"""The sheets of the middle of the table, for track and field: diffuser, light wells, carrier of the pixels."""

from itertools import pairwise
from math import copysign

from tavolo import wiring
from tavolo_host.workshop.drawings.box_sheets import box_screws
from tavolo_host.workshop.drawings.dimensions import LightParts, TableParts
from tavolo_host.workshop.drawings.shapes import Point, box, rounded
from tavolo_host.workshop.drawings.sheet import CUT, MARK, PARTS, Sheet, millimetres
from tavolo_host.workshop.drawings.stock import OPAL, PLYWOOD, Stock

NUMBER_DISTANCE = 12.0  # mm, from a track pixel inwards to its number


def light_screws(lights: LightParts) -> list[Point]:
    """Return the holes that hold diffuser, wells and carrier together, below the table's top."""
    x, y = lights.width / 2 - lights.screw_inset, lights.depth / 2 - lights.screw_inset
    return [(-x, -y), (0.0, -y), (x, -y), (x, y), (0.0, y), (-x, y)]


def wells(table: TableParts) -> Sheet:
    """Draw the grid: a well for each pixel of track and field, so that none shines into its neighbour's."""
    lights, thick = table.lights, table.slot.sheet
    sheet = Sheet(
        "Middle: light wells, from above (cut two, one upon the other)",
        [
            f"Sheet 3, black or painted black; two of them make wells {millimetres(lights.well_depth)} deep."
            " Diffuser above, pixels below.",
            _pixel_note(lights),
        ],
    )
    _frame(sheet, lights, PLYWOOD, thick, round(lights.well_depth / thick))
    for number, (x, y) in enumerate(lights.track()):
        sheet.rectangle(CUT, x, y, lights.track_well, lights.track_well, f"track {number}")
    for number, (x, y) in enumerate(lights.field()):
        sheet.rectangle(CUT, x, y, lights.field_well, lights.field_well, f"field {number}")
    _well_dimensions(sheet, lights)
    return sheet


def _pixel_note(lights: LightParts) -> str:
    joint = lights.panel.size - 7 * lights.panel.pitch
    return (
        f"Track: {wiring.TRACK_PIXELS} pixels of a {lights.strip.name}, {millimetres(lights.strip.pitch)} apart."
        f" Field: two {lights.panel.name}s, pixels {millimetres(lights.panel.pitch)} apart,"
        f" {millimetres(joint)} across the joint. Measure yours first."
    )


def _frame(sheet: Sheet, lights: LightParts, stock: Stock, thick: float, count: int = 1) -> None:
    outline = box(0.0, 0.0, lights.width, lights.depth)
    sheet.piece(outline, "outline", stock, thick, count)
    sheet.circles(CUT, light_screws(lights), lights.screw, "screw")
    sheet.extent(outline, 14, 14)


def _well_dimensions(sheet: Sheet, lights: LightParts) -> None:
    track, field = lights.track(), lights.field()
    left, low = -lights.width / 2, -lights.depth / 2
    half = lights.track_well / 2
    sheet.across((left, -low), track[0], -low + 7)
    sheet.across(track[0], track[1], -low + 7)
    last = lights.track_columns - 1
    sheet.across(track[0], track[last], -low + 14)
    sheet.along(track[last], track[last + lights.track_rows - 1], -left + 14)
    sheet.along(track[last], track[last + 1], -left + 7)
    corner = track[0][0] - half, track[0][1] + half
    sheet.across((corner[0], corner[1]), (corner[0] + 2 * half, corner[1]), -low + 21)
    first, columns = field[0], wiring.FIELD_COLUMNS
    top = field[0][1] + 12
    sheet.across(field[0], field[1], top)
    sheet.across(field[columns // 2 - 1], field[columns // 2], top)
    sheet.across(field[0], field[columns - 1], top + 8)
    bottom = field[-columns]
    sheet.along(bottom, first, first[0] - 12)
    sheet.along((0.0, 0.0), first, first[0] - 22)
    sheet.across((bottom[0] - lights.field_well / 2, bottom[1]), (bottom[0] + lights.field_well / 2, bottom[1]), -44.0)


def carrier(table: TableParts) -> Sheet:
    """Draw the sheet below the wells: the places of strips and panels, the way of their data, and the box below."""
    lights = table.lights
    pieces = track_pieces(lights)
    sheet = Sheet(
        "Middle: carrier of the pixels, from above",
        [
            f"Sheet 3. Pieces of strip: {', '.join(str(len(piece)) for piece in pieces)} pixels, in this order, from"
            " the corner on the top left, clockwise; short wires",
            "join them at the corners. Blue: outlines to glue by; holes let the wires of the panels through. At the"
            " four inner screws the box of the carrier board hangs below.",
            _pixel_note(lights),
        ],
    )
    _frame(sheet, lights, PLYWOOD, table.slot.sheet)
    points = lights.track()
    for number, piece in enumerate(pieces):
        (x, y), (far_x, far_y) = points[piece[0]], points[piece[-1]]
        pitch, wide = lights.strip.pitch, lights.strip.width
        across = abs(far_x - x) + pitch if far_y == y else wide
        along = abs(far_y - y) + pitch if far_x == x else wide
        sheet.rectangle(MARK, (x + far_x) / 2, (y + far_y) / 2, across, along, f"piece {number}")
    for number, (x, y) in enumerate(points):
        sheet.rectangle(PARTS, x, y, 5.0, 5.0, f"pixel {number}")
    size = lights.panel.size
    for number, x in enumerate((-size / 2, size / 2)):
        sheet.rectangle(MARK, x, 0.0, size, size, f"panel {number}")
        sheet.circle(CUT, x - size / 2 + 12, -size / 2 - 8, 6.0, "panel wires")
        sheet.text(x, 3, f"panel {number + 1}")
        sheet.text(x, -3, "first pixel: top left", size=2.4)
    screws = box_screws(table.box, table.slot.sheet)
    sheet.circles(CUT, screws, table.box.screw, "box screw")
    sheet.across(screws[2], screws[3], size / 2 + 30)
    sheet.along(screws[1], screws[2], size + 22)
    sheet.circle(CUT, points[0][0], points[0][1] + 12, 6.0, "track wires")
    sheet.text(points[0][0] + 6, points[0][1] + 11, "data of the track come in here, at pixel 0", anchor="start")
    for first, then in pairwise(pieces):
        sheet.line(MARK, [points[first[-1]], points[then[0]]], "joint", dashed=True)
    _carrier_dimensions(sheet, lights, pieces)
    return sheet


def track_pieces(lights: LightParts) -> list[list[int]]:
    """Return the pixels of each piece of the track's strip; the corners belong to the long sides."""
    columns, between = lights.track_columns, lights.track_rows - 2
    ends = (0, columns, columns + between, 2 * columns + between, wiring.TRACK_PIXELS)
    return [list(range(*piece)) for piece in pairwise(ends)]


def _carrier_dimensions(sheet: Sheet, lights: LightParts, pieces: list[list[int]]) -> None:
    points, low = lights.track(), -lights.depth / 2
    reach, wide = lights.strip.pitch / 2, lights.strip.width / 2
    first, last = points[pieces[2][0]], points[pieces[2][-1]]
    sheet.across((first[0] + reach, first[1]), (last[0] - reach, last[1]), low - 7)
    start, end = points[pieces[1][0]], points[pieces[1][-1]]
    sheet.along((start[0], start[1] + reach), (end[0], end[1] - reach), lights.width / 2 + 7)
    sheet.across((start[0] - wide, start[1]), (start[0] + wide, start[1]), -low + 7)
    size = lights.panel.size
    sheet.across((-size, -size / 2), (0.0, -size / 2), -size / 2 - 18)
    sheet.across((0.0, -size / 2), (size, -size / 2), -size / 2 - 18)
    sheet.along((size, -size / 2), (size, size / 2), size + 10)


def diffuser(lights: LightParts) -> Sheet:
    """Draw the sheet on top, with the numbers of the track."""
    sheet = Sheet(
        "Middle: diffuser with the numbers of the track, from above",
        [
            f"Opal acrylic {millimetres(lights.diffuser)}, or clear with tracing paper below. Engraved are the numbers"
            " of the track's spaces and the edge of the field."
        ],
    )
    _frame(sheet, lights, OPAL, lights.diffuser)
    right, high = max(lights.track())
    for number, (x, y) in enumerate(lights.track()):
        if number % lights.number_every == 0:
            # Inwards; from the first, the one corner among them, it is diagonal.
            across, up = (-copysign(abs(at) == far, at) for at, far in ((x, right), (y, high)))
            sheet.text(x + NUMBER_DISTANCE * across, y + NUMBER_DISTANCE * up - 1.2, str(number), size=4.0, layer=MARK)
        sheet.rectangle(PARTS, x, y, lights.track_well, lights.track_well, f"well {number}")
    size = lights.panel.size
    sheet.polygon(MARK, rounded(0.0, 0.0, 2 * size, size * wiring.FIELD_ROWS / 8, 3.0), "field")
    return sheet
