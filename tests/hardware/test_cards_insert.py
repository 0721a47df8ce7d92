"""The universal insert: punched as a face says, at the rings of its page, it is the foil of that face's card."""

import math
import re
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import cos, pi, sin
from pathlib import Path

import numpy
import pytest
import shapely
from shapely import affinity

from tavolo.seat.cards import CODES, ONES, code_in, is_code
from tavolo_host.printing.foil import BRIDGE_WIDTH_MM, RIM_MM, SLEEVE_WELD_MM
from tavolo_host.printing.insert import PUNCH_MM, board_of, insert_of
from tavolo_host.printing.insert_pages import MARK
from tavolo_host.printing.paper import A4_MM, RULER_AT_MM, Layout
from tavolo_host.printing.sheets import FOIL_JOINED, PLACES, sheets_of
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import BRIDGE, GRID, PADS, POKER, SLEEVE
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, drops, read
from tests.hardware.foil_model import Around, CutFoil, Pose, foils_of
from tests.hardware.printed_cards import (
    decks,
    distinct_foils,
    flooded,
    has_colour,
    printed_inserts,
    rendered,
    rendered_pages,
    words_of,
)
from tests.hardware.test_cards_foil import (
    AGAINST_IT,
    CORNERS,
    FULL,
    GAPS,
    PAGE,
    SIDEWAYS,
    SLOT,
    TILTS,
    conductors,
    own_code,
)

MM = 10  # pixels
SHEET = 2  # the page of the inserts
LAYOUT = Layout(POKER)
CORNERS_OF_PLACES = [LAYOUT.corner(place, from_behind=True) for place in range(PLACES)]
ALL_CODES = [code_in(((0, CODES),), number) for number in range(CODES)]
MISS_MM = 1.0  # by which the page lets a punch miss its ring
MISSES = [(0.0, 0.0), *((MISS_MM * cos(pi * turn / 4), MISS_MM * sin(pi * turn / 4)) for turn in range(8))]
PATCHES = [
    shapely.box(p.x - p.width / 2, p.y - p.depth / 2, p.x + p.width / 2, p.y + p.depth / 2)
    for p in (place.grown(GRID.patch_margin_mm) for place in (*GRID.pads(), GRID.strip()))
]


@lru_cache(maxsize=1)
def copper() -> list[shapely.Polygon]:
    """From the file for the plotter: the copper of each place of a sheet, in the slot."""
    svg = (printed_inserts() / "insert-foil.svg").read_text(encoding="utf-8")
    foils = foils_of(svg, CORNERS_OF_PLACES, POKER, SLEEVE_WELD_MM)
    assert [(foil.name, len(foil.isolated)) for foil in foils] == [("insert", 0)] * PLACES
    return [foil.joined for foil in foils]


@lru_cache(maxsize=1)
def rings() -> list[dict[int, tuple[float, float, float]]]:
    """From the rendered page, by place: of each number the ring beside it, its middle in the slot and its radius."""
    pdf = printed_inserts() / "insert.pdf"
    along, across = numpy.nonzero(has_colour(rendered(pdf, SHEET, MM), MARK))
    inked = numpy.stack([across + 0.5, along + 0.5], axis=1) / MM
    numbers = [(int(word), x, y) for word, x, y in words_of(pdf)[SHEET - 1] if re.fullmatch(r"\d", word)]
    numbers = [each for each in numbers if each[2] < RULER_AT_MM[1] - 5.0]
    assert len(numbers) == PLACES * PADS
    away = numpy.hypot(*(inked[:, None, axis] - [each[1 + axis] for each in numbers] for axis in (0, 1)))
    nearest = away.argmin(axis=1)
    found = [{} for _ in range(PLACES)]
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


def punched(code: int, place: int = 0, miss: tuple[float, float] = (0.0, 0.0)) -> CutFoil:
    """An insert with a hole at each ring that a code does not join: what hangs on the ground patch, what does not."""
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
    assert sum(map(len, isolated)) == len(alone)  # nothing lies about that is neither
    return CutFoil(f"{code:09b}", joined, tuple(found[0] for found in isolated if found))


def joined_pads(foil: CutFoil) -> int:
    return sum(1 << pad for pad in range(PADS) if foil.joined.covers(PATCHES[pad].centroid))


