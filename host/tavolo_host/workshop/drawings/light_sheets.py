"""The sheets of the middle of the table, for track and field: diffuser, light wells, carrier of the pixels."""

from itertools import pairwise
from math import copysign

from tavolo import wiring
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings.box_sheets import box_screws
from tavolo_host.workshop.drawings.dimensions import OPAL, PLYWOOD, LightParts, Stock, TableParts
from tavolo_host.workshop.drawings.drawing import drawing
from tavolo_host.workshop.drawings.shapes import Point, box, rounded
from tavolo_host.workshop.drawings.sheet import CUT, MARK, PARTS, Sheet

NUMBER_DISTANCE = 12.0  # mm, from a track pixel inwards to its number


def light_screws(lights: LightParts) -> list[Point]:
    """Return the holes that hold diffuser, wells and carrier together, below the table's top."""
    x, y = lights.width / 2 - lights.screw_inset, lights.depth / 2 - lights.screw_inset
    return [(-x, -y), (0.0, -y), (x, -y), (x, y), (0.0, y), (-x, y)]


def _frame(sheet: Sheet, lights: LightParts, stock: Stock, thick: float, count: int = 1) -> None:
    outline = box(0.0, 0.0, lights.width, lights.depth)
    sheet.piece(outline, "outline", stock, thick, count)
    sheet.circles(CUT, light_screws(lights), lights.screw, "screw")
    sheet.extent(outline, 14, 14)


