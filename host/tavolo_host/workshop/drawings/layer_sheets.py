"""The sheets of the layers on a slot's base: film, spacers for each size of card, hood; and of the cheeks."""

from dataclasses import replace

from tavolo.wiring import SEATS
from tavolo_host.slot.geometry import BRIDGE, POKER, SLEEVE, THICKNESSES, Geometry
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import SlotParts
from tavolo_host.workshop.drawings.shapes import bounds, corners
from tavolo_host.workshop.drawings.sheet import CUT, PARTS, Sheet, millimetres
from tavolo_host.workshop.drawings.slot_sheets import holes
from tavolo_host.workshop.drawings.stock import CARD, FILM, PLYWOOD

CARDS = (POKER, BRIDGE, SLEEVE)


def layers(geometry: Geometry, parts: SlotParts) -> Sheet:
    """Draw the layers on the base, side by side: film, spacer, hood."""
    sheet = Sheet(
        "Slot: film, spacer and hood, from the front",
        [
            f"Film {millimetres(geometry.film_mm)}, over everything. Spacer: sheet of"
            f" {millimetres(outlines.spacer_sheet_mm(geometry, parts))} and glue of {millimetres(parts.spacer_glue)},"
            f" together {millimetres(geometry.channel_mm)}. Hood {millimetres(parts.sheet)}.",
            "The block in the spacer's lower left corner is the key: a card that is turned or has its face away stays"
            f" {millimetres(geometry.key_stop_mm())} or more short of the end stop.",
        ],
    )
    step = parts.outer_width + 34
    outline = outlines.film(geometry, parts), outlines.hood(geometry, parts)
    sheet.piece(corners(outline[0]), "film", FILM, geometry.film_mm, SEATS)
    holes(sheet, parts)
    _title(sheet, parts, "film")
    sheet.extent(corners(outline[0]), 7, 6)
    sheet.place(step, 0.0)
    spacer = outlines.spacer_outline(geometry, parts)
    sheet.piece(spacer, "spacer", CARD, outlines.spacer_sheet_mm(geometry, parts), SEATS)
    holes(sheet, parts)
    _title(sheet, parts, "spacer")
    _spacer_dimensions(sheet, geometry, parts)
    sheet.line(PARTS, [*geometry.card_outline(), geometry.card_outline()[0]], "card", dashed=True)
    sheet.text(0, 40, "card")
    sheet.place(2 * step + 10, 0.0)
    sheet.piece(corners(outline[1]), "hood", PLYWOOD, parts.sheet, SEATS)
    holes(sheet, parts)
    _title(sheet, parts, "hood")
    sheet.extent(corners(outline[1]), 7, 6)
    _hole_rows(sheet, parts)
    return sheet


def spacers(geometry: Geometry, parts: SlotParts) -> Sheet:
    """Draw the spacer for each size of card; all else stays."""
    sheet = Sheet(
        "Slot: a spacer for each size of card",
        [
            "Choose one size and one thickness for the whole table. A bridge card of a printed game fits into a sleeve"
            " for poker cards.",
            f"Its sheet is as thick as the channel less glue of {millimetres(parts.spacer_glue)}:",
            *(
                f"{millimetres(cards.channel_mm - parts.spacer_glue)} for {cards.meaning},"
                f" {millimetres(cards.thinnest_mm)} to {millimetres(cards.thickest_mm)} thick ({cards.name})."
                for cards in THICKNESSES.values()
            ),
        ],
    )
    for number, card in enumerate(CARDS):
        own = replace(geometry, card=card)
        sheet.place(number * (parts.outer_width + 34), 0.0)
        sheet.polygon(CUT, outlines.spacer_outline(own, parts), f"spacer {card.name}")
        holes(sheet, parts)
        _title(sheet, parts, f"{card.name}: {millimetres(card.width_mm)} × {millimetres(card.length_mm)}")
        wall = own.pocket_width_mm / 2
        sheet.across((-wall, own.mouth_mm), (wall, own.mouth_mm), own.mouth_mm + 7)
        _key_dimensions(sheet, own, parts)
    return sheet


def printed_film(geometry: Geometry, parts: SlotParts) -> Sheet:
    """Draw the film for a printed base."""
    sheet = Sheet(
        "Slot: film for a printed base, from the front",
        [f"Film {millimetres(geometry.film_mm)}: it lies between the printed walls."],
    )
    points = outlines.printed_film_outline(geometry, parts)
    sheet.polygon(CUT, points, "film")
    low, shoulder, top_left, top_right = points[0], points[2], points[3], points[4]
    sheet.across(top_left, top_right, top_left[1] + 7)
    sheet.along(points[5], top_right, points[5][0] + 7)
    sheet.along(low, shoulder, shoulder[0] - 7)
    sheet.across(shoulder, low, low[1] - 7)
    return sheet


