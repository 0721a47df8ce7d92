"""Every page to print, on A4 and on US Letter, as geometry: nothing at the edges, nothing over another, true rulers.

What `test_cards_pages.py` measures on rendered pages is here for all kinds of pages, as they were drawn.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
import shapely
from shapely import affinity

from tavolo_host.slot.geometry import GRID, POKER, SIZES
from tavolo_host.workshop.drawings import templates
from tavolo_host.workshop.drawings.dimensions import TABLE
from tavolo_host.workshop.printing import files
from tavolo_host.workshop.printing.faces import BACK_DARK, BACK_DOT, BACK_LIGHT
from tavolo_host.workshop.printing.ink import text_width
from tavolo_host.workshop.printing.paper import PAPERS
from tavolo_host.workshop.printing.pdf import PdfInk

GAME = "tanz-der-hornochsen"  # the most cards and the longest name
CARDS = {"poker": 99, "bridge": 10, "inserts": 99}  # that are printed
SVG = "{http://www.w3.org/2000/svg}"
WIDE_HIGH = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
ON_A_SHEET = {"a4": 9, "letter": 8}
MARGIN_MM = 5.0  # what usual printers leave white
OVER = 1e-6
PATTERN = {BACK_DARK, BACK_DOT, BACK_LIGHT}


@dataclass(eq=False)
class Page:
    """A page: the size of its paper, and its shapes by what they are; `cards` are its places."""

    wide: float
    high: float
    lines: list[shapely.LineString] = field(default_factory=list)  # of the page itself, not of a card
    circles: list[shapely.Polygon] = field(default_factory=list)  # the same
    words: list[tuple[str, shapely.Polygon]] = field(default_factory=list)
    pattern: list[shapely.Polygon] = field(default_factory=list)
    places: list[tuple[float, float]] = field(default_factory=list)
    everything: list[shapely.Geometry] = field(default_factory=list)


@cache
def pages(paper: str, kind: str) -> dict[str, list[Page]]:
    """The pages of each file of a kind: cards of a size, "inserts" or "templates"."""
    drawn: dict[str, list[str]] = {}

    class Drawn(PdfInk):
        """Keeps its pages as they were drawn."""

        def _end_page(self) -> None:
            drawn.setdefault(self._path.stem.partition("-")[0], []).append(self.text_of_picture())
            self._parts = []

    with TemporaryDirectory() as name, patch.object(files, "PdfInk", Drawn), patch.object(templates, "PdfInk", Drawn):
        folder = Path(name)
        if kind == "templates":
            templates.write(folder, PAPERS[paper], GRID, TABLE.slot)
        else:
            cards = [] if CARDS[kind] == 99 else [str(card) for card in range(1, CARDS[kind] + 1)]
            size = kind if kind in SIZES else POKER.name
            files.print_cards(GAME, cards, size, PAPERS[paper], folder, inserts=kind == "inserts")
        for cut in sorted(folder.rglob("*foil*.svg")):
            drawn.setdefault("cut", []).append(cut.read_text(encoding="utf-8"))
    return {name: [page_of(text) for text in found] for name, found in drawn.items()}


def page_of(text: str) -> Page:
    root = ElementTree.fromstring(text)
    wide, high = (float(root.get(side).removesuffix("mm")) for side in ("width", "height"))
    page = Page(wide, high)
    for element in root:
        _read(page, element, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
        if element.tag == f"{SVG}g" and element.get("id") != "targets":
            x, y = re.findall(r"[-\d.]+", element.get("transform"))[:2]
            page.places.append((float(x), float(y)))
    return page


def _read(page: Page, element: ElementTree.Element, placed: tuple[float, ...]) -> None:
    """Add what an element draws, with the stroke; a suit's outline lies within its card, and is left out."""
    kind = element.tag.removeprefix(SVG)
    if kind == "g":
        for part in element:
            _read(page, part, _within(placed, element.get("transform")))
        return
    shape = _shape(kind, element)
    if shape is None:
        return
    shape = affinity.affine_transform(shape, placed)
    thick = float(element.get("stroke-width", 0.0)) / 2
    page.everything.append(shape.buffer(thick, cap_style="flat") if thick else shape)
    if kind == "text":
        page.words.append((element.text, shape))
    elif element.get("fill") in PATTERN and placed[4:] == (0.0, 0.0):
        page.pattern.append(shape)
    elif kind == "line" and placed[4:] == (0.0, 0.0):
        page.lines.append(shape)
    elif kind == "circle" and placed[4:] == (0.0, 0.0):
        page.circles.append(shape)


