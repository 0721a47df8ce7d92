"""Every foil that is cut, read by the slot: as itself wherever a card may lie, and what it gives where none should."""

import math
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy
import pytest
import shapely

from tavolo.games.cards import card_of, code_of
from tavolo.seat.cards import is_code
from tavolo_host.printing.foil import BRIDGE_WIDTH_MM, RIM_MM, SLEEVE_WELD_MM, key_notch
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.choosing import BRIDGES_COUNTS
from tavolo_host.slot.geometry import BRIDGE, GRID, PADS, POKER, SLOT_BOARD, THICKNESSES, Geometry
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, drops, read
from tests.hardware.foil_model import Around, CutFoil, CutSlot, Pose
from tests.hardware.printed_cards import cut_foils, decks, distinct_foils, geometry_of
from tests.hardware.punched_insert import ALL_CODES, PATCHES, copper, punched

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
WITH_A_WHOLE_MIDDLE_ROW = {0b001111000, 0b010111000, 0b100111000}


def codes_read(foil, pose: Pose) -> set[int]:
    """The codes of cards that a slot takes it for, at any of the gaps."""
    areas = SLOT.areas(foil, pose)
    codes = {read(SLOT.drops(foil, areas, Around(gap))).code() for gap in GAPS}
    return {code for code in codes if code is not None and is_code(code)}


def own_code(cards) -> int:
    return code_of(*cards[0])


def foils(kind: str) -> list[tuple[CutFoil, int]]:
    """Each different "foil", and its code; or of the "insert", punched. That of a sleeve is the same in the slot."""
    if kind == "insert":
        return [(punched(code), code) for code in ALL_CODES]
    return [(foil, own_code(cards)) for foil, cards in distinct_foils().items()]


def taken_for_another(poses) -> set[int]:
    """The codes that any foil is taken for that does not have them."""
    found = set()
    for foil, cards in distinct_foils().items():
        for pose in poses:
            found |= codes_read(foil, pose) - {own_code(cards)}
    return found


def conductors(foil):
    return [foil.joined, *foil.isolated]


def test_every_foil_is_read_as_its_card_at_every_offset_within_the_tolerance():
    for foil, cards in distinct_foils().items():
        for pose in TOLERATED:
            areas = SLOT.areas(foil, pose)
            for gap in GAPS:
                assert read(SLOT.drops(foil, areas, Around(gap))).code() == own_code(cards), (foil.name, pose, gap)


@pytest.mark.parametrize("kind", ["foil", "insert"])
def test_every_foil_keeps_eight_counts_with_everything_against_it_for_every_class_of_cards_on_film_and_board(kind):
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
    if kind == "insert":  # it is read no worse than foil by hand
        assert round(most * FULL, 1) <= float(by_hand)
        assert f"the strongest isolated pad of an insert lies {most * FULL:.1f} counts below empty" in PAGE
    else:
        assert by_hand == f"{most * FULL:.1f}"


def test_the_foils_of_bridge_cards_are_read_in_a_slot_for_them():
    slot, geometry = CutSlot(geometry_of(BRIDGE)), geometry_of(BRIDGE)
    against = against_it(*geometry.extremes())
    for foil, cards in distinct_foils(BRIDGE).items():
        for pose in CORNERS[::3]:
            areas = slot.areas(foil, pose)
            for extreme, around in against[:2]:
                assert read(extreme.drops(foil, areas, around)).code() == own_code(cards), (foil.name, pose)


def test_there_is_a_foil_for_every_card_of_every_game_and_no_code_is_twice_in_a_game():
    for size, name in ((POKER, "foil"), (POKER, "insert-foil"), (BRIDGE, "foil"), (BRIDGE, "insert-foil")):
        found = cut_foils(size, name)
        for deck in decks():
            ours = {foil.key for (game, _), foil in found.items() if game == deck.game}
            assert len(ours) == len(deck.cards) == sum(game == deck.game for game, _ in found)
    for size in (POKER, BRIDGE):
        card, sleeve = ({foil.key for foil in distinct_foils(size, name)} for name in ("foil", "insert-foil"))
        assert card == sleeve
    for cards in distinct_foils().values():
        assert all(card_of(game, own_code(cards)) == card for game, card in cards)


