"""The universal insert on the printed pages: its copper, its rings, and the copper left after punching a code."""

import re
from functools import lru_cache

import numpy
import shapely

from tavolo.seat.cards import CODES, ONES, code_in
from tavolo_host.slot.geometry import GRID, PADS, POKER
from tavolo_host.workshop.printing.foil import SLEEVE_WELD_MM
from tavolo_host.workshop.printing.insert import PUNCH_MM
from tavolo_host.workshop.printing.insert_pages import MARK
from tavolo_host.workshop.printing.paper import A4, ruler_at
from tests.hardware.foil_model import CutFoil, box_of, foils_of
from tests.hardware.printed_cards import MM, has_colour, printed_inserts, rendered, words_of

SHEET = 2  # the page of the inserts
CORNERS_OF_PLACES = [A4.corner_of(POKER, place, from_behind=True) for place in range(A4.places)]
ALL_CODES = [code_in(((0, CODES),), number) for number in range(CODES)]
PATCHES = [box_of(place.grown(GRID.patch_margin_mm)) for place in (*GRID.pads(), GRID.strip())]


@lru_cache(maxsize=1)
def copper() -> list[shapely.Polygon]:
    """From the file for the plotter: the copper of each place of a sheet, in the slot."""
    svg = (printed_inserts() / "insert-foil.svg").read_text(encoding="utf-8")
    foils = foils_of(svg, CORNERS_OF_PLACES, POKER, SLEEVE_WELD_MM)
    assert [(foil.name, len(foil.isolated)) for foil in foils] == [("insert", 0)] * A4.places
    return [foil.joined for foil in foils]


@lru_cache(maxsize=1)
def rings() -> list[dict[int, tuple[float, float, float]]]:
    """From the rendered page, by place: of each number the ring beside it, its middle in the slot and its radius."""
    pdf = printed_inserts() / "insert.pdf"
    along, across = numpy.nonzero(has_colour(rendered(pdf, SHEET, MM), MARK))
    inked = numpy.stack([across + 0.5, along + 0.5], axis=1) / MM
    numbers = [(int(word), x, y) for word, x, y in words_of(pdf)[SHEET - 1] if re.fullmatch(r"\d", word)]
    numbers = [each for each in numbers if each[2] < ruler_at(A4.sheet_mm)[1] - 5.0]
    assert len(numbers) == A4.places * PADS
    away = numpy.hypot(*(inked[:, None, axis] - [each[1 + axis] for each in numbers] for axis in (0, 1)))
    nearest = away.argmin(axis=1)
    found = [{} for _ in range(A4.places)]
    for number, (pad, x, y) in enumerate(numbers):
        ring = inked[(nearest == number) & ((abs(inked - (x, y)) > (1.2, 1.5)).any(axis=1))]
        # The circle through all of it: x² + y² = 2·a·x + 2·b·y + c.
        (a, b, c), *_ = numpy.linalg.lstsq(numpy.c_[2 * ring, numpy.ones(len(ring))], (ring**2).sum(axis=1), rcond=None)
        place = next(
            place
            for place, (left, top) in enumerate(CORNERS_OF_PLACES)
            if left < x < left + POKER.width_mm and top < y < top + POKER.length_mm
        )
        left, top = CORNERS_OF_PLACES[place]
        middle = left + POKER.width_mm / 2 - a, top + POKER.length_mm + SLEEVE_WELD_MM - b
        assert pad not in found[place]
        found[place][pad] = (*middle, (c + a * a + b * b) ** 0.5)
    return found


@lru_cache(maxsize=128)
def punched(code: int, place: int = 0, miss: tuple[float, float] = (0.0, 0.0)) -> CutFoil:
    """An insert with a hole at each ring that a code does not join: copper on the ground patch, and the rest."""
    holes = [
        shapely.Point(x + miss[0], y + miss[1]).buffer(PUNCH_MM / 2)
        for pad, (x, y, _) in rings()[place].items()
        if not code >> pad & 1
    ]
    assert len(holes) == PADS - ONES
    parts = list(copper()[place].difference(shapely.union_all(holes)).geoms)
    (joined,) = [part for part in parts if part.covers(PATCHES[PADS].centroid)]
    alone = sorted((part for part in parts if part is not joined), key=lambda part: -part.area)
    isolated = [[part for part in alone if part.covers(patch.centroid)] for patch in PATCHES[:PADS]]
    assert all(len(found) <= 1 for found in isolated)
    assert sum(map(len, isolated)) == len(alone)  # there is no third kind of copper
    return CutFoil(f"{code:09b}", joined, tuple(found[0] for found in isolated if found))


def joined_pads(foil: CutFoil) -> int:
    return sum(1 << pad for pad in range(PADS) if foil.joined.covers(PATCHES[pad].centroid))
