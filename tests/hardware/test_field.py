"""The field solver against known capacitances and another method; the slot's model against the kept solutions.

The tests use those without numpy: every code follows from a kept matrix by adding rows.
"""

import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy
import pytest

from hardware.field import solution
from hardware.field.cases import STRIP, all_cases
from hardware.field.solver import EPSILON_0, Box, Layer, Layers, Plate, maxwell_pf
from tavolo_host.slot.capacitance import InsertedCard, Slot, pads_pf
from tavolo_host.slot.geometry import PADS
from tavolo_host.slot.insertion import CODES
from tests.hardware.finite_differences import strips_pf

STRAY_PF, FULL = 12.0, 650.0
AIR = Layer(1.0, 1.0)
PAGE = (Path(__file__).resolve().parents[2] / "hardware" / "model.md").read_text(encoding="utf-8")


@cache
def kept() -> tuple[solution.Solution, ...]:
    return tuple(solution.read())


def counts(added_pf: float) -> float:
    """Counts below the empty reading."""
    return FULL * added_pf / (STRAY_PF + added_pf)


# ---- the solver


def plate_in_free_space_pf(cells: int) -> float:
    """A square plate of 1 mm, extrapolated from periodic copies at 8 and 16 mm to none."""
    inverse = []
    for away in (8.0, 16.0):
        layers = Layers((Layer(away / 2, 1.0),), (Layer(0.1, 1.0),), (Layer(away / 2, 1.0),))
        box = Box(-away / 2, -away / 2, away, away, 1 / cells)
        inverse.append(1 / maxwell_pf(layers, [Plate(0, 0, -0.5, 0.5, -0.5, 0.5)], box)[0, 0])
    return 1 / (2 * inverse[1] - inverse[0])


def test_a_square_plate_has_its_textbook_capacitance_as_cells_get_small():
    """0.3667 · 4πε0 · side: Read, J. Electrostatics 42 (1997) 11, and others before."""
    coarse, fine = (plate_in_free_space_pf(cells) / (4 * math.pi * EPSILON_0) for cells in (8, 16))
    assert coarse < fine < 0.3667
    assert 2 * fine - coarse == pytest.approx(0.3667, rel=0.002)


def test_plates_that_fill_the_box_are_layers_in_series():
    box = Box(0.0, 0.0, 8.0, 8.0, 1.0)
    layers = Layers((Layer(2.0, 3.0),), (Layer(0.25, 3.2), Layer(0.1, 1.0), Layer(0.15, 3.0)), (Layer(4.0, 1.0), AIR))
    matrix = maxwell_pf(layers, [Plate(plane, plane, 0.0, 8.0, 0.0, 8.0) for plane in (0, 1)], box)
    between = EPSILON_0 * 64 / (0.25 / 3.2 + 0.1 + 0.15 / 3.0)
    assert matrix[0, 1] == pytest.approx(-between, rel=1e-4)
    assert matrix[0, 0] == pytest.approx(between + EPSILON_0 * 64 * 3.0 / 2.0, rel=1e-4)
    assert matrix[1, 1] == pytest.approx(between + EPSILON_0 * 64 / 5.0, rel=1e-4)


def test_long_strips_in_layers_agree_with_finite_differences():
    """Strips of 4 and 6 mm through film, air and paper; both methods are extrapolated to cells of no size."""
    stack = [(2.0, 3.0), (0.2, 3.2), (0.2, 1.0), (0.2, 3.0), (2.0, 1.0)]
    below, *between, above = (Layer(*each) for each in stack)
    layers = Layers((below,), tuple(between), (above,))
    plates = [Plate(0, 0, -2.0, 2.0, 0.0, 1.0), Plate(1, 1, -3.0, 3.0, 0.0, 1.0)]
    moments = [maxwell_pf(layers, plates, Box(-4.0, 0.0, 8.0, 1.0, cell)) for cell in (0.25, 0.125)]
    differences = [strips_pf(stack, 4.0, 6.0, 4.0, step) for step in (0.1, 0.05)]
    one, other = (2 * fine - coarse for coarse, fine in (moments, differences))
    assert one == pytest.approx(other, rel=0.001)


# ---- the kept solutions


def test_the_kept_solutions_are_those_of_all_cases():
    assert [each.case for each in kept()] == list(all_cases())
    for each in kept():
        assert len(each.empty_pf) == PADS
        assert len(each.maxwell_pf) == PADS + 1 + PADS