def test_every_foil_has_nine_patches_of_which_four_are_one_piece_with_the_ground_patch():
    for foil, cards in distinct_foils().items():
        code = own_code(cards)
        assert foil.joined.is_valid
        assert len(foil.isolated) == PADS - 4
        assert foil.joined.covers(PATCHES[PADS])
        for pad, box in enumerate(PATCHES[:PADS]):
            assert foil.joined.buffer(1e-6).covers(box) == bool(code >> pad & 1)
            assert any(shape.equals(box) for shape in foil.isolated) != bool(code >> pad & 1)


@pytest.mark.parametrize("size", [POKER, BRIDGE])
@pytest.mark.parametrize("name", ["foil", "insert-foil"])
def test_no_foil_comes_near_another_or_near_an_edge_of_the_card(size, name):
    half, length = size.width_mm / 2, size.length_mm
    notch = key_notch(geometry_of(size))
    card = shapely.box(-half, 0.0, half, length)
    card = card.difference(shapely.box(-half, 0.0, notch.x + notch.width / 2, notch.depth))
    rim = shapely.affinity.translate(card, 0.0, SLEEVE_WELD_MM if name == "insert-foil" else 0.0).exterior
    for foil in distinct_foils(size, name):
        shapes = conductors(foil)
        for number, shape in enumerate(shapes):
            assert all(shape.distance(other) >= 1.5 for other in shapes[:number]), foil.name
            # The outer column of a bridge card leaves less room.
            assert shape.distance(rim) >= (RIM_MM if size == POKER else 0.5) - 1e-6, foil.name
        # Nowhere is the joined foil narrower than a bridge.
        assert foil.joined.buffer(0.01 - BRIDGE_WIDTH_MM / 2, join_style="mitre").geom_type == "Polygon"


def test_no_bridge_lies_over_a_pad_however_deep_the_card_is_in():
    pads = shapely.union_all(SLOT.faces[:PADS])
    # The root of a bridge belongs to its patch, which lies over the pad by as much less as the card lies askew.
    askew_mm = GRID.card.length_mm / 2 * math.sin(math.radians(GRID.tilt_deg))
    patches = shapely.union_all([patch.buffer(askew_mm, join_style="mitre") for patch in PATCHES])
    for foil in (*distinct_foils(), CutFoil("insert", copper()[0], ())):
        bridges = replace(foil, joined=foil.joined.difference(patches))
        for shift, tilt in product(SIDEWAYS, TILTS):
            lying = SLOT.lying(bridges, Pose(0.0, shift, tilt))[0]
            for short in numpy.arange(0.0, GRID.mouth_mm, 1.0):
                assert shapely.affinity.translate(lying, 0.0, short).intersection(pads).area < 1e-6, (foil.name, short)


def test_bridges_keep_away_from_the_pads_of_isolated_patches_at_every_tolerated_offset():
    for foil, cards in distinct_foils().items():
        isolated = [pad for pad in range(PADS) if not own_code(cards) >> pad & 1]
        pads = shapely.union_all(SLOT.faces[isolated])
        assert all(SLOT.lying(foil, pose)[0].distance(pads) > 2.0 for pose in CORNERS), foil.name


