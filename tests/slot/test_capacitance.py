"""The capacitance model of a slot against figures by the formulas of `hardware/model.md`, and against what must hold in
any slot."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tavolo_host.slot.capacitance import EPSILON_0, InsertedCard, Slot, free_mm, plate_pf
from tavolo_host.slot.geometry import BRIDGE, GRID, POKER
from tavolo_host.slot.measuring import COUNTS, SUPPLY_V, measured_values, seats_of
from tavolo_host.slot.reading import adc_counts

ALL_JOINED = 0b111111111
DIAMOND = 0b010101010


def added(cards, hand=0.0, geometry=GRID):
    """What cards and hand add to each pad, in pF."""
    slot = Slot(geometry)
    return [now - 12.0 for now in slot.capacitances(cards, hand)]


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
    assert 0 < adc_counts(12.0, 50, 0.5) - adc_counts(12.0 + isolated, 50, 0.5) < 8
    assert added([InsertedCard(0b1)], geometry=replace(alone, patch_stray_pf=0.0))[8] == pytest.approx(-0.395)


def test_a_hand_adds_to_every_pad_and_least_to_the_deepest_row():
    few, many = added([], 0.3), added([], 1.0)
    assert all(0 < less < more for less, more in zip(few, many, strict=True))
    assert many[0] < many[3] < many[6]


@pytest.mark.parametrize(
    ("cards", "joined"),
    [
        pytest.param([InsertedCard(0b001001011), InsertedCard(0b110001001)], 0b111001011, id="a second card"),
        pytest.param([InsertedCard(DIAMOND, short_mm=GRID.row_pitch_mm)], 0b101010000, id="one row short"),
        pytest.param([InsertedCard(0b001_001_011, face_away=True)], 0b100_100_110, id="its face away"),
        pytest.param([InsertedCard(ALL_JOINED, turned=True)], 0, id="end for end"),
        pytest.param([InsertedCard(DIAMOND, short_mm=72.0)], 0, id="outside the mouth"),
    ],
)
def test_pads_see_the_patches_that_lie_above_them(cards, joined):
    assert [value > 1.5 for value in added(cards)] == [bool(joined >> pad & 1) for pad in range(9)]


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


def test_strays_differ_from_pad_to_pad_within_the_tolerance_and_stay_and_damp_adds_to_all():
    slot = Slot(GRID, Random(3))
    first = slot.electrodes([], 0.0, (0, 0, 0))
    assert len(set(first)) == 12
    assert all(abs(value - 12.0) <= GRID.stray_tolerance_pf for value in first)
    assert slot.electrodes([], 0.0, (0, 0, 0)) == first
    slot.drift_pf = 0.25
    assert slot.electrodes([], 0.0, (0, 0, 0)) == pytest.approx([value + 0.25 for value in first])


def fits(geometry, card, edge_mm=3.0):
    """Whether a card of this size has room for all patches, at least `edge_mm` from its outer edges."""
    foil = [place.grown(geometry.patch_margin_mm) for place in [*geometry.pads(), geometry.strip()]]
    right = max(place.x + place.width / 2 for place in foil)
    far = max(place.y + place.depth / 2 for place in foil)
    near = min(place.y - place.depth / 2 for place in foil)
    return near >= edge_mm and right <= card.width_mm / 2 - edge_mm and far <= card.length_mm - edge_mm


def test_the_foil_fits_on_both_sizes_of_card():
    assert fits(GRID, POKER)
    assert fits(GRID, BRIDGE)
    assert not fits(replace(GRID, column_pitch_mm=21.0), BRIDGE)


def test_the_report_of_a_card_in_a_slot_gives_the_permittivity_of_its_film(tmp_path: Path) -> None:
    slot, code = Slot(replace(GRID, film_permittivity=2.5)), 0b000111000
    empty, now = slot.electrodes([], 0.0, (0, 0, 0)), slot.capacitances([InsertedCard(code)])
    charges = [round(650 * SUPPLY_V * each / (0.5 * COUNTS)) for each in empty]  # µA for half a µs
    counts = [charge * 0.5 * COUNTS / (each * SUPPLY_V) for charge, each in zip(charges, now, strict=False)]
    seat = {
        "seat": 1,
        "chip": {"charge_time": 1, "charges": charges},
        "electrodes": [{"picofarads": each, "noise": 4} for each in empty],
        "card": {"code": code, "counts": counts},
    }
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"seats": [seat]}), encoding="utf-8")
    assert measured_values([seats_of(report)])["film_permittivity"] == pytest.approx(2.5, rel=0.02)


def test_the_key_holds_a_card_the_wrong_way_round_short_of_the_end_stop() -> None:
    assert 0 < GRID.key_stop_mm() < GRID.key().depth
