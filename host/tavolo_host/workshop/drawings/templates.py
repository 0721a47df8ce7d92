"""The starter's templates on A4, one to one, to glue on cardboard and cut: base and hood, and spacer."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tavolo_host.slot.geometry import Geometry, Rectangle
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import SlotParts
from tavolo_host.workshop.drawings.shapes import Point, box
from tavolo_host.workshop.drawings.sheet import COPPER, CUT, millimetres
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.paper import A4_MM, GREY, RULER_AT_MM, draw_ruler
from tavolo_host.workshop.printing.pdf import PdfInk

NAME = "starter-templates.pdf"
MIDDLE_MM = A4_MM[0] / 2
UPPER_STOP_MM, LOWER_STOP_MM = 122.0, 246.0  # from the page's top to the slot's y = 0
LINE_MM = 0.2


def write(folder: Path, geometry: Geometry, parts: SlotParts) -> None:
    """Write the pages into a folder. OSError where that is not possible."""
    ink = PdfInk(folder / NAME, "Tavolo: templates of the starter")
    _heading(ink, "Base and hood: glue this page on cardboard of 2 to 3 mm, then cut along the red lines.")
    _base(ink, UPPER_STOP_MM, geometry, replace(parts, tenon_rows=()))
    _hood(ink, LOWER_STOP_MM, geometry, parts)
    ink.next_page()
    thick = millimetres(outlines.spacer_sheet_mm(geometry, parts) + parts.spacer_glue)
    _heading(ink, f"Spacer for {geometry.card.name} cards, twice: print on thin card until the layers are {thick} mm.")
    for stop in (UPPER_STOP_MM, LOWER_STOP_MM):
        _spacer(ink, stop, geometry, parts)
    ink.save()


def _heading(ink: Ink, words: str) -> None:
    ink.text(MIDDLE_MM, 16.0, words, 3.4, "#222222", anchor="middle")
    ink.text(
        MIDDLE_MM,
        21.5,
        "Print at 100 %, never fitted to the page: the ruler is 100 mm long.",
        3.0,
        GREY,
        anchor="middle",
    )
    draw_ruler(ink, *RULER_AT_MM)


def _placed(points: Sequence[Point], stop: float) -> list[Point]:
    """Return points of the slot on the page, where y runs downwards."""
    return [(MIDDLE_MM + x, stop - y) for x, y in points]


def _rectangle(ink: Ink, place: Rectangle, stop: float, fill: str, stroke: str) -> None:
    points = _placed(box(place.x, place.y, place.width, place.depth), stop)
    ink.polygon(points, fill, stroke, LINE_MM)


def _words(ink: Ink, x: float, y: float, stop: float, words: str) -> None:
    ink.text(MIDDLE_MM + x, stop - y + 1.0, words, 3.0, GREY, anchor="middle")


def _base(ink: Ink, stop: float, geometry: Geometry, parts: SlotParts) -> None:
    ink.polygon(_placed(outlines.base_outline(geometry, parts), stop), "", CUT.colour, LINE_MM)
    for number, pad in enumerate(geometry.pads()):
        _rectangle(ink, pad, stop, COPPER.fill, COPPER.colour)
        _words(ink, pad.x, pad.y, stop, str(number))
    strip = geometry.strip()
    _rectangle(ink, strip, stop, COPPER.fill, COPPER.colour)
    _words(ink, strip.x, strip.y, stop, "ground")
    for slit in outlines.slits(geometry, parts):
        _rectangle(ink, slit, stop, "", CUT.colour)
    for side in (-1, 1):
        edge = side * parts.outer_width / 2
        start, end = _placed([(edge, 0.0), (edge - side * 5.0, 0.0)], stop)
        ink.line(start, end, GREY, LINE_MM)
    _words(ink, 0.0, 0.0, stop, "end stop")
    _words(ink, 0.0, -parts.end_stop / 2, stop, f"base, from the front: {millimetres(parts.outer_width)} mm wide")


def _hood(ink: Ink, stop: float, geometry: Geometry, parts: SlotParts) -> None:
    hood = outlines.hood(geometry, parts)
    _rectangle(ink, hood, stop, "", CUT.colour)
    _words(ink, hood.x, hood.y + 3.0, stop, f"hood, {millimetres(hood.width)} × {millimetres(hood.depth)} mm")
    film = outlines.film(geometry, parts)
    _words(ink, hood.x, hood.y - 3.0, stop, f"film: {millimetres(film.width)} × {millimetres(film.depth)} mm")


def _spacer(ink: Ink, stop: float, geometry: Geometry, parts: SlotParts) -> None:
    ink.polygon(_placed(outlines.spacer_outline(geometry, parts), stop), "", CUT.colour, LINE_MM)
    _words(ink, 0.0, -parts.end_stop / 2, stop, "spacer, from the front: the block is at the lower left")
    _words(ink, 0.0, geometry.mouth_mm / 2, stop, "away: the card goes here")
