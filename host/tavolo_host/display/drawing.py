"""The table's drawing: one SVG with everything in place and every light dark.

Data attributes mark what changes later: `data-pixel` (0-63 track, 64-191 field, 192-199 lamps) and `data-seat` with the
parts inside it.
"""

import svg

from tavolo_host.display import geometry
from tavolo_host.display.cards import back_elements
from tavolo_host.display.geometry import Place, Point
from tavolo_host.display.theme import DARK_PIXEL, hexadecimal, seat_mark_elements, seat_number
from tavolo_host.texts.language import _, by_language
from tavolo_host.vector import Outline, inline_svg

CARD_SCALE = 0.56
LAID_SCALE = 0.6
SIT_HEIGHT = 56  # of the button to sit down
KEY_SIGNS = ("M7-8L-9 0L7 8Z", "M-7-8L9 0L-7 8Z", "M-8 0L-2.5 6L8-6.5")


@by_language
def table_drawing() -> str:
    """Return the whole table as SVG text."""
    seats = [_seat(number) for number in range(len(geometry.SEAT_PLACES))]
    view = 0, 0, geometry.WIDTH, geometry.HEIGHT
    return inline_svg([_definitions(), *_middle(), *seats], view, "table-drawing", _("the table"), "group")


def _definitions() -> svg.Defs:
    wood, brass = _stop(0, "#8a5a36"), _stop(0, "#d9b36c")
    return svg.Defs(
        elements=[
            svg.LinearGradient(id="hood-wood", x1=0, y1=0, x2=0, y2=1, elements=[wood, _stop(1, "#5a361e")]),
            svg.LinearGradient(
                id="brass", x1=0, y1=0, x2=0, y2=1, elements=[brass, _stop(0.5, "#b98d45"), _stop(1, "#8d6830")]
            ),
            svg.RadialGradient(
                id="turn-glow",
                elements=[_stop(0, "#ffe0a0", 0.6), _stop(0.55, "#ffd080", 0.26), _stop(1, "#ffc060", 0)],
            ),
        ]
    )


def _stop(offset: float, colour: str, opacity: float | None = None) -> svg.Stop:
    return svg.Stop(offset=offset, stop_color=colour, stop_opacity=opacity)


def _middle() -> list[svg.Element]:
    """Return the score track with its numbers, and the field in its frame."""
    ring = geometry.ring_outline()
    x, y, width, height = geometry.field_frame()
    elements: list[svg.Element] = [
        svg.Path(class_=["track-groove-edge"], d=ring),
        svg.Path(class_=["track-groove"], d=ring),
        svg.Rect(class_=["field-frame"], x=x, y=y, width=width, height=height, rx=16),
    ]
    track = geometry.track_points()
    elements += [_pixel(number, point, geometry.TRACK_RADIUS, "track") for number, point in enumerate(track)]
    elements += [
        _pixel(64 + number, point, geometry.FIELD_RADIUS, "field")
        for number, point in enumerate(geometry.field_points())
    ]
    for number, (x, y) in enumerate(geometry.track_number_points()):
        if number % 5 == 0:
            elements.append(svg.Text(class_=["track-number"], x=x, y=y + 4.5, text=str(number)))
    return elements


def _pixel(number: int, point: Point, radius: float, part: str) -> svg.Circle:
    dark = hexadecimal(DARK_PIXEL)
    return svg.Circle(class_=["pixel", part], data={"pixel": number}, cx=point[0], cy=point[1], r=radius, fill=dark)


def _seat(number: int) -> svg.G:
    """Return one seat: laid card, slot with card and hood, keys, lamp and name plate."""
    place = geometry.SEAT_PLACES[number]
    lamp_x, lamp_y = geometry.LAMP_PLACE
    turned = svg.G(
        transform=[svg.Translate(place.x, place.y), svg.Rotate(place.turn)],
        elements=[
            svg.Ellipse(class_=["turn-light"], cx=14, cy=8, rx=185, ry=82),
            _laid_card(),
            *_slot(number),
            *(_key(number, key) for key in range(3)),
            svg.Circle(class_=["lamp-rim"], cx=lamp_x, cy=lamp_y, r=geometry.LAMP_RADIUS + 3.5),
        ],
    )
    lamp = _pixel(192 + number, place.point(*geometry.LAMP_PLACE), geometry.LAMP_RADIUS, "lamp")
    return svg.G(class_=["seat"], data={"seat": number}, elements=[_plate(number, place), turned, lamp])


def _laid_card() -> svg.G:
    x, y = geometry.CARD_PLACE
    return svg.G(
        transform=[svg.Translate(x - 50 * LAID_SCALE, y - 70 * LAID_SCALE), svg.Scale(LAID_SCALE)],
        elements=[
            svg.Rect(class_=["card-spot"], x=2, y=2, width=96, height=136, rx=11),
            svg.G(class_=["laid"]),
        ],
    )


def _slot(number: int) -> list[svg.Element]:
    """Return the slot: the card stands in it behind the hood and sticks out towards its player."""
    x, y = geometry.SLOT_PLACE
    card = svg.G(
        class_=["slot-card"],
        data={"lift": number},
        transform=[svg.Translate(x - 50 * CARD_SCALE, y - 34), svg.Scale(CARD_SCALE)],
        elements=back_elements(),
    )
    return [
        svg.Path(class_=["slot-mouth"], d=[svg.M(x - 36, y - 14), svg.H(x + 36), svg.V(y + 8), svg.H(x - 36), svg.Z()]),
        card,
        svg.Path(
            class_=["hood"],
            d=[
                svg.M(x - 42, y - 40),
                svg.Q(x - 42, y - 44, x - 38, y - 44),
                svg.H(x + 38),
                svg.Q(x + 42, y - 44, x + 42, y - 40),
                svg.V(y - 8),
                svg.Q(x, y + 2, x - 42, y - 8),
                svg.Z(),
            ],
        ),
    ]


def _key(seat: int, key: int) -> svg.G:
    names = (_("left key of seat {}"), _("right key of seat {}"), _("take key of seat {}"))
    return svg.G(
        class_=["key"],
        data={"key": key, "label": names[key].format(seat_number(seat))},
        transform=[svg.Translate(*geometry.KEY_PLACES[key])],
        elements=[
            svg.Circle(r=16),
            svg.Path(class_=["key-check" if key == 2 else "key-arrow"], d=[Outline(KEY_SIGNS[key])]),
        ],
    )


def _plate(number: int, place: Place) -> svg.G:
    """Return the name plate on the rim, never upside down; at a free seat it is the button to sit down.

    That one reaches inwards, to be large enough in a small picture.
    """
    turn = place.turn if place.turn in (90, 270) else 0
    top = 14 if place.turn == 180 else -14 - SIT_HEIGHT
    sit = svg.G(
        class_=["plate-sit"],
        elements=[
            svg.Rect(x=-110, y=top, width=220, height=SIT_HEIGHT, rx=10),
            svg.Text(x=0, y=top + SIT_HEIGHT / 2 + 12, text=_("Sit here")),
        ],
    )
    return svg.G(
        class_=["plate"],
        data={"sit": number, "label": _("sit at seat {}").format(seat_number(number))},
        transform=[svg.Translate(*place.point(*geometry.PLATE_PLACE)), svg.Rotate(turn)],
        elements=[
            svg.Rect(class_=["plate-brass"], x=-110, y=-14, width=220, height=28, rx=6),
            svg.G(transform=[svg.Translate(-92, 0)], elements=seat_mark_elements(number)),
            svg.Text(class_=["plate-name"], x=-74, y=5.5),
            sit,
        ],
    )