def test_every_place_of_the_sheet_is_the_same_insert_with_a_ring_of_the_punch_at_each_bridge():
    assert all(shape.equals_exact(copper()[0], 0.002) for shape in copper())
    for place in rings():
        assert sorted(place) == list(range(PADS))
        for pad, (x, y, radius) in place.items():
            assert radius == pytest.approx(PUNCH_MM / 2, abs=0.1)
            assert (x, y) == pytest.approx(rings()[0][pad][:2], abs=0.1)
            assert (x, y) == pytest.approx(board_of().marks[pad], abs=0.1)


def test_whole_it_joins_all_nine_patches():
    assert joined_pads(CutFoil("", copper()[0], ())) == (1 << PADS) - 1
    # Nowhere is it narrower than a bridge.
    assert copper()[0].buffer(0.01 - BRIDGE_WIDTH_MM / 2, join_style="mitre").geom_type == "Polygon"


def test_punched_for_any_of_the_codes_it_joins_exactly_the_codes_patches():
    for number, code in enumerate(ALL_CODES):
        foil = punched(code, number % PLACES)
        assert joined_pads(foil) == code
        assert len(foil.isolated) == PADS - ONES


@pytest.mark.parametrize("game", [deck.game for deck in decks()])
def test_punched_where_a_face_says_it_conducts_on_the_page_as_that_faces_code(game):
    """Floods the copper of the rendered page around the holes, as a meter would go over it."""
    deck = next(deck for deck in decks() if deck.game == game)
    resolution = 5
    page = has_colour(rendered_pages(printed_inserts() / "insert.pdf", resolution, SHEET, SHEET)[0], FOIL_JOINED)
    rows, columns = numpy.indices(page.shape)

    def at(place: int, x: float, y: float) -> tuple[float, float]:
        left, top = CORNERS_OF_PLACES[place]
        across, along = left + POKER.width_mm / 2 - x, top + POKER.length_mm + SLEEVE_WELD_MM - y
        return along * resolution, across * resolution

    faces = words_of(printed_inserts() / game / "faces.pdf")
    for sheet, words in zip(sheets_of(deck.to_print(())), faces, strict=True):
        conducting, reached = page.copy(), numpy.zeros_like(page)
        for place, card in enumerate(sheet):
            number, holes = _small_print(words, place)
            assert code_in(((0, CODES),), number) == card.code, card.name
            assert len(holes) == PADS - ONES
            for pad in holes:
                row, column = at(place, *rings()[place][pad][:2])
                conducting[numpy.hypot(rows - row, columns - column) <= PUNCH_MM / 2 * resolution] = False
            reached[tuple(map(round, at(place, GRID.strip().x + 18.0, GRID.strip().y)))] = True
        reached = flooded(reached & conducting, conducting)
        for place, card in enumerate(sheet):
            middles = [tuple(map(round, at(place, pad.x, pad.y))) for pad in GRID.pads()]
            assert all(page[spot] for spot in middles)
            assert sum(1 << pad for pad, spot in enumerate(middles) if reached[spot]) == card.code, card.name


def _small_print(words, place: int) -> tuple[int, set[int]]:
    """The insert's number and the pads to punch, of the face at a place."""
    left, top = LAYOUT.corner(place)
    here = [
        word
        for word, x, y in sorted(words, key=lambda each: (round(each[2]), each[1]))
        if left + 20 < x < left + POKER.width_mm and top + 9 < y < top + 17
    ]
    said = re.search(r"insert (\d+) punch ((?:\d ?)+)", " ".join(here))
    return int(said[1]), {int(pad) for pad in said[2].split()}


def test_every_card_has_its_face_in_the_order_of_the_box():
    for deck in decks():
        words = words_of(printed_inserts() / deck.game / "faces.pdf")
        assert len(words) == len(sheets_of(deck.to_print(())))
        for sheet, page in zip(sheets_of(deck.to_print(())), words, strict=True):
            for place, card in enumerate(sheet):
                left, top = LAYOUT.corner(place)
                index = [(y, word) for word, x, y in page if left < x < left + 18 and top < y < top + 32]
                assert [word for _, word in sorted(index)] == [card.face.text, *card.face.letter]


