"""Everything that `tavolo cards` writes, made once for all tests, and functions that read it."""

import atexit
import re
import subprocess
import tempfile
from functools import cache, lru_cache
from pathlib import Path

import numpy
import pytest
from PIL import Image

from tavolo_host.slot.geometry import POKER, CardSize
from tavolo_host.workshop.printing.deck import Deck, deck_of, games_with_cards
from tavolo_host.workshop.printing.files import print_cards
from tavolo_host.workshop.printing.paper import A4, LETTER, ruler_at
from tavolo_host.workshop.printing.sheets import sheets_of
from tests.hardware.foil_model import CutFoil, foils_of

MM = 10  # pixels


@cache
def printed(size: CardSize, inserts: bool = False) -> Path:
    """The folder with the files of all games."""
    folder = tempfile.TemporaryDirectory(prefix="tavolo-cards-")
    atexit.register(folder.cleanup)
    print_cards(None, (), size.name, A4, Path(folder.name), inserts=inserts)
    return Path(folder.name)


@cache
def printed_on_letter() -> Path:
    """The folder with poker cards of one game on US Letter."""
    folder = tempfile.TemporaryDirectory(prefix="tavolo-letter-")
    atexit.register(folder.cleanup)
    print_cards("bambuti", (), POKER.name, LETTER, Path(folder.name))
    return Path(folder.name)


def printed_inserts() -> Path:
    """The folder with the universal insert and the faces of all games."""
    return printed(POKER, inserts=True)


def decks() -> list[Deck]:
    return [deck_of(name) for name in games_with_cards()]


@cache
def cut_foils(size: CardSize) -> dict[tuple[str, int], CutFoil]:
    """From every cutting file of cards of a size: (game, card) -> its foil.

    Where a card is printed twice, both foils are the same.
    """
    corners = [A4.corner_of(size, place, from_behind=True) for place in range(A4.places)]
    found: dict[tuple[str, int], CutFoil] = {}
    for deck in decks():
        for number, sheet in enumerate(sheets_of(deck.to_print(()), A4), 1):
            svg = (printed(size) / deck.game / f"foil-{number}.svg").read_text(encoding="utf-8")
            foils = foils_of(svg, corners, size)
            assert [foil.name for foil in foils] == [card.name for card in sheet]
            for card, foil in zip(sheet, foils, strict=True):
                twin = found.setdefault((deck.game, card.number), foil)
                assert twin.key == foil.key
    return found


@cache
def distinct_foils(size: CardSize) -> dict[CutFoil, list[tuple[str, int]]]:
    """One of each group of equal foils, with all its cards."""
    kept: dict[bytes, CutFoil] = {}
    owners: dict[CutFoil, list[tuple[str, int]]] = {}
    for card, foil in cut_foils(size).items():
        owners.setdefault(kept.setdefault(foil.key, foil), []).append(card)
    return owners


@lru_cache(maxsize=6)  # 37 MB a page
def rendered(pdf: Path, page: int, pixels_per_mm: int) -> numpy.ndarray:
    """A page as pdftoppm renders it: rows of pixels, each red, green and blue."""
    (image,) = rendered_pages(pdf, pixels_per_mm, page, page)
    return image


def rendered_pages(pdf: Path, pixels_per_mm: int, first: int, last: int, *which: str) -> list[numpy.ndarray]:
    """Several pages at once; with "-e" the even ones."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["pdftoppm", "-r", str(25.4 * pixels_per_mm), "-f", str(first), "-l", str(last), *which]
        subprocess.run([*command, str(pdf), f"{folder}/page"], check=True, capture_output=True)
        pages = []
        for path in sorted(Path(folder).iterdir()):
            with Image.open(path) as image:
                pages.append(numpy.asarray(image).astype(numpy.int16))  # signed, so that tests can subtract them
        return pages


def check_paper_and_ruler(image: numpy.ndarray, size_mm: tuple[float, float], margin_mm: float = 5.0) -> None:
    """AssertionError unless a page has this size, its ruler is a hundred millimetres long, and no ink is in its margin.

    5 mm are what usual printers leave white.
    """
    high, wide = image.shape[:2]
    assert (wide, high) == pytest.approx((size_mm[0] * MM, size_mm[1] * MM), abs=1)  # partial pixels count
    x, y = ruler_at(size_mm)
    run = numpy.flatnonzero(dark(image)[round(y * MM), round((x - 2) * MM) : round((x + 102) * MM)])
    assert (run[-1] - run[0] + 1) / MM == pytest.approx(100.0, abs=0.3)
    assert len(run) == run[-1] - run[0] + 1
    deep = round(margin_mm * MM)
    inked = image.min(axis=2) < 245
    inked[deep : high - deep, deep : wide - deep] = False
    assert not inked.any()


def dark(image: numpy.ndarray) -> numpy.ndarray:
    return image.mean(axis=2) < 110


def runs(line: numpy.ndarray, gap_mm: float = 0) -> list[tuple[float, float]]:
    """The middle and the length of each run of true pixels, in mm; gaps that are no longer (digits) do not count."""
    places = numpy.flatnonzero(line)
    pieces = numpy.split(places, numpy.flatnonzero(numpy.diff(places) > max(1, gap_mm * MM)) + 1)
    return [((piece[0] + piece[-1] + 1) / 2 / MM, (piece[-1] - piece[0] + 1) / MM) for piece in pieces if piece.size]


def check_fonts(pdf: Path) -> None:
    """AssertionError unless every font is in the file."""
    run = subprocess.run(["pdffonts", str(pdf)], check=True, capture_output=True, text=True)
    fonts = [line.split() for line in run.stdout.splitlines()[2:]]
    assert fonts
    for font in fonts:
        assert "BitstreamVeraSans" in font[0]
        assert font[-5:-2] == ["yes", "yes", "yes"], (pdf.name, font)


def flooded(reached: numpy.ndarray, conducting: numpy.ndarray) -> numpy.ndarray:
    """Flood fill: extend the reached pixels along rows and columns of conducting ones."""
    while True:
        before = reached.sum()
        reached = _along_rows(_along_rows(reached, conducting).T, conducting.T).T
        if reached.sum() == before:
            return reached


def _along_rows(reached: numpy.ndarray, conducting: numpy.ndarray) -> numpy.ndarray:
    flat = conducting.ravel()
    runs = numpy.cumsum(numpy.diff(flat, prepend=False) | (numpy.arange(flat.size) % conducting.shape[1] == 0))
    hit = numpy.bincount(runs, weights=reached.ravel()) > 0
    return (hit[runs] & flat).reshape(conducting.shape)


def has_colour(page: numpy.ndarray, colour: str, within: int = 30) -> numpy.ndarray:
    wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return abs(page - wanted).max(axis=2) < within


def words_of(pdf: Path) -> list[list[tuple[str, float, float]]]:
    """The words of each page with their centres, in mm."""
    run = subprocess.run(["pdftotext", "-bbox", str(pdf), "-"], check=True, capture_output=True, text=True)
    pages = run.stdout.split("<page ")[1:]
    found = []
    for page in pages:
        boxes = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]+)<', page)
        sides = [(*(float(side) * 25.4 / 72 for side in box[:4]), box[4]) for box in boxes]
        found.append([(word, (x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1, word in sides])
    return found


def index_of(words: list[tuple[str, float, float]], place: int) -> list[str]:
    """The words in the corner of the front at a place of a page of A4, from above."""
    left, top = A4.corner_of(POKER, place)
    index = [(y, word) for word, x, y in words if left < x < left + 18 and top < y < top + 32]
    return [word for _, word in sorted(index)]
