"""The universal insert: punched at the rings that a face names, it is the foil of that face's card.

How it is read in a slot, `test_cards_foil.py` tries with all other foils.
"""

import re
from dataclasses import replace
from itertools import product
from math import cos, pi, sin
from pathlib import Path

import numpy
import pytest
import shapely
from shapely import affinity

from tavolo.seat.cards import CODES, ONES, code_in
from tavolo_host.slot.geometry import GRID, PADS, POKER, SLEEVE
from tavolo_host.workshop.printing.foil import BRIDGE_WIDTH_MM, EDGE_MM, SLEEVE_WELD_MM
from tavolo_host.workshop.printing.insert import PUNCH_MM, insert_of
from tavolo_host.workshop.printing.paper import A4, ruler_at
from tavolo_host.workshop.printing.sheets import FOIL_JOINED, outlines, sheets_of
from tests.hardware.foil_model import box_of
from tests.hardware.printed_cards import (
    MM,
    check_paper_and_ruler,
    decks,
    flooded,
    has_colour,
    index_of,
    printed,
    printed_inserts,
    rendered,
    rendered_pages,
    words_of,
)
from tests.hardware.punched_insert import (
    ALL_CODES,
    CORNERS_OF_PLACES,
    PATCHES,
    SHEET,
    copper,
    joined_pads,
    punched,
    rings,
)
from tests.hardware.test_cards_foil import PAGE, SIDEWAYS, TILTS, conductors

MISS_MM = 1.0  # the page's tolerance for a punch beside its ring
MISSES = [(0.0, 0.0), *((MISS_MM * cos(pi * turn / 4), MISS_MM * sin(pi * turn / 4)) for turn in range(8))]


def test_every_place_of_the_sheet_is_the_same_insert_with_a_ring_of_the_punch_at_each_bridge():
    assert all(shape.equals_exact(copper()[0], 0.002) for shape in copper())
    for place in rings():
        assert sorted(place) == list(range(PADS))
        for pad, (x, y, radius) in place.items():
            assert radius == pytest.approx(PUNCH_MM / 2, abs=0.1)
            assert (x, y) == pytest.approx(rings()[0][pad][:2], abs=0.1)
            assert (x, y) == pytest.approx(insert_of().bridges[pad].hole, abs=0.1)
    # Nowhere is it narrower than a bridge.
    assert copper()[0].buffer(0.01 - BRIDGE_WIDTH_MM / 2, join_style="mitre").geom_type == "Polygon"


@pytest.mark.parametrize("deck", decks(), ids=lambda deck: deck.game)
def test_punched_where_a_face_says_it_conducts_on_the_page_as_that_faces_code(deck):
    """Floods the copper of the rendered page around the holes, as a meter would go over it."""
    resolution, near = 3, 12  # pixels a mm; the search range around a hole
    page = has_colour(rendered_pages(printed_inserts() / "insert.pdf", resolution, SHEET, SHEET)[0], FOIL_JOINED)

    def at(place: int, x: float, y: float) -> tuple[float, float]:
        left, top = CORNERS_OF_PLACES[place]
        across, along = left + POKER.width_mm / 2 - x, top + POKER.length_mm + SLEEVE_WELD_MM - y
        return along * resolution, across * resolution

    faces = words_of(printed_inserts() / deck.game / "faces.pdf")
    for sheet, words in zip(sheets_of(deck.to_print(()), A4), faces, strict=True):
        conducting, reached = page.copy(), numpy.zeros_like(page)
        for place, card in enumerate(sheet):
            assert index_of(words, place) == [card.face.text]
            number, holes = _small_print(words, place)
            assert code_in(((0, CODES),), number) == card.code, card.name
            assert len(holes) == PADS - ONES
            for pad in holes:
                row, column = at(place, *rings()[place][pad][:2])
                top, left = round(row) - near, round(column) - near
                rows, columns = numpy.indices((2 * near, 2 * near))
                hole = numpy.hypot(rows + top - row, columns + left - column) <= PUNCH_MM / 2 * resolution
                conducting[top : top + 2 * near, left : left + 2 * near] &= ~hole
            reached[tuple(map(round, at(place, GRID.strip().x + 18.0, GRID.strip().y)))] = True
        reached = flooded(reached & conducting, conducting)
        for place, card in enumerate(sheet):
            middles = [tuple(map(round, at(place, pad.x, pad.y))) for pad in GRID.pads()]
            assert all(page[spot] for spot in middles)
            assert sum(1 << pad for pad, spot in enumerate(middles) if reached[spot]) == card.code, card.name


