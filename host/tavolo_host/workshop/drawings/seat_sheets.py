"""The sheets of a seat: its panel with slot, keys and lamp, the plate of the keys, and the slot from the side."""

from itertools import pairwise
from math import hypot

from tavolo.wiring import SEATS
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import OPAL, PLATE, PLYWOOD, KeyParts, Piece, SeatParts, TableParts
from tavolo_host.workshop.drawings.drawing import drawing
from tavolo_host.workshop.drawings.shapes import Point, bounds, box, rounded
from tavolo_host.workshop.drawings.sheet import COPPER, CUT, MARK, PARTS, Sheet

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
    side, tabs = (slot.outer_width + slot.sheet) / 2, outlines.tabs(geometry, slot)
    return [
        box(seat.slot_x + across, seat.slot_y + (low + high) / 2, slot.sheet, high - low)
        for across in (-side, side)
        for low, high in tabs
    ]


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


def footprint(geometry: Geometry, table: TableParts) -> Span:
    """Return the start and the end of a slot on its panel, along y."""
    (low, _), (high, _) = bounds(outlines.cheek_outline(geometry, table.slot))
    return table.seat.slot_y + low, table.seat.slot_y + high


@drawing("seat-panel")
def panel(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Seat: panel, from above (cut eight)

    Sheet {slot.sheet}. The player sits below. Grey: where slot and plate of the keys stand.
    The lamp's pixel shines through its hole, with a disc of diffuser in it. The cable is the slot's.
    """
    slot, keys, seat = table.slot, table.keys, table.seat
    left, low, x, y = -seat.width / 2, -seat.depth / 2, seat.slot_x, seat.lamp_y
    outline, screws = box(0.0, 0.0, seat.width, seat.depth), seat_screws(seat)
    slots, slits = cheek_slots(geometry, table), back_slits(geometry, table)
    near, far = footprint(geometry, table)
    cable = far - 20.0  # behind the base and between the cheeks
    wires = [(seat.keys_x + across, seat.keys_y + up) for across, up in key_places(keys)]
    sheet.piece(outline, "panel", PLYWOOD, slot.sheet, SEATS)
    sheet.circles(CUT, screws, slot.screw, "screw")
    sheet.polygons(CUT, slots, "cheek slot")
    sheet.polygons(CUT, slits, "back slit")
    sheet.circle(CUT, seat.lamp_x, y, seat.lamp, "lamp")
    sheet.pieces.append(Piece("lamp", OPAL, table.lights.diffuser, seat.lamp, seat.lamp, SEATS))  # the disc in the hole
    sheet.text(seat.lamp_x, y - 10, "lamp")
    sheet.circle(CUT, x, cable, seat.cable, "cable")
    sheet.text(x - 8, cable - 1, "cable", anchor="end")
    sheet.rectangle(PARTS, x, (near + far) / 2, slot.outer_width, far - near, "slot")
    sheet.text(x, near + 5, "slot")
    sheet.polygon(PARTS, rounded(seat.keys_x, seat.keys_y, keys.plate_width, keys.plate_depth, keys.corner), "keys")
    for name, place in zip(KEY_NAMES, wires, strict=True):
        sheet.circle(CUT, *place, keys.wire, f"wire {name}")
    sheet.extent(outline, 28, 28)
    for at, right in ((7, x), (14, seat.keys_x)):
        sheet.across((left, low), (right, low), low - at)
    for at, place in ((7, slots[0][0]), (14, slots[1][0]), (21, (x, cable)), (35, slits[0][0])):
        sheet.along((left, low), place, left - at)
    for at, place in ((7, (seat.keys_x, seat.keys_y)), (14, (seat.lamp_x, y))):
        sheet.along((-left, low), place, at - left)
    sheet.along(slots[0][0], slots[0][3], slots[0][0][0] + 8)
    sheet.across(slots[0][1], slots[2][0], 14 - low)
    sheet.across(slots[3][3], slots[3][2], 7 - low)
    sheet.across(slits[0][1], slits[1][0], slits[0][3][1] + 4)
    sheet.across(slits[1][0], slits[1][1], slits[0][3][1] + 4)
    sheet.along(slits[1][1], slits[1][2], slits[1][1][0] + 6)
    sheet.across(screws[0], screws[1], low - 21)
    sheet.along(screws[1], screws[2], 21 - left)
    sheet.diameter(seat.lamp_x, y, seat.lamp, (seat.lamp_x - 16, y + 14))
    sheet.diameter(x, cable, seat.cable, (x + 10, cable - 14))
    (x, y), (across, up) = wires[0], screws[2]
    sheet.diameter(x, y, keys.wire, (x - 6, y + 22), "3 × ")
    sheet.diameter(across, up, slot.screw, (across - 14, up - 12), "4 × ")


@drawing("seat-keys")
def key_plate(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Seat: plate of the three keys, from above (cut eight)

    Sheet {keys.cover}. Discs of copper tape on its underside; a finger touches the top.
    The wire of each disc goes down through its hole in the panel.
    """
    keys, places = table.keys, key_places(table.keys)
    outline = rounded(0.0, 0.0, keys.plate_width, keys.plate_depth, keys.corner)
    sheet.piece(outline, "plate", PLATE, keys.cover, SEATS)
    for key, (x, y) in enumerate(places):
        sheet.circle(COPPER, x, y, keys.diameter, f"key {KEY_NAMES[key]}")
        sheet.polygon(MARK, [(x + across, y + up) for across, up in key_sign(key)], f"sign {KEY_NAMES[key]}")
    sheet.extent(outline, 14, 7)
    for start, end in pairwise(places):
        sheet.across(start, end, -keys.plate_depth / 2 - 7)
    sheet.diameter(places[2][0] + keys.diameter / 2, 0.0, keys.diameter, (keys.plate_width / 2 + 4, 8.0))


@drawing("slot-side", is_for_cutting=False)
def side(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot on its panel, from the side

    The base leans by {slot.lean_deg}°: a card slides to the stop and lies on the film by its own weight,
    its face to its player, who sits on the left. Of the cheek in front only the outline is drawn.
    """
    parts = table.slot
    low, high, thick = -parts.end_stop, geometry.mouth_mm, parts.sheet
    film, foil = parts.tape + geometry.film_mm, parts.tape + geometry.gap_mm
    roof, back, end = film + geometry.channel_mm, foil - geometry.foil_depth_mm, geometry.card.length_mm
    breakout = outlines.breakout_place(geometry, parts)
    for part, start, stop, behind, front in (
        ("base", low, high + parts.lead_in, -thick, 0.0),
        ("hood", low, high, roof, roof + thick),
        ("end stop", low, 0.0, film, roof),
        ("card", 0.0, end, back, back + geometry.card_thickness_mm),
        ("breakout", breakout.y - breakout.depth / 2, breakout.y + breakout.depth / 2, -thick - 4.6, -thick - 3.0),
    ):
        ends = ((start, behind), (stop, behind), (stop, front), (start, front))
        sheet.polygon(PARTS, [outlines.seen_from_side(y, z, parts) for y, z in ends], part)
    # The back plate's front goes from the panel to the base's upper edge.
    (x, floor), (edge, up) = lean = outlines.back_lean(geometry, parts)
    long = hypot(edge - x, up)
    across, lift = thick * up / long, thick * (x - edge) / long
    sheet.polygon(PARTS, [*lean, (edge + across, up + lift), (x + across, floor + lift)], "back plate")
    outline = outlines.cheek_outline(geometry, parts)
    sheet.line(MARK, [*outline, outline[0]], "cheek")
    (first, _), (last, top) = bounds(outline)
    near, far = first - 14, last + 14
    sheet.polygon(PARTS, [(near, -thick), (far, -thick), (far, 0.0), (near, 0.0)], "panel")
    sheet.along((first, 0.0), (outline[-1][0], top), near - 7)
    for (target_x, target_y), words, place in (
        (outlines.seen_from_side(end - 3, foil, parts), "card", (20.0, top + 4)),
        (outlines.seen_from_side(high - 8, roof + thick / 2, parts), "hood", (8.0, top - 8)),
        (outlines.seen_from_side(breakout.y, -thick - 4, parts), "MPR121 on the back", (far + 4, 34.0)),
        (outlines.seen_from_side(high - 14, -thick / 2, parts), "base", (far + 4, 56.0)),
        (((x + edge + thick) / 2, up / 2), "back plate", (far + 4, 16.0)),
    ):
        sheet.label((target_x, target_y), place, words, "start" if place[0] > target_x else "end")
    sheet.text(near + 1, -thick - 5, "panel of the seat", anchor="start")