def bridges_cost(kind: str) -> float:
    """By how many counts bridges bring an isolated pad down at most, against what `tavolo margins` computes without."""
    worst = 0.0
    plain = Slot(GRID)
    for foil, code in foils(kind):
        with_bridges = SLOT.drops(foil, SLOT.areas(foil, Pose()), Around(GRID.tight_gap_mm))
        without = drops(
            Charge(), plain.capacitances([]), plain.capacitances([InsertedCard(code, gap_mm=GRID.tight_gap_mm)])
        )
        differences = [(now - before) * FULL for now, before in zip(with_bridges, without, strict=True)]
        assert min(differences) > -1.5
        worst = max(worst, *(more for pad, more in enumerate(differences) if not code >> pad & 1))
    return worst


def test_bridges_cost_the_isolated_patches_no_more_than_the_slot_was_chosen_for():
    by_hand, of_insert = bridges_cost("foil"), bridges_cost("insert")
    assert 1.0 < of_insert <= by_hand <= BRIDGES_COUNTS
    assert f"bring an isolated pad at most {by_hand:.1f} counts" in PAGE
    assert f"the bridges of an insert bring an isolated pad at most {of_insert:.1f} counts" in PAGE


@pytest.mark.parametrize("kind", ["foil", "insert"])
def test_a_card_that_is_half_in_is_read_as_itself_or_not_at_all(kind):
    poses = [Pose(float(short), GRID.shift_mm * (short % 2)) for short in range(1, round(GRID.mouth_mm) + 1)]
    for foil, code in foils(kind)[::3]:
        for pose in poses:
            wanted = [{code}] if pose.short_mm <= 7 else [set()]
            if pose.short_mm == 8.0:
                wanted = [{code}, set()]
            assert codes_read(foil, pose) in wanted, (foil.name, pose)


def test_a_card_that_is_tilted_beyond_what_the_walls_allow_is_read_as_itself_up_to_ten_degrees():
    for foil, cards in distinct_foils().items():
        for tilt in (-10.0, -3.0, 3.0, 10.0):
            assert codes_read(foil, Pose(tilt_deg=tilt)) == {own_code(cards)}


def test_only_the_walls_prevent_a_card_that_is_turned_far_or_moved_aside_by_a_column_from_being_taken_for_another():
    assert taken_for_another([Pose(tilt_deg=60.0)])
    assert taken_for_another([Pose(shift_mm=GRID.column_pitch_mm)])


def test_a_card_turned_end_for_end_is_refused_at_the_stop():
    assert taken_for_another([Pose(short, turned=True, face_away=away) for away in (0, 1) for short in (0, 1)]) == set()


@pytest.mark.parametrize("kind", ["foil", "insert"])
def test_the_wrong_way_round_nothing_is_read_wherever_the_key_holds_a_card(kind):
    held = GRID.key_stop_mm()
    for foil, _ in foils(kind)[::2]:
        for turned, away in ((True, False), (False, True), (True, True)):
            for short in (held, held + 1.0, 25.0, 30.0, 45.0):
                pose = Pose(short, turned=turned, face_away=away)
                assert codes_read(foil, pose) == set(), (foil.name, pose)


def test_without_the_key_a_turned_card_that_is_not_quite_in_can_be_taken_for_one_of_three_codes():
    """Its ground patch lies over the whole middle row. No other codes come of it."""
    for away in (False, True):
        there = [Pose(short, turned=True, face_away=away) for short in (6.0, 10.0, 14.0)]
        assert taken_for_another(there) == WITH_A_WHOLE_MIDDLE_ROW


def test_only_the_key_tells_a_card_with_its_face_away_and_it_holds_it_where_nothing_is_read():
    mirrored = 0
    for foil, cards in distinct_foils().items():
        (code,) = codes_read(foil, Pose(face_away=True))
        assert code == _mirrored(own_code(cards))
        mirrored += code != own_code(cards)
    assert mirrored == 102
    for short in (9.0, 12.0, 16.0):
        for foil in distinct_foils():
            assert codes_read(foil, Pose(short, face_away=True)) == set()


def _mirrored(code: int) -> int:
    return sum(1 << pad - pad % 3 + 2 - pad % 3 for pad in range(PADS) if code >> pad & 1)
