"""The starter's templates on paper, one to one, to glue on cardboard and cut: base and hood, and spacer."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import SlotParts
from tavolo_host.workshop.drawings.shapes import Point, corners
from tavolo_host.workshop.drawings.sheet import COPPER, CUT, Layer, millimetres
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.paper import GREY, Paper, draw_ruler
from tavolo_host.workshop.printing.pdf import PdfInk

NAME = "starter-templates.pdf"
# To the slot's y = 0: of the upper piece from the page's top, of the lower one from its foot.
UPPER_STOP_MM, LOWER_STOP_UP_MM = 122.0, 51.0
LINE_MM = 0.2


def write(folder: Path, paper: Paper, geometry: Geometry, parts: SlotParts) -> None:
    """Write the pages into a folder. OSError where that is not possible."""
    ink = PdfInk(folder / NAME, "Tavolo: templates of the starter", paper.page_mm)
    upper, lower = stops(paper)
    _heading(ink, paper, "Base and hood: glue this page on cardboard of 2 to 3 mm, then cut along the red lines.")
    with ink.placed(*upper):
        _base(ink, geometry, replace(parts, tenon_rows=()))
    with ink.placed(*lower):
        hood, film = outlines.hood(geometry, parts), outlines.film(geometry, parts)
        _cut(ink, corners(hood))
        for y, what, piece in ((3.0, "hood,", hood), (-3.0, "film:", film)):
            words = f"{what} {millimetres(piece.width)} × {millimetres(piece.depth)} mm"
            _words(ink, hood.x, hood.y + y, words)
    ink.next_page(paper.page_mm)
    thick = millimetres(outlines.spacer_sheet_mm(geometry, parts) + parts.spacer_glue)
    words = f"Spacer for {geometry.card.name} cards, twice: print on thin card until the layers are {thick} mm."
    _heading(ink, paper, words)
    for stop in (upper, lower):
        with ink.placed(*stop):
            _cut(ink, outlines.spacer_outline(geometry, parts))
            _words(ink, 0.0, -parts.end_stop / 2, "spacer, from the front: the block is at the lower left")
            _words(ink, 0.0, geometry.mouth_mm / 2, "away: the card goes here")
    ink.save()


def stops(paper: Paper) -> tuple[Point, Point]:
    """Return the places on a page of the end stops of the upper and of the lower piece, at their middle."""
    middle = paper.width_mm / 2
    return (middle, UPPER_STOP_MM), (middle, paper.height_mm - LOWER_STOP_UP_MM)


def _heading(ink: Ink, paper: Paper, words: str) -> None:
    true_size = "Print at 100 %, never fitted to the page: the ruler is 100 mm long."
    middle = paper.width_mm / 2
    ink.text(middle, 16.0, words, 3.4, "#222222", anchor="middle")
    ink.text(middle, 21.5, true_size, 3.0, GREY, anchor="middle")
    draw_ruler(ink, paper.page_mm)


def _cut(ink: Ink, points: Sequence[Point], layer: Layer = CUT) -> None:
    """Draw an outline of the slot; on the page y runs downwards."""
    fill = layer.fill if layer is COPPER else ""
    ink.polygon([(x, -y) for x, y in points], fill, layer.colour, LINE_MM)


def _words(ink: Ink, x: float, y: float, words: str) -> None:
    ink.text(x, 1.0 - y, words, 3.0, GREY, anchor="middle")


def _base(ink: Ink, geometry: Geometry, parts: SlotParts) -> None:
    _cut(ink, outlines.base_outline(geometry, parts))
    for words, face in [*enumerate(geometry.pads()), ("ground", geometry.strip())]:
        _cut(ink, corners(face), COPPER)
        _words(ink, face.x, face.y, str(words))
    for slit in outlines.slits(geometry, parts):
        _cut(ink, corners(slit))
    for side in (-1, 1):
        edge = side * parts.outer_width / 2
        ink.line((edge, 0.0), (edge - side * 5.0, 0.0), GREY, LINE_MM)
    _words(ink, 0.0, 0.0, "end stop")
    _words(ink, 0.0, -parts.end_stop / 2, f"base, from the front: {millimetres(parts.outer_width)} mm wide")
