"""Playing cards as SVG: faces that a game describes, and the one back that all of them share."""

from dataclasses import dataclass
from html import escape

CARD_WIDTH, CARD_HEIGHT = 100, 140
READ_BOTH_WAYS = ("6", "9", "66", "68", "86", "89", "98", "99")


@dataclass(frozen=True)
class CardFace:
    """What is on a card: its name, the big `text`, and letter, colour and shape (a path) of its suit."""

    name: str
    text: str
    letter: str
    colour: str
    shape: str


def face_group(face: CardFace) -> str:
    """Return a card's face, drawn in 0..100 by 0..140."""
    size = 60 if len(face.text) < 2 else 46
    return (
        '<rect x="1" y="1" width="98" height="138" rx="11" class="card-paper"/>'
        f'<rect x="6" y="6" width="88" height="128" rx="7" class="card-frame" stroke="{face.colour}"/>'
        f'<text x="23" y="33" class="card-corner" fill="{face.colour}">{escape(face.text)}</text>'
        f'<path d="{face.shape}" fill="{face.colour}" transform="translate(23 52) scale(1.15)"/>'
        f'<text x="78" y="31" class="card-letter" fill="{face.colour}">{escape(face.letter)}</text>'
        f'<text x="55" y="114" class="card-number" font-size="{size}" fill="{face.colour}">'
        f"{escape(face.text)}</text>"
        f"{_underline(face)}"
    )


def _underline(face: CardFace) -> str:
    """Return a bar below a number that would be another one upside down: cards lie before all sides of the table."""
    if face.text not in READ_BOTH_WAYS:
        return ""
    return f'<rect x="40" y="120" width="30" height="4" fill="{face.colour}"/>'


def back_group() -> str:
    """Return the back of every card, drawn in 0..100 by 0..140."""
    return (
        '<rect x="1" y="1" width="98" height="138" rx="11" class="card-paper"/>'
        '<rect x="8" y="8" width="84" height="124" rx="6" class="card-back"/>'
        '<path d="M50 22L84 70L50 118L16 70Z" class="card-back-line"/>'
        '<path d="M50 44L68 70L50 96L32 70Z" class="card-back-line"/>'
    )


def card_svg(face: CardFace, width: int) -> str:
    """Return a card's face as a picture of its own, `width` pixels wide."""
    height = width * CARD_HEIGHT // CARD_WIDTH
    return (
        f'<svg class="card" width="{width}" height="{height}" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}" '
        f'role="img" aria-label="{escape(face.name)}">{face_group(face)}</svg>'
    )
