"""Playing cards as SVG: faces that a game describes, and the back that all share."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from tavolo_host.display.parts.tags import drawn, joined, tag
from tavolo_host.vector import inline_svg

CARD_WIDTH, CARD_HEIGHT = 100, 140
READ_BOTH_WAYS = ("6", "9", "66", "68", "86", "89", "98", "99")
# The back of every card, drawn in 0..100 by 0..140.
CARD_BACK = Markup(
    '<rect class="card-paper" x="1" y="1" width="98" height="138" rx="11"/>'
    '<rect class="card-back" x="8" y="8" width="84" height="124" rx="6"/>'
    '<path class="card-back-line" d="M50 22L84 70L50 118L16 70Z"/>'
    '<path class="card-back-line" d="M50 44L68 70L50 96L32 70Z"/>'
)


@dataclass(frozen=True)
class CardFace:
    """What a card shows: its name, the big `text`, and the colour and shape (a path) of its suit."""

    name: str
    text: str
    colour: str
    shape: str


@cache
def face_group(face: CardFace) -> Markup:
    """Return a card's face, drawn in 0..100 by 0..140.

    A bar is below a number that reads as another one upside down: players sit on all sides of the table.
    """
    colour, size = face.colour, 60 if len(face.text) < 2 else 46
    return joined(
        drawn("rect", class_="card-paper", x=1, y=1, width=98, height=138, rx=11),
        drawn("rect", stroke=colour, class_="card-frame", x=6, y=6, width=88, height=128, rx=7),
        drawn("text", face.text, class_="card-corner", fill=colour, x=23, y=33),
        drawn("path", at=(23, 52), scale=1.15, d=face.shape, fill=colour),
        drawn("text", face.text, font_size=size, class_="card-number", fill=colour, x=55, y=114),
        drawn("rect", x=40, y=120, width=30, height=4, fill=colour) if face.text in READ_BOTH_WAYS else "",
    )


@cache
def card_svg(face: CardFace, width: int) -> Markup:
    """Return a card's face as a picture of its own, `width` pixels wide."""
    return _picture(face_group(face), width, face.name)


@cache
def back_svg(name: str, width: int) -> Markup:
    """Return the back as a picture of its own, called `name`."""
    return _picture(CARD_BACK, width, name)


def _picture(drawing: Markup, width: int, name: str) -> Markup:
    size = width, width * CARD_HEIGHT // CARD_WIDTH
    return inline_svg([drawing], (0, 0, CARD_WIDTH, CARD_HEIGHT), "card", name, size=size)


def rows_svg(*rows: Sequence[CardFace]) -> Markup:
    """Return a picture of cards that lie side by side, in one or more rows."""
    wide, high = CARD_WIDTH + 12, CARD_HEIGHT + 24
    cards = [
        drawn("g", face_group(face), at=(place * wide, row * high))
        for row, faces in enumerate(rows)
        for place, face in enumerate(faces)
    ]
    return inline_svg(cards, (0, 0, max(map(len, rows)) * wide - 12, len(rows) * high - 24))


def lying_card(card: int, face: CardFace, seat: int, width: int) -> Markup:
    """Return a card that lies on the table and has come from a seat."""
    return tag("div", card_svg(face, width), data_piece=f"card-{card}", data_origin=f"seat-{seat}")


def no_card() -> Markup:
    """Return a place where no card lies."""
    return tag("div", class_="card-missing")
