"""The capacitance model of a slot against figures by the formulas of `hardware/model.md`, and against what must hold in
any slot."""

from dataclasses import replace
from random import Random

import pytest

from tavolo_host.slot.capacitance import EPSILON_0, InsertedCard, Slot, free_mm, plate_pf
from tavolo_host.slot.electrode import adc_counts
from tavolo_host.slot.geometry import BRIDGE, GRID, POKER, ROW, Geometry, Rectangle
from tavolo_host.slot.network import Network

ALL_JOINED = 0b111111111
DIAMOND = 0b010101010


def added(cards, hand=0.0, geometry=GRID):
    """What cards and hand add to each pad, in pF."""
    slot = Slot(geometry)
    return [now - 12.0 for now in slot.capacitances(cards, hand)]


def fall(added_pf, current_ua):
    """Counts below the empty reading at 0.5 µs."""
    return adc_counts(12.0, current_ua, 0.5) - adc_counts(12.0 + added_pf, current_ua, 0.5)


def in_series(first_pf, second_pf):
    return first_pf * second_pf / (first_pf + second_pf)


def facing_pf(width, depth, free):
    """A rectangle under a larger one, by the formulas of the page."""
    return EPSILON_0 * (width * depth + 2 * (width + depth) * 1.43 * free**0.6) / free


@pytest.mark.parametrize(("gap_mm", "free"), [(0.32, 0.104583333), (0.37, 0.154583333), (0.57, 0.354583333)])
def test_the_model_gives_the_figures_of_the_formulas_on_its_page(gap_mm, free):
    """One patch that is tied to the ground strip: film, air and paper add, and the air alone is what a bend changes."""
    alone = replace(GRID, edge_pf=0.0, foil_stray_pf=0.0)
    assert free_mm(GRID, gap_mm) == pytest.approx(free)
    joined = added([InsertedCard(0b1, gap_mm=gap_mm)], geometry=alone)[0]
    pad, strip = facing_pf(9, 9, free), facing_pf(40, 8, free)
    assert joined == pytest.approx(in_series(pad, strip) - GRID.shielded_pf, rel=1e-6)


def test_another_film_and_a_foil_nearer_to_a_cards_back_change_the_layers_they_are():
    thin = replace(GRID, film_mm=0.1, foil_depth_mm=0.08)
    assert free_mm(thin, 0.3) == pytest.approx(0.1 / 3.2 + 0.08 / 3.0 + 0.12)
    assert (thin.tight_gap_mm, thin.gap_mm, thin.wide_gap_mm) == (0.18, 0.23, 0.43)
    assert free_mm(GRID, 0.9, behind=1) == pytest.approx(0.1 / 3.2 + 0.67 / 3.0 + 0.13)


def test_an_isolated_patch_adds_little_and_takes_from_the_pads_own_field():
    alone = replace(GRID, edge_pf=0.0)
    isolated = added([InsertedCard(0b1)], geometry=alone)[8]
    through = in_series(facing_pf(9, 9, 0.154583333), GRID.patch_stray_pf)
    assert isolated == pytest.approx(through - GRID.shielded_pf)
    assert 0 < fall(isolated, 50) < 8
    assert added([InsertedCard(0b1)], geometry=replace(alone, patch_stray_pf=0.0))[8] == pytest.approx(-0.395)


def test_strip_all_pads_and_a_hand_give_the_strongest_signal():
    strongest = added([InsertedCard(ALL_JOINED)], hand=1.0)
    assert strongest == pytest.approx([facing_pf(9, 9, 0.154583333) - GRID.shielded_pf] * 9, abs=0.2)
    assert min(strongest) > max(added([InsertedCard(DIAMOND)]))


def test_the_signal_of_a_joined_pad_hardly_depends_on_the_code_or_on_the_hand_that_holds_the_card():
    values = []
    for code in (0b000001111, 0b111100000, DIAMOND, 0b100010011):
        for hand in (0.0, 0.05):
            pads = added([InsertedCard(code)], hand)
            values += [pads[pad] for pad in range(9) if code >> pad & 1]
    assert max(values) - min(values) < 0.06 * max(values)


def test_an_empty_slot_reads_its_stray_capacitance():
    assert Slot(GRID).electrodes([], 0.0, (0, 0, 0)) == [12.0] * 12


def test_a_hand_adds_to_every_pad_and_least_to_the_deepest_row():
    few, many = added([], 0.3), added([], 1.0)
    assert all(0 < less < more for less, more in zip(few, many, strict=True))
    assert many[0] < many[3] < many[6]


def test_a_hand_on_a_card_lifts_the_isolated_pads():
    free, pressed = added([InsertedCard(DIAMOND)]), added([InsertedCard(DIAMOND)], 1.0)
    assert free[0] < 0.6
    assert pressed[0] > 1.3


def test_a_second_card_adds_its_joined_pads_to_the_first():
    both = added([InsertedCard(0b001001011), InsertedCard(0b110001001)])
    assert [value > 1.5 for value in both] == [bool(0b111001011 >> pad & 1) for pad in range(9)]


