"""The slot reads every cut foil as its own card wherever a card may lie, and no other card elsewhere."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
import shapely

from tavolo.games.cards import card_of, code_of
from tavolo.seat.cards import is_code
from tavolo_host.slot.geometry import BRIDGE, GRID, PADS, POKER, SLOT_BOARD, THICKNESSES, Geometry
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, read
from tavolo_host.workshop.printing.foil import BRIDGE_WIDTH_MM, EDGE_MM, key_notch
from tests.hardware.foil_model import Around, CutFoil, CutSlot, Pose
from tests.hardware.printed_cards import cut_foils, decks, distinct_foils
from tests.hardware.punched_insert import ALL_CODES, punched

SLOT = CutSlot()
PAGE = " ".join((Path(__file__).resolve().parents[2] / "hardware" / "cards.md").read_text(encoding="utf-8").split())
GAPS = (GRID.tight_gap_mm, GRID.gap_mm, GRID.wide_gap_mm)
STRAYS = tuple(GRID.stray_pf + offset for offset in (-GRID.stray_tolerance_pf, GRID.stray_tolerance_pf))
SIDEWAYS = (-GRID.shift_mm, 0.0, GRID.shift_mm)
TILTS = (-GRID.tilt_deg, 0.0, GRID.tilt_deg)
TOLERATED = [Pose(short, shift, tilt) for short, shift, tilt in product((0.0, 0.5, 1.0), SIDEWAYS, TILTS)]
CORNERS = [pose for pose in TOLERATED if pose.shift_mm and pose.tilt_deg and pose.short_mm != 0.5]


def against_it(shallow: Geometry, deep: Geometry) -> list[tuple[CutSlot, Around]]:
    """What `tavolo_host.slot.margins` puts together at its worst, on pads with little and with much stray."""
    return [
        case
        for stray in STRAYS
        for case in (
            (CutSlot(deep), Around(deep.wide_gap_mm, stray, -GRID.drift_pf)),
            (CutSlot(shallow), Around(shallow.tight_gap_mm, stray, GRID.drift_pf, GRID.edge_hand)),
        )
    ]


CLASSES = [slot.for_cards(thickness) for slot in (GRID, SLOT_BOARD) for thickness in THICKNESSES.values()]
AGAINST_IT = [case for geometry in CLASSES for case in against_it(*geometry.extremes())]
FULL = Charge().empty_counts


def codes_read(foil, pose: Pose) -> set[int]:
    """The codes that a slot reads from it, at any of the gaps."""
    areas = SLOT.areas(foil, pose)
    codes = {read(SLOT.drops(foil, areas, Around(gap))).code() for gap in GAPS}
    return {code for code in codes if code is not None and is_code(code)}


def own_code(cards) -> int:
    return code_of(*cards[0])


def foils(kind: str) -> list[tuple[CutFoil, int]]:
    """Each different "foil", or punched "insert", with its code. A sleeve's insert is the same in the slot."""
    if kind == "insert":
        return [(punched(code), code) for code in ALL_CODES]
    return [(foil, own_code(cards)) for foil, cards in distinct_foils(POKER).items()]


def conductors(foil):
    return [foil.joined, *foil.isolated]


def test_every_foil_is_read_as_its_card_at_every_offset_within_the_tolerance():
    for foil, cards in distinct_foils(POKER).items():
        for pose in TOLERATED:
            areas = SLOT.areas(foil, pose)
            for gap in GAPS:
                assert read(SLOT.drops(foil, areas, Around(gap))).code() == own_code(cards), (foil.name, pose, gap)


