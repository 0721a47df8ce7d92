"""The printed pages: their true size, how layers lie on each other, the backs, the fonts, and the same bytes twice."""

import numpy
import pytest

from tavolo_host.printing.command import print_cards
from tavolo_host.printing.faces import draw_backs
from tavolo_host.printing.foil import SLEEVE_WELD_MM
from tavolo_host.printing.paper import A4_MM, Layout
from tavolo_host.printing.sheets import FOIL_ISOLATED, FOIL_JOINED, PLACES, sheets_of
from tavolo_host.slot.geometry import BRIDGE, GRID, POKER
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
    rendered,
    rendered_pages,
    words_of,
)

COARSE_MM = 3
FIRST_SHEET = 3  # the page with the first fronts
GAMES = [deck.game for deck in decks()]


def middles(dark_pixels: numpy.ndarray) -> list[float]:
    """Where the runs of dark pixels in a line have their middles, in mm."""
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], dark_pixels.astype(int), [0]])))
    return [(start + end) / 2 / MM for start, end in edges.reshape(-1, 2)]


@pytest.mark.parametrize("size", [POKER, BRIDGE])
def test_pages_are_a4_with_a_true_ruler_and_the_crop_marks_stand_around_cards_of_their_size(size):
    layout = Layout(size)
    files = [
        *((printed(size) / "bambuti" / "cards.pdf", page) for page in (FIRST_SHEET, FIRST_SHEET + 1)),
        (printed(size) / "bambuti" / "inserts.pdf", 1),
        (printed(size) / "back.pdf", 1),
    ]
    for pdf, page in files:
        image = rendered(pdf, page, MM)
        check_paper_and_ruler(image)
        pixels = dark(image)
        left, top = layout.left_mm, layout.top_mm
        columns = [left + number * size.width_mm for number in range(4)]
        rows = [top + number * size.length_mm for number in range(4)]
        for y in (top - 4.5, A4_MM[1] - top + 4.5):
            marks = middles(pixels[round(y * MM)])
            assert all(any(abs(mark - x) < 0.15 for mark in marks) for x in columns), (pdf, page)
        for x in (left - 4.5, A4_MM[0] - left + 4.5):
            assert middles(pixels[:, round(x * MM)]) == pytest.approx(rows, abs=0.15), (pdf, page)
    check_paper_and_ruler(rendered(printed(size) / "yellowstone-park" / "cards.pdf", 1, MM))


@pytest.mark.parametrize("size", [POKER, BRIDGE])
def test_the_size_of_cards_is_that_of_the_slot(size):
    assert (POKER.width_mm, POKER.length_mm) == (63.0, 88.0)
    assert Layout(size).corner(8)[0] - Layout(size).corner(6)[0] == 2 * size.width_mm


class Recorder:
    """Ink that keeps where shapes are drawn."""

    def __init__(self) -> None:
        self.shapes: list[tuple[float, float, float, float, str]] = []

    def polygon(self, points, fill="", stroke="", width=0.2) -> None:
        across, along = zip(*points, strict=True)
        self.shapes.append((min(across), min(along), max(across), max(along), fill))

    def circle(self, x, y, radius, fill="", stroke="", width=0.2) -> None:
        self.shapes.append((x - radius, y - radius, x + radius, y + radius, fill))


@pytest.mark.parametrize("size", [POKER, BRIDGE])
def test_exactly_the_same_is_drawn_on_every_back(size):
    layout, ink = Layout(size), Recorder()
    draw_backs(ink, layout)
    backs = []
    for place in range(PLACES):
        left, top = layout.corner(place)
        right, bottom = left + size.width_mm, top + size.length_mm
        backs.append(
            {
                (*(round(edge, 6) for edge in (x0 - left, y0 - top, x1 - left, y1 - top)), fill)
                for x0, y0, x1, y1, fill in ink.shapes[1:]
                if x0 < right and x1 > left and y0 < bottom and y1 > top
            }
        )
    assert len(backs[0]) > 300
    assert all(back == backs[0] for back in backs)


