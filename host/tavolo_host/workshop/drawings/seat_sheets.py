"""The sheets of a seat: its panel with slot, keys and lamp, the plate of the keys, and the slot from the side."""

from math import hypot

from tavolo.wiring import SEATS
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import KeyParts, SeatParts, SlotParts, TableParts
from tavolo_host.workshop.drawings.shapes import Point, bounds, box, rounded
from tavolo_host.workshop.drawings.sheet import COPPER, CUT, MARK, PARTS, Sheet, millimetres
from tavolo_host.workshop.drawings.stock import OPAL, PLATE, PLYWOOD, Piece

KEY_NAMES = ("◀", "▶", "✓")
# The signs on the keys, drawn within a circle of radius 1.
KEY_SIGNS: tuple[list[Point], ...] = (
    [(0.45, 0.55), (-0.6, 0.0), (0.45, -0.55)],
    [(-0.45, 0.55), (0.6, 0.0), (-0.45, -0.55)],
    [(-0.6, 0.02), (-0.16, -0.5), (0.6, 0.5), (0.48, 0.64), (-0.18, -0.22), (-0.5, 0.16)],
)
SIGN_RADIUS = 4.5

Span = tuple[float, float]


def key_sign(key: int) -> list[Point]:
    """Return the outline of a key's sign, in mm about the key's centre."""
    return [(SIGN_RADIUS * x, SIGN_RADIUS * y) for x, y in KEY_SIGNS[key]]


def key_places(keys: KeyParts) -> list[Point]:
    """Return the centres of the three keys on their plate."""
    return [((key - 1) * keys.pitch, 0.0) for key in range(3)]


def cheek_slots(geometry: Geometry, table: TableParts) -> list[list[Point]]:
    """Return the holes of the panel for the tabs of both cheeks."""
    slot, seat = table.slot, table.seat
    found = []
    for side in (-1, 1):
        across = seat.slot_x + side * (slot.outer_width + slot.sheet) / 2
        for low, high in outlines.tabs(geometry, slot):
            found.append(box(across, seat.slot_y + (low + high) / 2, slot.sheet, high - low))
    return found


def back_slits(geometry: Geometry, table: TableParts) -> list[list[Point]]:
    """Return the holes of the panel for the tabs of the back plate."""
    slot, seat = table.slot, table.seat
    depth = outlines.back_slit_depth(geometry, slot)
    foot, _ = outlines.back_lean(geometry, slot)
    tabs = outlines.BACK_TABS + outlines.TAB_LENGTH / 2
    middle = seat.slot_y + foot[0] + slot.sheet / 2
    return [box(seat.slot_x + side * tabs, middle, outlines.TAB_LENGTH + slot.back_play, depth) for side in (-1, 1)]


def seat_screws(seat: SeatParts) -> list[Point]:
    """Return the holes that hold a seat's panel in the table."""
    return box(0.0, 0.0, seat.width - 2 * seat.screw_inset, seat.depth - 2 * seat.screw_inset)


def panel(geometry: Geometry, table: TableParts) -> Sheet:
    """Draw a seat's panel from above."""
    slot, keys, seat = table.slot, table.keys, table.seat
    sheet = Sheet(
        "Seat: panel, from above (cut eight)",
        [
            f"Sheet {millimetres(slot.sheet)}. The player sits below. Grey: where slot and plate of the keys stand.",
            "The lamp's pixel shines through its hole, with a disc of diffuser in it. The cable is the slot's.",
        ],
    )
    sheet.piece(box(0.0, 0.0, seat.width, seat.depth), "panel", PLYWOOD, slot.sheet, SEATS)
    sheet.circles(CUT, seat_screws(seat), slot.screw, "screw")
    sheet.polygons(CUT, cheek_slots(geometry, table), "cheek slot")
    sheet.polygons(CUT, back_slits(geometry, table), "back slit")
    sheet.circle(CUT, seat.lamp_x, seat.lamp_y, seat.lamp, "lamp")
    sheet.pieces.append(Piece("lamp", OPAL, table.lights.diffuser, seat.lamp, seat.lamp, SEATS))  # the disc in the hole
    sheet.text(seat.lamp_x, seat.lamp_y - 10, "lamp")
    cable = cable_place(geometry, table)
    sheet.circle(CUT, *cable, seat.cable, "cable")
    sheet.text(cable[0] - 8, cable[1] - 1, "cable", anchor="end")
    low, high = footprint(geometry, table)
    sheet.rectangle(PARTS, seat.slot_x, (low + high) / 2, slot.outer_width, high - low, "slot")
    sheet.text(seat.slot_x, low + 5, "slot")
    sheet.polygon(PARTS, rounded(seat.keys_x, seat.keys_y, keys.plate_width, keys.plate_depth, keys.corner), "keys")
    for key, (x, y) in enumerate(key_places(keys)):
        sheet.circle(CUT, seat.keys_x + x, seat.keys_y + y, keys.wire, f"wire {KEY_NAMES[key]}")
    _panel_dimensions(sheet, geometry, table)
    return sheet


