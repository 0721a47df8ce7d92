"""The sheets of a slot's base, from the front and from behind, and a section through all layers."""

from tavolo.wiring import SEATS
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import SlotParts
from tavolo_host.workshop.drawings.shapes import corners
from tavolo_host.workshop.drawings.sheet import COPPER, CUT, DIMENSIONS, NOTES, PARTS, WIRES, Layer, Sheet, millimetres
from tavolo_host.workshop.drawings.stock import PLYWOOD


def base(geometry: Geometry, parts: SlotParts) -> Sheet:
    """Draw the base plate from the front: pads, ground strip, slits, holes."""
    sheet = Sheet(
        "Slot: base plate, from the front",
        [
            f"Sheet {millimetres(parts.sheet)}. Copper tape on the front; a tail of each piece goes through its slit to"
            " the back, where its wire is soldered.",
            "Numbers are the bits of a code and the electrodes of the MPR121.",
        ],
    )
    sheet.piece(outlines.base_outline(geometry, parts), "base", PLYWOOD, parts.sheet, SEATS)
    holes(sheet, parts)
    for number, pad in enumerate(geometry.pads()):
        sheet.polygon(COPPER, corners(pad), f"pad {number}")
        sheet.text(pad.x, pad.y - 1, str(number))
    sheet.polygon(COPPER, corners(geometry.strip()), "strip")
    sheet.text(geometry.strip().x, geometry.strip().y - 1, "ground")
    for slit in outlines.slits(geometry, parts):
        sheet.polygon(CUT, corners(slit), "slit")
    _base_dimensions(sheet, geometry, parts)
    return sheet


def _base_dimensions(sheet: Sheet, geometry: Geometry, parts: SlotParts) -> None:
    pads, strip = geometry.pads(), geometry.strip()
    first, ground = corners(pads[0]), corners(strip)
    side, low, high = parts.outer_width / 2, -parts.end_stop, geometry.mouth_mm + parts.lead_in
    below = low - 7
    last = geometry.columns - 1
    sheet.across(first[0], first[1], below)
    sheet.across((pads[0].x, pads[0].y), (pads[1].x, pads[1].y), below - 7)
    sheet.across((pads[last - 1].x, pads[0].y), (pads[last].x, pads[last].y), below - 7)
    sheet.across((-side, low), (side, low), below - 14)
    sheet.across((-side - parts.sheet, low + 20), (side + parts.sheet, low + 20), below - 21)
    sheet.across((-parts.screw_across, low), (parts.screw_across, low), below - 28)
    sheet.across(ground[3], ground[2], high + 6)
    notch = parts.finger_notch_width / 2
    sheet.across((-notch, high), (notch, high), high + 13)
    slit = outlines.slits(geometry, parts)[-1]
    sheet.across((strip.x - strip.width / 2, slit.y), (slit.x, slit.y), high + 20)
    right = side + parts.sheet + 7
    rows = [pads[row * geometry.columns + last] for row in range(geometry.rows)]
    for number, pad in enumerate([*rows, strip]):
        sheet.along((pad.x, 0.0), (pad.x, pad.y), right + 7 * number)
    sheet.along(corners(rows[-1])[1], corners(rows[-1])[2], right + 35)
    sheet.along(ground[1], ground[2], right + 28)
    left = -side - parts.sheet - 7
    sheet.along((-side, low), (-side, 0.0), left)
    sheet.along((-side, 0.0), (-side, high), left)
    sheet.along((-side, low), (-side, high), left - 21)
    for row in parts.tenon_rows:
        sheet.along((-side - parts.sheet, 0.0), (-side - parts.sheet, row), left - (7 if row < 30 else 14))
    sheet.along((-notch, high - parts.finger_notch_depth), (-notch, high), left - 28)
    sheet.label((-side, 0.0), (left - 20, -20.0), "0: the end stop", anchor="end")
    x, y = parts.screw_across, parts.screw_rows[0]
    sheet.diameter(x, y, parts.screw, (side + 9, y - 12), f"{2 * len(parts.screw_rows)} × ")
    sheet.line(DIMENSIONS, [(-side, geometry.mouth_mm), (side, geometry.mouth_mm)], dashed=True)
    sheet.text(-side + 1, geometry.mouth_mm + 1, "mouth", anchor="start", size=2.4)