def test_a_punch_that_misses_by_a_millimetre_cuts_all_the_same_and_leaves_clearance():
    """Both ways: what is cut is cut and apart, and what stays is nowhere thinner than a millimetre."""
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


def test_nothing_of_it_but_patches_lies_over_a_pad_however_deep_it_is_in():
    pads = shapely.union_all(SLOT.faces[:PADS])
    # The root of a bridge belongs to its patch, which lies over the pad by as much less as the card lies askew.
    askew_mm = GRID.card.length_mm / 2 * math.sin(math.radians(GRID.tilt_deg))
    bridges = copper()[0].difference(shapely.union_all(PATCHES).buffer(askew_mm, join_style="mitre"))
    for shift, tilt in product(SIDEWAYS, TILTS):
        lying = SLOT.lying(CutFoil("", bridges, ()), Pose(0.0, shift, tilt))[0]
        for short in numpy.arange(0.0, GRID.mouth_mm, 1.0):
            assert affinity.translate(lying, 0.0, short).intersection(pads).area < 1e-6, (shift, tilt, short)


def test_it_is_read_as_its_code_wherever_a_card_may_lie_and_no_worse_than_foil_by_hand():
    least, most = 1.0, 0.0
    for code in ALL_CODES:
        foil = punched(code)
        for pose in CORNERS:
            areas = SLOT.areas(foil, pose)
            for slot, around in AGAINST_IT:
                found = slot.drops(foil, areas, around)
                assert read(found).code() == code, (foil.name, pose, around)
                ones = min(found[pad] for pad in range(PADS) if code >> pad & 1)
                zeros = max(found[pad] for pad in range(PADS) if not code >> pad & 1)
                least, most = min(least, ones - ONE_FROM, ZERO_UP_TO - zeros), max(most, zeros)
    assert least * FULL >= 8.0  # bridges included
    (by_hand,) = re.findall(r"isolated pad lies ([\d.]+) counts below empty, where", PAGE)
    assert round(most * FULL, 1) <= float(by_hand)
    assert f"the strongest isolated pad of an insert lies {most * FULL:.1f} counts below empty" in PAGE


def bridges_cost(foil: CutFoil, code: int) -> float:
    """By how many counts bridges bring the worst isolated pad down, against the model without any."""
    plain = Slot(GRID)
    with_bridges = SLOT.drops(foil, SLOT.areas(foil, Pose()), Around(GRID.tight_gap_mm))
    card = InsertedCard(code, gap_mm=GRID.tight_gap_mm)
    without = drops(Charge(), plain.capacitances([]), plain.capacitances([card]))
    return max(
        (now - before) * FULL
        for pad, (now, before) in enumerate(zip(with_bridges, without, strict=True))
        if not code >> pad & 1
    )


def test_its_bridges_cost_isolated_patches_no_more_than_those_of_foil_by_hand():
    by_hand = max(bridges_cost(foil, own_code(cards)) for foil, cards in distinct_foils().items())
    worst = max(bridges_cost(punched(code), code) for code in ALL_CODES)
    assert 1.0 < worst <= by_hand
    assert f"the bridges of an insert bring an isolated pad at most {worst:.1f} counts" in PAGE


def test_half_in_it_is_read_as_itself_or_not_at_all():
    for code in ALL_CODES[::3]:
        foil = punched(code)
        for short in (1.0, 3.0, 6.0, 7.0, 9.0, 12.0, 15.0, 18.0, 24.0, 36.0, 54.0):
            areas = SLOT.areas(foil, Pose(short))
            codes = {read(SLOT.drops(foil, areas, Around(gap))).code() for gap in GAPS}
            taken = {each for each in codes if each is not None and is_code(each)}
            assert taken == ({code} if short <= 7 else set()), (foil.name, short)


def test_the_wrong_way_round_it_is_nothing_wherever_the_key_holds_it():
    held = GRID.key_stop_mm()
    for code in ALL_CODES[::3]:
        foil = punched(code)
        for turned, away in ((True, False), (False, True), (True, True)):
            for short in (held, held + 1.0, 25.0, 30.0, 45.0):
                areas = SLOT.areas(foil, Pose(short, turned=turned, face_away=away))
                codes = {read(SLOT.drops(foil, areas, Around(gap))).code() for gap in GAPS}
                assert not any(each is not None and is_code(each) for each in codes), (foil.name, turned, away, short)


