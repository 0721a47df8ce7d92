"""The sheets of the table's top, and of the whole table with its seats."""

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import box_sheets, outlines, seat_sheets
from tavolo_host.workshop.drawings.dimensions import Place, TableParts
from tavolo_host.workshop.drawings.shapes import Point, box, rounded, turned
from tavolo_host.workshop.drawings.sheet import CUT, MARK, PARTS, Sheet, millimetres
from tavolo_host.workshop.drawings.stock import BOARD

OVERVIEW_SCALE = 0.25


def top(table: TableParts) -> Sheet:
    """Draw the table's top with its openings, for the saw."""
    sheet = Sheet(
        "Table: top, from above",
        [
            f"Board {millimetres(table.sheet)} or thicker, for the jigsaw. Each opening is"
            f" {millimetres(table.seat_lip)} smaller all round than what covers it.",
            "The seats' panels are screwed on from above, the middle (diffuser, wells, carrier) from below.",
        ],
        size=7.0,
    )
    sheet.piece(rounded(0.0, 0.0, table.width, table.depth, table.corner), "top", BOARD, table.sheet)
    lights, seat = table.lights, table.seat
    opening = lights.width - 2 * lights.lip, lights.depth - 2 * lights.lip
    sheet.rectangle(CUT, 0.0, 0.0, *opening, "middle opening")
    sheet.text(0.0, 0.0, "opening for track and field", size=9.0)
    size = seat.width - 2 * table.seat_lip, seat.depth - 2 * table.seat_lip
    for number, place in enumerate(table.places()):
        corners = [_at(place, corner) for corner in box(0.0, 0.0, *size)]
        sheet.polygon(CUT, corners, f"seat opening {number + 1}")
        sheet.text(place.x, place.y, f"seat {number + 1}", size=9.0)
    _top_dimensions(sheet, table, opening, size)
    return sheet


def _at(place: Place, point: Point) -> Point:
    x, y = turned(point, place.turn_deg)
    return place.x + x, place.y + y


def _top_dimensions(sheet: Sheet, table: TableParts, opening: Point, size: Point) -> None:
    left, low = -table.width / 2, -table.depth / 2
    places = table.places()
    sheet.extent(box(0.0, 0.0, table.width, table.depth), 52, 44)
    right, high = opening[0] / 2, opening[1] / 2
    sheet.across((-right, 40.0), (right, 40.0), 40.0)
    sheet.along((130.0, -high), (130.0, high), 130.0)
    near, first = places[0], places[1]
    sheet.across((first.x - size[0] / 2, low), (first.x + size[0] / 2, low), low - 16)
    sheet.across((first.x, first.y), (near.x, near.y), low - 34)
    sheet.along((left, low), (first.x - size[0] / 2, first.y - size[1] / 2), left - 18)
    sheet.along((left, first.y - size[1] / 2), (left, first.y + size[1] / 2), left - 18)
    end = places[2]
    outer, end_top = end.x - size[1] / 2, size[0] / 2
    sheet.across((left, -low), (outer, end_top), -low + 16)
    sheet.across((outer, end_top), (outer + size[1], end_top), -low + 16)
    inner = end.x + size[1] / 2
    sheet.along((inner, -size[0] / 2), (inner, size[0] / 2), end.x + size[1] / 2 + 20)


def overview(geometry: Geometry, table: TableParts) -> Sheet:
    """Draw the whole table from above, at a quarter of its size."""
    sheet = Sheet(
        "Table: the whole, from above",
        [f"{len(table.places())} seats, counted clockwise from the middle of the near side."],
        OVERVIEW_SCALE,
        is_for_cutting=False,
    )
    sheet.polygon(PARTS, rounded(0.0, 0.0, table.width, table.depth, table.corner), "top")
    lights = table.lights
    sheet.rectangle(PARTS, 0.0, 0.0, lights.width - 2 * lights.lip, lights.depth - 2 * lights.lip, "middle")
    for number, (x, y) in enumerate(lights.track()):
        sheet.circle(MARK, x, y, 8.0, f"track {number}")
    for number, (x, y) in enumerate(lights.field()):
        sheet.circle(MARK, x, y, 5.0, f"field {number}")
    for number, place in enumerate(table.places()):
        _seat(sheet, geometry, table, number, place)
    _below(sheet, table)
    sheet.extent(box(0.0, 0.0, table.width, table.depth), 36, 28)
    x, y = lights.track()[0]
    sheet.text(x + 14, y - 22, "0", size=2.4)
    sheet.text(0.0, 62.0, f"track: {len(lights.track())} pixels")
    sheet.text(0.0, -74.0, f"field: {len(lights.field())} pixels")
    return sheet


def _below(sheet: Sheet, table: TableParts) -> None:
    """Draw the parts below the top: the box, and the sockets at the edge."""
    corners = box_sheets.bottom_outline(table.box, table.slot.sheet)
    sheet.line(PARTS, [*corners, corners[0]], "box", dashed=True)
    sheet.text(0.0, 40.0, "box below", size=2.4)
    sockets = table.sockets
    foot = box(sockets.x + sockets.foot / 2, sockets.y, sockets.foot, sockets.width)
    sheet.line(PARTS, [*foot, foot[0]], "sockets", dashed=True)
    sheet.text(sockets.x + 4.0, sockets.y + sockets.width / 2 + 4.0, "sockets below", size=2.4, anchor="start")


def _seat(sheet: Sheet, geometry: Geometry, table: TableParts, number: int, place: Place) -> None:
    seat, slot, keys = table.seat, table.slot, table.keys
    sheet.place(place.x, place.y, place.turn_deg)
    sheet.polygon(PARTS, box(0.0, 0.0, seat.width, seat.depth), f"seat {number + 1}")
    low, high = seat_sheets.footprint(geometry, table)
    across = slot.outer_width / 2 + slot.sheet / 2
    for side in (-across, across):
        sheet.rectangle(PARTS, seat.slot_x + side, (low + high) / 2, slot.sheet, high - low, "cheek")
    for name, (start, end), wide in (
        ("base", (-slot.end_stop, geometry.mouth_mm + slot.lead_in), slot.outer_width),
        ("card", (0.0, geometry.card.length_mm), geometry.card.width_mm),
        ("hood", (-slot.end_stop, geometry.mouth_mm), slot.outer_width),
    ):
        near, far = (seat.slot_y + outlines.seen_from_side(y, 0.0, slot)[0] for y in (start, end))
        sheet.rectangle(PARTS, seat.slot_x, (near + far) / 2, wide, far - near, name)
    foot, edge = outlines.back_lean(geometry, slot)
    behind = (foot[0] + edge[0]) / 2 + slot.sheet
    wide = slot.outer_width - 2 * slot.back_play
    sheet.rectangle(PARTS, seat.slot_x, seat.slot_y + behind, wide, foot[0] - edge[0] + slot.sheet, "back plate")
    for key, (x, y) in enumerate(seat_sheets.key_places(keys)):
        sheet.circle(PARTS, seat.keys_x + x, seat.keys_y + y, keys.diameter, f"key {key}")
        sign = [(seat.keys_x + x + wide, seat.keys_y + y + up) for wide, up in seat_sheets.key_sign(key)]
        sheet.polygon(PARTS, sign, "sign")
    sheet.circle(MARK, seat.lamp_x, seat.lamp_y, seat.lamp, f"lamp {number}")
    sheet.place(0.0, 0.0)
    x, y = _at(place, (seat.slot_x, seat.slot_y + 24))
    sheet.text(x, y - 7, str(number + 1), size=5.0)