def back(geometry: Geometry, parts: SlotParts) -> Sheet:
    """Draw the base plate from behind, mirrored, with its wires."""
    sheet = Sheet(
        "Slot: base plate, from behind",
        [
            "Wires as drawn, between the columns and apart from each other, none behind a pad. The breakout is fixed"
            " with foam tape, its pins",
            "to the pads, as far from them as there is room: ground behind a pad makes isolated patches read three"
            " times as much. Behind the",
            "ground strip its ground does no harm. Each MPR121 sits behind its own slot: only supply and I2C leave it.",
        ],
    )
    mirrored = [(-x, y) for x, y in outlines.base_outline(geometry, parts)]
    sheet.polygon(PARTS, mirrored, "base")
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
    left, right, low = -place.x - place.width / 2, -place.x + place.width / 2, place.y - place.depth / 2
    sheet.across((left, low + place.depth), (right, low + place.depth), geometry.mouth_mm + parts.lead_in + 6)
    sheet.along((left, low), (left, low + place.depth), -parts.outer_width / 2 - 10)
    sheet.along((left, 0.0), (left, low), -parts.outer_width / 2 - 10)
    return sheet


def section(geometry: Geometry, parts: SlotParts) -> Sheet:
    """Draw all layers from the side, eight times as large, around the pad nearest the mouth and the ground strip."""
    strip, pad = geometry.strip(), geometry.pads()[-1]
    low, high = pad.y - 7, geometry.mouth_mm + 5
    film, foil = parts.tape + geometry.film_mm, parts.tape + geometry.gap_mm
    back = foil - geometry.foil_depth_mm
    under_hood = film + geometry.channel_mm
    sheet = Sheet(
        "Slot: section from the mouth inwards, eight times as large",
        [
            f"All is drawn at its nominal size. The card lies as it falls: its foil is"
            f" {millimetres(geometry.foil_depth_mm)} above its back.",
            f"Pressed on the film its foil is {millimetres(geometry.tight_gap_mm)} from the pads; that of the thinnest"
            f" card, bent up to the widest channel's hood, {millimetres(geometry.wide_gap_mm)}.",
        ],
        scale=8.0,
    )
    _slab(sheet, low, high, -parts.sheet, 0.0, "base")
    for face, name in ((pad, "pad"), (strip, "strip")):
        _slab(sheet, face.y - face.depth / 2, face.y + face.depth / 2, 0.0, parts.tape, name, COPPER)
    _slab(sheet, low, geometry.mouth_mm + 1, parts.tape, film, "film")
    _slab(sheet, low, geometry.mouth_mm, under_hood, under_hood + parts.sheet, "hood")
    _slab(sheet, low, high, back, back + geometry.card_thickness_mm, "card")
    for face in (pad, strip):
        patch = face.grown(geometry.patch_margin_mm)
        sheet.line(COPPER, [(patch.y - patch.depth / 2, foil), (patch.y + patch.depth / 2, foil)], "patch")
    _section_dimensions(sheet, geometry, parts, low, high)
    return sheet


def _section_dimensions(sheet: Sheet, geometry: Geometry, parts: SlotParts, low: float, high: float) -> None:
    film, foil = parts.tape + geometry.film_mm, parts.tape + geometry.gap_mm
    roof = film + geometry.channel_mm
    pad, strip = geometry.pads()[-1], geometry.strip()
    sheet.along((low, -parts.sheet), (low, 0.0), low - 0.8)
    sheet.along((low, roof), (low, roof + parts.sheet), low - 0.8)
    sheet.along((low, film), (low, roof), low - 1.6, "channel ")
    sheet.along((low, parts.tape), (low, film), low - 2.4, "film ")
    sheet.along((strip.y + strip.depth / 2, parts.tape), (high, foil), high + 0.9, "gap ")
    back = foil - geometry.foil_depth_mm
    sheet.along((high, back), (high, back + geometry.card_thickness_mm), high + 3.2, "card ")
    for face in (pad, strip):
        sheet.across((face.y - face.depth / 2, 0.0), (face.y + face.depth / 2, 0.0), -parts.sheet - 1.0)
        patch = face.grown(geometry.patch_margin_mm)
        ends = (patch.y - patch.depth / 2, foil), (patch.y + patch.depth / 2, foil)
        sheet.across(*ends, roof + parts.sheet + 0.9, "patch ")
    for y, z, words in (
        (low + 2.0, -parts.sheet / 2, "base"),
        (low + 2.0, roof + parts.sheet / 2, "hood"),
        (high - 2.2, -1.0, "to the mouth →"),
    ):
        sheet.text(y, z, words, layer=NOTES)


def _slab(sheet: Sheet, low: float, high: float, bottom: float, top: float, part: str, layer: Layer = PARTS) -> None:
    place = (low + high) / 2, (bottom + top) / 2
    sheet.rectangle(layer, *place, high - low, top - bottom, part)


def holes(sheet: Sheet, parts: SlotParts) -> None:
    """Draw the screws' holes."""
    sheet.circles(CUT, outlines.screws(parts), parts.screw, "screw")
