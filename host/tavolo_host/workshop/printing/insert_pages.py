"""The printed pages of the universal insert: its sheet, faces for the sleeves, and instructions.

Like foil, inserts are drawn as seen from behind, copper up. The ring of each mark lies below the copper, and shows on
both sides of the bridge.
"""

from collections.abc import Sequence

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.printing.deck import Card, Deck
from tavolo_host.workshop.printing.faces import INSET_MM, draw_front, draw_notch, draw_way_in
from tavolo_host.workshop.printing.foil import BRIDGE_WIDTH_MM, SLEEVE_WELD_MM
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.insert import PUNCH_MM, insert_of
from tavolo_host.workshop.printing.instructions import LEFT_MM, write_steps
from tavolo_host.workshop.printing.layers import INK
from tavolo_host.workshop.printing.outline import Point
from tavolo_host.workshop.printing.paper import A4_MM, GREY, RULER_AT_MM, Layout, draw_marks, draw_ruler
from tavolo_host.workshop.printing.sheets import FAINT, FOIL_EDGE, FOIL_ISOLATED, FOIL_JOINED, PLACES, from_behind

MARK = "#1f4e9a"  # of the rings; nothing else on the page has it
HOLE = "#ffffff"
SCALE = 0.75
PICTURE_MM = (174.0, 80.0)
STEP_MM = 61.0  # from part to part of the picture

STEPS = (
    "Make the inserts, all the same. As a sheet: print page 2 at 100 % on paper of 120 g, and bring copper film over "
    "it that a plotter has cut by insert-foil.svg (or stick copper tape on, {bridge} mm wide for the bridges). Cut "
    "them out, with the notch. Or have them made as thin boards, of 0.2 to 0.4 mm.",
    "Print the games' faces.pdf on any paper, and cut the faces out, with the notch. Below the game's name each says "
    "which insert it needs, and where to punch it.",
    "Punch five holes of {punch:.0f} mm into each insert, on the rings with the numbers that the face names, with "
    "revolving pliers that reach {reach:.0f} mm from the edge (boards with a hand punch for sheet metal). Light is "
    "seen through each hole, and no copper crosses it; a millimetre beside the ring does no harm. Four bridges stay.",
    "Write the number from the face on the insert. Faces of other games with the same number go with the same insert.",
    "Into a sleeve with an opaque back goes the face, and behind it the insert, copper to the sleeve's back, the "
    "arrow towards the closed end. Cut the notch out of the sleeve too.",
    "Try two first: if holes can be felt or seen through the sleeve's back, take thicker sleeves; or, instead of "
    "punching, cut each bridge twice with a knife, 3 mm apart, and lift the piece of copper out.",
    "Check each card in a slot with “tavolo selftest --cards”: it names the pads that are joined.",
)


def draw_insert_sheet(ink: Ink, layout: Layout, heading: str, geometry: Geometry) -> None:
    """Draw a sheet of nine inserts."""
    draw_marks(ink, layout, heading)
    for place in range(PLACES):
        draw_insert(ink, geometry, layout.corner(place, from_behind=True))


def draw_insert(ink: Ink, geometry: Geometry, corner: Point, card: Card | None = None) -> None:
    """Draw one insert; for a card, with its number written and its five holes punched."""
    size, insert = geometry.card, insert_of(geometry)
    x, y = corner[0] + size.width_mm / 2, corner[1] + size.length_mm + SLEEVE_WELD_MM
    ink.box(corner, size.width_mm, size.length_mm, stroke=FAINT, width=0.1)
    for bridge in insert.bridges:
        ink.circle(x - bridge.hole[0], y - bridge.hole[1], PUNCH_MM / 2, stroke=MARK, width=0.3)
        ink.text(x - bridge.number[0], y - bridge.number[1] + 0.9, str(bridge.pad), 2.6, MARK, True, "middle")
    for points in from_behind(insert.copper(), geometry, corner, SLEEVE_WELD_MM):
        ink.polygon(points, FOIL_JOINED, FOIL_EDGE, 0.15)
    for bridge in insert.punched(card.code) if card else ():
        # The patch that is no longer joined is as light as in the other pictures.
        for points in from_behind((insert.patches[bridge.pad], *bridge.near), geometry, corner, SLEEVE_WELD_MM):
            ink.polygon(points, FOIL_ISOLATED, FOIL_EDGE, 0.15)
        ink.circle(x - bridge.hole[0], y - bridge.hole[1], PUNCH_MM / 2, HOLE, GREY, 0.2)
    number = str(card.insert_number()) if card else "____"
    ink.text(x, corner[1] + 7.6, f"insert {number}", 4.0, GREY, bold=True, anchor="middle")
    words = f"punched: {card.punched_text()}" if card else "punch the five that the face names"
    ink.text(x, corner[1] + 12.0, words, 2.6, GREY, anchor="middle")
    with ink.placed(*corner):
        draw_way_in(ink, size)
        draw_notch(ink, geometry, from_behind=True)


