"""The outlines of a slot's parts for sheet and printer, in the slot's coordinates (`tavolo_host.slot.geometry`)."""

from dataclasses import replace
from math import atan2, cos, hypot, radians, sin, tan

from tavolo_host.slot.geometry import Geometry, Rectangle
from tavolo_host.workshop.drawings.dimensions import SlotParts
from tavolo_host.workshop.drawings.shapes import Point, tabbed

HOOD_FRONT = 4.0  # cheeks reach this far in front of the hood
BEHIND = 6.0  # and this far behind the base, at the top
FOOT_BEHIND = 6.0  # of a cheek's foot, behind its top
TAB_LENGTH = 14.0
TAB_INSET = 6.0
FILM_SLACK = 0.2  # between a film and the walls of a printed base
PIN_PITCH = 2.54  # of a breakout
BACK_TABS = 12.0  # of the back plate, from its centre
STRIP_SLIT_X = -16.5  # beside the breakout, which lies behind the ground strip
BREAKOUT_X = 2.5


def base_outline(geometry: Geometry, parts: SlotParts) -> list[Point]:
    """Return the base plate with its tenons and the notch for a finger, clockwise from the lower left."""
    side, low, high = parts.outer_width / 2, -parts.end_stop, geometry.mouth_mm + parts.lead_in
    notch, floor = parts.finger_notch_width / 2, high - parts.finger_notch_depth
    left: list[Point] = [(-side, low)]
    for row in parts.tenon_rows:
        low_end, high_end = row - parts.tenon_length / 2, row + parts.tenon_length / 2
        out = -side - parts.sheet
        left += [(-side, low_end), (out, low_end), (out, high_end), (-side, high_end)]
    left += [(-side, high), (-notch, high), (-notch, floor)]
    return left + [(-x, y) for x, y in reversed(left)]


def spacer_outline(geometry: Geometry, parts: SlotParts) -> list[Point]:
    """Return the U of both walls, end stop and key."""
    side, wall = parts.outer_width / 2, geometry.pocket_width_mm / 2
    key = geometry.key()
    return [
        (-side, -parts.end_stop),
        (-side, geometry.mouth_mm),
        (-wall, geometry.mouth_mm),
        (-wall, key.depth),
        (key.width - wall, key.depth),
        (key.width - wall, 0.0),
        (wall, 0.0),
        (wall, geometry.mouth_mm),
        (side, geometry.mouth_mm),
        (side, -parts.end_stop),
    ]


def hood(geometry: Geometry, parts: SlotParts) -> Rectangle:
    """Return the hood."""
    return Rectangle(
        0.0, (geometry.mouth_mm - parts.end_stop) / 2, parts.outer_width, geometry.mouth_mm + parts.end_stop
    )


def film(geometry: Geometry, parts: SlotParts) -> Rectangle:
    """Return the insulating film: as large as the base without its tenons, up to the finger notch."""
    high = geometry.mouth_mm + parts.lead_in - parts.finger_notch_depth
    return Rectangle(0.0, (high - parts.end_stop) / 2, parts.outer_width, high + parts.end_stop)


def printed_film_outline(geometry: Geometry, parts: SlotParts) -> list[Point]:
    """Return the film for a printed base: it lies between the walls, which are printed too, up to the finger notch."""
    wall, key = geometry.pocket_width_mm / 2 - FILM_SLACK, geometry.key()
    edge, shoulder = key.width - geometry.pocket_width_mm / 2 + FILM_SLACK, key.depth + FILM_SLACK
    high = geometry.mouth_mm + parts.lead_in - parts.finger_notch_depth
    low = FILM_SLACK
    return [(edge, low), (edge, shoulder), (-wall, shoulder), (-wall, high), (wall, high), (wall, low)]


def screws(parts: SlotParts) -> list[Point]:
    """Return the centres of the holes that hold base, spacer and hood together."""
    return [(side * parts.screw_across, row) for row in parts.screw_rows for side in (-1, 1)]


def slits(geometry: Geometry, parts: SlotParts) -> list[Rectangle]:
    """Return the slits for the tape's tails to the back: of the nine pads, then of the ground strip."""
    faces = [*geometry.pads(), replace(geometry.strip(), x=STRIP_SLIT_X)]
    return [
        Rectangle(face.x, face.y - face.depth / 2 - parts.slit / 2, parts.tail_width + 0.5, parts.slit)
        for face in faces
    ]


def wires(geometry: Geometry, parts: SlotParts) -> list[list[Point]]:
    """Return the ten wires on the back, each from its slit to its pin on the breakout; the ground strip's is last.

    They run between the columns of pads, never behind one: those of the left column in the left gap, the others in the
    right one. The deeper a slit is, the farther from its column is its lane.
    """
    places = slits(geometry, parts)
    breakout = breakout_place(geometry, parts)
    over_pads = breakout.y - breakout.depth / 2
    left, right = (geometry.column_pitch_mm * side / 2 for side in (-1, 1))
    last = geometry.rows - 1
    found: list[list[Point]] = []
    for number, slit in enumerate(places[:-1]):
        row, column = divmod(number, geometry.columns)
        lane = (left + 4.0 - 2.0 * row, right - 0.9 - 1.6 * row, right + 0.9 + 1.6 * row)[column]
        pin = (1 + last - row, 4 + last - row, 7 + row)[column]
        found.append([(slit.x, slit.y), (slit.x, slit.y - 1.6), (lane, slit.y - 1.6), (lane, over_pads), (pin, 0.0)])
    strip = places[-1]
    found.append([(strip.x, strip.y), (strip.x, over_pads + 3.0), (0, 0.0)])
    pins = breakout.x - 4.5 * PIN_PITCH, over_pads + 1.3
    return [[*wire[:-1], (pins[0] + wire[-1][0] * PIN_PITCH, pins[1])] for wire in found]