def test_solving_again_in_larger_cells_gives_the_kept_field():
    """Extrapolated from cells of 1 and 0.5 mm; `make field` takes smaller ones, and minutes."""
    on_cells = [each for each in kept() if each.case.slot.pad_width_mm == 8.0 and each.case.slot.patch_margin_mm == 1.0]
    assert len(on_cells) == 2
    for each in on_cells:
        case = each.case
        coarse, fine = (maxwell_pf(case.layers(True), case.plates(True), case.box(cell)) for cell in (1.0, 0.5))
        matrix = numpy.delete(numpy.delete(2 * fine - coarse, STRIP, 0), STRIP, 1)
        assert abs(matrix - matrix.T).max() < 1e-3
        assert numpy.diag(matrix) == pytest.approx(numpy.diag(numpy.array(each.maxwell_pf)), rel=0.015)


def field_pf(each: solution.Solution, code: int) -> list[float]:
    """What a card adds to each pad: joined pieces are one conductor, the others float; other pads are grounded."""
    nodes = [*range(PADS), PADS, *(PADS if code >> pad & 1 else PADS + 1 + pad for pad in range(PADS))]
    maxwell = numpy.array(each.maxwell_pf)
    merged = numpy.eye(len(nodes))[nodes]
    between, ground = numpy.tril(-maxwell, -1), maxwell.sum(axis=1)
    seen_pf = pads_pf(merged.T @ between @ merged, merged.T @ ground)
    return [seen - empty for seen, empty in zip(seen_pf, each.empty_pf, strict=True)]


@cache
def counts_of(each: solution.Solution) -> list[tuple[float, float, bool]]:
    """For codes and pads: counts by the field, counts by the model, and whether the pad is joined."""
    case = each.case
    slot = Slot(replace(case.slot, channel_mm=case.channel, stray_pf=STRAY_PF))
    found = []
    for code in CODES:
        card = InsertedCard(code, case.short, case.shift, gap_mm=case.gap)
        by_model = slot.capacitances([card])
        for pad, field in enumerate(field_pf(each, code)):
            found.append((counts(field), counts(by_model[pad] - STRAY_PF), bool(code >> pad & 1)))
    return found


def farthest(pairs: list[tuple[float, float, bool]]) -> tuple[float, float]:
    """The model's largest error: as a share of a one, and in counts of a zero."""
    ones = max(abs(model / field - 1) for field, model, joined in pairs if joined)
    return ones, max(abs(model - field) for field, model, joined in pairs if not joined)


AS_DRAWN = [
    each
    for each in kept()
    if not each.case.grounded_back and each.case.slot.patch_margin_mm == 0.5 and each.case.short < 9.0
]


def test_model_and_field_agree_and_the_models_page_has_their_figures():
    """All kept gaps: ones within 10 %, zeros within 4 counts, or 6 where patches are larger."""
    assert len(AS_DRAWN) >= 50
    for each in AS_DRAWN[:8]:
        found = counts_of(each)
        cells = [f"{each.case.gap:g}"]
        for joined, places in ((True, 0), (False, 1)):
            for column in (0, 1):
                own = [row[column] for row in found if row[2] == joined]
                cells.append(f"{min(own):.{places}f} to {max(own):.{places}f}")
        assert f"| {' | '.join(cells)} |" in PAGE
    others = [each for each in kept() if each.case.slot.patch_margin_mm != 0.5]
    for cases, most, sentence in (
        (AS_DRAWN, 4.0, "off by at most {:.1f} % of a one and {:.1f} counts of a zero"),
        (others, 6.0, "with patches 1 mm larger, by {:.1f} % and {:.1f} counts"),
    ):
        ones, zeros = zip(*(farthest(counts_of(each)) for each in cases), strict=True)
        assert max(ones) < 0.10
        assert max(zeros) < most
        assert sentence.format(100 * max(ones), max(zeros)) in " ".join(PAGE.split())
    assert f"{len(kept())} slots and cards are kept" in PAGE


def test_a_card_half_a_row_short_gives_no_pad_a_one_in_the_field_either():
    (half,) = (each for each in kept() if each.case.short == 9.0)
    assert max(field for field, _, _ in counts_of(half)) < 35.0
