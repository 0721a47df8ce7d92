"""Cutting files of copper foil for a plotter: an SVG for each sheet, in mm, seen with the copper up."""

from collections.abc import Sequence

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.printing.deck import Card
from tavolo_host.workshop.printing.foil import SLEEVE_WELD_MM, foil_of
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.insert import insert_of
from tavolo_host.workshop.printing.paper import A4_MM, Layout, draw_targets
from tavolo_host.workshop.printing.sheets import PLACES, from_behind, placed_outlines

CUT, MARK = "#ff0000", "#0000ff"
LINE_MM = 0.1


def cutting_sheet(
    layout: Layout, cards: Sequence[Card], geometry: Geometry, title: str, forward_mm: float = 0.0
) -> str:
    """Return a sheet's foil as SVG: red lines are cut, the blue crosses are the targets for the pins.

    Each card is a group "place-N" with its outlines: "place-N-joined" the ground patch with bridges and joined
    patches, "place-N-pad-M" the isolated ones. `forward_mm` as in `sheets.placed_outlines`.
    """
    ink = _with_targets(title)
    for place, card in enumerate(cards):
        corner = layout.corner(place, from_behind=True)
        with ink.placed(0.0, 0.0, name=f"place-{place + 1}-{card.name}"):
            for name, shapes in placed_outlines(foil_of(card.code, geometry), geometry, corner, forward_mm):
                for points in shapes:
                    ink.polygon(points, stroke=CUT, width=LINE_MM, name=f"place-{place + 1}-{name}")
    return ink.text_of_picture()


def insert_cutting_sheet(layout: Layout, geometry: Geometry, title: str) -> str:
    """Return a sheet of universal inserts in the same way, each a group "place-N-insert" with one outline."""
    ink = _with_targets(title)
    copper = insert_of(geometry).copper()
    for place in range(PLACES):
        corner = layout.corner(place, from_behind=True)
        with ink.placed(0.0, 0.0, name=f"place-{place + 1}-insert"):
            for points in from_behind(copper, geometry, corner, SLEEVE_WELD_MM):
                ink.polygon(points, stroke=CUT, width=LINE_MM, name=f"place-{place + 1}-joined")
    return ink.text_of_picture()


def _with_targets(title: str) -> Ink:
    ink = Ink(*A4_MM, title)
    with ink.placed(0.0, 0.0, name="targets"):
        draw_targets(ink, MARK, LINE_MM)
    return ink