def test_the_back_is_the_same_file_for_a_single_card(tmp_path):
    """For a whole game alone it is, too: its bytes are compared with those of all games below."""
    print_cards("tanz-der-hornochsen", ["1"], "poker", tmp_path)
    assert (tmp_path / "back.pdf").read_bytes() == (printed() / "back.pdf").read_bytes()


def test_the_pattern_of_the_back_goes_on_beyond_the_cut():
    pixels = rendered(printed() / "back.pdf", 1, MM)
    left, top = (round(edge * MM) for edge in Layout(POKER).corner(0))
    wide, deep = 630, 880
    inside = pixels[top : top + deep, left : left + 20]
    beyond = pixels[top : top + deep, left + 3 * wide : left + 3 * wide + 20]
    assert abs(inside - beyond)[10:-10].max() <= 16


@pytest.mark.parametrize("game", GAMES)
def test_the_foil_as_printed_conducts_from_the_ground_patch_to_the_joined_pads_alone(game):
    """Floods the ground patches on the rendered pages, as a meter would go over them, and looks at the nine patches."""
    deck = next(deck for deck in decks() if deck.game == game)
    sheets = sheets_of(deck.to_print(()))
    foils = rendered_pages(
        printed() / game / "cards.pdf", COARSE_MM, FIRST_SHEET, FIRST_SHEET + 2 * len(sheets) - 1, "-e"
    )
    inserts = rendered_pages(printed() / game / "inserts.pdf", COARSE_MM, 1, len(sheets))
    for pages, forward_mm in ((foils, 0.0), (inserts, SLEEVE_WELD_MM)):
        for page, sheet in zip(pages, sheets, strict=True):
            assert _codes_by_flooding(page, len(sheet), forward_mm) == [card.code for card in sheet]


def _codes_by_flooding(page: numpy.ndarray, cards: int, forward_mm: float) -> list[int]:
    joined, isolated = has_colour(page, FOIL_JOINED), has_colour(page, FOIL_ISOLATED)

    def at(place: int, x: float, y: float) -> tuple[int, int]:
        left, top = Layout(POKER).corner(place, from_behind=True)
        across, along = left + POKER.width_mm / 2 - x, top + POKER.length_mm + forward_mm - y
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


@pytest.mark.parametrize("game", GAMES)
def test_the_foil_of_each_card_lies_behind_its_own_front(game):
    """With the page turned over its long edge: what is left on the fronts is right on their reverse."""
    deck = next(deck for deck in decks() if deck.game == game)
    words = words_of(printed() / game / "cards.pdf")
    for number, sheet in enumerate(sheets_of(deck.to_print(()))):
        fronts, foils = words[FIRST_SHEET - 1 + 2 * number], words[FIRST_SHEET + 2 * number]
        for place, card in enumerate(sheet):
            left, top = Layout(POKER).corner(place)
            assert index_of(fronts, place) == [card.face.text, *card.face.letter], card.name
            behind = A4_MM[0] - left - POKER.width_mm
            labels = [word for word, x, y in foils if behind < x < behind + POKER.width_mm and top < y < top + 9]
            assert labels == [card.name]


def test_every_font_is_in_the_file():
    for pdf in sorted(printed().rglob("*.pdf")):
        check_fonts(pdf)


def test_the_same_cards_are_the_same_bytes_twice(tmp_path):
    print_cards("bambuti", (), "poker", tmp_path)
    made = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    assert len(made) == 2 + 2 + 2 * 6
    for path in made:
        assert (tmp_path / path).read_bytes() == (printed() / path).read_bytes(), path


def test_every_game_with_cards_is_printed_with_as_many_as_are_in_its_box():
    assert {deck.game: len(deck.to_print(())) for deck in decks()} == {
        "david-goliath": 90,
        "bambuti": 50,
        "yellowstone-park": 56,
        "tanz-der-hornochsen": 99,
    }
