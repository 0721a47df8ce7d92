"""The first pages for a game: how the sheets become cards, with a picture, and which pads each card joins."""

from collections.abc import Sequence
from functools import partial

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.printing.deck import Card, Deck
from tavolo_host.workshop.printing.faces import draw_front, draw_notch, draw_pattern
from tavolo_host.workshop.printing.first_page import INK, LEFT_MM, WIDTH_MM, draw_heading, draw_how, steps
from tavolo_host.workshop.printing.foil import BRIDGE_WIDTH_MM, foil_of
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.paper import GREY, Paper
from tavolo_host.workshop.printing.sheets import (
    FAINT,
    FOIL_EDGE,
    FOIL_ISOLATED,
    FOIL_JOINED,
    draw_foil,
    sheets_of,
)

LIST_COLUMNS, LIST_ROWS = 4, 25
SCALE = 0.6
SIZE_MM = (174.0, 91.0)  # of the picture

CARDS = (
    "Print at 100 % (“actual size”), never fitted to the page, and measure the ruler below: it is 100 mm long.",
    "Print page 3 and those after it on paper of 120 to 160 g, on both sides, turned over the {edge} edge: fronts, "
    "and on their reverse where the foil goes. A printer may miss the reverse by a millimetre or two; that does not "
    "matter, as everything is cut by the marks of the foil's side.",
    "Stick the foil where it is printed: copper tape with glue that conducts, patches {patch.width:.0f} × "
    "{patch.depth:.0f} mm, ground patch {ground.width:.0f} × {ground.depth:.0f} mm, bridges {bridge} mm wide. Or let a "
    "plotter cut it from copper film by foil-1.svg and so on, a file a sheet, and bring it over with transfer tape. "
    "The light patches are stuck on too: they make all cards feel alike.",
    "Measure with a meter: from the ground patch to each dark patch less than 10 ohms, to each light one nothing. "
    "Where two pieces of tape overlap and do not conduct, rub them down, or solder them.",
    "Print back.pdf, one for each sheet, on opaque paper of 160 to 200 g. Push a pin through each of the four crosses "
    "of the foil's side and of the back, pattern outwards, and glue the back over the foil with a dry glue (spray, "
    "or double-sided film), so that nothing bulges.",
    "Cut along the marks of the back, pattern up, and then the notch for the slot's key out of each card "
    "({geometry.key_width_mm} × {geometry.key_depth_mm:.0f} mm). Round the other corners by 3 mm at most. "
    "Hold a card against a lamp: if bridges show, take a darker back.",
    "Check each card in a slot with “tavolo selftest --cards”: it names the pads that are joined, as on the next page.",
)
LAYERS = (
    ("1 the front", "the arrow goes in first; the notch is cut out"),
    ("2 the foil, on the front's reverse", "dark: joined, light: each by itself"),
    ("3 the back, over the foil", "the same on every card of every game"),
)
# Of the section through card and slot, from the owner's side: words, thickness on the picture, and each piece with its
# start, end, colour and edge.
SECTION = (
    ("front, face to its owner: paper of 120 to 160 g", 2.4, ((0, 84, "#ffffff", GREY),)),
    (
        "foil: copper of 0.035 mm with its glue",
        1.2,
        ((4, 26, FOIL_JOINED, FOIL_EDGE), (36, 48, FOIL_ISOLATED, FOIL_EDGE), (58, 80, FOIL_JOINED, FOIL_EDGE)),
    ),
    ("back, laid over the foil: opaque paper of 160 to 200 g", 3.2, ((0, 84, "#dce6e2", GREY),)),
    ("cover over the slot's pads", 1.6, ((0, 84, "#eeeeee", GREY),)),
    (
        "the slot's pads and its ground strip",
        1.4,
        ((5, 25, "#b0b0b0", GREY), (37, 47, "#b0b0b0", GREY), (59, 79, "#b0b0b0", GREY)),
    ),
)


