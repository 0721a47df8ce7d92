"""The sheets of the electronics box below the middle, and of the bracket of the sockets at the edge."""

from tavolo_host.workshop.drawings.dimensions import BoxParts, SocketParts, TableParts
from tavolo_host.workshop.drawings.shapes import Point, box, tabbed
from tavolo_host.workshop.drawings.sheet import CUT, PARTS, Sheet, millimetres
from tavolo_host.workshop.drawings.stock import PLYWOOD

APART = 34.0  # mm, between pieces on the drawing
SCREW_INSET = 10.0  # of the box's screws, from the board's ends


def box_screws(parts: BoxParts, thick: float) -> list[Point]:
    """Return the holes beside the long walls, through the middle's carrier and the bottom."""
    return box(0.0, 0.0, parts.board_width - 2 * SCREW_INSET, parts.depth + 2 * thick + parts.ear)


def board_screws(parts: BoxParts) -> list[Point]:
    """Return the holes below those of the carrier board."""
    inset = 2 * parts.board_screw_inset
    return box(0.0, 0.0, parts.board_width - inset, parts.board_depth - inset)


def bottom_outline(parts: BoxParts, thick: float) -> list[Point]:
    """Return the bottom, with ears beyond the long walls."""
    return box(0.0, 0.0, parts.width + 2 * thick + 2 * parts.rim, parts.depth + 2 * thick + 2 * parts.ear)


def wall_outline(parts: BoxParts, thick: float, is_long: bool, notch: float) -> list[Point]:
    """Return a wall, clockwise from the lower left: joints at both ends, `notch` deep in its upper edge, tabs below 0.

    At a joint, where a long wall reaches out, the short one does not.
    """
    half = (parts.width if is_long else parts.depth) / 2 + thick
    left: list[Point] = []
    for step in range(round(parts.height / parts.finger)):
        x = -half if (step % 2 == 0) == is_long else thick - half
        left += [(x, step * parts.finger), (x, (step + 1) * parts.finger)]
    edge, floor = parts.notch / 2, parts.height - notch
    top = [(-edge, parts.height), (-edge, floor), (edge, floor), (edge, parts.height)]
    low = tabbed(wall_tabs(parts, is_long), -thick)
    return [*left, *top, *[(-x, y) for x, y in reversed(left)], *reversed(low)]


def wall_tabs(parts: BoxParts, is_long: bool) -> list[tuple[float, float]]:
    """Return the start and the end of each tab of a wall."""
    at = (parts.width if is_long else parts.depth) / 4
    return [(middle - parts.tab / 2, middle + parts.tab / 2) for middle in (-at, at)]


def electronics_box(table: TableParts) -> Sheet:
    """Draw bottom and walls of the box."""
    parts, thick = table.box, table.slot.sheet
    sheet = Sheet(
        "Box of the carrier board: bottom and walls",
        [
            f"Sheet {millimetres(thick)}, glued, the board on spacers of {millimetres(parts.spacer)} at the inner four"
            f" holes, its sockets at the wall with the large notch. The middle's carrier is the lid: four screws M3"
            " hold the box below it.",
            f"Grey: the board, {millimetres(parts.board_width)} × {millimetres(parts.board_depth)}. Wires of the seats"
            " and of the pixels come in by the notches of the other walls.",
        ],
    )
    outline = bottom_outline(parts, thick)
    sheet.piece(outline, "bottom", PLYWOOD, thick)
    sheet.rectangle(PARTS, 0.0, 0.0, parts.board_width, parts.board_depth, "board")
    sheet.text(0.0, 0.0, "board")
    sheet.text(6 - parts.board_width / 2, -8.0, "sockets", anchor="start")
    sheet.circles(CUT, [*box_screws(parts, thick), *board_screws(parts)], parts.screw, "screw")
    for is_long, across in ((True, (parts.depth + thick) / 2), (False, (parts.width + thick) / 2)):
        for low, high in wall_tabs(parts, is_long):
            for side in (-across, across):
                place, size = ((low + high) / 2, side), (high - low, thick)
                sheet.rectangle(CUT, *(place if is_long else place[::-1]), *(size if is_long else size[::-1]), "slit")
    _bottom_dimensions(sheet, parts, thick)
    up = -outline[0][1] + APART
    for words, is_long, notch in (
        ("long wall", True, parts.wire_notch),
        ("wall at the sockets", False, parts.height - parts.spacer),
        ("wall at the other end", False, parts.wire_notch),
    ):
        wall = wall_outline(parts, thick, is_long, notch)
        sheet.place(0.0, up)
        sheet.piece(wall, words, PLYWOOD, thick, 2 if is_long else 1)
        sheet.text(0.0, 3.0, f"{words} (cut two)" if is_long else words)
        _wall_dimensions(sheet, parts, thick, wall, notch)
        up += parts.height + APART
    sheet.place(0.0, 0.0)
    return sheet