def breakout_place(geometry: Geometry, parts: SlotParts) -> Rectangle:
    """Return the place of the MPR121's breakout on the back: behind the ground strip, up to the finger notch.

    Its pins face the pads. Only there is its ground away from the pads.
    """
    high = geometry.mouth_mm + parts.lead_in - parts.finger_notch_depth
    return Rectangle(BREAKOUT_X, high - parts.breakout_depth / 2, parts.breakout_width, parts.breakout_depth)


def front_mm(geometry: Geometry, parts: SlotParts) -> float:
    """Return the distance from the base's front to the hood's."""
    return parts.tape + geometry.film_mm + geometry.channel_mm + parts.sheet


def spacer_sheet_mm(geometry: Geometry, parts: SlotParts) -> float:
    """Return the thickness of the spacer's sheet, without its glue."""
    return geometry.channel_mm - parts.spacer_glue


def seen_from_side(y: float, z: float, parts: SlotParts) -> Point:
    """Return the place over the panel, from the player and up, of a point `y` up the base and `z` in front of it."""
    lean = radians(parts.lean_deg)
    lift = parts.end_stop * sin(lean) + parts.sheet * cos(lean)
    return y * cos(lean) - z * sin(lean), lift + y * sin(lean) + z * cos(lean)


def cheek_outline(geometry: Geometry, parts: SlotParts) -> list[Point]:
    """Return a cheek from the side, standing on the panel at height 0, with its two tabs below."""
    front_z = front_mm(geometry, parts) + HOOD_FRONT
    top, back = (seen_from_side(parts.cheek_above, z, parts) for z in (front_z, -parts.sheet - BEHIND))
    toe, heel = cheek_foot(geometry, parts)
    return [(toe, 0.0), *tabbed(tabs(geometry, parts), -parts.sheet), (heel, 0.0), back, top]


def cheek_foot(geometry: Geometry, parts: SlotParts) -> tuple[float, float]:
    """Return the places where the cheeks begin on the panel, in front, and end behind."""
    across, up = seen_from_side(0.0, front_mm(geometry, parts) + HOOD_FRONT, parts)
    behind, _ = seen_from_side(parts.cheek_above, -parts.sheet - BEHIND, parts)
    return across - up / tan(radians(parts.lean_deg)), behind + FOOT_BEHIND


def tabs(geometry: Geometry, parts: SlotParts) -> list[tuple[float, float]]:
    """Return the start and the end of each tab of a cheek."""
    toe, heel = cheek_foot(geometry, parts)
    return [(toe + TAB_INSET, toe + TAB_INSET + TAB_LENGTH), (heel - TAB_INSET - TAB_LENGTH, heel - TAB_INSET)]


def mortises(parts: SlotParts) -> list[list[Point]]:
    """Return the holes of a cheek for the base's tenons."""
    found = []
    for row in parts.tenon_rows:
        low, high = row - parts.tenon_length / 2, row + parts.tenon_length / 2
        corners = ((low, -parts.sheet), (high, -parts.sheet), (high, 0.0), (low, 0.0))
        found.append([seen_from_side(y, z, parts) for y, z in corners])
    return found


def back_lean(geometry: Geometry, parts: SlotParts) -> tuple[Point, Point]:
    """Return the foot of the back plate's front on the panel, and the edge of the base that it leans against."""
    _, heel = cheek_foot(geometry, parts)
    return (heel - parts.back_inset, 0.0), seen_from_side(geometry.mouth_mm + parts.lead_in, -parts.sheet, parts)


def back_plate_outline(geometry: Geometry, parts: SlotParts) -> list[Point]:
    """Return the plate behind wires and breakout, its two tabs below height 0, up to the edge that it leans against."""
    foot, edge = back_lean(geometry, parts)
    side, top = parts.outer_width / 2 - parts.back_play, hypot(edge[0] - foot[0], edge[1] - foot[1])
    spans = (-BACK_TABS - TAB_LENGTH, -BACK_TABS), (BACK_TABS, BACK_TABS + TAB_LENGTH)
    return [(-side, 0.0), *tabbed(spans, -parts.sheet), (side, 0.0), (side, top), (-side, top)]


def back_slit_depth(geometry: Geometry, parts: SlotParts) -> float:
    """Return the depth of the slits for its tabs, which lean in them."""
    foot, edge = back_lean(geometry, parts)
    lean = atan2(foot[0] - edge[0], edge[1])
    return parts.sheet / cos(lean) + parts.sheet * tan(lean) + parts.back_play
