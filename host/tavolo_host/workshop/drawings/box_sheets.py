"""The sheets of the electronics box below the middle, and of the bracket of the sockets at the edge."""

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings.dimensions import PLYWOOD, BoxParts, TableParts
from tavolo_host.workshop.drawings.drawing import drawing
from tavolo_host.workshop.drawings.shapes import Point, box, middle_spans, tabbed
from tavolo_host.workshop.drawings.sheet import CUT, PARTS, Sheet

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


def wall_tabs(parts: BoxParts, is_long: bool) -> list[Point]:
    """Return the start and the end of each tab of a wall."""
    return middle_spans((parts.width if is_long else parts.depth) / 4, parts.tab)


@drawing("box")
def electronics_box(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Box of the carrier board: bottom and walls

    Sheet {slot.sheet}, glued, the board on spacers of {box.spacer} at the inner four holes, its sockets at the wall
      with the large notch. The middle's carrier is the lid: four screws M3 hold the box below it.
    Grey: the board, {box.board_width} × {box.board_depth}. Wires of the seats and of the pixels come in by the notches
      of the other walls.
    """
    parts, thick = table.box, table.slot.sheet
    _bottom(sheet, parts, thick)
    up = APART - bottom_outline(parts, thick)[0][1]
    for words, is_long, notch in (
        ("long wall", True, parts.wire_notch),
        ("wall at the sockets", False, parts.height - parts.spacer),
        ("wall at the other end", False, parts.wire_notch),
    ):
        wall = wall_outline(parts, thick, is_long, notch)
        sheet.place(0.0, up)
        sheet.piece(wall, words, PLYWOOD, thick, 2 if is_long else 1)
        sheet.text(0.0, 3.0, f"{words} (cut two)" if is_long else words)
        half, edge = max(x for x, _ in wall), parts.notch / 2
        sheet.across((-half, 0.0), (half, 0.0), -thick - 7)
        sheet.along((-half, 0.0), (-half, parts.height), -half - 14)
        sheet.along((-half, 0.0), (-half, parts.finger), -half - 7)
        sheet.across((-edge, parts.height), (edge, parts.height), parts.height + 6)
        sheet.along((edge, parts.height - notch), (edge, parts.height), half + 8)
        up += parts.height + APART


def _bottom(sheet: Sheet, parts: BoxParts, thick: float) -> None:
    outline = bottom_outline(parts, thick)
    sheet.piece(outline, "bottom", PLYWOOD, thick)
    sheet.rectangle(PARTS, 0.0, 0.0, parts.board_width, parts.board_depth, "board")
    sheet.text(0.0, 0.0, "board")
    sheet.text(6 - parts.board_width / 2, -8.0, "sockets", anchor="start")
    corner, inner = box_screws(parts, thick), board_screws(parts)
    sheet.circles(CUT, [*corner, *inner], parts.screw, "screw")
    for side in (-0.5, 0.5):
        for low, high in wall_tabs(parts, True):
            sheet.rectangle(CUT, (low + high) / 2, side * (parts.depth + thick), high - low, thick, "slit")
        for low, high in wall_tabs(parts, False):
            sheet.rectangle(CUT, side * (parts.width + thick), (low + high) / 2, thick, high - low, "slit")
    x, y = outline[2]
    sheet.extent(outline, 21, 21)
    sheet.across(corner[0], corner[1], -y - 7)
    sheet.across(inner[0], inner[1], -y - 14)
    sheet.along(corner[0], corner[3], -x - 14)
    sheet.along(inner[0], inner[3], -x - 7)
    half, side = parts.depth / 2, parts.width / 2 + thick
    sheet.along((x, -half - thick), (x, half + thick), x + 7)
    sheet.across((-side, half), (side, half), y + 7)
    sheet.diameter(*corner[2], parts.screw, (x + 8, y - 4), "8 × ")


@drawing("sockets")
def socket_bracket(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Bracket of the sockets, below the table's edge: face, foot, gussets

    Sheet {slot.sheet}, glued: the face's tabs in the foot, the gussets behind it. The foot is screwed to the table's
      top from below.
    Holes for a panel socket 5.5 × 2.1 mm and a USB panel socket; they are typical: measure yours first.
    """
    parts, thick = table.sockets, table.slot.sheet
    half, at, low, middle = parts.width / 2, parts.width / 4, -parts.height, -parts.height / 2
    tabs = tabbed(middle_spans(at, parts.tab), thick)
    sheet.piece([(-half, low), (-half, 0.0), *tabs, (half, 0.0), (half, low)], "face", PLYWOOD, thick)
    sheet.circle(CUT, -at, middle, parts.supply, "supply")
    sheet.text(-at, middle - 11, "5 V")
    sheet.rectangle(CUT, at, middle, parts.laptop_width, parts.laptop_height, "laptop")
    sheet.text(at, middle - 11, "laptop")
    screws = [(at + side * parts.laptop_screws, middle) for side in (-0.5, 0.5)]
    sheet.circles(CUT, screws, parts.screw, "screw of the socket")
    sheet.across((-half, low), (half, low), low - 14)
    sheet.along((-half, low), (-half, 0.0), -half - 7)
    sheet.across((-half, middle), (-at, middle), low - 7)
    sheet.diameter(-at, middle, parts.supply, (-at - 14, middle + 10))
    sheet.across(screws[0], screws[1], low - 7)
    sheet.along((half, low), (half, middle), half + 7)
    sheet.place(0.0, 28.0)
    sheet.piece(box(0.0, parts.foot / 2, parts.width, parts.foot), "foot", PLYWOOD, thick)
    for side in (-at, at):
        sheet.rectangle(CUT, side, 1.5 * thick, parts.tab, thick, "slit")
        sheet.circle(CUT, side, parts.foot - 8.0, parts.screw, "screw")
    sheet.along((-half, 0.0), (-half, parts.foot), -half - 7)
    sheet.along((half, 0.0), (at, 2 * thick), half + 7)
    sheet.across((-at, parts.foot), (at, parts.foot), parts.foot + 7)
    sheet.diameter(at, parts.foot - 8.0, parts.screw, (half + 5, parts.foot + 4), "2 × ")
    leg = parts.foot - 2 * thick
    gusset = [(0.0, 0.0), (leg, 0.0), (0.0, leg)]
    sheet.place(half + 26.0, low)
    sheet.piece(gusset, "gusset", PLYWOOD, thick, 2)
    sheet.across(gusset[0], gusset[1], -7.0)
    sheet.place(half + 60.0, low)
    sheet.polygon(CUT, gusset, "gusset")
    sheet.across(gusset[0], gusset[1], -7.0)