@pytest.mark.parametrize("kind", ["foil", "insert"])
def test_every_foil_keeps_eight_counts_in_the_worst_case_for_every_class_of_cards_on_film_and_board(kind):
    least, most = 1.0, 0.0
    for foil, code in foils(kind):
        for pose in CORNERS:
            areas = SLOT.areas(foil, pose)
            for slot, around in AGAINST_IT:
                found = slot.drops(foil, areas, around)
                assert read(found).code() == code, (foil.name, pose, around)
                ones = min(found[pad] for pad in range(PADS) if code >> pad & 1)
                zeros = max(found[pad] for pad in range(PADS) if not code >> pad & 1)
                least, most = min(least, ones - ONE_FROM, ZERO_UP_TO - zeros), max(most, zeros)
    assert least * FULL >= 8.0  # bridges included
    assert least * FULL >= 4.0 * Charge().noise_counts
    (by_hand,) = re.findall(rf"isolated pad lies ([\d.]+) counts below empty, where {ZERO_UP_TO * FULL:.1f} are", PAGE)
    if kind == "insert":
        assert f"the strongest isolated pad of an insert lies {most * FULL:.1f} counts below empty" in PAGE
    else:
        assert by_hand == f"{most * FULL:.1f}"


def test_the_foils_of_bridge_cards_are_read_in_a_slot_for_them():
    geometry = replace(GRID, card=BRIDGE)
    slot, against = CutSlot(geometry), against_it(*geometry.extremes())
    for foil, cards in distinct_foils(BRIDGE).items():
        for pose in CORNERS[::3]:
            areas = slot.areas(foil, pose)
            for extreme, around in against[:2]:
                assert read(extreme.drops(foil, areas, around)).code() == own_code(cards), (foil.name, pose)


def test_there_is_a_foil_for_every_card_of_every_game_and_no_code_is_twice_in_a_game():
    for size in (POKER, BRIDGE):
        found = cut_foils(size)
        for deck in decks():
            ours = {foil.key for (game, _), foil in found.items() if game == deck.game}
            assert len(ours) == len(deck.cards) == sum(game == deck.game for game, _ in found)
    for cards in distinct_foils(POKER).values():
        assert all(card_of(game, own_code(cards)) == card for game, card in cards)


@pytest.mark.parametrize("size", [POKER, BRIDGE])
def test_no_foil_comes_near_another_or_near_an_edge_of_the_card(size):
    half, length = size.width_mm / 2, size.length_mm
    notch = key_notch(replace(GRID, card=size))
    card = shapely.box(-half, 0.0, half, length)
    card = card.difference(shapely.box(-half, 0.0, notch.x + notch.width / 2, notch.depth))
    for foil in distinct_foils(size):
        shapes = conductors(foil)
        for number, shape in enumerate(shapes):
            assert all(shape.distance(other) >= 1.5 for other in shapes[:number]), foil.name
            # The outer column of a bridge card leaves less room.
            assert shape.distance(card.exterior) >= (EDGE_MM if size == POKER else 0.5) - 1e-6, foil.name
        # Nowhere is the joined foil narrower than a bridge.
        assert foil.joined.buffer(0.01 - BRIDGE_WIDTH_MM / 2, join_style="mitre").geom_type == "Polygon"


@pytest.mark.parametrize("kind", ["foil", "insert"])
def test_a_card_that_is_half_in_is_read_as_itself_or_not_at_all(kind):
    poses = [Pose(float(short), GRID.shift_mm * (short % 2)) for short in range(1, round(GRID.mouth_mm) + 1)]
    for foil, code in foils(kind)[::3]:
        for pose in poses:
            wanted = [{code}] if pose.short_mm <= 7 else [set()]
            if pose.short_mm == 8.0:
                wanted = [{code}, set()]
            assert codes_read(foil, pose) in wanted, (foil.name, pose)


@pytest.mark.parametrize("kind", ["foil", "insert"])
def test_nothing_is_read_from_a_card_that_the_key_stops(kind):
    held = GRID.key_stop_mm()
    for foil, _ in foils(kind)[::2]:
        for turned, away in ((True, False), (False, True), (True, True)):
            for short in (held, held + 1.0, 25.0, 30.0, 45.0):
                pose = Pose(short, turned=turned, face_away=away)
                assert codes_read(foil, pose) == set(), (foil.name, pose)