def test_the_board_is_the_sheets_insert_in_a_cards_outline():
    board = board_of()
    outline, (shape,) = shapely.Polygon(board.outline), [shapely.Polygon(points) for points in board.copper]
    assert outline.is_valid
    assert shape.symmetric_difference(copper()[0]).area < 0.01
    assert outline.bounds == pytest.approx((-31.5, 1.25, 31.5, 89.25))
    # In the corner of the notch nothing is left, and beside it all.
    assert outline.covers(shapely.box(-31.5, 21.25, -28.5, 86.25))
    assert not outline.intersects(shapely.box(-31.5, 1.25, -28.01, 21.24))
    assert outline.covers(shapely.box(-28.0, 1.25, 28.5, 21.25))
    assert outline.area == pytest.approx(63 * 88 - 3.5 * 20 - 3 * (9 - pi * 9 / 4), abs=0.3)
    assert shape.distance(outline.exterior) >= RIM_MM - 1e-6


def test_the_board_passes_the_key_of_a_slot_for_sleeves_wherever_the_walls_let_it():
    slot = replace(GRID, card=SLEEVE)
    key = slot.key()
    block = shapely.box(key.x - key.width / 2, 0.0, key.x + key.width / 2, key.depth)
    for shift, tilt in product(SIDEWAYS, TILTS):
        lying = affinity.rotate(shapely.Polygon(board_of().outline), tilt, origin=(0, SLEEVE.length_mm / 2))
        assert not affinity.translate(lying, shift, 0.0).intersects(block)


def test_the_numbers_on_the_board_lie_on_no_copper_and_on_no_hole():
    for number, mark in zip(board_of().numbers, board_of().marks, strict=True):
        around = shapely.Point(number).buffer(1.3)
        assert not around.intersects(copper()[0])
        assert around.distance(shapely.Point(mark).buffer(PUNCH_MM / 2)) > 0.5


def test_pliers_reach_every_hole_as_far_as_the_page_says():
    edge = shapely.box(
        -POKER.width_mm / 2, SLEEVE_WELD_MM, POKER.width_mm / 2, SLEEVE_WELD_MM + POKER.length_mm
    ).exterior
    farthest = max(shapely.Point(x, y).distance(edge) for x, y, _ in rings()[0].values())
    assert insert_of().reach_mm() == pytest.approx(farthest, abs=0.1)
    assert f"reach {insert_of().reach_mm():.0f} mm" in PAGE


@pytest.mark.parametrize(("name", "page"), [("insert.pdf", 1), ("insert.pdf", 2), ("bambuti/faces.pdf", 1)])
def test_pages_are_a4_with_a_true_ruler_and_all_within_the_paper(name, page):
    image = rendered(printed_inserts() / name, page, MM)
    assert image.shape[:2] == (A4_MM[1] * MM + 1, A4_MM[0] * MM + 1)
    inked = image.min(axis=2) < 245
    margin = round(4.5 * MM)
    assert not any(side.any() for side in (inked[:margin], inked[-margin:], inked[:, :margin], inked[:, -margin:]))
    x, y = RULER_AT_MM
    run = numpy.flatnonzero((image.mean(axis=2) < 110)[round(y * MM), round((x - 2) * MM) : round((x + 102) * MM)])
    assert len(run) / MM == pytest.approx(100.0, abs=0.3)
    words = words_of(printed_inserts() / name)[page - 1]
    assert all(y < RULER_AT_MM[1] - 5 or "mm" in word or word.isdigit() for word, _, y in words)


def test_a_card_of_bridge_size_has_no_insert_of_its_own():
    with pytest.raises(ValueError, match="does not fit a card of 56 × 87 mm"):
        insert_of(replace(GRID, card=BRIDGE))


def test_the_pictures_of_the_page_for_makers_are_what_the_program_draws():
    hardware = Path(__file__).resolve().parents[2] / "hardware"
    for name in ("insert.svg", "insert-sheet.svg"):
        assert (hardware / name).read_bytes() == (printed_inserts() / name).read_bytes()
        assert f"({name})" in PAGE