def footprint(geometry: Geometry, table: TableParts) -> Span:
    """Return the start and the end of a slot on its panel, along y."""
    (low, _), (high, _) = bounds(outlines.cheek_outline(geometry, table.slot))
    return table.seat.slot_y + low, table.seat.slot_y + high


def cable_place(geometry: Geometry, table: TableParts) -> Point:
    """Return the hole for the slot's cable, behind the base and between the cheeks."""
    return table.seat.slot_x, footprint(geometry, table)[1] - 20.0


def _panel_dimensions(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    slot, seat, keys = table.slot, table.seat, table.keys
    left, low = -seat.width / 2, -seat.depth / 2
    sheet.extent(box(0.0, 0.0, seat.width, seat.depth), 28, 28)
    sheet.across((left, low), (seat.slot_x, low), low - 7)
    sheet.across((left, low), (seat.keys_x, low), low - 14)
    slots = cheek_slots(geometry, table)
    sheet.along((left, low), slots[0][0], left - 7)
    sheet.along((left, low), slots[1][0], left - 14)
    sheet.along((left, low), cable_place(geometry, table), left - 21)
    sheet.along(slots[0][0], slots[0][3], slots[0][0][0] + 8)
    sheet.across(slots[0][1], slots[2][0], -low + 14)
    sheet.across(slots[3][3], slots[3][2], -low + 7)
    sheet.along((-left, low), (seat.keys_x, seat.keys_y), -left + 7)
    sheet.along((-left, low), (seat.lamp_x, seat.lamp_y), -left + 14)
    sheet.diameter(seat.lamp_x, seat.lamp_y, seat.lamp, (seat.lamp_x - 16, seat.lamp_y + 14))
    cable = cable_place(geometry, table)
    sheet.diameter(*cable, seat.cable, (cable[0] + 10, cable[1] - 14))
    behind = back_slits(geometry, table)
    sheet.across(behind[0][1], behind[1][0], behind[0][3][1] + 4)
    sheet.across(behind[1][0], behind[1][1], behind[0][3][1] + 4)
    sheet.along((left, low), behind[0][0], left - 35)
    sheet.along(behind[1][1], behind[1][2], behind[1][1][0] + 6)
    first = key_places(keys)[0]
    wire = seat.keys_x + first[0], seat.keys_y + first[1]
    sheet.diameter(*wire, keys.wire, (wire[0] - 6, wire[1] + 22), "3 × ")
    x, y = seat_screws(seat)[2]
    sheet.diameter(x, y, slot.screw, (x - 14, y - 12), "4 × ")
    sheet.across(seat_screws(seat)[0], seat_screws(seat)[1], low - 21)
    sheet.along(seat_screws(seat)[1], seat_screws(seat)[2], -left + 21)


def key_plate(table: TableParts) -> Sheet:
    """Draw the plate of the keys, which lies on the panel, its copper below."""
    keys = table.keys
    sheet = Sheet(
        "Seat: plate of the three keys, from above (cut eight)",
        [
            f"Sheet {millimetres(keys.cover)}. Discs of copper tape on its underside; a finger touches the top.",
            "The wire of each disc goes down through its hole in the panel.",
        ],
    )
    outline = rounded(0.0, 0.0, keys.plate_width, keys.plate_depth, keys.corner)
    sheet.piece(outline, "plate", PLATE, keys.cover, SEATS)
    places = key_places(keys)
    for key, (x, y) in enumerate(places):
        sheet.circle(COPPER, x, y, keys.diameter, f"key {KEY_NAMES[key]}")
        sheet.polygon(MARK, [(x + across, y + up) for across, up in key_sign(key)], f"sign {KEY_NAMES[key]}")
    left, low = -keys.plate_width / 2, -keys.plate_depth / 2
    sheet.extent(outline, 14, 7)
    sheet.across((places[0][0], 0.0), (places[1][0], 0.0), low - 7)
    sheet.across((places[1][0], 0.0), (places[2][0], 0.0), low - 7)
    sheet.diameter(places[2][0] + keys.diameter / 2, 0.0, keys.diameter, (-left + 4, 8.0))
    return sheet


def side(geometry: Geometry, table: TableParts) -> Sheet:
    """Draw a slot on its panel from the right, with a card in it."""
    parts = table.slot
    sheet = Sheet(
        "Slot on its panel, from the side",
        [
            f"The base leans by {millimetres(parts.lean_deg)}°: a card slides to the stop and lies on the film by its"
            " own weight,",
            "its face to its player, who sits on the left. Of the cheek in front only the outline is drawn.",
        ],
        is_for_cutting=False,
    )
    low, high = -parts.end_stop, geometry.mouth_mm
    film = parts.tape + geometry.film_mm
    roof = film + geometry.channel_mm
    _slanted(sheet, parts, (low, high + parts.lead_in), (-parts.sheet, 0.0), "base")
    _slanted(sheet, parts, (low, high), (roof, roof + parts.sheet), "hood")
    _slanted(sheet, parts, (low, 0.0), (film, roof), "end stop")
    foil = parts.tape + geometry.gap_mm
    back = foil - geometry.foil_depth_mm
    card = back, back + geometry.card_thickness_mm
    _slanted(sheet, parts, (0.0, geometry.card.length_mm), card, "card")
    _leaning_plate(sheet, geometry, parts)
    breakout = outlines.breakout_place(geometry, parts)
    span = breakout.y - breakout.depth / 2, breakout.y + breakout.depth / 2
    _slanted(sheet, parts, span, (-parts.sheet - 4.6, -parts.sheet - 3.0), "breakout")
    outline = outlines.cheek_outline(geometry, parts)
    sheet.line(MARK, [*outline, outline[0]], "cheek")
    near, far = outline[0][0] - 14, max(x for x, _ in outline) + 14
    sheet.polygon(PARTS, [(near, -parts.sheet), (far, -parts.sheet), (far, 0.0), (near, 0.0)], "panel")
    top = max(y for _, y in outline)
    sheet.along((outline[0][0], 0.0), (outline[-1][0], top), near - 7)
    for y, z, words, place in (
        (geometry.card.length_mm - 3, foil, "card", (20.0, top + 4)),
        (high - 8, roof + parts.sheet / 2, "hood", (8.0, top - 8)),
        (breakout.y, -parts.sheet - 4, "MPR121 on the back", (far + 4, 34.0)),
        (high - 14, -parts.sheet / 2, "base", (far + 4, 56.0)),
    ):
        target = outlines.seen_from_side(y, z, parts)
        sheet.label(target, place, words, anchor="start" if place[0] > target[0] else "end")
    (foot, _), (edge, high) = outlines.back_lean(geometry, parts)
    sheet.label(((foot + edge + parts.sheet) / 2, high / 2), (far + 4, 16.0), "back plate")
    sheet.text(near + 1, -parts.sheet - 5, "panel of the seat", anchor="start")
    return sheet


def _leaning_plate(sheet: Sheet, geometry: Geometry, parts: SlotParts) -> None:
    """Draw the back plate, whose front goes from the panel to the base's upper edge."""
    (x, low), (edge, high) = outlines.back_lean(geometry, parts)
    long = hypot(edge - x, high - low)
    across, up = parts.sheet * (high - low) / long, parts.sheet * (x - edge) / long
    corners = [(x, low), (edge, high), (edge + across, high + up), (x + across, low + up)]
    sheet.polygon(PARTS, corners, "back plate")


def _slanted(sheet: Sheet, parts: SlotParts, along: Span, front: Span, part: str) -> None:
    corners = ((along[0], front[0]), (along[1], front[0]), (along[1], front[1]), (along[0], front[1]))
    sheet.polygon(PARTS, [outlines.seen_from_side(y, z, parts) for y, z in corners], part)
