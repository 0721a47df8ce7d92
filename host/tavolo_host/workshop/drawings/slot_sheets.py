"""The sheets of a slot's base, from the front and from behind, and a section through all layers."""

from itertools import pairwise

from tavolo.wiring import SEATS
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import PLYWOOD, SlotParts, TableParts
from tavolo_host.workshop.drawings.drawing import drawing
from tavolo_host.workshop.drawings.shapes import corners
from tavolo_host.workshop.drawings.sheet import COPPER, CUT, DIMENSIONS, PARTS, WIRES, Layer, Sheet


@drawing("slot-base")
def base(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot: base plate, from the front

    Sheet {slot.sheet}. Copper tape on the front; a tail of each piece goes through its slit to the back, where its wire
      is soldered.
    Numbers are the bits of a code and the electrodes of the MPR121.
    """
    parts, pads, strip = table.slot, geometry.pads(), geometry.strip()
    slits = outlines.slits(geometry, parts)
    sheet.piece(outlines.base_outline(geometry, parts), "base", PLYWOOD, parts.sheet, SEATS)
    holes(sheet, parts)
    for number, pad in enumerate(pads):
        sheet.polygon(COPPER, corners(pad), f"pad {number}")
        sheet.text(pad.x, pad.y - 1, str(number))
    sheet.polygon(COPPER, corners(strip), "strip")
    sheet.text(strip.x, strip.y - 1, "ground")
    sheet.polygons(CUT, [corners(slit) for slit in slits], "slit")
    first, ground = corners(pads[0]), corners(strip)
    side, low, high = parts.outer_width / 2, -parts.end_stop, geometry.mouth_mm + parts.lead_in
    below, out, screw, notch = low - 7, side + parts.sheet, parts.screw_across, parts.finger_notch_width / 2
    sheet.across(first[0], first[1], below)
    for pad, other in pairwise(pads[: geometry.columns]):
        sheet.across((pad.x, pad.y), (other.x, other.y), below - 7)
    sheet.across((-side, low), (side, low), below - 14)
    sheet.across((-out, low + 20), (out, low + 20), below - 21)
    sheet.across((-screw, low), (screw, low), below - 28)
    sheet.across(ground[3], ground[2], high + 6)
    sheet.across((-notch, high), (notch, high), high + 13)
    sheet.across((ground[0][0], slits[-1].y), (slits[-1].x, slits[-1].y), high + 20)
    last = pads[geometry.columns - 1 :: geometry.columns]
    for number, pad in enumerate([*last, strip]):
        sheet.along((pad.x, 0.0), (pad.x, pad.y), out + 7 + 7 * number)
    sheet.along(ground[1], ground[2], out + 35)
    sheet.along(corners(last[-1])[1], corners(last[-1])[2], out + 42)
    sheet.along((-side, low), (-side, 0.0), -out - 7)
    sheet.along((-side, 0.0), (-side, high), -out - 7)
    for number, row in enumerate(parts.tenon_rows):
        sheet.along((-out, 0.0), (-out, row), -out - 14 - 7 * number)
    sheet.along((-side, low), (-side, high), -out - 28)
    sheet.along((-notch, high - parts.finger_notch_depth), (-notch, high), -out - 35)
    sheet.label((-side, 0.0), (-out - 27, -20.0), "0: the end stop", anchor="end")
    y = parts.screw_rows[0]
    sheet.diameter(screw, y, parts.screw, (side + 9, y - 12), f"{2 * len(parts.screw_rows)} × ")
    sheet.line(DIMENSIONS, [(-side, geometry.mouth_mm), (side, geometry.mouth_mm)], dashed=True)
    sheet.text(1 - side, geometry.mouth_mm + 1, "mouth", anchor="start", size=2.4)


@drawing("slot-back")
def back(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot: base plate, from behind

    Wires as drawn, between the columns and apart from each other, none behind a pad. The breakout is fixed with foam
      tape, its pins
    to the pads, as far from them as there is room: ground behind a pad makes isolated patches read three times as
      much. Behind the
    ground strip its ground does no harm. Each MPR121 sits behind its own slot: only supply and I2C leave it.
    """
    parts = table.slot
    sheet.polygon(PARTS, [(-x, y) for x, y in outlines.base_outline(geometry, parts)], "base")
    for number, pad in enumerate([*geometry.pads(), geometry.strip()]):
        outline = [(-x, y) for x, y in corners(pad)]
        sheet.line(COPPER, [*outline, outline[0]], dashed=True)
        sheet.text(-pad.x + pad.width / 2 - 1, pad.y + 1, "ground" if number == 9 else str(number), anchor="end")
    place = outlines.breakout_place(geometry, parts)
    sheet.rectangle(PARTS, -place.x, place.y, place.width, place.depth, "breakout")
    sheet.text(-place.x - 1, place.y + 1, "MPR121")
    sheet.text(-place.x - 1, place.y - 4, "breakout")
    for number, wire in enumerate(outlines.wires(geometry, parts)):
        points = [(-x, y) for x, y in wire]
        sheet.line(WIRES, points, f"wire {number}")
        sheet.circle(WIRES, *points[0], 1.4)
        sheet.circle(WIRES, *points[-1], 1.0)
    corner, opposite, top, left = (*corners(place)[:3], -parts.outer_width / 2 - 10)
    sheet.across((-opposite[0], top[1]), (-corner[0], top[1]), geometry.mouth_mm + parts.lead_in + 6)
    sheet.along((-opposite[0], corner[1]), (-opposite[0], top[1]), left)
    sheet.along((-opposite[0], 0.0), (-opposite[0], corner[1]), left)


@drawing("slot-section", scale=8.0)
def section(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot: section from the mouth inwards, eight times as large

    All is drawn at its nominal size. The card lies as it falls: its foil is {geometry.foil_depth_mm} above its back.
    Pressed on the film its foil is {geometry.tight_gap_mm} from the pads; that of the thinnest card, bent up to the
      widest channel's hood, {geometry.wide_gap_mm}.
    """
    parts, strip, pad = table.slot, geometry.strip(), geometry.pads()[-1]
    low, mouth, high = pad.y - 7, geometry.mouth_mm, geometry.mouth_mm + 5
    film, foil, floor = parts.tape + geometry.film_mm, parts.tape + geometry.gap_mm, -parts.sheet
    back, roof = foil - geometry.foil_depth_mm, film + geometry.channel_mm
    card, top = back + geometry.card_thickness_mm, roof + parts.sheet
    _slab(sheet, low, high, floor, 0.0, "base")
    _slab(sheet, low, mouth + 1, parts.tape, film, "film")
    _slab(sheet, low, mouth, roof, top, "hood")
    _slab(sheet, low, high, back, card, "card")
    for face, name in ((pad, "pad"), (strip, "strip")):
        start, end = face.y - face.depth / 2, face.y + face.depth / 2
        _slab(sheet, start, end, 0.0, parts.tape, name, COPPER)
        sheet.across((start, 0.0), (end, 0.0), floor - 1.0)
        patch = (start - geometry.patch_margin_mm, foil), (end + geometry.patch_margin_mm, foil)
        sheet.line(COPPER, patch, "patch")
        sheet.across(*patch, top + 0.9, "patch ")
    sheet.along((low, floor), (low, 0.0), low - 0.8)
    sheet.along((low, roof), (low, top), low - 0.8)
    sheet.along((low, film), (low, roof), low - 1.6, "channel ")
    sheet.along((low, parts.tape), (low, film), low - 2.4, "film ")
    sheet.along((end, parts.tape), (high, foil), high + 0.9, "gap ")
    sheet.along((high, back), (high, card), high + 3.2, "card ")
    sheet.text(low + 2.0, floor / 2, "base")
    sheet.text(low + 2.0, roof + parts.sheet / 2, "hood")
    sheet.text(high - 2.2, -1.0, "to the mouth →")


def _slab(sheet: Sheet, low: float, high: float, bottom: float, top: float, part: str, layer: Layer = PARTS) -> None:
    place = (low + high) / 2, (bottom + top) / 2
    sheet.rectangle(layer, *place, high - low, top - bottom, part)


def holes(sheet: Sheet, parts: SlotParts) -> None:
    """Draw the screws' holes."""
    sheet.circles(CUT, outlines.screws(parts), parts.screw, "screw")