def _spacer_dimensions(sheet: Sheet, geometry: Geometry, parts: SlotParts) -> None:
    side, wall = parts.outer_width / 2, geometry.pocket_width_mm / 2
    top = geometry.card.length_mm
    card = geometry.card.width_mm / 2
    sheet.across((-wall, geometry.mouth_mm), (wall, geometry.mouth_mm), top + 13)
    sheet.across((-card, top), (card, top), top + 6)
    sheet.across((-side, -parts.end_stop), (side, -parts.end_stop), -parts.end_stop - 14)
    sheet.along((side, 0.0), (side, geometry.mouth_mm), side + 6)
    sheet.along((card, 0.0), (card, top), side + 13)
    _key_dimensions(sheet, geometry, parts)
    points = geometry.card_outline()
    sheet.along(points[0], points[1], -wall + 20)
    sheet.across(points[1], points[2], points[1][1] + 6)


def _key_dimensions(sheet: Sheet, geometry: Geometry, parts: SlotParts) -> None:
    wall, key = geometry.pocket_width_mm / 2, geometry.key()
    sheet.along((-wall, 0.0), (-wall, key.depth), -parts.outer_width / 2 - 6)
    sheet.across((-wall, 0.0), (key.width - wall, 0.0), -parts.end_stop - 7)


def cheeks(geometry: Geometry, parts: SlotParts) -> Sheet:
    """Draw the two cheeks on which a slot stands."""
    sheet = Sheet(
        "Slot: a cheek (cut two)",
        [f"Sheet {millimetres(parts.sheet)}. The base's tenons go into the holes, the tabs into the seat's panel."],
    )
    outline = outlines.cheek_outline(geometry, parts)
    sheet.piece(outline, "cheek", PLYWOOD, parts.sheet, 2 * SEATS)
    sheet.polygons(CUT, outlines.mortises(parts), "mortise")
    (low, _), (high, top) = bounds(outline)
    sheet.across((low, 0.0), (high, 0.0), -parts.sheet - 14)
    first, second = outlines.tabs(geometry, parts)
    sheet.across((first[0], -parts.sheet), (first[1], -parts.sheet), -parts.sheet - 7)
    sheet.across((second[0], -parts.sheet), (second[1], -parts.sheet), -parts.sheet - 7)
    sheet.along((high, 0.0), (outline[-1][0], top), high + 8)
    sheet.along((second[1], -parts.sheet), (second[1], 0.0), high + 16)
    for number, (corner, *_) in enumerate(outlines.mortises(parts)):
        sheet.along((corner[0], 0.0), corner, low - 7 - 7 * number)
        sheet.across((low, 0.0), corner, top + 7 + 7 * number)
    return sheet


def back_plate(geometry: Geometry, parts: SlotParts) -> Sheet:
    """Draw the plate behind a slot's wires and breakout."""
    sheet = Sheet(
        "Slot: back plate (cut eight)",
        [
            f"Sheet {millimetres(parts.sheet)}. It stands between the cheeks, its tabs in the seat's panel, and leans"
            " against the base's upper edge.",
            "Nothing holds it but its weight: it is lifted out to reach the wires.",
        ],
    )
    outline = outlines.back_plate_outline(geometry, parts)
    sheet.piece(outline, "back plate", PLYWOOD, parts.sheet, SEATS)
    side, top = outline[-2]
    sheet.across((-side, 0.0), (side, 0.0), -parts.sheet - 14)
    sheet.along((side, 0.0), (side, top), side + 8)
    sheet.along((outline[2][0], -parts.sheet), (-side, 0.0), -side - 8)
    sheet.across(outline[2], outline[3], -parts.sheet - 7)
    sheet.across(outline[6], outline[7], -parts.sheet - 7)
    sheet.across(outline[3], outline[6], 8.0)
    return sheet


def _hole_rows(sheet: Sheet, parts: SlotParts) -> None:
    side = parts.outer_width / 2
    for number, row in enumerate(parts.screw_rows):
        sheet.along((parts.screw_across, -parts.end_stop), (parts.screw_across, row), side + 6 + 7 * number)
    x, y = parts.screw_across, parts.screw_rows[-1]
    sheet.across((-x, y), (x, y), -parts.end_stop - 14)
    sheet.diameter(x, y, parts.screw, (x + 6, y + 12), f"{2 * len(parts.screw_rows)} × ")


def _title(sheet: Sheet, parts: SlotParts, words: str) -> None:
    sheet.text(0.0, -parts.end_stop + 2.5, words)
