"""The table's drawing: one SVG with everything in its place and every light dark.

What changes later is found by its data attributes: `data-pixel` (0-63 track, 64-191 field, 192-199 lamps) and
`data-seat` with the parts inside it.
"""

from html import escape

from tavolo_host.display import geometry
from tavolo_host.display.cards import back_group
from tavolo_host.display.geometry import Place, Point
from tavolo_host.display.theme import DARK_PIXEL, hexadecimal, seat_mark_group, seat_number
from tavolo_host.display.words import _

CARD_SCALE = 0.56
LAID_SCALE = 0.6
KEY_SIGNS = ("M7-8L-9 0L7 8Z", "M-7-8L9 0L-7 8Z", "M-8 0L-2.5 6L8-6.5")


def table_drawing() -> str:
    """Return the whole table as SVG text."""
    parts = [_definitions(), _middle(), *(_seat(number) for number in range(len(geometry.SEAT_PLACES)))]
    return (
        f'<svg class="table-drawing" viewBox="0 0 {geometry.WIDTH} {geometry.HEIGHT}" role="group" '
        f'aria-label="{escape(_("the table"))}">{"".join(parts)}</svg>'
    )


def _definitions() -> str:
    return (
        '<defs><linearGradient id="hood-wood" x1="0" y1="0" x2="0" y2="1">'
        '<stop offset="0" stop-color="#8a5a36"/><stop offset="1" stop-color="#5a361e"/></linearGradient>'
        '<linearGradient id="brass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d9b36c"/>'
        '<stop offset="0.5" stop-color="#b98d45"/><stop offset="1" stop-color="#8d6830"/></linearGradient>'
        '<radialGradient id="turn-glow"><stop offset="0" stop-color="#ffe0a0" stop-opacity="0.6"/>'
        '<stop offset="0.55" stop-color="#ffd080" stop-opacity="0.26"/>'
        '<stop offset="1" stop-color="#ffc060" stop-opacity="0"/></radialGradient></defs>'
    )


def _middle() -> str:
    """Return the score track with its numbers, and the field in its frame."""
    half_width = geometry.PITCH * geometry.FIELD_COLUMNS / 2 + 5
    half_height = geometry.PITCH * geometry.FIELD_ROWS / 2 + 5
    x, y = geometry.CENTRE
    ring = geometry.ring_outline()
    parts = [
        f'<path class="track-groove-edge" d="{ring}"/><path class="track-groove" d="{ring}"/>'
        f'<rect class="field-frame" x="{x - half_width}" y="{y - half_height}" '
        f'width="{2 * half_width}" height="{2 * half_height}" rx="16"/>'
    ]
    track = geometry.track_points()
    parts += [_pixel(number, point, geometry.TRACK_RADIUS, "track") for number, point in enumerate(track)]
    parts += [
        _pixel(64 + number, point, geometry.FIELD_RADIUS, "field")
        for number, point in enumerate(geometry.field_points())
    ]
    for number, (text_x, text_y) in enumerate(geometry.track_number_points()):
        if number % 5 == 0:
            parts.append(f'<text class="track-number" x="{text_x}" y="{text_y + 4.5}">{number}</text>')
    return "".join(parts)


def _pixel(number: int, point: Point, radius: float, part: str) -> str:
    return (
        f'<circle class="pixel {part}" data-pixel="{number}" cx="{point[0]}" cy="{point[1]}" r="{radius}" '
        f'fill="{hexadecimal(DARK_PIXEL)}"/>'
    )


def _seat(number: int) -> str:
    """Return one seat: laid card, slot with card and hood, keys, lamp and name plate."""
    place = geometry.SEAT_PLACES[number]
    lamp_x, lamp_y = geometry.LAMP_PLACE
    return (
        f'<g class="seat" data-seat="{number}">'
        f'<g transform="translate({place.x} {place.y}) rotate({place.turn})">'
        f'<ellipse class="turn-light" cx="14" cy="8" rx="185" ry="82"/>'
        f"{_laid_card()}{_slot(number)}{''.join(_key(number, key) for key in range(3))}"
        f'<circle class="lamp-rim" cx="{lamp_x}" cy="{lamp_y}" r="{geometry.LAMP_RADIUS + 3.5}"/></g>'
        f"{_pixel(192 + number, place.point(*geometry.LAMP_PLACE), geometry.LAMP_RADIUS, 'lamp')}"
        f"{_plate(number, place)}</g>"
    )


def _laid_card() -> str:
    x, y = geometry.CARD_PLACE
    return (
        f'<g transform="translate({x - 50 * LAID_SCALE} {y - 70 * LAID_SCALE}) scale({LAID_SCALE})">'
        '<rect class="card-spot" x="2" y="2" width="96" height="136" rx="11"/><g class="laid"></g></g>'
    )


def _slot(number: int) -> str:
    """Return the slot: the card stands in it behind the hood and sticks out towards its player."""
    x, y = geometry.SLOT_PLACE
    card_x, card_y = x - 50 * CARD_SCALE, y - 34
    return (
        f'<path class="slot-mouth" d="M{x - 36} {y - 14}H{x + 36}V{y + 8}H{x - 36}Z"/>'
        f'<g class="slot-card" data-lift="{number}" '
        f'transform="translate({card_x} {card_y}) scale({CARD_SCALE})">{back_group()}</g>'
        f'<path class="hood" d="M{x - 42} {y - 40}Q{x - 42} {y - 44} {x - 38} {y - 44}H{x + 38}'
        f'Q{x + 42} {y - 44} {x + 42} {y - 40}V{y - 8}Q{x} {y + 2} {x - 42} {y - 8}Z"/>'
    )


def _key(seat: int, key: int) -> str:
    x, y = geometry.KEY_PLACES[key]
    names = (_("key left of seat {}"), _("key right of seat {}"), _("key take of seat {}"))
    sign = "key-check" if key == 2 else "key-arrow"
    return (
        f'<g class="key" data-key="{key}" data-label="{escape(names[key].format(seat_number(seat)))}" '
        f'transform="translate({x} {y})"><circle r="16"/><path class="{sign}" d="{KEY_SIGNS[key]}"/></g>'
    )


def _plate(number: int, place: Place) -> str:
    """Return the name plate on the rim, which is the button to sit down as well; always readable."""
    x, y = place.point(*geometry.PLATE_PLACE)
    turn = place.turn if place.turn in (90, 270) else 0
    label = escape(_("sit at seat {}").format(seat_number(number)))
    return (
        f'<g class="plate" data-sit="{number}" data-label="{label}" '
        f'transform="translate({x} {y}) rotate({turn})">'
        '<rect class="plate-brass" x="-110" y="-14" width="220" height="28" rx="6"/>'
        f'<g transform="translate(-92 0)">{seat_mark_group(number)}</g>'
        f'<text class="plate-name" x="-74" y="5.5"></text>'
        '<g class="plate-sit"><rect x="28" y="-10" width="76" height="20" rx="10"/>'
        f'<text x="66" y="4.5">{escape(_("Sit here"))}</text></g></g>'
    )
