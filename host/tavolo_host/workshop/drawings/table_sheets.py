"""The sheets of the table's top, and of the whole table with its seats."""

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import box_sheets, outlines, seat_sheets
from tavolo_host.workshop.drawings.dimensions import BOARD, Place, TableParts
from tavolo_host.workshop.drawings.drawing import drawing
from tavolo_host.workshop.drawings.shapes import Point, box, rounded, turned
from tavolo_host.workshop.drawings.sheet import CUT, MARK, PARTS, Sheet


@drawing("table-top", size=7.0)
def top(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Table: top, from above

    Board {sheet} or thicker, for the jigsaw. Each opening is {seat_lip} smaller all round than what covers it.
    The seats' panels are screwed on from above, the middle (diffuser, wells, carrier) from below.
    """
    left, low, lights, places = -table.width / 2, -table.depth / 2, table.lights, table.places()
    sheet.piece(rounded(0.0, 0.0, table.width, table.depth, table.corner), "top", BOARD, table.sheet)
    right, high = lights.width / 2 - lights.lip, lights.depth / 2 - lights.lip
    sheet.rectangle(CUT, 0.0, 0.0, 2 * right, 2 * high, "middle opening")
    sheet.text(0.0, 0.0, "opening for track and field", size=9.0)
    wide, deep = table.seat.width - 2 * table.seat_lip, table.seat.depth - 2 * table.seat_lip
    for number, place in enumerate(places):
        opening = [_at(place, corner) for corner in box(0.0, 0.0, wide, deep)]
        sheet.polygon(CUT, opening, f"seat opening {number + 1}")
        sheet.text(place.x, place.y, f"seat {number + 1}", size=9.0)
    sheet.extent(box(0.0, 0.0, table.width, table.depth), 52, 44)
    sheet.across((-right, 40.0), (right, 40.0), 40.0)
    sheet.along((130.0, -high), (130.0, high), 130.0)
    near, first, end = places[:3]
    sheet.across((first.x - wide / 2, low), (first.x + wide / 2, low), low - 16)
    sheet.across((first.x, first.y), (near.x, near.y), low - 34)
    sheet.along((left, low), (first.x - wide / 2, first.y - deep / 2), left - 18)
    sheet.along((left, first.y - deep / 2), (left, first.y + deep / 2), left - 18)
    outer, inner = end.x - deep / 2, end.x + deep / 2
    sheet.across((left, -low), (outer, wide / 2), 16 - low)
    sheet.across((outer, wide / 2), (inner, wide / 2), 16 - low)
    sheet.along((inner, -wide / 2), (inner, wide / 2), inner + 20)


def _at(place: Place, point: Point) -> Point:
    x, y = turned(point, place.turn_deg)
    return place.x + x, place.y + y


@drawing("table-overview", scale=0.25, is_for_cutting=False)
def overview(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Table: the whole, from above

    {seats} seats, counted clockwise from the middle of the near side.
    """
    lights, sockets = table.lights, table.sockets
    sheet.polygon(PARTS, rounded(0.0, 0.0, table.width, table.depth, table.corner), "top")
    sheet.rectangle(PARTS, 0.0, 0.0, lights.width - 2 * lights.lip, lights.depth - 2 * lights.lip, "middle")
    for name, points, size in (("track", lights.track(), 8.0), ("field", lights.field(), 5.0)):
        for number, (x, y) in enumerate(points):
            sheet.circle(MARK, x, y, size, f"{name} {number}")
    for number, place in enumerate(table.places()):
        _seat(sheet, geometry, table, number, place)
    # Below the top are the box, and the sockets at the edge.
    bottom = box_sheets.bottom_outline(table.box, table.slot.sheet)
    foot = box(sockets.x + sockets.foot / 2, sockets.y, sockets.foot, sockets.width)
    sheet.line(PARTS, [*bottom, bottom[0]], "box", dashed=True)
    sheet.line(PARTS, [*foot, foot[0]], "sockets", dashed=True)
    sheet.text(0.0, 40.0, "box below", size=2.4)
    sheet.text(sockets.x + 4.0, sockets.y + sockets.width / 2 + 4.0, "sockets below", size=2.4, anchor="start")
    sheet.extent(box(0.0, 0.0, table.width, table.depth), 36, 28)
    x, y = lights.track()[0]
    sheet.text(x + 14, y - 22, "0", size=2.4)
    sheet.text(0.0, 62.0, f"track: {len(lights.track())} pixels")
    sheet.text(0.0, -74.0, f"field: {len(lights.field())} pixels")


def _seat(sheet: Sheet, geometry: Geometry, table: TableParts, number: int, place: Place) -> None:
    seat, slot, keys = table.seat, table.slot, table.keys
    sheet.place(place.x, place.y, place.turn_deg)
    sheet.polygon(PARTS, box(0.0, 0.0, seat.width, seat.depth), f"seat {number + 1}")

    def strip(name: str, low: float, high: float, wide: float, x: float = 0.0) -> None:
        sheet.rectangle(PARTS, seat.slot_x + x, seat.slot_y + (low + high) / 2, wide, high - low, name)

    low, high = (end - seat.slot_y for end in seat_sheets.footprint(geometry, table))
    across = slot.outer_width / 2 + slot.sheet / 2
    for side in (-across, across):
        strip("cheek", low, high, slot.sheet, side)
    for name, (start, end), wide in (
        ("base", (-slot.end_stop, geometry.mouth_mm + slot.lead_in), slot.outer_width),
        ("card", (0.0, geometry.card.length_mm), geometry.card.width_mm),
        ("hood", (-slot.end_stop, geometry.mouth_mm), slot.outer_width),
    ):
        low, high = (outlines.seen_from_side(y, 0.0, slot)[0] for y in (start, end))
        strip(name, low, high, wide)
    foot, edge = outlines.back_lean(geometry, slot)
    strip("back plate", edge[0] + slot.sheet / 2, foot[0] + 1.5 * slot.sheet, slot.outer_width - 2 * slot.back_play)
    for key, (x, y) in enumerate(seat_sheets.key_places(keys)):
        sheet.circle(PARTS, seat.keys_x + x, seat.keys_y + y, keys.diameter, f"key {key}")
        sign = [(seat.keys_x + x + wide, seat.keys_y + y + up) for wide, up in seat_sheets.key_sign(key)]
        sheet.polygon(PARTS, sign, "sign")
    sheet.circle(MARK, seat.lamp_x, seat.lamp_y, seat.lamp, f"lamp {number}")
    sheet.place(0.0, 0.0)
    x, y = _at(place, (seat.slot_x, seat.slot_y + 24))
    sheet.text(x, y - 7, str(number + 1), size=5.0)
