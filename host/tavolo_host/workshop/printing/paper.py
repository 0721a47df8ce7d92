"""Sheets of A4 and of US Letter: the places of cards, and the marks for cutting, alignment and measuring.

Millimetres from the top left corner of the sheet, y downwards. All sheets of one paper and one size of card have the
same places, symmetric about the sheet's upright middle line: a back, seen from behind, fits the front of the sheet that
is turned over like a page of a book.
"""

from dataclasses import dataclass

from tavolo_host.slot.geometry import CardSize
from tavolo_host.workshop.printing.ink import Ink, Point

MARGIN_MM = 5.0  # at each edge: usual printers leave no more of it white
MARK_MM, MARK_GAP_MM = 4.5, 1.0  # of a crop mark: its length, and its distance from the cards
# Of the pins' targets: from the sides, and from the upper and the lower edge; and the reach of each cross.
TARGET_INSET_MM, TARGET_DOWN_MM, TARGET_MM = 34.0, 8.5, 3.5
RULER_MM, RULER_UP_MM = 100, 9.5  # its length, and how far above the lower edge it lies
GREY, BLACK = "#555555", "#000000"


@dataclass(frozen=True)
class Paper:
    """A size of paper, and how many cards a sheet of it has: `columns` beside, and `rows` below one another.

    Pages to read are upright. A sheet of cards lies on its side when more cards lie beside one another than below.
    """

    name: str
    width_mm: float
    height_mm: float
    columns: int
    rows: int

    @property
    def page_mm(self) -> Point:
        """The width and the height of a page to read."""
        return self.width_mm, self.height_mm

    @property
    def sheet_mm(self) -> Point:
        """The width and the height of a sheet of cards."""
        return (self.height_mm, self.width_mm) if self._lies_on_its_side else self.page_mm

    @property
    def places(self) -> int:
        """How many cards a sheet has."""
        return self.columns * self.rows

    @property
    def edge(self) -> str:
        """The edge over which a sheet of cards is turned, as printers name it."""
        return "short" if self._lies_on_its_side else "long"

    @property
    def _lies_on_its_side(self) -> bool:
        return self.columns > self.rows

    def corner_of(self, card: CardSize, place: int, from_behind: bool = False) -> Point:
        """Return the top left corner of a place for cards of a size, from 0 in reading order of the sheet's front."""
        row, column = divmod(place, self.columns)
        across = (self.columns - 1 - column if from_behind else column) - self.columns / 2
        wide, high = self.sheet_mm
        return wide / 2 + across * card.width_mm, high / 2 + (row - self.rows / 2) * card.length_mm

    def targets(self) -> tuple[Point, ...]:
        """Return the places on a sheet of cards through which pins go."""
        wide, high = self.sheet_mm
        return tuple(
            (x, y) for y in (TARGET_DOWN_MM, high - TARGET_DOWN_MM) for x in (TARGET_INSET_MM, wide - TARGET_INSET_MM)
        )


A4 = Paper("A4", 210.0, 297.0, columns=3, rows=3)
# Nine poker cards would leave 7.7 mm above and below them: no room for targets and ruler.
LETTER = Paper("US Letter", 215.9, 279.4, columns=4, rows=2)
PAPERS = {"a4": A4, "letter": LETTER}


def paper_of(name: str) -> Paper:
    """Return a paper by the name that commands have for it. ValueError, as a sentence, when there is none."""
    if name not in PAPERS:
        raise ValueError(f"There is no paper {name}; there is {' and '.join(PAPERS)}.")
    return PAPERS[name]


def extent(card: CardSize) -> str:
    """Return a size as headings name it, as in "poker 63 × 88 mm"."""
    return f"{card.name} {card.width_mm:.0f} × {card.length_mm:.0f} mm"


def draw_marks(ink: Ink, paper: Paper, card: CardSize, heading: str) -> None:
    """Draw the margins of a sheet: crop marks, the targets for pins, the ruler and the heading."""
    left, top = paper.corner_of(card, 0)
    wide, high = paper.sheet_mm
    near, far = MARK_GAP_MM, MARK_GAP_MM + MARK_MM
    for x in (left + column * card.width_mm for column in range(paper.columns + 1)):
        for edge, out in ((top, -1), (high - top, 1)):
            ink.line((x, edge + out * near), (x, edge + out * far), BLACK, 0.15)
    for y in (top + row * card.length_mm for row in range(paper.rows + 1)):
        for edge, out in ((left, -1), (wide - left, 1)):
            ink.line((edge + out * near, y), (edge + out * far, y), BLACK, 0.15)
    for x, y in paper.targets():
        ink.circle(x, y, 2.0, stroke=GREY, width=0.15)
    draw_targets(ink, paper, GREY, 0.15)
    draw_ruler(ink, paper.sheet_mm)
    ink.text(wide / 2, 9.2, heading, 3.0, GREY, anchor="middle")


def draw_targets(ink: Ink, paper: Paper, colour: str, width: float) -> None:
    """Draw the crosses through which pins go."""
    for x, y in paper.targets():
        ink.line((x - TARGET_MM, y), (x + TARGET_MM, y), colour, width)
        ink.line((x, y - TARGET_MM), (x, y + TARGET_MM), colour, width)


def ruler_at(size_mm: Point) -> Point:
    """Return where the ruler begins on a page or sheet of this size."""
    return (size_mm[0] - RULER_MM) / 2, size_mm[1] - RULER_UP_MM


def draw_ruler(ink: Ink, size_mm: Point) -> None:
    """Draw a ruler of 100 mm at the foot of a page or sheet: it shows whether that was printed at its true size."""
    x, y = ruler_at(size_mm)
    ink.line((x, y), (x + RULER_MM, y), BLACK, 0.2)
    for millimetre in range(RULER_MM + 1):
        if millimetre % 5 == 0 or millimetre < 10:
            length = 2.4 if millimetre % 10 == 0 else 1.6 if millimetre % 5 == 0 else 0.9
            ink.line((x + millimetre, y), (x + millimetre, y + length), BLACK, 0.15)
    for centimetre in range(1, RULER_MM // 10):
        ink.text(x + 10 * centimetre, y - 0.7, str(centimetre), 2.0, GREY, anchor="middle")
    ink.text(x + RULER_MM + 1.2, y + 1.9, "100 mm", 2.2, GREY)
