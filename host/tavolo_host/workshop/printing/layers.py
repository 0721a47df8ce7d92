"""A picture of what a card is made of: its front, the foil on the front's reverse, the back, and how they lie."""

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.printing.deck import Card
from tavolo_host.workshop.printing.faces import draw_front, draw_notch, draw_pattern
from tavolo_host.workshop.printing.paper import GREY, Ink
from tavolo_host.workshop.printing.sheets import FAINT, FOIL_EDGE, FOIL_ISOLATED, FOIL_JOINED, draw_foil
from tavolo_host.workshop.printing.svg import SvgInk

SCALE = 0.6
SIZE_MM = (174.0, 91.0)  # of the picture
LEFT_MM, STEP_MM = 1.0, 61.0  # of the first card, and from card to card

INK = "#222222"
# Of the section through card and slot, from the owner's side: words, thickness on the picture, colour.
SECTION = (
    ("front, face to its owner: paper of 120 to 160 g", 2.4, "#ffffff"),
    ("foil: copper of 0.035 mm with its glue", 1.2, FOIL_JOINED),
    ("back, laid over the foil: opaque paper of 160 to 200 g", 3.2, "#dce6e2"),
    ("cover over the slot's pads", 1.6, "#eeeeee"),
    ("the slot's pads and its ground strip", 1.4, "#b0b0b0"),
)


def layers_svg(card: Card, title: str, geometry: Geometry) -> str:
    """Return the picture by itself, on white."""
    ink = SvgInk(*SIZE_MM, "How a card is made")
    wide, high = SIZE_MM
    ink.polygon(((0, 0), (wide, 0), (wide, high), (0, high)), fill="#ffffff")
    draw_layers(ink, card, title, geometry)
    return ink.text_of_picture()


def draw_layers(ink: Ink, card: Card, title: str, geometry: Geometry) -> None:
    """Draw the picture, `SIZE_MM` large, from the top left."""
    size = geometry.card
    names = ("1  the front", "2  the foil, on the front's reverse", "3  the back, over the foil")
    for number, name in enumerate(names):
        x = LEFT_MM + number * STEP_MM
        ink.text(x, 4.0, name, 2.9, INK, bold=True)
        with ink.placed(x, 6.5, scale=SCALE):
            if number == 0:
                draw_front(ink, card.face, title, geometry)
            elif number == 1:
                draw_foil(ink, card, geometry, (0.0, 0.0))
            else:
                draw_pattern(ink, size, 0.0, 0.0, size.width_mm, size.length_mm, bleed=False)
            draw_notch(ink, geometry, from_behind=number > 0)
            _draw_edge(ink, size.width_mm, size.length_mm)
    below = 6.5 + SCALE * size.length_mm
    captions = (
        "▼ goes in first; the notch is cut out",
        "dark: joined, light: each by itself",
        "the same on every card of every game",
    )
    for number, caption in enumerate(captions):
        ink.text(LEFT_MM + number * STEP_MM, below + 4.2, caption, 2.5, GREY)
    _draw_section(ink, LEFT_MM, below + 11.5)


def _draw_edge(ink: Ink, width: float, length: float) -> None:
    ink.polygon(((0, 0), (width, 0), (width, length), (0, length)), stroke=FAINT, width=0.25)


def _draw_section(ink: Ink, x: float, y: float) -> None:
    """The layers seen from their edge, not to scale, over two pads: one below foil that is joined, one not."""
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
        corners = ((x + start, y), (x + end, y), (x + end, y + thickness), (x + start, y + thickness))
        ink.polygon(corners, colour, FOIL_EDGE if colour in (FOIL_JOINED, FOIL_ISOLATED) else GREY, 0.15)
