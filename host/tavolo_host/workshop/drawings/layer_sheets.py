"""The sheets of the layers on a slot's base: film, spacers for each size of card, hood; and of the cheeks."""

from dataclasses import replace

from tavolo.wiring import SEATS
from tavolo_host.slot.geometry import BRIDGE, POKER, SLEEVE, THICKNESSES, Geometry
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import CARD, FILM, PLYWOOD, SlotParts, Stock, TableParts
from tavolo_host.workshop.drawings.drawing import drawing
from tavolo_host.workshop.drawings.shapes import Point, bounds, corners
from tavolo_host.workshop.drawings.sheet import CUT, PARTS, Sheet, millimetres
from tavolo_host.workshop.drawings.slot_sheets import holes

CARDS = (POKER, BRIDGE, SLEEVE)
APART = 34.0  # mm, between pieces on a drawing


@drawing("slot-layers")
def layers(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot: film, spacer and hood, from the front

    Film {geometry.film_mm}, over everything. Spacer: sheet of {spacer_sheet} and glue of {slot.spacer_glue}, together
      {geometry.channel_mm}. Hood {slot.sheet}.
    The block in the spacer's lower left corner is the key: a card that is turned or has its face away stays {key_stop}
      or more short of the end stop.
    """
    parts, outline = table.slot, geometry.card_outline()
    step, low, high = parts.outer_width + APART, -parts.end_stop, geometry.card.length_mm
    _layer(sheet, parts, "film", corners(outlines.film(geometry, parts)), FILM, geometry.film_mm)
    sheet.place(step, 0.0)
    spacer = outlines.spacer_outline(geometry, parts)
    _layer(sheet, parts, "spacer", spacer, CARD, outlines.spacer_sheet_mm(geometry, parts))
    side, card = parts.outer_width / 2, geometry.card.width_mm / 2
    sheet.across(spacer[2], spacer[7], high + 13)
    sheet.across((-card, high), (card, high), high + 6)
    sheet.across(spacer[0], spacer[-1], low - 14)
    sheet.along((side, 0.0), spacer[-2], side + 6)
    sheet.along((card, 0.0), (card, high), side + 13)
    _key_dimensions(sheet, geometry, parts)
    sheet.along(outline[0], outline[1], 20 - geometry.pocket_width_mm / 2)
    sheet.across(outline[1], outline[2], outline[1][1] + 6)
    sheet.line(PARTS, [*outline, outline[0]], "card", dashed=True)
    sheet.text(0, 40, "card")
    sheet.place(2 * step + 10, 0.0)
    _layer(sheet, parts, "hood", corners(outlines.hood(geometry, parts)), PLYWOOD, parts.sheet)
    x, y = parts.screw_across, parts.screw_rows[-1]
    for number, row in enumerate(parts.screw_rows):
        sheet.along((x, low), (x, row), side + 6 + 7 * number)
    sheet.across((-x, y), (x, y), low - 14)
    sheet.diameter(x, y, parts.screw, (x + 6, y + 12), f"{2 * len(parts.screw_rows)} × ")


def _layer(sheet: Sheet, parts: SlotParts, name: str, outline: list[Point], stock: Stock, thick: float) -> None:
    sheet.piece(outline, name, stock, thick, SEATS)
    holes(sheet, parts)
    _title(sheet, parts, name)
    if len(outline) == 4:
        sheet.extent(outline, 7, 6)


@drawing("slot-spacers")
def spacers(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot: a spacer for each size of card

    Choose one size and one thickness for the whole table. A bridge card of a printed game fits into a sleeve for poker
      cards.
    Its sheet is as thick as the channel less glue of {slot.spacer_glue}:
    """
    parts = table.slot
    for cards in THICKNESSES.values():
        thick, *ends = (
            millimetres(mm) for mm in (cards.channel_mm - parts.spacer_glue, cards.thinnest_mm, cards.thickest_mm)
        )
        sheet.notes.append(f"{thick} for {cards.meaning}, {' to '.join(ends)} thick ({cards.name}).")
    for number, card in enumerate(CARDS):
        own = replace(geometry, card=card)
        outline = outlines.spacer_outline(own, parts)
        sheet.place(number * (parts.outer_width + APART), 0.0)
        sheet.polygon(CUT, outline, f"spacer {card.name}")
        holes(sheet, parts)
        _title(sheet, parts, f"{card.name}: {millimetres(card.width_mm)} × {millimetres(card.length_mm)}")
        sheet.across(outline[2], outline[7], own.mouth_mm + 7)
        _key_dimensions(sheet, own, parts)


def _key_dimensions(sheet: Sheet, geometry: Geometry, parts: SlotParts) -> None:
    wall, key = geometry.pocket_width_mm / 2, geometry.key()
    sheet.along((-wall, 0.0), (-wall, key.depth), -parts.outer_width / 2 - 6)
    sheet.across((-wall, 0.0), (key.width - wall, 0.0), -parts.end_stop - 7)


@drawing("slot-film-of-print")
def printed_film(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot: film for a printed base, from the front

    Film {geometry.film_mm}: it lies between the printed walls.
    """
    points = outlines.printed_film_outline(geometry, table.slot)
    sheet.polygon(CUT, points, "film")
    low, _, shoulder, top_left, top_right, end = points
    sheet.across(top_left, top_right, top_left[1] + 7)
    sheet.along(end, top_right, end[0] + 7)
    sheet.along(low, shoulder, shoulder[0] - 7)
    sheet.across(shoulder, low, low[1] - 7)


@drawing("slot-cheek")
def cheeks(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot: a cheek (cut two)

    Sheet {slot.sheet}. The base's tenons go into the holes, the tabs into the seat's panel.
    """
    parts, floor = table.slot, -table.slot.sheet
    outline = outlines.cheek_outline(geometry, parts)
    sheet.piece(outline, "cheek", PLYWOOD, parts.sheet, 2 * SEATS)
    sheet.polygons(CUT, outlines.mortises(parts), "mortise")
    (low, _), (high, top) = bounds(outline)
    sheet.across((low, 0.0), (high, 0.0), floor - 14)
    for start, end in outlines.tabs(geometry, parts):
        sheet.across((start, floor), (end, floor), floor - 7)
    sheet.along((high, 0.0), (outline[-1][0], top), high + 8)
    sheet.along((end, floor), (end, 0.0), high + 16)
    for number, (corner, *_) in enumerate(outlines.mortises(parts)):
        sheet.along((corner[0], 0.0), corner, low - 7 - 7 * number)
        sheet.across((low, 0.0), corner, top + 7 + 7 * number)


@drawing("slot-back-plate")
def back_plate(sheet: Sheet, geometry: Geometry, table: TableParts) -> None:
    """Slot: back plate (cut eight)

    Sheet {slot.sheet}. It stands between the cheeks, its tabs in the seat's panel, and leans against the base's upper
      edge.
    Nothing holds it but its weight: it is lifted out to reach the wires.
    """
    outline, floor = outlines.back_plate_outline(geometry, table.slot), -table.slot.sheet
    sheet.piece(outline, "back plate", PLYWOOD, table.slot.sheet, SEATS)
    side, top = outline[-2]
    sheet.across((-side, 0.0), (side, 0.0), floor - 14)
    sheet.along((side, 0.0), (side, top), side + 8)
    sheet.along((outline[2][0], floor), (-side, 0.0), -side - 8)
    sheet.across(outline[2], outline[3], floor - 7)
    sheet.across(outline[6], outline[7], floor - 7)
    sheet.across(outline[3], outline[6], 8.0)


def _title(sheet: Sheet, parts: SlotParts, words: str) -> None:
    sheet.text(0.0, 2.5 - parts.end_stop, words)
