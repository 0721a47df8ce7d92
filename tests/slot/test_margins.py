"""The margins that follow from a slot's geometry: what is read, what is not, and that the page for builders says so.

What needs the whole report, in which every code is tried in every case, takes seconds and is slow.
"""

import re
from dataclasses import replace
from itertools import product
from math import ceil
from pathlib import Path
from random import Random

import pytest

from host.tools.margins_picture import PICTURE, picture
from tavolo.seat.calibrating import MOST_NOISE_COUNTS, READINGS
from tavolo_host.slot.geometry import GRID, THICKNESSES, WIDTH_IN_DEVIATIONS
from tavolo_host.slot.insertion import ALL_CODES, CODES, insertion
from tavolo_host.slot.margins import (
    MUST_READ,
    MUST_REFUSE,
    cards_rows,
    decision,
    margins_report,
)
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, read, step_to_a_code, step_to_another_code
from tavolo_host.workshop.drawings.dimensions import TABLE
from tavolo_host.workshop.drawings.outlines import spacer_sheet_mm

CHARGE = Charge()
PAGE = (Path(__file__).resolve().parents[2] / "hardware" / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def grid_rows():
    return margins_report(GRID)


@pytest.mark.slow
def test_all_that_has_to_be_is_read_with_margin_and_nothing_else_is_taken_for_a_card(grid_rows):
    """Hand and half in leave no less than the first slot (pads 8 mm on 18 mm, film 0.25 mm) under the same model."""
    for row in grid_rows:
        if row.demand == MUST_READ:
            assert row.margin >= 8, row.case
            assert row.margin >= 4 * CHARGE.noise_counts, row.case
        elif row.demand == MUST_REFUSE:
            assert row.margin >= 3 * CHARGE.noise_counts, row.case
    margin = {row.case: row.margin for row in grid_rows}
    assert margin["half in, every depth, 111 codes"] >= 31.9
    assert margin["hand alone"] >= 4.9


@pytest.fixture(scope="module")
def classes():
    return cards_rows()


def test_every_class_of_cards_has_eight_counts_and_four_deviations_with_everything_against_it(classes):
    assert [(row.slot, row.cards) for row in classes] == list(product(("film", "board"), THICKNESSES.values()))
    for row in classes:
        assert row.margin >= 8, row
        assert row.margin >= 4 * CHARGE.noise_counts, row
        least = row.weakest_one - ONE_FROM * CHARGE.empty_counts, ZERO_UP_TO * CHARGE.empty_counts - row.strongest_zero
        assert row.margin == pytest.approx(min(least))


def test_two_cards_of_a_class_fit_into_its_channel_never_and_the_thickest_one_does(classes):
    for thickness in THICKNESSES.values():
        thinnest, thickest = (thickness.card_thickness_mm + sign * thickness.thickness_tolerance_mm for sign in (-1, 1))
        assert 2 * thinnest > thickness.channel_mm + GRID.channel_tolerance_mm
        assert thickest <= thickness.channel_mm - GRID.channel_tolerance_mm + 1e-9
        assert GRID.for_cards(thickness).excludes_two
    assert all(row.geometry.excludes_two for row in classes)
    assert not replace(GRID, channel_mm=0.9).excludes_two


def test_the_limit_of_the_selftest_for_noise_is_what_leaves_a_card_its_margin(classes):
    """Eight counts are four standard deviations of two; sixteen readings that scatter by two are 7.06 wide."""
    deviation = min(8.0, *(row.margin for row in classes)) / 4
    generator = Random(1)
    widths = []
    for _ in range(4000):
        readings = [generator.gauss(0.0, deviation) for _ in range(READINGS)]
        widths.append(max(readings) - min(readings))
    assert round(sum(widths) / len(widths), 1) == pytest.approx(WIDTH_IN_DEVIATIONS * deviation, abs=0.1)
    assert ceil(sum(widths) / len(widths)) == MOST_NOISE_COUNTS


@pytest.mark.slow
def test_a_card_that_a_high_hood_lets_bend_to_1_mm_is_in_doubt_and_the_report_says_so():
    high = replace(GRID, channel_mm=1.03)
    assert high.wide_gap_mm == 1.0
    rows = {row.case: row for row in margins_report(high) if row.demand == MUST_READ}
    assert [key for key, row in rows.items() if row.margin < 0] == [
        "bent up to the hood",
        "bent, askew, drifted",
        "bent, askew, drifted, fingers",
    ]
    assert rows["bent up to the hood"].outcome == "in doubt: not read"
    assert "The slot fails" in decision(list(rows.values()))


def test_codes_without_the_row_nearest_the_mouth_are_misread_and_are_those_that_are_left_out():
    misread, _, _ = insertion(GRID, CHARGE, ALL_CODES, (GRID.gap_mm,), step_mm=GRID.row_pitch_mm / 4)
    assert misread == set(ALL_CODES) - set(CODES)
    assert len(misread) == 15


def test_a_pad_with_too_much_stray_capacitance_is_refused():
    with pytest.raises(ValueError) as refusal:
        CHARGE.current_ua(20.0)
    assert str(refusal.value) == "A pad of 20.0 pF cannot be charged to 650 counts."


def test_a_reading_with_a_pad_in_doubt_is_no_code():
    doubt = (ONE_FROM + ZERO_UP_TO) / 2
    assert read([0.2] * 4 + [0.03] * 5).code() == 0b1111
    assert read([0.2] * 4 + [0.03] * 4 + [doubt]).code() is None
    assert read([0.2] * 5 + [0.03] * 4).code() is None


def test_the_step_to_a_code_is_what_the_worst_pad_lacks():
    assert step_to_a_code([0.2] * 4 + [0.03] * 5) == 0.0
    assert step_to_a_code([0.2] * 3 + [0.03] * 6) == pytest.approx(ONE_FROM - 0.03)
    assert step_to_a_code([0.2] * 5 + [0.03] * 4) == pytest.approx(0.2 - ZERO_UP_TO)
    assert step_to_another_code([0.2] * 4 + [0.03] * 5, own=0b1111) == pytest.approx(0.2 - ZERO_UP_TO)


# ---- what the page for builders says


@pytest.mark.slow
def test_the_figures_of_the_page_are_those_that_tavolo_margins_computes(grid_rows):
    rows = {row.case: row for row in grid_rows}
    for case in (
        "as built",
        "bent up to the hood",
        "bent, askew, drifted",
        "bent, askew, drifted, fingers",
        "pressed, askew, drifted, fingers",
    ):
        row = rows[case]
        assert f"| {case} | {row.weakest_one:.0f} | {row.strongest_zero:.0f} | {row.margin:.1f} |" in PAGE
    full = CHARGE.empty_counts
    assert f"reading of {full:.0f}, with a pad read as one from {ONE_FROM * full:.0f} and as zero up to" in " ".join(
        PAGE.split()
    )
    assert f"up to {ZERO_UP_TO * full:.1f}:" in PAGE


@pytest.mark.slow
def test_the_picture_of_the_page_is_what_is_computed(grid_rows):
    assert PICTURE.read_text(encoding="utf-8") == picture(grid_rows)


def test_the_classes_of_the_page_are_those_that_are_computed(classes):
    for row in classes:
        shallow, deep = row.geometry.extremes()
        gaps = f"{shallow.tight_gap_mm:.2f} to {deep.wide_gap_mm:.2f}"
        figures = f"{row.weakest_one:.0f} | {row.strongest_zero:.0f} | {row.margin:.1f}"
        cards = row.cards
        assert f"| {row.slot} | {cards.name} | {gaps} | {figures} |" in PAGE
        thick = f"{cards.thinnest_mm:.2f} to {cards.thickest_mm:.2f}"
        sheet = spacer_sheet_mm(GRID.for_cards(cards), TABLE.slot)
        assert re.search(rf"\| {thick} \| {cards.channel_mm:g} \| {sheet:g} \| `cards={cards.name}`", PAGE), cards


def test_the_sizes_of_the_page_are_those_of_the_geometry():
    pads = GRID.pads()
    assert (
        f"| pads | {pads[0].width:.0f} × {pads[0].depth:.0f}, their centres {pads[1].x - pads[0].x:.0f} apart" in PAGE
    )
    assert pads[1].x - pads[0].x == pads[3].y - pads[0].y
    assert f"| rows, from the end stop | {pads[0].y:.0f}, {pads[3].y:.0f}, {pads[6].y:.0f} |" in PAGE
    strip = GRID.strip()
    assert f"| ground strip | {strip.depth:.0f} × {strip.width:.0f}, at {strip.y:.0f} from the end stop" in PAGE
    assert f"| pocket | {GRID.mouth_mm:.0f} deep" in PAGE
    gaps = f"{GRID.gap_mm} as built; from {GRID.tight_gap_mm}, pressed, to {GRID.wide_gap_mm}, bent up to the hood"
    assert f"| gap between pad and foil | {gaps} |" in PAGE