def draw_instructions(ink: Ink, deck: Deck, cards: Sequence[Card], paper: Paper, geometry: Geometry) -> None:
    """Draw the first page."""
    size = geometry.card
    many = f"{len(cards)} cards" if len(cards) > 1 else f"the card {cards[0].name}"
    sheets = len(sheets_of(cards, paper))
    extent = f"{size.name} size, {size.width_mm:.0f} × {size.length_mm:.0f} mm"
    on = f"{sheets} sheets of {paper.name}" if sheets > 1 else f"a sheet of {paper.name}"
    draw_heading(ink, deck.title, f"{many} for the table Tavolo · {extent} · {on}")
    foil = foil_of(cards[0].code, geometry)
    filled_in = {
        "edge": paper.edge,
        "geometry": geometry,
        "patch": foil.patches[0],
        "ground": foil.ground,
        "bridge": BRIDGE_WIDTH_MM,
    }
    layers = partial(draw_layers, card=cards[0], title=deck.title, geometry=geometry)
    draw_how(ink, paper, layers, SIZE_MM[1], "Cards", [each.format(**filled_in) for each in CARDS])


def draw_list(ink: Ink, deck: Deck, cards: Sequence[Card], paper: Paper) -> None:
    """Draw the second page: the sheet of each card, and the pads that its foil joins."""
    draw_heading(ink, deck.title, "Of each card: its sheet, and the pads that its foil joins")
    column_mm = WIDTH_MM / LIST_COLUMNS
    sheets: dict[Card, dict[str, None]] = {}  # each once, in order
    for number, card in enumerate(cards):
        sheets.setdefault(card, {})[str(number // paper.places + 1)] = None
    for number, card in enumerate(sheets):
        column, row = divmod(number, LIST_ROWS)
        x, y = LEFT_MM + column * column_mm, 44.0 + row * 8.6
        if row == 0:
            for words, indent in (("card", 0.0), ("sheet", 12.0), ("pads", 24.0)):
                ink.text(x + indent, 37.0, words, 2.6, GREY)
            ink.line((x, 38.6), (x + column_mm - 4.0, 38.6), GREY, 0.15)
        ink.text(x, y, card.name, 3.4, card.face.colour, bold=True)
        ink.text(x + 12.0, y, ", ".join(sheets[card]), 3.0, INK)
        ink.text(x + 24.0, y, card.pads_text(), 3.0, INK)
    ink.text(
        LEFT_MM,
        paper.height_mm - 20.0,
        "Pads 0, 1, 2 lie at the end stop, 6, 7, 8 nearest the mouth; left to right, face to you, arrow down.",
        2.8,
        GREY,
    )


def draw_layers(ink: Ink, card: Card, title: str, geometry: Geometry) -> None:
    """Draw the front of a card, the foil on the front's reverse, the back, and their order."""
    wide, long = geometry.card.width_mm, geometry.card.length_mm
    for step in steps(ink, SCALE, long, LAYERS):
        if step == 0:
            draw_front(ink, card, title, geometry)
        elif step == 1:
            draw_foil(ink, card, geometry)
        else:
            draw_pattern(ink, geometry.card, 0.0, 0.0, wide, long, bleed=False)
            draw_notch(ink, geometry, from_behind=True)
        ink.box((0, 0), wide, long, stroke=FAINT, width=0.25)
    _draw_section(ink, 1.0, SCALE * long + 18.0)


def _draw_section(ink: Ink, x: float, y: float) -> None:
    """Draw the layers seen from their edge, not to scale, over pads below joined and isolated foil."""
    ink.text(x, y, "In the slot, from the edge (not to scale)", 2.9, INK, bold=True)
    y += 3.0
    for words, thickness, pieces in SECTION:
        for start, end, colour, edge in pieces:
            ink.box((x + start, y), end - start, thickness, colour, edge, 0.15)
        middle = y + thickness / 2
        ink.line((x + 85.0, middle), (x + 88.0, middle), GREY, 0.15)
        ink.text(x + 89.0, middle + 0.8, words, 2.4, INK)
        y += thickness + 1.4