@drawing("middle-wells")
def wells(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Middle: light wells, from above (cut two, one upon the other)

    Sheet 3, black or painted black; two of them make wells {lights.well_depth} deep. Diffuser above, pixels below.
    Track: {wiring.TRACK_PIXELS} pixels of a {lights.strip.name}, {lights.strip.pitch} apart. Field: two
      {lights.panel.name}s, pixels {lights.panel.pitch} apart, {lights.panel.joint} across the joint. Measure yours
      first.
    """
    # A well for each pixel of track and field, so that none shines into its neighbour's.
    lights, thick = table.lights, table.slot.sheet
    _frame(sheet, lights, PLYWOOD, thick, round(lights.well_depth / thick))
    track, field = lights.track(), lights.field()
    for name, points, size in (("track", track, lights.track_well), ("field", field, lights.field_well)):
        for number, (x, y) in enumerate(points):
            sheet.rectangle(CUT, x, y, size, size, f"{name} {number}")
    left, high, half = -lights.width / 2, lights.depth / 2, lights.track_well / 2
    first, last = track[0], lights.track_columns - 1
    sheet.across((left, high), first, high + 7)
    sheet.across(first, track[1], high + 7)
    sheet.across(first, track[last], high + 14)
    sheet.along(track[last], track[last + lights.track_between + 1], 14 - left)
    sheet.along(track[last], track[last + 1], 7 - left)
    sheet.across((first[0] - half, first[1] + half), (first[0] + half, first[1] + half), high + 21)
    first, columns, half = field[0], wiring.FIELD_COLUMNS, lights.field_well / 2
    top, bottom = first[1] + 12, field[-columns]
    sheet.across(first, field[1], top)
    sheet.across(field[columns // 2 - 1], field[columns // 2], top)
    sheet.across(first, field[columns - 1], top + 8)
    sheet.along(bottom, first, first[0] - 12)
    sheet.along((0.0, 0.0), first, first[0] - 22)
    sheet.across((bottom[0] - half, bottom[1]), (bottom[0] + half, bottom[1]), -44.0)


@drawing("middle-carrier")
def carrier(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Middle: carrier of the pixels, from above

    Sheet 3. Pieces of strip: {lights.track_columns}, {lights.track_between}, {lights.track_columns},
      {lights.track_between} pixels, in this order, from the corner on the top left, clockwise; short wires
    join them at the corners. Blue: outlines to glue by; holes let the wires of the panels through. At the four inner
      screws the box of the carrier board hangs below.
    Track: {wiring.TRACK_PIXELS} pixels of a {lights.strip.name}, {lights.strip.pitch} apart. Field: two
      {lights.panel.name}s, pixels {lights.panel.pitch} apart, {lights.panel.joint} across the joint. Measure yours
      first.
    """
    lights, points, size = table.lights, table.lights.track(), table.lights.panel.size
    _frame(sheet, lights, PLYWOOD, table.slot.sheet)
    columns, between = lights.track_columns, lights.track_between
    ends = (0, columns, columns + between, 2 * columns + between, wiring.TRACK_PIXELS)
    pieces = [points[start:end] for start, end in pairwise(ends)]
    pitch, wide, high = lights.strip.pitch, lights.strip.size, lights.depth / 2
    for number, ((x, y), *_, (far_x, far_y)) in enumerate(pieces):
        across = abs(far_x - x) + pitch if far_y == y else wide
        along = abs(far_y - y) + pitch if far_x == x else wide
        sheet.rectangle(MARK, (x + far_x) / 2, (y + far_y) / 2, across, along, f"piece {number}")
    for number, (x, y) in enumerate(points):
        sheet.rectangle(PARTS, x, y, 5.0, 5.0, f"pixel {number}")
    for number, x in enumerate((-size / 2, size / 2)):
        sheet.rectangle(MARK, x, 0.0, size, size, f"panel {number}")
        sheet.circle(CUT, x - size / 2 + 12, -size / 2 - 8, 6.0, "panel wires")
        sheet.text(x, 3, f"panel {number + 1}")
        sheet.text(x, -3, "first pixel: top left", size=2.4)
        sheet.across((x - size / 2, -size / 2), (x + size / 2, -size / 2), -size / 2 - 18)
    screws = box_screws(table.box, table.slot.sheet)
    sheet.circles(CUT, screws, table.box.screw, "box screw")
    sheet.across(screws[2], screws[3], size / 2 + 30)
    sheet.along(screws[1], screws[2], size + 22)
    sheet.along((size, -size / 2), (size, size / 2), size + 10)
    x, y = points[0]
    sheet.circle(CUT, x, y + 12, 6.0, "track wires")
    sheet.text(x + 6, y + 11, "data of the track come in here, at pixel 0", anchor="start")
    for first, then in pairwise(pieces):
        sheet.line(MARK, [first[-1], then[0]], "joint", dashed=True)
    (x, y), *_, (far_x, _) = pieces[2]
    sheet.across((x + pitch / 2, y), (far_x - pitch / 2, y), -high - 7)
    (x, y), *_, (_, far_y) = pieces[1]
    sheet.along((x, y + pitch / 2), (x, far_y - pitch / 2), lights.width / 2 + 7)
    sheet.across((x - wide / 2, y), (x + wide / 2, y), high + 7)


@drawing("middle-diffuser")
def diffuser(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Middle: diffuser with the numbers of the track, from above

    Opal acrylic {lights.diffuser}, or clear with tracing paper below. Engraved are the numbers of the track's spaces
      and the edge of the field.
    """
    lights, size = table.lights, table.lights.panel.size
    _frame(sheet, lights, OPAL, lights.diffuser)
    right, high = max(lights.track())
    for number, (x, y) in enumerate(lights.track()):
        if number % lights.number_every == 0:
            # Inwards; from the first, the one corner among them, it is diagonal.
            across, up = (-copysign(abs(at) == far, at) for at, far in ((x, right), (y, high)))
            sheet.text(x + NUMBER_DISTANCE * across, y + NUMBER_DISTANCE * up - 1.2, str(number), size=4.0, layer=MARK)
        sheet.rectangle(PARTS, x, y, lights.track_well, lights.track_well, f"well {number}")
    sheet.polygon(MARK, rounded(0.0, 0.0, 2 * size, size * wiring.FIELD_ROWS / 8, 3.0), "field")