def draw_faces_sheet(
    ink: Ink, layout: Layout, cards: Sequence[Card], title: str, heading: str, geometry: Geometry
) -> None:
    """Draw a sheet of faces for sleeves."""
    draw_marks(ink, layout, heading)
    for place, card in enumerate(cards):
        with ink.placed(*layout.corner(place)):
            draw_face(ink, card, title, geometry)


def draw_face(ink: Ink, card: Card, title: str, geometry: Geometry) -> None:
    """Draw a face: the card's front, and in small print its insert and the holes to punch."""
    draw_front(ink, card.face, title, geometry)
    draw_notch(ink, geometry)
    right = geometry.card.width_mm - INSET_MM - 2.6
    for line, words in enumerate((f"insert {card.insert_number()}", f"punch {card.punched_text()}")):
        ink.text(right, INSET_MM + 9.2 + 3.0 * line, words, 2.1, GREY, anchor="end")


def draw_how(ink: Ink, deck: Deck, geometry: Geometry) -> None:
    """Draw the first page: how inserts and faces become cards, by the example of a game's first card."""
    ink.text(LEFT_MM, 20.0, "One insert for every card", 7.5, INK, bold=True)
    ink.text(LEFT_MM, 26.5, "How many are needed, for which games: tavolo codes GAME …", 3.6, GREY)
    with ink.placed(LEFT_MM, 32.0):
        _draw_picture(ink, deck, geometry)
    measures = {"bridge": BRIDGE_WIDTH_MM, "punch": PUNCH_MM, "reach": insert_of(geometry).reach_mm()}
    steps = [words.format(**measures) for words in STEPS]
    write_steps(ink, 32.0 + PICTURE_MM[1] + 9.0, "From the sheet to the sleeve", steps)
    draw_ruler(ink, *RULER_AT_MM)


def insert_svg(deck: Deck, geometry: Geometry) -> str:
    """Return the picture of an insert, whole and punched for the game's first card, and that card's face."""
    ink = Ink(*PICTURE_MM, "An insert, whole and punched, and the face before it")
    ink.box((0, 0), *PICTURE_MM, fill="#ffffff")
    _draw_picture(ink, deck, geometry)
    return ink.text_of_picture()


def insert_sheet_svg(layout: Layout, heading: str, geometry: Geometry) -> str:
    """Return the sheet of inserts as a picture."""
    ink = Ink(*A4_MM, heading)
    ink.box((0, 0), *A4_MM, fill="#ffffff")
    draw_insert_sheet(ink, layout, heading, geometry)
    return ink.text_of_picture()


def _draw_picture(ink: Ink, deck: Deck, geometry: Geometry) -> None:
    size, card = geometry.card, deck.cards[0]
    parts = (
        ("1 the insert, from behind", "the same for every card of every game"),
        (f"2 punched for {card.name}", f"four bridges stay: {card.pads_text()}"),
        ("3 the face before it", "and both into a sleeve, arrow first"),
    )
    for number, (name, caption) in enumerate(parts):
        x = 1.0 + number * STEP_MM
        ink.text(x, 4.0, name, 2.9, INK, bold=True)
        ink.text(x, 6.5 + SCALE * size.length_mm + 4.2, caption, 2.5, GREY)
        with ink.placed(x, 6.5, scale=SCALE):
            if number == 2:
                draw_face(ink, card, deck.title, geometry)
                ink.box((0, 0), size.width_mm, size.length_mm, stroke=FAINT, width=0.25)
            else:
                draw_insert(ink, geometry, (0.0, 0.0), card if number else None)
