"""The printed pages: their size, the alignment of their layers, the backs, the fonts, and reproducible bytes."""

import numpy
import pytest

from tavolo_host.slot.geometry import BRIDGE, GRID, POKER
from tavolo_host.workshop.printing.files import print_cards
from tavolo_host.workshop.printing.paper import A4, LETTER
from tavolo_host.workshop.printing.sheets import FOIL_ISOLATED, FOIL_JOINED, sheets_of
from tests.hardware.printed_cards import (
    MM,
    check_fonts,
    check_paper_and_ruler,
    dark,
    decks,
    flooded,
    has_colour,
    index_of,
    printed,
    printed_on_letter,
    rendered,
    rendered_pages,
    runs,
    words_of,
)

COARSE_MM = 3
FIRST_SHEET = 3  # the page with the first fronts


@pytest.mark.parametrize(
    ("size", "paper", "across", "down"),
    [(POKER, A4, 3, 3), (BRIDGE, A4, 3, 3), (POKER, LETTER, 4, 2)],
    ids=["poker on A4", "bridge on A4", "poker on Letter"],
)
def test_pages_are_of_their_paper_with_a_true_ruler_and_the_crop_marks_stand_around_cards_of_their_size(
    size, paper, across, down
):
    folder = printed(size) if paper is A4 else printed_on_letter()
    files = [
        *((folder / "bambuti" / "cards.pdf", page) for page in (FIRST_SHEET, FIRST_SHEET + 1)),
        (folder / "back.pdf", 1),
    ]
    wide, high = paper.sheet_mm
    for pdf, page in files:
        image = rendered(pdf, page, MM)
        check_paper_and_ruler(image, paper.sheet_mm)
        pixels = dark(image)
        left, top = paper.corner_of(size, 0)
        columns = [left + number * size.width_mm for number in range(across + 1)]
        rows = [top + number * size.length_mm for number in range(down + 1)]
        for y in (top - 4.5, high - top + 4.5):
            marks = [place for place, _ in runs(pixels[round(y * MM)])]
            assert all(any(abs(mark - x) < 0.15 for mark in marks) for x in columns), (pdf, page)
        for x in (left - 4.5, wide - left + 4.5):
            marks = [place for place, _ in runs(pixels[:, round(x * MM)])]
            assert marks == pytest.approx(rows, abs=0.15), (pdf, page)
    check_paper_and_ruler(rendered(folder / "bambuti" / "cards.pdf", 1, MM), paper.page_mm)


@pytest.mark.parametrize("size", [POKER, BRIDGE])
def test_all_backs_are_alike_and_bleed_beyond_the_cut(size):
    pixels = rendered(printed(size) / "back.pdf", 1, MM)
    deep, wide = (round(side) * MM for side in (size.length_mm, size.width_mm))
    corners = [[round(edge * MM) for edge in A4.corner_of(size, place)] for place in range(A4.places)]
    backs = [pixels[top : top + deep, left : left + wide] for left, top in corners]
    assert backs[0].min() < 128
    assert all(abs(back - backs[0]).max() <= 16 for back in backs)
    left, top = corners[0]
    inside, beyond = (pixels[top + 10 : top + deep - 10, edge : edge + 20] for edge in (left, left + 3 * wide))
    assert abs(inside - beyond).max() <= 16


@pytest.mark.parametrize("deck", decks(), ids=lambda deck: deck.game)
def test_the_foil_as_printed_conducts_from_the_ground_patch_to_the_joined_pads_alone(deck):
    """Floods the ground patches on the rendered pages, as a meter would go over them, and looks at the nine patches."""
    sheets = sheets_of(deck.to_print(()), A4)
    foils = rendered_pages(
        printed(POKER) / deck.game / "cards.pdf", COARSE_MM, FIRST_SHEET, FIRST_SHEET + 2 * len(sheets) - 1, "-e"
    )
    for page, sheet in zip(foils, sheets, strict=True):
        assert _codes_by_flooding(page, len(sheet)) == [card.code for card in sheet]


def _codes_by_flooding(page: numpy.ndarray, cards: int) -> list[int]:
    joined, isolated = has_colour(page, FOIL_JOINED), has_colour(page, FOIL_ISOLATED)

    def at(place: int, x: float, y: float) -> tuple[int, int]:
        left, top = A4.corner_of(POKER, place, from_behind=True)
        across, along = left + POKER.width_mm / 2 - x, top + POKER.length_mm - y
        return round(along * COARSE_MM), round(across * COARSE_MM)

    reached = numpy.zeros_like(joined)
    for place in range(cards):
        ground = at(place, GRID.strip().x + 18.0, GRID.strip().y)
        assert joined[ground]
        reached[ground] = True
    reached = flooded(reached, joined)
    codes = []
    for place in range(cards):
        middles_of_pads = [at(place, pad.x + 3.0, pad.y + 3.0) for pad in GRID.pads()]
        assert all(reached[spot] != isolated[spot] for spot in middles_of_pads)
        codes.append(sum(1 << pad for pad, spot in enumerate(middles_of_pads) if reached[spot]))
    return codes


@pytest.mark.parametrize("deck", decks(), ids=lambda deck: deck.game)
def test_the_foil_of_each_card_lies_behind_its_own_front(deck):
    """The page is turned over its long edge: left on the fronts is right on their reverse."""
    words = words_of(printed(POKER) / deck.game / "cards.pdf")
    for number, sheet in enumerate(sheets_of(deck.to_print(()), A4)):
        fronts, foils = words[FIRST_SHEET - 1 + 2 * number], words[FIRST_SHEET + 2 * number]
        for place, card in enumerate(sheet):
            left, top = A4.corner_of(POKER, place)
            assert index_of(fronts, place) == [card.face.text], card.name
            behind = A4.width_mm - left - POKER.width_mm
            labels = [word for word, x, y in foils if behind < x < behind + POKER.width_mm and top < y < top + 9]
            assert labels == [card.name]


def test_every_font_is_in_the_file():
    for pdf in sorted(printed(POKER).rglob("*.pdf")):
        check_fonts(pdf)


def test_the_same_cards_give_the_same_bytes_twice(tmp_path):
    print_cards("bambuti", (), "poker", A4, tmp_path)
    made = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert len(made) == 2 + 1 + 6
    for path in made:
        assert (tmp_path / path).read_bytes() == (printed(POKER) / path).read_bytes(), path
