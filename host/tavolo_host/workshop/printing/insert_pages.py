"""The printed pages of the universal insert: its sheet, and instructions with a picture.

Like foil, inserts are drawn as seen from behind, copper up. The ring of each mark lies below the copper, and shows on
both sides of the bridge.
"""

from functools import partial

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.printing.deck import Card, Deck
from tavolo_host.workshop.printing.faces import draw_front, draw_notch, draw_way_in
from tavolo_host.workshop.printing.first_page import draw_heading, draw_how, steps
from tavolo_host.workshop.printing.foil import BRIDGE_WIDTH_MM, SLEEVE_WELD_MM
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.insert import PUNCH_MM, insert_of
from tavolo_host.workshop.printing.paper import GREY, Paper
from tavolo_host.workshop.printing.sheets import (
    FAINT,
    FOIL_EDGE,
    FOIL_ISOLATED,
    FOIL_JOINED,
    Outlines,
    draw_sheet,
    from_behind,
)

MARK = "#1f4e9a"  # of the rings; nothing else on the page has it
HOLE = "#ffffff"
SCALE = 0.75
PICTURE_MM = (174.0, 80.0)

STEPS = (
    "Make the inserts, all the same. As a sheet: print page 2 at 100 % on paper of 120 g, and bring copper film over "
    "it that a plotter has cut by insert-foil.svg (or stick copper tape on, {bridge} mm wide for the bridges, without "
    "the five that the face names). Cut them out, with the notch. Or have them made as thin boards, of 0.2 to 0.4 mm.",
    "Print the games' faces.pdf on any paper, and cut the faces out, with the notch. Below the game's name each says "
    "which insert it needs, and where to punch it.",
    "Punch five holes of {punch:.0f} mm into each insert, on the rings with the numbers that the face names, with "
    "revolving pliers that reach {reach:.0f} mm from the edge (boards with a hand punch for sheet metal). Light is "
    "seen through each hole, and no copper crosses it; a millimetre beside the ring does no harm. Four bridges stay.",
    "Write the number from the face on the insert. Faces of other games with the same number go with the same insert.",
    "Into a sleeve with an opaque back goes the face, or the card of a printed game, and behind it the insert, copper "
    "to the sleeve's back, the arrow towards the closed end. Cut the notch out of the sleeve too.",
    "Try two first: if holes can be felt or seen through the sleeve's back, take thicker sleeves; or, instead of "
    "punching, cut each bridge twice with a knife, 3 mm apart, and lift the piece of copper out.",
    "Check each card in a slot with “tavolo selftest --cards”: it names the pads that are joined.",
)


def insert_outlines(geometry: Geometry) -> Outlines:
    """Return the one outline of the insert, seen from behind, by the name "joined"."""
    return {"joined": from_behind(insert_of(geometry).copper(), geometry, SLEEVE_WELD_MM)}


def draw_insert_sheet(ink: Ink, heading: str, paper: Paper, geometry: Geometry) -> None:
    """Draw a sheet of inserts."""
    draw_sheet(ink, heading, paper, geometry.card, [partial(draw_insert, geometry=geometry)] * paper.places)


def draw_insert(ink: Ink, geometry: Geometry, card: Card | None = None) -> None:
    """Draw one insert; for a card, with its number written and its five holes punched."""
    size, insert = geometry.card, insert_of(geometry)
    x, y = size.width_mm / 2, size.length_mm + SLEEVE_WELD_MM
    ink.box((0.0, 0.0), size.width_mm, size.length_mm, stroke=FAINT, width=0.1)
    for bridge in insert.bridges:
        ink.circle(x - bridge.hole[0], y - bridge.hole[1], PUNCH_MM / 2, stroke=MARK, width=0.3)
        ink.text(x - bridge.number[0], y - bridge.number[1] + 0.9, str(bridge.pad), 2.6, MARK, True, "middle")
    for points in insert_outlines(geometry)["joined"]:
        ink.polygon(points, FOIL_JOINED, FOIL_EDGE, 0.15)
    for bridge in insert.punched(card.code) if card else ():
        # The patch that is no longer joined is as light as in the other pictures.
        for points in from_behind((insert.patches[bridge.pad], *bridge.near), geometry, SLEEVE_WELD_MM):
            ink.polygon(points, FOIL_ISOLATED, FOIL_EDGE, 0.15)
        ink.circle(x - bridge.hole[0], y - bridge.hole[1], PUNCH_MM / 2, HOLE, GREY, 0.2)
    number = str(card.insert_number()) if card else "____"
    ink.text(x, 7.6, f"insert {number}", 4.0, GREY, bold=True, anchor="middle")
    words = f"punched: {card.pads_text(joined=False)}" if card else "punch the five that the face names"
    ink.text(x, 12.0, words, 2.6, GREY, anchor="middle")
    draw_way_in(ink, size)
    draw_notch(ink, geometry, from_behind=True)


def draw_making(ink: Ink, deck: Deck, paper: Paper, geometry: Geometry) -> None:
    """Draw the first page: how inserts and faces become cards, by the example of a game's first card."""
    draw_heading(ink, "One insert for every card", "How many are needed, for which games: tavolo codes GAME …")
    measures = {"bridge": BRIDGE_WIDTH_MM, "punch": PUNCH_MM, "reach": insert_of(geometry).reach_mm()}
    words = [step.format(**measures) for step in STEPS]
    picture = partial(draw_steps, deck=deck, geometry=geometry)
    draw_how(ink, paper, picture, PICTURE_MM[1], "From the sheet to the sleeve", words)


def draw_steps(ink: Ink, deck: Deck, geometry: Geometry) -> None:
    """Draw an insert, whole and punched for the game's first card, and that card's face."""
    size, card = geometry.card, deck.cards[0]
    names = (
        ("1 the insert, from behind", "the same for every card of every game"),
        (f"2 punched for {card.name}", f"four bridges stay: {card.pads_text()}"),
        ("3 the face before it", "and both into a sleeve, arrow first"),
    )
    for step in steps(ink, SCALE, size.length_mm, names):
        if step < 2:
            draw_insert(ink, geometry, card if step else None)
        else:
            draw_front(ink, card, deck.title, geometry, for_sleeve=True)
            ink.box((0, 0), size.width_mm, size.length_mm, stroke=FAINT, width=0.25)
