"""Sheets of up to nine cards: fronts, the foil inside, and backs.

Foil is drawn as seen from behind, with the front face down: that is how it lies on the reverse of the fronts, and how
a plotter cuts it, copper up.
"""

from collections.abc import Mapping, Sequence

from tavolo_host.slot.geometry import Geometry, Rectangle
from tavolo_host.workshop.printing.deck import Card
from tavolo_host.workshop.printing.faces import draw_front, draw_notch, draw_pattern, draw_way_in
from tavolo_host.workshop.printing.foil import foil_of
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.outline import Point, outlines
from tavolo_host.workshop.printing.paper import A4_MM, COLUMNS, GREY, ROWS, Layout, draw_marks

PLACES = COLUMNS * ROWS

FOIL_JOINED, FOIL_ISOLATED, FOIL_EDGE, FAINT = "#e0a871", "#f7e9db", "#8a4f1d", "#999999"


def sheets_of(cards: Sequence[Card]) -> list[Sequence[Card]]:
    """Return the cards sheet by sheet."""
    return [cards[first : first + PLACES] for first in range(0, len(cards), PLACES)]


def outlines_at(corner: Point, code: int, geometry: Geometry) -> Mapping[str, list[list[Point]]]:
    """Return the outlines of the foil of the card at a corner of the sheet, seen from behind: "joined", and each
    isolated patch as "pad-N"."""
    foil = foil_of(code, geometry)
    isolated = {f"pad-{pad}": [patch] for pad, patch in enumerate(foil.patches) if not code >> pad & 1}
    return {name: from_behind(parts, geometry, corner) for name, parts in {"joined": foil.joined(), **isolated}.items()}


def from_behind(
    rectangles: Sequence[Rectangle], geometry: Geometry, corner: Point, forward_mm: float = 0.0
) -> list[list[Point]]:
    """Return the common outlines of a card's rectangles in the same way, `forward_mm` nearer to the edge that goes in
    first."""
    x, y = corner[0] + geometry.card.width_mm / 2, corner[1] + geometry.card.length_mm + forward_mm
    return [[(x - point[0], y - point[1]) for point in outline] for outline in outlines(rectangles)]


def draw_front_sheet(
    ink: Ink, cards: Sequence[Card], title: str, heading: str, geometry: Geometry, for_sleeves: bool = False
) -> None:
    """Draw the fronts of a sheet; those `for_sleeves` have their inserts in small print."""
    layout = Layout(geometry.card)
    draw_marks(ink, layout, heading)
    for place, card in enumerate(cards):
        with ink.placed(*layout.corner(place)):
            draw_front(ink, card.face, title, geometry, card.small_print() if for_sleeves else ())


def draw_back_sheet(ink: Ink, heading: str, geometry: Geometry) -> None:
    """Draw a sheet of backs."""
    layout = Layout(geometry.card)
    left, top = layout.left_mm, layout.top_mm
    draw_pattern(ink, layout.card, left, top, A4_MM[0] - left, A4_MM[1] - top)
    draw_marks(ink, layout, heading)
    for place in range(PLACES):
        with ink.placed(*layout.corner(place)):
            draw_notch(ink, geometry, from_behind=True)


def draw_foil_sheet(ink: Ink, cards: Sequence[Card], heading: str, geometry: Geometry) -> None:
    """Draw the places of a sheet's foil, on the reverse of the fronts."""
    layout = Layout(geometry.card)
    draw_marks(ink, layout, heading)
    for place, card in enumerate(cards):
        corner = layout.corner(place, from_behind=True)
        ink.box(corner, layout.card.width_mm, layout.card.length_mm, stroke=FAINT, width=0.1)
        draw_foil(ink, card, geometry, corner)
        with ink.placed(*corner):
            draw_way_in(ink, layout.card)
            draw_notch(ink, geometry, from_behind=True)


def draw_foil(ink: Ink, card: Card, geometry: Geometry, corner: Point) -> None:
    """Draw the foil of one card, the numbers of its pads, and above it the card's name."""
    for name, shapes in outlines_at(corner, card.code, geometry).items():
        for points in shapes:
            ink.polygon(points, FOIL_JOINED if name == "joined" else FOIL_ISOLATED, FOIL_EDGE, 0.15)
    middle = corner[0] + geometry.card.width_mm / 2
    stop = corner[1] + geometry.card.length_mm + 0.9
    for words, face in [*enumerate(geometry.pads()), ("ground patch", geometry.strip())]:
        ink.text(middle - face.x, stop - face.y, str(words), 2.4, FOIL_EDGE, anchor="middle")
    ink.text(middle, corner[1] + 7.6, card.name, 5.0, GREY, bold=True, anchor="middle")
    ink.text(middle, corner[1] + 12.0, f"joined: {card.pads_text()}", 2.6, GREY, anchor="middle")
