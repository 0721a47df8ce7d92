"""Sheets of cards: fronts, the foil inside, backs, and what a plotter cuts.

Foil is drawn as seen from behind, with the front face down: that is how it lies on the reverse of the fronts, and how
a plotter cuts it, copper up. Each place of a sheet is drawn from the card's top left corner.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tavolo_host.slot.geometry import CardSize, Geometry, Rectangle
from tavolo_host.workshop.printing.deck import Card
from tavolo_host.workshop.printing.faces import draw_notch, draw_pattern, draw_way_in
from tavolo_host.workshop.printing.foil import foil_of
from tavolo_host.workshop.printing.ink import Ink, Point
from tavolo_host.workshop.printing.paper import GREY, Paper, draw_marks, draw_targets

FOIL_JOINED, FOIL_ISOLATED, FOIL_EDGE, FAINT = "#e0a871", "#f7e9db", "#8a4f1d", "#999999"
CUT, MARK, CUT_LINE_MM = "#ff0000", "#0000ff", 0.1  # for a plotter
DIGITS = 3  # of a millimetre: closer lines are the same

Draw = Callable[[Ink], None]
Outlines = Mapping[str, list[list[Point]]]  # by their names


def sheets_of(cards: Sequence[Card], paper: Paper) -> list[Sequence[Card]]:
    """Return the cards sheet by sheet."""
    return [cards[first : first + paper.places] for first in range(0, len(cards), paper.places)]


def draw_sheet(
    ink: Ink, heading: str, paper: Paper, card: CardSize, places: Sequence[Draw], from_behind: bool = True
) -> None:
    """Draw the margins of a sheet, and each of its places."""
    draw_marks(ink, paper, card, heading)
    for place, draw in enumerate(places):
        with ink.placed(*paper.corner_of(card, place, from_behind)):
            draw(ink)


def draw_back_sheet(ink: Ink, heading: str, paper: Paper, geometry: Geometry) -> None:
    """Draw a sheet of backs."""
    left, top = paper.corner_of(geometry.card, 0)
    wide, high = paper.sheet_mm
    draw_pattern(ink, geometry.card, left, top, wide - left, high - top)
    notch = partial(draw_notch, geometry=geometry, from_behind=True)
    draw_sheet(ink, heading, paper, geometry.card, [notch] * paper.places)


def cutting_sheet(title: str, paper: Paper, card: CardSize, pieces: Sequence[tuple[str, Outlines]]) -> str:
    """Return a sheet's foil for a plotter, as SVG: red lines are cut, the blue crosses are the targets for the pins.

    `pieces` are the names and the outlines of its places. Each is a group "place-N-NAME" with its outlines:
    "place-N-joined" the ground patch with all that hangs on it, "place-N-pad-M" the isolated patches.
    """
    ink = Ink(*paper.sheet_mm, title)
    with ink.placed(0.0, 0.0, name="targets"):
        draw_targets(ink, paper, MARK, CUT_LINE_MM)
    for place, (piece, cut) in enumerate(pieces):
        with ink.placed(*paper.corner_of(card, place, from_behind=True), name=f"place-{place + 1}-{piece}"):
            for name, shapes in cut.items():
                for points in shapes:
                    ink.polygon(points, stroke=CUT, width=CUT_LINE_MM, name=f"place-{place + 1}-{name}")
    return ink.text_of_picture()


def foil_outlines(code: int, geometry: Geometry) -> Outlines:
    """Return the outlines of a card's foil, seen from behind: "joined", and each isolated patch as "pad-N"."""
    foil = foil_of(code, geometry)
    isolated = {f"pad-{pad}": [patch] for pad, patch in enumerate(foil.patches) if not code >> pad & 1}
    return {name: from_behind(parts, geometry) for name, parts in {"joined": foil.joined(), **isolated}.items()}


def outlines(rectangles: Sequence[Rectangle]) -> list[list[Point]]:
    """Return the corners of each closed outline around all rectangles together, in mm, the first only once; outer ones
    clockwise on paper (y downwards), holes counter-clockwise."""
    import shapely  # of the extra `maker`, which only printing needs

    boxes = []
    for shape in rectangles:
        left, low = shape.x - shape.width / 2, shape.y - shape.depth / 2
        edges = left, low, left + shape.width, low + shape.depth
        boxes.append(shapely.box(*(round(edge, DIGITS) for edge in edges)))
    found = []
    for part in shapely.get_parts(shapely.union_all(boxes).simplify(0)):
        for number, ring in enumerate([part.exterior, *part.interiors]):
            points = [(x, y) for x, y in ring.coords[:-1]]
            if ring.is_ccw == (number > 0):
                points.reverse()
            first = points.index(min(points))
            found.append([*points[first:], *points[:first]])
    return sorted(found)


def from_behind(rectangles: Sequence[Rectangle], geometry: Geometry, forward_mm: float = 0.0) -> list[list[Point]]:
    """Return the common outlines of a card's rectangles in the same way, `forward_mm` nearer to the edge that goes in
    first."""
    x, y = geometry.card.width_mm / 2, geometry.card.length_mm + forward_mm
    return [[(x - point[0], y - point[1]) for point in outline] for outline in outlines(rectangles)]


def draw_foil(ink: Ink, card: Card, geometry: Geometry) -> None:
    """Draw the foil of one card where it lies on the reverse, the numbers of its pads, and above it the card's name."""
    ink.box((0.0, 0.0), geometry.card.width_mm, geometry.card.length_mm, stroke=FAINT, width=0.1)
    for name, shapes in foil_outlines(card.code, geometry).items():
        for points in shapes:
            ink.polygon(points, FOIL_JOINED if name == "joined" else FOIL_ISOLATED, FOIL_EDGE, 0.15)
    middle, stop = geometry.card.width_mm / 2, geometry.card.length_mm + 0.9
    for words, face in [*enumerate(geometry.pads()), ("ground patch", geometry.strip())]:
        ink.text(middle - face.x, stop - face.y, str(words), 2.4, FOIL_EDGE, anchor="middle")
    ink.text(middle, 7.6, card.name, 5.0, GREY, bold=True, anchor="middle")
    ink.text(middle, 12.0, f"joined: {card.pads_text()}", 2.6, GREY, anchor="middle")
    draw_way_in(ink, geometry.card)
    draw_notch(ink, geometry, from_behind=True)