def _small_print(words, place: int) -> tuple[int, set[int]]:
    """The insert's number and the pads to punch, of the face at a place."""
    left, top = A4.corner_of(POKER, place)
    here = [
        word
        for word, x, y in sorted(words, key=lambda each: (round(each[2]), each[1]))
        if left + 20 < x < left + POKER.width_mm and top + 9 < y < top + 17
    ]
    output = re.search(r"insert (\d+) punch ((?:\d ?)+)", " ".join(here))
    return int(output[1]), {int(pad) for pad in output[2].split()}


def test_a_punch_that_misses_by_a_millimetre_cuts_all_the_same_and_leaves_clearance():
    """The cut copper is separate, and the rest is nowhere thinner than a millimetre."""
    for number, code in enumerate(ALL_CODES):
        for miss in MISSES if number % 4 == 0 else MISSES[:1]:
            foil = punched(code, 0, miss)
            assert joined_pads(foil) == code
            shapes = conductors(foil)
            for first, shape in enumerate(shapes):
                assert all(shape.distance(other) >= 1.5 for other in shapes[:first]), (foil.name, miss)
            whole = foil.joined.buffer(-0.5)
            parts = getattr(whole, "geoms", [whole])
            (main,) = [part for part in parts if part.covers(PATCHES[PADS].centroid)]
            assert all(main.covers(PATCHES[pad].centroid) for pad in range(PADS) if code >> pad & 1), (foil.name, miss)


def test_the_board_is_the_sheets_insert_in_a_cards_outline():
    outline, (shape,) = shapely.Polygon(insert_of().edge()), map(shapely.Polygon, outlines(insert_of().copper()))
    assert outline.is_valid
    assert shape.symmetric_difference(copper()[0]).area < 0.01
    assert outline.bounds == pytest.approx((-31.5, 1.25, 31.5, 89.25))
    # Nothing is left in the corner of the notch, everything beside it.
    assert outline.covers(shapely.box(-31.5, 21.25, -28.5, 86.25))
    assert not outline.intersects(shapely.box(-31.5, 1.25, -28.01, 21.24))
    assert outline.covers(shapely.box(-28.0, 1.25, 28.5, 21.25))
    assert outline.area == pytest.approx(63 * 88 - 3.5 * 20 - 3 * (9 - pi * 9 / 4), abs=0.3)
    assert shape.distance(outline.exterior) >= EDGE_MM - 1e-6


def test_the_board_passes_the_key_of_a_slot_for_sleeves_wherever_the_walls_allow():
    block = box_of(replace(GRID, card=SLEEVE).key())
    for shift, tilt in product(SIDEWAYS, TILTS):
        lying = affinity.rotate(shapely.Polygon(insert_of().edge()), tilt, origin=(0, SLEEVE.length_mm / 2))
        assert not affinity.translate(lying, shift, 0.0).intersects(block)


@pytest.mark.parametrize(("name", "page"), [("insert.pdf", 1), ("insert.pdf", 2), ("bambuti/faces.pdf", 1)])
def test_pages_are_a4_with_a_true_ruler_and_all_within_the_paper(name, page):
    check_paper_and_ruler(rendered(printed_inserts() / name, page, MM), A4.page_mm)
    words = words_of(printed_inserts() / name)[page - 1]
    assert all(y < ruler_at(A4.page_mm)[1] - 5 or "mm" in word or word.isdigit() for word, _, y in words)


def test_the_pictures_of_the_page_for_makers_are_what_the_program_draws():
    hardware = Path(__file__).resolve().parents[2] / "hardware"
    drawn = {f"{name}.svg": printed_inserts() / f"{name}.svg" for name in ("insert", "insert-sheet")}
    for name, picture in {**drawn, "cards.svg": printed(POKER) / "layers.svg"}.items():
        assert (hardware / name).read_bytes() == picture.read_bytes()
        assert f"({name})" in PAGE
