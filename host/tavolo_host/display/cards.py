"""Playing cards as SVG: faces that a game describes, and the back that all share."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import svg
from markupsafe import Markup

from tavolo_host.display.tags import tag
from tavolo_host.vector import Outline, inline_svg, written

CARD_WIDTH, CARD_HEIGHT = 100, 140
READ_BOTH_WAYS = ("6", "9", "66", "68", "86", "89", "98", "99")


@dataclass(frozen=True)
class CardFace:
    """What a card shows: its name, the big `text`, and the colour and shape (a path) of its suit."""

    name: str
    text: str
    colour: str
    shape: str


def face_elements(face: CardFace) -> list[svg.Element]:
    """Return a card's face, drawn in 0..100 by 0..140."""
    colour = face.colour
    shape = svg.Path(d=[Outline(face.shape)], fill=colour, transform=[svg.Translate(23, 52), svg.Scale(1.15)])
    size = 60 if len(face.text) < 2 else 46
    return [
        svg.Rect(x=1, y=1, width=98, height=138, rx=11, class_=["card-paper"]),
        svg.Rect(x=6, y=6, width=88, height=128, rx=7, class_=["card-frame"], stroke=colour),
        svg.Text(x=23, y=33, class_=["card-corner"], fill=colour, text=face.text),
        shape,
        svg.Text(x=55, y=114, class_=["card-number"], font_size=size, fill=colour, text=face.text),
        *_underline(face),
    ]


def _underline(face: CardFace) -> list[svg.Element]:
    """Return a bar below a number that reads as another one upside down: players sit on all sides of the table."""
    if face.text not in READ_BOTH_WAYS:
        return []
    return [svg.Rect(x=40, y=120, width=30, height=4, fill=face.colour)]


def back_elements() -> list[svg.Element]:
    """Return the back of every card, drawn in 0..100 by 0..140."""
    return [
        svg.Rect(x=1, y=1, width=98, height=138, rx=11, class_=["card-paper"]),
        svg.Rect(x=8, y=8, width=84, height=124, rx=6, class_=["card-back"]),
        svg.Path(d=[Outline("M50 22L84 70L50 118L16 70Z")], class_=["card-back-line"]),
        svg.Path(d=[Outline("M50 44L68 70L50 96L32 70Z")], class_=["card-back-line"]),
    ]


@cache
def face_group(face: CardFace) -> Markup:
    """Return a card's face as text, for use inside a drawing."""
    return written(*face_elements(face))


@cache
def back_group() -> Markup:
    """Return the back as text, for use inside a drawing."""
    return written(*back_elements())


@cache
def card_svg(face: CardFace, width: int) -> Markup:
    """Return a card's face as a picture of its own, `width` pixels wide."""
    return _picture(face_elements(face), width, face.name)


@cache
def back_svg(name: str, width: int) -> Markup:
    """Return the back as a picture of its own, called `name`."""
    return _picture(back_elements(), width, name)


def _picture(elements: list[svg.Element], width: int, name: str) -> Markup:
    size = width, width * CARD_HEIGHT // CARD_WIDTH
    return inline_svg(elements, (0, 0, CARD_WIDTH, CARD_HEIGHT), "card", name, size=size)


def rows_svg(*rows: Sequence[CardFace]) -> Markup:
    """Return a picture of cards that lie side by side, in one or more rows."""
    wide, high = CARD_WIDTH + 12, CARD_HEIGHT + 24
    cards: list[svg.Element] = [
        svg.G(transform=[svg.Translate(place * wide, row * high)], elements=face_elements(face))
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