def _bottom_dimensions(sheet: Sheet, parts: BoxParts, thick: float) -> None:
    x, y = bottom_outline(parts, thick)[2]
    sheet.extent(bottom_outline(parts, thick), 21, 21)
    corner, inner = box_screws(parts, thick), board_screws(parts)
    sheet.across(corner[0], corner[1], -y - 7)
    sheet.across(inner[0], inner[1], -y - 14)
    sheet.along(corner[0], corner[3], -x - 14)
    sheet.along(inner[0], inner[3], -x - 7)
    half = parts.depth / 2
    sheet.along((x, -half - thick), (x, half + thick), x + 7)
    side = parts.width / 2 + thick
    sheet.across((-side, half), (side, half), y + 7)
    sheet.diameter(*corner[2], parts.screw, (x + 8, y - 4), "8 × ")


def _wall_dimensions(sheet: Sheet, parts: BoxParts, thick: float, wall: list[Point], notch: float) -> None:
    half, edge = max(x for x, _ in wall), parts.notch / 2
    sheet.across((-half, 0.0), (half, 0.0), -thick - 7)
    sheet.along((-half, 0.0), (-half, parts.height), -half - 14)
    sheet.along((-half, 0.0), (-half, parts.finger), -half - 7)
    sheet.across((-edge, parts.height), (edge, parts.height), parts.height + 6)
    sheet.along((edge, parts.height - notch), (edge, parts.height), half + 8)


def face_outline(parts: SocketParts, thick: float) -> list[Point]:
    """Return the bracket's face from outside, its upper edge at 0, with two tabs above."""
    half, at = parts.width / 2, parts.width / 4
    top = tabbed([(middle - parts.tab / 2, middle + parts.tab / 2) for middle in (-at, at)], thick)
    return [(-half, -parts.height), (-half, 0.0), *top, (half, 0.0), (half, -parts.height)]


def socket_bracket(table: TableParts) -> Sheet:
    """Draw face, foot and two gussets of the bracket below the table's edge."""
    parts, thick = table.sockets, table.slot.sheet
    sheet = Sheet(
        "Bracket of the sockets, below the table's edge: face, foot, gussets",
        [
            f"Sheet {millimetres(thick)}, glued: the face's tabs in the foot, the gussets behind it. The foot is"
            " screwed to the table's top from below.",
            "Holes for a panel socket 5.5 × 2.1 mm and a USB panel socket; they are typical: measure yours first.",
        ],
    )
    _face(sheet, parts, thick)
    _foot(sheet, parts, thick)
    gusset = gusset_outline(parts, thick)
    sheet.place(parts.width / 2 + 26.0, -parts.height)
    sheet.piece(gusset, "gusset", PLYWOOD, thick, 2)
    sheet.across(gusset[0], gusset[1], -7.0)
    sheet.place(parts.width / 2 + 60.0, -parts.height)
    sheet.polygon(CUT, gusset, "gusset")
    sheet.across(gusset[0], gusset[1], -7.0)
    sheet.place(0.0, 0.0)
    return sheet


def _face(sheet: Sheet, parts: SocketParts, thick: float) -> None:
    sheet.piece(face_outline(parts, thick), "face", PLYWOOD, thick)
    middle, at = -parts.height / 2, parts.width / 4
    sheet.circle(CUT, -at, middle, parts.supply, "supply")
    sheet.text(-at, middle - 11, "5 V")
    sheet.rectangle(CUT, at, middle, parts.laptop_width, parts.laptop_height, "laptop")
    sheet.text(at, middle - 11, "laptop")
    screws = [(at + side * parts.laptop_screws, middle) for side in (-0.5, 0.5)]
    sheet.circles(CUT, screws, parts.screw, "screw of the socket")
    half = parts.width / 2
    sheet.across((-half, -parts.height), (half, -parts.height), -parts.height - 14)
    sheet.along((-half, -parts.height), (-half, 0.0), -half - 7)
    sheet.across((-half, middle), (-at, middle), -parts.height - 7)
    sheet.diameter(-at, middle, parts.supply, (-at - 14, middle + 10))
    sheet.across(screws[0], screws[1], -parts.height - 7)
    sheet.along((half, -parts.height), (half, middle), half + 7)


def _foot(sheet: Sheet, parts: SocketParts, thick: float) -> None:
    half, at = parts.width / 2, parts.width / 4
    sheet.place(0.0, 28.0)
    sheet.piece(box(0.0, parts.foot / 2, parts.width, parts.foot), "foot", PLYWOOD, thick)
    for side in (-at, at):
        sheet.rectangle(CUT, side, 2 * thick - thick / 2, parts.tab, thick, "slit")
        sheet.circle(CUT, side, parts.foot - 8.0, parts.screw, "screw")
    sheet.along((-half, 0.0), (-half, parts.foot), -half - 7)
    sheet.along((half, 0.0), (at, 2 * thick), half + 7)
    sheet.across((-at, parts.foot), (at, parts.foot), parts.foot + 7)
    sheet.diameter(at, parts.foot - 8.0, parts.screw, (half + 5, parts.foot + 4), "2 × ")


def gusset_outline(parts: SocketParts, thick: float) -> list[Point]:
    """Return a triangle as deep as the foot behind the face."""
    leg = parts.foot - 2 * thick
    return [(0.0, 0.0), (leg, 0.0), (0.0, leg)]
