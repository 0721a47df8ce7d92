"""The table's drawing: one SVG with everything in place and every light dark.

Data attributes mark what changes later: `data-pixel` (0-63 track, 64-191 field, 192-199 lamps) and `data-seat` with the
parts inside it.
"""

import svg
from markupsafe import Markup

from tavolo_host.display.parts import geometry
from tavolo_host.display.parts.cards import CARD_BACK
from tavolo_host.display.parts.geometry import Point
from tavolo_host.display.parts.tags import drawn, joined
from tavolo_host.display.parts.theme import DARK_PIXEL, hexadecimal, seat_mark_elements, seat_number
from tavolo_host.texts.language import _, by_language
from tavolo_host.vector import inline_svg, written

SIT_HEIGHT = 56  # of the button to sit down
SHADES = Markup(
    '<defs><linearGradient id="hood-wood" x1="0" y1="0" x2="0" y2="1">'
    '<stop offset="0" stop-color="#8a5a36"/><stop offset="1" stop-color="#5a361e"/></linearGradient>'
    '<linearGradient id="brass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d9b36c"/>'
    '<stop offset="0.5" stop-color="#b98d45"/><stop offset="1" stop-color="#8d6830"/></linearGradient>'
    '<radialGradient id="turn-glow"><stop offset="0" stop-opacity="0.6" stop-color="#ffe0a0"/>'
    '<stop offset="0.55" stop-opacity="0.26" stop-color="#ffd080"/>'
    '<stop offset="1" stop-opacity="0" stop-color="#ffc060"/></radialGradient></defs>'
)
# Where a played card lies in front of its seat.
LAID = Markup(
    '<ellipse class="turn-light" cx="14" cy="8" rx="185" ry="82"/><g transform="translate(-124 -40) scale(0.6)">'
    '<rect class="card-spot" x="2" y="2" width="96" height="136" rx="11"/><g class="laid"/></g>'
)
# The slot: a card stands in it behind the hood and sticks out towards its player.
MOUTH = Markup('<path class="slot-mouth" d="M -36 -2 H 36 V 20 H -36 Z "/>')
HOOD = Markup('<path class="hood" d="M -42 -28 Q -42 -32 -38 -32 H 38 Q 42 -32 42 -28 V 4 Q 0 14 -42 4 Z "/>')
# Of each key: where it lies, and its sign.
KEYS = (
    (66, "key-arrow", "M7-8L-9 0L7 8Z"),
    (102, "key-arrow", "M-7-8L9 0L-7 8Z"),
    (138, "key-check", "M-8 0L-2.5 6L8-6.5"),
)


@by_language
def table_drawing() -> str:
    """Return the whole table as SVG text."""
    seats = map(_seat, range(len(geometry.SEAT_PLACES)))
    view = 0, 0, geometry.WIDTH, geometry.HEIGHT
    return inline_svg([SHADES, *_middle(), *seats], view, "table-drawing", _("the table"), "group")


def _middle() -> list[Markup]:
    """Return the score track with its numbers, and the field in its frame."""
    x, y, width, height = geometry.field_frame()
    ring = geometry.ring_outline()
    elements = [
        *(written(svg.Path(class_=[style], d=ring)) for style in ("track-groove-edge", "track-groove")),
        drawn("rect", class_="field-frame", x=x, y=y, width=width, height=height, rx=16),
    ]
    for number, point in enumerate(geometry.track_points()):
        elements.append(_pixel(number, point, geometry.TRACK_RADIUS, "track"))
    for number, point in enumerate(geometry.field_points(), 64):
        elements.append(_pixel(number, point, geometry.FIELD_RADIUS, "field"))
    for number, (x, y) in [*enumerate(geometry.track_number_points())][::5]:
        elements.append(drawn("text", number, class_="track-number", x=x, y=y + 4.5))
    return elements


def _pixel(number: int, point: Point, radius: float, part: str) -> Markup:
    (x, y), dark = point, hexadecimal(DARK_PIXEL)
    return drawn("circle", class_=f"pixel {part}", cx=x, cy=y, r=radius, fill=dark, data_pixel=number)


def _seat(number: int) -> Markup:
    """Return one seat: name plate, laid card, slot with card and hood, keys, and lamp."""
    place, (lamp_x, lamp_y) = geometry.SEAT_PLACES[number], geometry.LAMP_PLACE
    card = drawn("g", CARD_BACK, at=(-28, -22), scale=0.56, class_="slot-card", data_lift=number)
    rim = drawn("circle", class_="lamp-rim", cx=lamp_x, cy=lamp_y, r=geometry.LAMP_RADIUS + 3.5)
    keys = (_key(number, key) for key in range(len(KEYS)))
    turned = drawn("g", LAID, MOUTH, card, HOOD, *keys, rim, at=(place.x, place.y), turn=place.turn)
    lamp = _pixel(192 + number, place.point(lamp_x, lamp_y), geometry.LAMP_RADIUS, "lamp")
    return drawn("g", _plate(number), turned, lamp, class_="seat", data_seat=number)


def _key(seat: int, key: int) -> Markup:
    names = _("left key of seat {}"), _("right key of seat {}"), _("take key of seat {}")
    (x, style, sign), label = KEYS[key], names[key].format(seat_number(seat))
    drawing = drawn("circle", r=16) + drawn("path", class_=style, d=sign)
    return drawn("g", drawing, at=(x, 6), class_="key", data_key=key, data_label=label)


def _plate(number: int) -> Markup:
    """Return the name plate on the rim, never upside down; at a free seat it is the button to sit down.

    That one reaches inwards, to be large enough in a small picture.
    """
    place = geometry.SEAT_PLACES[number]
    top = 14 if place.turn == 180 else -14 - SIT_HEIGHT
    sit = joined(
        drawn("rect", x=-110, y=top, width=220, height=SIT_HEIGHT, rx=10),
        drawn("text", _("Sit here"), x=0, y=top + SIT_HEIGHT / 2 + 12),
    )
    return drawn(
        "g",
        drawn("rect", class_="plate-brass", x=-110, y=-14, width=220, height=28, rx=6),
        drawn("g", written(*seat_mark_elements(number)), at=(-92, 0)),
        drawn("text", class_="plate-name", x=-74, y=5.5),
        drawn("g", sit, class_="plate-sit"),
        at=place.point(*geometry.PLATE_PLACE),
        turn=place.turn if place.turn % 180 else 0,
        class_="plate",
        data_sit=number,
        data_label=_("sit at seat {}").format(seat_number(number)),
    )
