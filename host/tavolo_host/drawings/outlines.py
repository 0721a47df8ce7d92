"""The outlines of a slot's parts, in the slot's coordinates (`tavolo_host.slot.geometry`), for sheet and printer."""

from math import cos, radians, sin

from tavolo_host.drawings.dimensions import SlotParts
from tavolo_host.slot.geometry import Geometry, Rectangle

Point = tuple[float, float]

HOOD_FRONT = 4.0  # cheeks reach this far in front of the hood
BEHIND = 6.0  # and behind the base, at the top
FOOT_BEHIND = 6.0  # the foot of a cheek goes on behind its top
TAB_LENGTH = 14.0
TAB_INSET = 6.0
FILM_SLACK = 0.2  # between a film and the walls of a printed base
PIN_PITCH = 2.54  # of a breakout


def base_outline(geometry: Geometry, parts: SlotParts) -> list[Point]:
    """The base plate with its tenons and the notch for a finger, clockwise from the lower left."""
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
    """The U of both walls, end stop and key."""
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
    """The hood, which the insulating film is as large as, but for the lead-in."""
    return Rectangle(
        0.0, (geometry.mouth_mm - parts.end_stop) / 2, parts.outer_width, geometry.mouth_mm + parts.end_stop
    )


def film(geometry: Geometry, parts: SlotParts) -> Rectangle:
    """The insulating film: as large as the base, without its tenons, up to its finger notch."""
    high = geometry.mouth_mm + parts.lead_in - parts.finger_notch_depth
    return Rectangle(0.0, (high - parts.end_stop) / 2, parts.outer_width, high + parts.end_stop)


def printed_film_outline(geometry: Geometry, parts: SlotParts) -> list[Point]:
    """The film for a printed base, whose walls are one piece with it: it lies between them, up to the finger notch."""
    wall, key = geometry.pocket_width_mm / 2 - FILM_SLACK, geometry.key()
    edge, shoulder = key.width - geometry.pocket_width_mm / 2 + FILM_SLACK, key.depth + FILM_SLACK
    high = geometry.mouth_mm + parts.lead_in - parts.finger_notch_depth
    low = FILM_SLACK
    return [(edge, low), (edge, shoulder), (-wall, shoulder), (-wall, high), (wall, high), (wall, low)]


def screws(parts: SlotParts) -> list[Point]:
    """The middles of the holes that hold base, spacer and hood together."""
    return [(side * parts.screw_across, row) for row in parts.screw_rows for side in (-1, 1)]


def slits(geometry: Geometry, parts: SlotParts) -> list[Rectangle]:
    """The slits through which the tape's tails go to the back: of the nine pads, then of the ground strip."""
    faces = [*geometry.pads(), geometry.strip()]
    return [
        Rectangle(face.x, face.y - face.depth / 2 - parts.slit / 2, parts.tail_width + 0.5, parts.slit)
        for face in faces
    ]


def wires(geometry: Geometry, parts: SlotParts) -> list[list[Point]]:
    """The ten wires on the back, each from its slit to its pin on the breakout; the ground strip's is last.

    Below each row a lane for each of its wires; the nearer to the breakout a slit is, the higher its lane and its pin.
    """
    places = slits(geometry, parts)
    breakout = breakout_place(geometry, parts)
    edge = breakout.x - breakout.width / 2
    order = sorted(range(10), key=lambda number: (-round(places[number].y), -places[number].x))
    found: list[list[Point]] = [[] for _ in places]
    for turn, number in enumerate(order):
        x, y = places[number].x, places[number].y
        far = 0 if number == len(places) - 1 else geometry.columns - 1 - number % geometry.columns
        lane = y - 2.0 * (1 + far)
        pin = edge + 1.3, breakout.y + (4.5 - turn) * PIN_PITCH
        found[number] = [(x, y), (x, lane), (max(x, edge - 2.2 + 1.1 * far), lane), pin]
    return found


def breakout_place(geometry: Geometry, parts: SlotParts) -> Rectangle:
    """Where the MPR121's breakout is fixed on the back: upright, beside the last column, its pins towards the pads."""
    x = parts.outer_width / 2 - parts.breakout_depth / 2 - 0.5
    return Rectangle(x, geometry.pads()[4].y, parts.breakout_depth, parts.breakout_width)


def front_mm(geometry: Geometry, parts: SlotParts) -> float:
    """From the base's front to the hood's."""
    return parts.tape + geometry.cover_mm + geometry.channel_mm + parts.sheet


def spacer_sheet_mm(geometry: Geometry, parts: SlotParts) -> float:
    """The thickness of the spacer's sheet, glue taken off."""
    return geometry.channel_mm - parts.spacer_glue


def seen_from_side(y: float, z: float, geometry: Geometry, parts: SlotParts) -> Point:
    """Where a point `y` up the base and `z` in front of it is over the panel: from the player, and up."""
    lean = radians(parts.lean_deg)
    lift = parts.end_stop * sin(lean) + parts.sheet * cos(lean)
    return y * cos(lean) - z * sin(lean), lift + y * sin(lean) + z * cos(lean)


def cheek_outline(geometry: Geometry, parts: SlotParts) -> list[Point]:
    """A cheek from the side, standing on the panel at height 0, with its two tabs below."""
    front_z = front_mm(geometry, parts) + HOOD_FRONT
    top = seen_from_side(parts.cheek_above, front_z, geometry, parts)
    back = seen_from_side(parts.cheek_above, -parts.sheet - BEHIND, geometry, parts)
    toe = front_foot(geometry, parts)
    heel = back[0] + FOOT_BEHIND
    outline: list[Point] = [(toe, 0.0)]
    for low, high in tabs(geometry, parts):
        outline += [(low, 0.0), (low, -parts.sheet), (high, -parts.sheet), (high, 0.0)]
    return [*outline, (heel, 0.0), back, top]


def front_foot(geometry: Geometry, parts: SlotParts) -> float:
    """Where a cheek's front edge meets the panel."""
    front_z = front_mm(geometry, parts) + HOOD_FRONT
    across, up = seen_from_side(0.0, front_z, geometry, parts)
    lean = radians(parts.lean_deg)
    return across - up * cos(lean) / sin(lean)


def tabs(geometry: Geometry, parts: SlotParts) -> list[tuple[float, float]]:
    """From where to where the tabs of a cheek go into the panel."""
    toe = front_foot(geometry, parts) + TAB_INSET
    heel = seen_from_side(parts.cheek_above, -parts.sheet - BEHIND, geometry, parts)[0] + FOOT_BEHIND - TAB_INSET
    return [(toe, toe + TAB_LENGTH), (heel - TAB_LENGTH, heel)]


def mortises(geometry: Geometry, parts: SlotParts) -> list[list[Point]]:
    """The holes of a cheek for the base's tenons."""
    found = []
    for row in parts.tenon_rows:
        low, high = row - parts.tenon_length / 2, row + parts.tenon_length / 2
        corners = ((low, -parts.sheet), (high, -parts.sheet), (high, 0.0), (low, 0.0))
        found.append([seen_from_side(y, z, geometry, parts) for y, z in corners])
    return found
