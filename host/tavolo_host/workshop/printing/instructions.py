"""The first pages for a game: how the sheets become cards, and which pads each card joins."""

from collections.abc import Sequence

from reportlab.lib.utils import simpleSplit

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.printing.deck import Card, Deck
from tavolo_host.workshop.printing.foil import BRIDGE_WIDTH_MM, SLEEVE_WELD_MM, foil_of
from tavolo_host.workshop.printing.font import PLAIN
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.layers import INK, SIZE_MM, draw_layers
from tavolo_host.workshop.printing.paper import A4_MM, GREY, RULER_AT_MM, draw_ruler
from tavolo_host.workshop.printing.sheets import PLACES, sheets_of

LEFT_MM, WIDTH_MM = 18.0, 174.0
SIZE, LEADING = 3.1, 4.3
LIST_COLUMNS, LIST_ROWS = 4, 25

CARDS = (
    "Print at 100 % (“actual size”), never fitted to the page, and measure the ruler below: it is 100 mm long.",
    "Print page 3 and those after it on paper of 120 to 160 g, on both sides, turned over the long edge: fronts, "
    "and on their reverse where the foil goes. A printer may miss the reverse by a millimetre or two; that does not "
    "matter, as everything is cut by the marks of the foil's side.",
    "Stick the foil where it is printed: copper tape with glue that conducts, {foil}. Or let a plotter cut it from "
    "copper film by foil-1.svg and so on, a file a sheet, and bring it over with transfer tape. The light patches are "
    "stuck on too: they make all cards feel alike.",
    "Measure with a meter: from the ground patch to each dark patch less than 10 ohms, to each light one nothing. "
    "Where two pieces of tape overlap and do not conduct, rub them down, or solder them.",
    "Print back.pdf, one for each sheet, on opaque paper of 160 to 200 g. Push a pin through each of the four crosses "
    "of the foil's side and of the back, pattern outwards, and glue the back over the foil with a dry glue (spray, "
    "or double-sided film), so that nothing bulges.",
    "Cut along the marks of the back, pattern up, and then the notch for the slot's key out of each card "
    "({notch} mm). Round the other corners by 3 mm at most. Hold a card against a lamp: if bridges show, take a "
    "darker back.",
    "Check each card in a slot with “tavolo selftest --cards”: it names the pads that are joined, as on the next page.",
)
INSERTS = (
    "For a printed game, in sleeves with an opaque back: print inserts.pdf on paper of 120 g, stick the foil on (a "
    "plotter cuts it by insert-foil-1.svg and so on), and cut the inserts out.",
    "Into the sleeve go the printed card, face out, and behind it the insert, foil to the sleeve's back; the arrow "
    "towards the closed end, which goes into the slot first. For its weld the foil lies {weld} mm nearer to that edge.",
    "The slot has to be as wide as the sleeve. Printed cards of bridge size leave room in a sleeve for poker cards: "
    "push them to the right and cut the notch out of sleeve and insert. Where they leave none, leave out the notch and "
    "the slot's key, and always put cards in with their face to yourself.",
)


def draw_instructions(ink: Ink, deck: Deck, cards: Sequence[Card], geometry: Geometry) -> None:
    """Draw the first page."""
    size = geometry.card
    ink.text(LEFT_MM, 20.0, deck.title, 7.5, INK, bold=True)
    many = f"{len(cards)} cards" if len(cards) > 1 else f"the card {cards[0].name}"
    sheets = len(sheets_of(cards))
    extent = f"{size.name} size, {size.width_mm:.0f} × {size.length_mm:.0f} mm"
    on = f"{sheets} sheets of A4" if sheets > 1 else "a sheet of A4"
    ink.text(LEFT_MM, 26.5, f"{many} for the table Tavolo · {extent} · {on}", 3.6, GREY)
    with ink.placed(LEFT_MM, 32.0):
        draw_layers(ink, cards[0], deck.title, geometry)
    patch, ground = foil_of(cards[0].code, geometry).patches[0], foil_of(cards[0].code, geometry).ground
    foil = f"patches {patch.width:.0f} × {patch.depth:.0f} mm, ground patch {ground.width:.0f} × {ground.depth:.0f} mm"
    foil += f", bridges {BRIDGE_WIDTH_MM} mm wide"
    notch = f"{geometry.key_width_mm} × {geometry.key_depth_mm:.0f}"
    y = 32.0 + SIZE_MM[1] + 9.0
    y = write_steps(ink, y, "Cards", [each.format(foil=foil, notch=notch) for each in CARDS])
    write_steps(ink, y + 2.5, "Inserts for sleeves", [each.format(weld=SLEEVE_WELD_MM) for each in INSERTS])
    draw_ruler(ink, *RULER_AT_MM)


def draw_list(ink: Ink, deck: Deck, cards: Sequence[Card]) -> None:
    """Draw the second page: the sheet of each card, and the pads that its foil joins."""
    ink.text(LEFT_MM, 20.0, deck.title, 7.5, INK, bold=True)
    ink.text(LEFT_MM, 26.5, "Of each card: its sheet, and the pads that its foil joins", 3.6, GREY)
    column_mm = WIDTH_MM / LIST_COLUMNS
    sheets: dict[Card, list[str]] = {}
    for number, card in enumerate(cards):
        sheet = str(number // PLACES + 1)
        if sheet not in sheets.setdefault(card, []):
            sheets[card].append(sheet)
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
        A4_MM[1] - 20.0,
        "Pads 0, 1, 2 lie at the end stop, 6, 7, 8 nearest the mouth; left to right, face to you, arrow down.",
        2.8,
        GREY,
    )


def write_steps(ink: Ink, y: float, heading: str, steps: Sequence[str]) -> float:
    """Write a heading and numbered steps; return where the next may begin."""
    ink.text(LEFT_MM, y, heading, 4.2, INK, bold=True)
    y += 5.8
    for number, words in enumerate(steps, 1):
        ink.text(LEFT_MM, y, f"{number}", SIZE, GREY, bold=True)
        for line in simpleSplit(words, PLAIN, SIZE, WIDTH_MM - 6.0):
            ink.text(LEFT_MM + 6.0, y, line, SIZE, INK)
            y += LEADING
        y += 0.9
    return y
