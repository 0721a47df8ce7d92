"""The slot that is drawn and read is the one that the search finds, with margins to spare."""

from pathlib import Path

import pytest

from tavolo_host.slot.geometry import GRID, THICKNESSES
from tavolo_host.slot.reading import ONE_FROM, ZERO_UP_TO, Charge
from tests.hardware.choosing import (
    LEAST_MARGIN_COUNTS,
    Design,
    as_table,
    chosen,
    designs,
    laid_out,
)

PAGE = Path(__file__).parents[2] / "hardware" / "model.md"


@pytest.fixture(scope="module")
def found() -> list[Design]:
    return list(designs())


@pytest.mark.slow
def test_the_slot_is_the_one_that_the_search_finds(found: list[Design]) -> None:
    best = chosen(found)
    assert laid_out(best.around_mm, best.film_mm) == GRID
    for cards in THICKNESSES.values():
        assert cards.channel_mm == pytest.approx(cards.thickest_mm + best.clearance_mm)
    assert GRID.channel_tolerance_mm <= best.clearance_mm / 2 + 1e-9


@pytest.mark.slow
def test_the_thresholds_of_the_firmware_leave_the_margin_on_both_sides(found: list[Design]) -> None:
    best, full = chosen(found), Charge().empty_counts
    assert best.weakest_one - ONE_FROM * full >= LEAST_MARGIN_COUNTS
    assert ZERO_UP_TO * full - best.strongest_zero >= LEAST_MARGIN_COUNTS


@pytest.mark.slow
def test_the_page_has_the_table_of_the_search(found: list[Design]) -> None:
    assert as_table(found) in PAGE.read_text(encoding="utf-8")
