"""A picture of a card's parts: its front, the foil on the front's reverse, the back, and their order."""

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.printing.deck import Card, Deck
from tavolo_host.workshop.printing.faces import draw_front, draw_notch, draw_pattern
from tavolo_host.workshop.printing.ink import Ink
from tavolo_host.workshop.printing.paper import GREY
from tavolo_host.workshop.printing.sheets import FAINT, FOIL_EDGE, FOIL_ISOLATED, FOIL_JOINED, draw_foil

SCALE = 0.6
SIZE_MM = (174.0, 91.0)  # of the picture
LEFT_MM, STEP_MM = 1.0, 61.0  # of the first card, and from card to card

INK = "#222222"
PARTS = (
    ("1 the front", "the arrow goes in first; the notch is cut out"),
    ("2 the foil, on the front's reverse", "dark: joined, light: each by itself"),
    ("3 the back, over the foil", "the same on every card of every game"),
)
# Of the section through card and slot, from the owner's side: words, thickness on the picture, colour.
SECTION = (
    ("front, face to its owner: paper of 120 to 160 g", 2.4, "#ffffff"),
    ("foil: copper of 0.035 mm with its glue", 1.2, FOIL_JOINED),
    ("back, laid over the foil: opaque paper of 160 to 200 g", 3.2, "#dce6e2"),
    ("cover over the slot's pads", 1.6, "#eeeeee"),
    ("the slot's pads and its ground strip", 1.4, "#b0b0b0"),
)


def layers_svg(deck: Deck, geometry: Geometry) -> str:
    """Return the picture by itself, on white, of a deck's first card."""
    ink = Ink(*SIZE_MM, "How a card is made")
    ink.box((0, 0), *SIZE_MM, fill="#ffffff")
    draw_layers(ink, deck.cards[0], deck.title, geometry)
    return ink.text_of_picture()


def draw_layers(ink: Ink, card: Card, title: str, geometry: Geometry) -> None:
    """Draw the picture, `SIZE_MM` large, from the top left."""
    size = geometry.card
    below = 6.5 + SCALE * size.length_mm
    for number, (name, caption) in enumerate(PARTS):
        x = LEFT_MM + number * STEP_MM
        ink.text(x, 4.0, name, 2.9, INK, bold=True)
        ink.text(x, below + 4.2, caption, 2.5, GREY)
        with ink.placed(x, 6.5, scale=SCALE):
            if number == 0:
                draw_front(ink, card.face, title, geometry)
            elif number == 1:
                draw_foil(ink, card, geometry, (0.0, 0.0))
            else:
                draw_pattern(ink, size, 0.0, 0.0, size.width_mm, size.length_mm, bleed=False)
            draw_notch(ink, geometry, from_behind=number > 0)
            ink.box((0, 0), size.width_mm, size.length_mm, stroke=FAINT, width=0.25)
    _draw_section(ink, LEFT_MM, below + 11.5)


def _draw_section(ink: Ink, x: float, y: float) -> None:
    """Draw the layers seen from their edge, not to scale, over pads below joined and isolated foil."""
    ink.text(x, y, "In the slot, from the edge (not to scale)", 2.9, INK, bold=True)
    y += 3.0
    width = 84.0
    for words, thickness, colour in SECTION:
        if colour == FOIL_JOINED:
            _draw_pieces(ink, x, y, thickness, ((4, 26, FOIL_JOINED), (36, 48, FOIL_ISOLATED), (58, 80, FOIL_JOINED)))
        elif colour == "#b0b0b0":
            _draw_pieces(ink, x, y, thickness, ((5, 25, colour), (37, 47, colour), (59, 79, colour)))
        else:
            _draw_pieces(ink, x, y, thickness, ((0, width, colour),))
        middle = y + thickness / 2
        ink.line((x + width + 1.0, middle), (x + width + 4.0, middle), GREY, 0.15)
        ink.text(x + width + 5.0, middle + 0.8, words, 2.4, INK)
        y += thickness + 1.4


def _draw_pieces(ink: Ink, x: float, y: float, thickness: float, pieces: tuple[tuple[float, float, str], ...]) -> None:
    for start, end, colour in pieces:
        edge = FOIL_EDGE if colour in (FOIL_JOINED, FOIL_ISOLATED) else GREY
        ink.box((x + start, y), end - start, thickness, colour, edge, 0.15)