def test_a_second_card_reaches_the_pads_through_the_first_and_not_past_it():
    first, second = 0b001001011, 0b110001001
    pad = facing_pf(9, 9, 0.154583333)
    behind = added([InsertedCard(first), InsertedCard(second)])[7]
    through = in_series(pad, plate_pf(100, 0.45, 3.0)) - GRID.shielded_pf
    assert 0.8 * through < behind < 1.1 * through
    far = added([InsertedCard(first), InsertedCard(second, gap_mm=1.7)])[7]
    assert far == pytest.approx(in_series(pad, 0.3 + plate_pf(100, 1.03)) - GRID.shielded_pf, rel=0.3)


def test_a_second_card_reaches_past_a_first_that_covers_half_a_pad_only():
    half_in = InsertedCard(0, short_mm=5.0)  # its patch leaves 4.5 of the pad's 9 mm free
    alone = added([InsertedCard(0b1, gap_mm=0.8)])[0]
    both = added([half_in, InsertedCard(0b1, gap_mm=0.8)])[0]
    assert alone < both < 2.5 * alone  # half of it directly, half of it through the first


def test_a_second_card_of_the_same_code_cannot_be_seen():
    one, two = added([InsertedCard(DIAMOND)]), added([InsertedCard(DIAMOND)] * 2)
    assert [value > 1.5 for value in one] == [value > 1.5 for value in two]


def test_a_card_outside_the_mouth_is_not_there():
    assert added([InsertedCard(DIAMOND, short_mm=72.0)]) == pytest.approx([0.0] * 9)


def test_a_card_that_is_one_row_short_lies_one_row_off():
    pads = added([InsertedCard(DIAMOND, short_mm=GRID.row_pitch_mm)])
    assert [value > 1.5 for value in pads] == [bool(DIAMOND << 3 & 0b111111111 & 1 << pad) for pad in range(9)]


def test_patches_outreach_their_pads_so_that_a_little_shift_costs_nothing():
    straight, shifted = added([InsertedCard(DIAMOND)]), added([InsertedCard(DIAMOND, shift_mm=GRID.shift_mm)])
    assert shifted == pytest.approx(straight)
    assert added([InsertedCard(DIAMOND, shift_mm=3.0)])[1] < straight[1]


def test_a_tilted_card_loses_area_where_it_is_farthest_from_its_middle():
    pads = added([InsertedCard(ALL_JOINED, tilt_deg=4.0)])
    assert pads[1] < pads[7]


def test_a_card_with_its_face_away_shows_the_mirrored_code():
    pads = added([InsertedCard(0b001_001_011, face_away=True)])
    assert [value > 1.5 for value in pads] == [bool(0b100_100_110 >> pad & 1) for pad in range(9)]


def test_a_card_turned_end_for_end_shows_nothing():
    assert max(added([InsertedCard(ALL_JOINED, turned=True)])) < 0.7


def test_a_key_gains_what_the_finger_covers():
    slot = Slot(GRID)
    assert slot.key_capacitance(False) == 12.0
    assert slot.key_capacitance(True) == pytest.approx(14.0)
    assert slot.electrodes([], 0.0, (0, 0.5, 1))[9:] == pytest.approx([12.0, 13.0, 14.0])


def test_damp_adds_to_every_electrode():
    slot = Slot(GRID)
    slot.drift_pf = 0.25
    assert slot.electrodes([], 0.0, (0, 0, 0)) == [12.25] * 12


def test_strays_differ_from_pad_to_pad_within_the_tolerance_and_stay():
    slot = Slot(GRID, Random(3))
    first = slot.electrodes([], 0.0, (0, 0, 0))
    assert len(set(first)) == 12
    assert all(abs(value - 12.0) <= GRID.stray_tolerance_pf for value in first)
    assert slot.electrodes([], 0.0, (0, 0, 0)) == first


def test_a_seat_has_three_keys():
    with pytest.raises(ValueError) as refusal:
        Slot(GRID).electrodes([], 0.0, (0, 0))
    assert str(refusal.value) == "A seat has 3 keys, not 2."


def test_both_arrangements_fit_on_both_sizes_of_card():
    for geometry in (GRID, ROW):
        assert geometry.fits(POKER)
        assert geometry.fits(BRIDGE)
    assert not replace(ROW, column_pitch_mm=6.5).fits(BRIDGE)


def test_a_slot_has_nine_pads():
    assert [(pad.x, pad.y) for pad in GRID.pads()][::4] == [(-19, 11), (0, 30), (19, 49)]
    with pytest.raises(ValueError) as refusal:
        Geometry(rows=2)
    assert str(refusal.value) == "2 rows of 3 pads are not 9 pads."


def test_rectangles_overlap_in_a_rectangle():
    pad = Rectangle(0, 0, 8, 8)
    assert pad.overlap_mm2(Rectangle(1, 2, 8, 8)) == 42
    assert pad.overlap_mm2(Rectangle(1, 2, 2, 2)) == 4
    assert pad.overlap_mm2(Rectangle(8, 0, 8, 8)) == 0


def test_floating_conductors_in_a_network_are_capacitors_in_series():
    network = Network(1, 2)
    network.join_terminal(0, 0, 6.0)
    network.join(0, 1, 3.0)
    network.ground(1, 2.0)
    assert network.to_ground() == pytest.approx([1.0])
