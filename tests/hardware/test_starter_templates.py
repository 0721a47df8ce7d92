"""The starter's templates, as printed: true size, on A4, with the fonts in the file."""

from pathlib import Path

import numpy
import pytest

from tavolo_host.slot.geometry import GRID
from tavolo_host.workshop.drawings import templates
from tavolo_host.workshop.drawings.dimensions import TABLE
from tavolo_host.workshop.drawings.outlines import hood
from tavolo_host.workshop.drawings.sheet import COPPER
from tavolo_host.workshop.drawings.templates import stops
from tavolo_host.workshop.printing.paper import A4
from tests.hardware.printed_cards import MM, check_fonts, check_paper_and_ruler, has_colour, rendered, runs, words_of

BASE_PAGE, SPACER_PAGE = 1, 2
SLOT = TABLE.slot
(MIDDLE_MM, UPPER_STOP_MM), (_, LOWER_STOP_MM) = stops(A4)


@pytest.fixture(scope="module")
def pdf(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("templates")
    templates.write(folder, A4, GRID, SLOT)
    return folder / templates.NAME


def is_red(page: numpy.ndarray) -> numpy.ndarray:
    return (page[..., 0] > 150) & (page[..., 1] < 120) & (page[..., 2] < 120)


def row(stop_mm: float, y: float) -> int:
    return round((stop_mm - y) * MM)


def column(x: float) -> int:
    return round((MIDDLE_MM + x) * MM)


def test_there_are_two_pages_of_a4_with_a_true_ruler_and_a_margin_that_a_printer_can_leave_out(pdf):
    assert len(words_of(pdf)) == 2
    for page in (BASE_PAGE, SPACER_PAGE):
        check_paper_and_ruler(rendered(pdf, page, MM), A4.page_mm, 6)


def test_pads_and_strip_on_paper_are_as_large_and_as_far_apart_as_in_the_slot(pdf):
    found = has_colour(rendered(pdf, BASE_PAGE, MM), COPPER.fill, 8)
    faces = [*GRID.pads(), GRID.strip()]
    for first in range(0, len(faces), GRID.columns):
        together = faces[first : first + GRID.columns]
        beside = runs(found[row(UPPER_STOP_MM, together[0].y + 3)], 3)
        assert [run[0] - MIDDLE_MM for run in beside] == pytest.approx([face.x for face in together], abs=0.15)
        assert [run[1] for run in beside] == pytest.approx([face.width for face in together], abs=0.3)
    above = runs(found[:, column(GRID.pads()[0].x + 3)], 3)
    ends = [GRID.strip(), *(GRID.pads()[number] for number in (6, 3, 0))]
    assert [UPPER_STOP_MM - run[0] for run in above] == pytest.approx([face.y for face in ends], abs=0.15)
    assert [run[1] for run in above] == pytest.approx([face.depth for face in ends], abs=0.3)


def test_base_and_hood_on_paper_are_as_large_as_those_of_the_drawings(pdf):
    red, cover = is_red(rendered(pdf, BASE_PAGE, MM)), hood(GRID, SLOT)
    half = SLOT.outer_width / 2
    for stop in (UPPER_STOP_MM, LOWER_STOP_MM):
        left, *_, right = [place - MIDDLE_MM for place, _ in runs(red[row(stop, -4)], 3)]
        assert (left, right) == pytest.approx((-half, half), abs=0.2)
    lines = [place for place, _ in runs(red[:, column(-35)], 3)]
    expected = [UPPER_STOP_MM - GRID.mouth_mm - SLOT.lead_in, UPPER_STOP_MM + SLOT.end_stop]
    expected += [LOWER_STOP_MM - cover.y - cover.depth / 2, LOWER_STOP_MM - cover.y + cover.depth / 2]
    assert lines == pytest.approx(expected, abs=0.2)


@pytest.mark.parametrize("stop", [UPPER_STOP_MM, LOWER_STOP_MM])
def test_the_pocket_of_the_spacer_on_paper_is_the_cards_and_its_block_is_at_the_lower_left(pdf, stop):
    red, wall, half = is_red(rendered(pdf, SPACER_PAGE, MM)), GRID.pocket_width_mm / 2, SLOT.outer_width / 2
    for y, left in ((60.0, -wall), (10.0, GRID.key().width - wall)):
        places = [place - MIDDLE_MM for place, _ in runs(red[row(stop, y)], 3)]
        assert places == pytest.approx([-half, left, wall, half], abs=0.2)


def test_every_font_is_in_the_file_and_the_same_bytes_come_twice(pdf, tmp_path):
    check_fonts(pdf)
    templates.write(tmp_path, A4, GRID, SLOT)
    assert (tmp_path / templates.NAME).read_bytes() == pdf.read_bytes()
