"""The margins that follow from a slot's geometry: what is read, what is not, and which arrangement that
decides."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from tavolo.seat import cards
from tavolo_host.slot.geometry import GRID, ROW
from tavolo_host.slot.insertion import ALL_CODES, codes_of, insertion
from tavolo_host.slot.margins import BEYOND, MUST_READ, MUST_REFUSE, decision, margins_report, print_table
from tavolo_host.slot.plot import plot
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge, drops, read, step_to_a_code, step_to_another_code

CHARGE = Charge()


@pytest.fixture(scope="module")
def grid_rows():
    return margins_report(GRID)


@pytest.fixture(scope="module")
def single_rows():
    return margins_report(ROW)


def test_the_grid_uses_the_codes_that_the_firmware_knows():
    assert [code for code in range(512) if cards.is_code(code)] == list(codes_of(GRID))
    assert len(codes_of(GRID)) == cards.CODES
    assert len(ALL_CODES) == 126


def test_in_the_grid_every_case_that_has_to_be_read_is_read_with_margin(grid_rows):
    cases = [row for row in grid_rows if row.demand == MUST_READ]
    assert len(cases) == 9
    for row in cases:
        assert row.noises >= 4, row.case


def test_in_the_grid_nothing_else_is_taken_for_a_card(grid_rows):
    cases = [row for row in grid_rows if row.demand == MUST_REFUSE]
    assert len(cases) >= 6
    for row in cases:
        assert row.noises >= 3, row.case


def test_a_single_row_cannot_be_read_whatever_the_thresholds(single_rows):
    cases = [row for row in single_rows if row.demand == MUST_READ]
    assert min(row.weakest_one for row in cases) < max(row.strongest_zero for row in cases)


def test_the_report_decides_for_the_grid(grid_rows, single_rows):
    sentence = decision(grid_rows + single_rows)
    assert "The 3×3 grid holds" in sentence
    assert "The single row fails" in sentence


def test_a_card_half_in_is_never_read_as_another_card_at_any_depth():
    result = insertion(GRID, CHARGE, codes_of(GRID), (0.4, 0.5, 1.0), step_mm=1.5)
    assert result.misread == frozenset()
    assert 2.0 <= result.read_to_mm <= 8.0


def test_codes_without_the_row_nearest_the_mouth_are_misread_and_are_those_that_are_left_out():
    result = insertion(GRID, CHARGE, ALL_CODES, (0.5,), step_mm=6.0)
    assert result.misread == frozenset(ALL_CODES) - frozenset(codes_of(GRID))
    assert len(result.misread) == 15


def test_rows_that_are_too_close_let_patches_bridge_two_pads_and_codes_be_misread():
    close = replace(GRID, row_pitch_mm=14.0, deepest_row_mm=10.0, strip_mm=52.0, mouth_mm=60.0)
    result = insertion(close, CHARGE, codes_of(close), (0.4,), step_mm=1.0)
    assert result.step < insertion(GRID, CHARGE, codes_of(GRID), (0.4,), step_mm=1.0).step


def test_what_cannot_be_told_is_said(grid_rows):
    said = {row.case: row.outcome for row in grid_rows if row.demand == BEYOND}
    assert said["half in, every depth, 126 codes"].startswith("15 misread")
    assert said["face away (the keyed corner forbids it)"] == "102 of 111 taken for another card"


def test_each_pad_gets_the_current_that_brings_it_to_the_asked_reading():
    for picofarads in (10.5, 12.0, 13.5):
        current = CHARGE.current_ua(picofarads)
        assert CHARGE.counts(picofarads, current) == pytest.approx(650, abs=10)


def test_a_pad_with_too_much_stray_capacitance_is_refused():
    with pytest.raises(ValueError) as refusal:
        CHARGE.current_ua(20.0)
    assert str(refusal.value) == "A pad of 20.0 pF cannot be charged to 650 counts."


def test_drops_do_not_depend_on_the_charge():
    weak, strong = Charge(empty_counts=300.0), Charge(empty_counts=650.0)
    assert drops(weak, [12.0], [15.0]) == pytest.approx(drops(strong, [12.0], [15.0]))
    assert drops(strong, [12.0], [15.0]) == pytest.approx([0.2])


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


def test_the_table_says_that_it_is_computed(grid_rows):
    console = Console(file=io.StringIO(), width=200)
    print_table(grid_rows, console)
    text = console.file.getvalue()
    assert "computed from its geometry, not measured" in text
    assert "half in, every depth, 111 codes" in text


def test_the_plot_is_drawn_as_a_picture_and_as_lines(grid_rows, single_rows, tmp_path):
    for ending, start in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        path = tmp_path / f"margins.{ending}"
        plot(path, grid_rows + single_rows)
        assert path.read_bytes().startswith(start)
