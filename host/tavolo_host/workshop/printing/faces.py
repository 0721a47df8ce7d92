"""The front of a card, a plain design of the house's own, and the back of all cards.

Coordinates begin at the card's top left corner; the lower edge goes in first. Letter and shape tell colours apart too.

The back is one small pattern that runs on from card to card without a border: a border would be cut wider on one side
than on the other, differently on each card, and so mark them.
"""

from itertools import pairwise

from tavolo_host.display.parts.cards import READ_BOTH_WAYS, CardFace
from tavolo_host.slot.geometry import CardSize, Geometry
from tavolo_host.workshop.printing.deck import Card
from tavolo_host.workshop.printing.foil import key_notch
from tavolo_host.workshop.printing.ink import Ink, text_width
from tavolo_host.workshop.printing.paper import GREY

INSET_MM = 3.4  # from the card's edge to the frame
FRAME_MM = 0.5
TITLE_MM = 2.6

BACK_DARK, BACK_LIGHT, BACK_DOT = "#2f5d62", "#dce6e2", "#7fa3a0"
BACK_CELL_MM = 5.4  # about: a card is a whole number of cells wide and long


def draw_front(ink: Ink, card: Card, title: str, geometry: Geometry, for_sleeve: bool = False) -> None:
    """Draw a card's front: number and shape in two corners and in the middle, the game's name.

    One `for_sleeve` has its insert in small print.
    """
    face = card.face
    width, length = geometry.card.width_mm, geometry.card.length_mm
    middle = width / 2
    _draw_frame(ink, geometry, face.colour)
    draw_way_in(ink, geometry.card, INSET_MM)
    _draw_index(ink, face)
    with ink.placed(width, length, turned=True):
        _draw_index(ink, face)
    ink.shape(face.shape, middle, length * 0.49, 1.75, _tint(face.colour))
    number = 25.0 if len(face.text) < 2 else 22.0
    base = length * 0.49 + 0.36 * number
    ink.text(middle, base, face.text, number, face.colour, bold=True, anchor="middle")
    if face.text in READ_BOTH_WAYS:
        ink.box((middle - 8.0, base + 2.6), 16.0, 1.6, face.colour)
    right = width - INSET_MM - 2.6
    ink.text(right, INSET_MM + 5.4, title, TITLE_MM, GREY, anchor="end")
    _draw_mark(ink, right - text_width(title, TITLE_MM) - 3.4, INSET_MM + 4.5)
    draw_notch(ink, geometry)
    for line, words in enumerate(card.small_print() if for_sleeve else ()):
        ink.text(right, INSET_MM + 9.2 + 3.0 * line, words, 2.1, GREY, anchor="end")


def draw_way_in(ink: Ink, size: CardSize, inset_mm: float = 0.0) -> None:
    """Draw the arrow to the edge that goes in first."""
    middle, low = size.width_mm / 2, size.length_mm - inset_mm - 1.2
    ink.polygon(((middle - 1.6, low - 2.0), (middle + 1.6, low - 2.0), (middle, low)), fill=GREY)


def draw_notch(ink: Ink, geometry: Geometry, from_behind: bool = False) -> None:
    """Draw the cutting lines of the notch for the slot's key."""
    width, length = geometry.card.width_mm, geometry.card.length_mm
    notch = key_notch(geometry)
    shoulder, inner = length - notch.depth, notch.width
    points = [(0.0, shoulder), (inner, shoulder), (inner, length)]
    if from_behind:
        points = [(width - x, y) for x, y in points]
    for start, end in pairwise(points):
        ink.line(start, end, "#000000", 0.25 if from_behind else 0.15)


def draw_pattern(
    ink: Ink, size: CardSize, left: float, top: float, right: float, bottom: float, bleed: bool = True
) -> None:
    """Draw the pattern of the backs over whole cards of a size, and half a cell beyond for the bleed."""
    columns, rows = round(size.width_mm / BACK_CELL_MM), round(size.length_mm / BACK_CELL_MM)
    wide, deep = size.width_mm / columns, size.length_mm / rows
    over_x, over_y = (wide / 2, deep / 2) if bleed else (0.0, 0.0)
    far_left, far_right, far_top, far_bottom = left - over_x, right + over_x, top - over_y, bottom + over_y
    ink.box((far_left, far_top), far_right - far_left, far_bottom - far_top, BACK_LIGHT)
    rim = 1 if bleed else 0
    for row in range(-rim, round((bottom - top) / deep) + rim):
        for column in range(-rim, round((right - left) / wide) + rim):
            x, y = left + (column + 0.5) * wide, top + (row + 0.5) * deep
            # A diamond at the rim is cut where the bleed ends, at its centre.
            near_x, far_x = max(x - 0.42 * wide, far_left), min(x + 0.42 * wide, far_right)
            near_y, far_y = max(y - 0.42 * deep, far_top), min(y + 0.42 * deep, far_bottom)
            ink.polygon(((x, near_y), (far_x, y), (x, far_y), (near_x, y)), BACK_DARK)
            if far_left < near_x and far_x < far_right and far_top < near_y and far_y < far_bottom:
                ink.circle(x, y, 0.5, BACK_LIGHT)
    for row in range(1 - rim, round((bottom - top) / deep) + rim):
        for column in range(1 - rim, round((right - left) / wide) + rim):
            ink.circle(left + column * wide, top + row * deep, 0.7, BACK_DOT)


def _draw_frame(ink: Ink, geometry: Geometry, colour: str) -> None:
    near, right, low = INSET_MM, geometry.card.width_mm - INSET_MM, geometry.card.length_mm - INSET_MM
    notch = key_notch(geometry)
    shoulder, inner = geometry.card.length_mm - notch.depth - INSET_MM, notch.width + INSET_MM
    points = ((near, near), (right, near), (right, low), (inner, low), (inner, shoulder), (near, shoulder))
    ink.polygon(points, stroke=colour, width=FRAME_MM)


def _draw_index(ink: Ink, face: CardFace) -> None:
    """Draw number and shape below one another: they show when cards are held in a fan."""
    x = INSET_MM + 7.0
    ink.text(x, INSET_MM + 8.6, face.text, 7.4, face.colour, bold=True, anchor="middle")
    if face.text in READ_BOTH_WAYS:
        ink.box((x - 2.4, INSET_MM + 9.5), 4.8, 0.6, face.colour)
    ink.shape(face.shape, x, INSET_MM + 14.4, 0.28, face.colour)


def _draw_mark(ink: Ink, x: float, y: float) -> None:
    """Draw the house's mark: a table with eight seats."""
    for dx, dy in ((-1, -3), (1, -3), (3, -1), (3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1)):
        ink.circle(x + dx * 0.62, y + dy * 0.62, 0.42, fill=GREY)
    ink.circle(x, y, 1.15, stroke=GREY, width=0.35)


def _tint(colour: str, share: float = 0.16) -> str:
    """Return a colour mixed with enough white to lie behind itself."""
    levels = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - level) * share):02x}" for level in levels)