def _within(placed: tuple[float, ...], transform: str) -> tuple[float, ...]:
    x, y = map(float, re.search(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", transform).groups())
    scaled = re.search(r"scale\(([-\d.]+)\)", transform)
    by = float(scaled[1]) if scaled else 1.0
    scale = placed[0]
    return (scale * by, 0.0, 0.0, scale * by, placed[4] + scale * x, placed[5] + scale * y)


def _shape(kind: str, element: ElementTree.Element) -> shapely.Geometry | None:
    def number(name: str) -> float:
        return float(element.get(name))

    if kind == "line":
        return shapely.LineString([(number("x1"), number("y1")), (number("x2"), number("y2"))])
    if kind == "circle":
        return shapely.Point(number("cx"), number("cy")).buffer(number("r"))
    if kind == "polygon":
        return shapely.Polygon([tuple(map(float, point.split(","))) for point in element.get("points").split()])
    if kind == "text":
        size = number("font-size")
        wide = text_width(element.text, size, element.get("font-weight") == "bold")
        left = number("x") - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor")]
        return shapely.box(left, number("y") - 0.76 * size, left + wide, number("y"))
    assert kind in {"title", "path"}, kind
    return None


def pieces(page: Page) -> list[shapely.Geometry]:
    """The lines and circles of a page, as one piece where they touch: targets, ruler, crop marks."""
    lines = [*page.lines, *page.circles]
    return [*shapely.get_parts(shapely.union_all([line.buffer(0.05, cap_style="square") for line in lines]))]


KINDS = [*SIZES, "inserts", "templates"]
every_page = pytest.mark.parametrize(("paper", "kind"), [(paper, kind) for paper in PAPERS for kind in KINDS])
every_sheet = pytest.mark.parametrize(("paper", "size"), [(paper, size) for paper in PAPERS for size in SIZES])


@every_page
def test_every_page_has_the_size_of_its_paper_and_nothing_in_the_margin_that_printers_leave_white(paper, kind):
    for name, found in pages(paper, kind).items():
        for number, page in enumerate(found, 1):
            assert sorted((page.wide, page.high)) == sorted(WIDE_HIGH[paper]), name
            left, top, right, low = shapely.total_bounds(page.everything)
            assert min(left, top, page.wide - right, page.high - low) >= MARGIN_MM - OVER, (name, number)


@every_page
def test_no_words_of_a_page_lie_over_others_or_over_ruler_marks_and_targets(paper, kind):
    for name, found in pages(paper, kind).items():
        for number, page in enumerate(found, 1):
            boxes = [box for _, box in page.words]
            if name == "cut":
                assert not boxes
                continue
            tree = shapely.STRtree(boxes)
            for one, other in tree.query(boxes, predicate="intersects").T:
                over = boxes[one].intersection(boxes[other]).area if one != other else 0.0
                assert over < OVER, (name, number, page.words[one][0], page.words[other][0])
            for piece, one in tree.query(pieces(page), predicate="intersects").T:
                raise AssertionError((name, number, piece, page.words[one][0]))


@every_page
def test_every_page_to_print_that_is_measured_has_a_ruler_of_a_hundred_millimetres_in_its_middle(paper, kind):
    for name, found in pages(paper, kind).items():
        for number, page in enumerate(found, 1):
            if name == "cut" or (name == "cards" and number == 2):  # a plotter's, and the list of cards
                continue
            (ruler,) = [line for line in page.lines if line.length == pytest.approx(100.0, abs=1e-4)]
            left, y, right, _ = ruler.bounds
            assert left + right == pytest.approx(page.wide)
            ticks = sorted(line.bounds[0] - left for line in page.lines if line.bounds[1] == y and line is not ruler)
            assert ticks == pytest.approx([*range(10), *range(10, 101, 5)], abs=1e-4)


@every_sheet
def test_a_sheet_has_its_places_crop_marks_targets_and_ruler_and_none_of_them_touches_another(paper, size):
    card, many = SIZES[size], ON_A_SHEET[paper]
    found = pages(paper, size)
    sheets = [*found["cards"][2:], *found["back"]]
    assert len(sheets) == 2 * ceil(CARDS[size] / many) + 1
    for page in sheets:
        places = [shapely.box(x, y, x + card.width_mm, y + card.length_mm) for x, y in page.places]
        assert len(places) == ((CARDS[size] - 1) % many + 1 if page in sheets[-3:-1] else many)
        for one, other in combinations(places, 2):
            assert one.intersection(other).area < OVER
        columns, rows = {"a4": (3, 3), "letter": (4, 2)}[paper]
        alone = pieces(page)
        assert len(alone) == 2 * (columns + 1 + rows + 1) + 4 + 1
        for piece in alone:
            assert all(piece.distance(place) > 0.5 for place in places)
        for words, box in page.words:
            assert all(box.intersection(place).area < OVER or place.covers(box) for place in places), words


@every_sheet
def test_crop_marks_reach_beyond_the_bleed_of_the_backs_and_nothing_else_lies_on_it(paper, size):
    (page,) = pages(paper, size)["back"]
    bleed = shapely.union_all(page.pattern)
    for piece in pieces(page):
        if bleed.intersects(piece):
            outside = piece.difference(bleed).bounds
            assert max(outside[2] - outside[0], outside[3] - outside[1]) > 1.5
            assert piece.area < 1.0  # a line, neither a target nor the ruler
    assert not any(bleed.intersects(box) for _, box in page.words)


@every_sheet
def test_front_foil_back_and_cut_meet_when_the_sheet_is_turned_like_a_page(paper, size):
    found, many = pages(paper, size), ON_A_SHEET[paper]
    front, foil = found["cards"][2:4]
    (back,), cut, wide = found["back"], found["cut"][0], SIZES[size].width_mm
    turned = [(front.wide - x - wide, y) for x, y in front.places]
    assert len(turned) == many
    for other in (foil, back, cut):
        assert other.places == [pytest.approx(place, abs=1e-3) for place in turned]
    targets = [[each.centroid for each in page.circles] for page in (front, foil)]
    across, along = ({round(getattr(each, axis), 3) for each in targets[0]} for axis in ("x", "y"))
    assert [len(targets[0]), len(across), len(along)] == [4, 2, 2]
    assert sum(across) == pytest.approx(front.wide)
    assert all(one.distance(other) < 1e-3 for one, other in zip(*targets, strict=True))
    edge = "short" if front.wide > front.high else "long"
    assert f"turned over the {edge} edge" in " ".join(words for words, _ in found["cards"][0].words)
