"""The questions of a set-up: which comes next, and which settings follow from the answers.

The course is one generator that asks for each answer in turn, so it reads as it is asked. Nothing is kept but the
answers: a step back drops the last one, and what the board has forgotten is told to it again from the question.
"""

from collections.abc import Collection, Generator, Sequence
from typing import NamedTuple

from tavolo.lights.layout import PANEL
from tavolo.lights.power import least_limit_ma
from tavolo.maker.settings import LAMPS_PLACE, LIMIT, pixels_of, seats_value
from tavolo.wiring import CURRENT_LIMIT_MA, FIELD_COLUMNS, FIELD_ROWS, SEATS
from tavolo_host.board_setup import wires
from tavolo_host.board_setup.wires import BLUE, GOES_ON, GREEN, LAST, NOTHING, RED, WHITE

TRACK, FIELD, LAMPS = range(3)  # the strips, as the firmware numbers them
STRIP_NAMES = ("track", "field", "lamps")
COLOURS = (RED, GREEN, BLUE, WHITE, NOTHING)
YES, NO, LEAVE, DONE, WRITE = "yes", "no", "leave", "done", "write"
AGAIN, COLOURS_AGAIN = "again", "colours again"  # what was seen is in doubt, or even the colours from which it follows
# The questions that are asked again, by the one that doubts their answers; elsewhere those about colours.
DOUBTED = {"field_nowhere": ("field_side", "field_place", "field_sure"), "track_short": ("track_length",)}
STRIP, ON_FIELD, NONE = "strip", "field", "none"
SIDES = ("left", "right")
SLOTS, KEYS = "slots", "keys"
USB, SUPPLY = "usb", "supply"
ONE_COLOUR, EACH_COLOUR = 60, 20  # levels: one byte of a pixel, and all of one
# What pixels may draw of a computer's 500 mA beside the Pico: hardware/settings.md; in the starter less is enough.
USB_MA, SMALL_USB_MA, SMALL_PIXELS = 300, 150, 72


class Question(NamedTuple):
    """A question by its `name`, and the possible answers; what is lit meanwhile on the wire of a `strip`.

    `place` is where a pixel of the field should be seen, -1 if it is asked where. `pixels` is a number to be told.
    """

    name: str
    choices: Sequence[str]
    strip: int = -1
    byte: int = 0
    levels: tuple[int, ...] = ()
    place: int = -1
    pixels: int = 0


Settings = dict[str, str]
Answer = tuple[str, str]  # the name of a question, and what was answered
Course = Generator[Question, str, Settings]
Found = Generator[Question, str, str | None]


def next_question(
    answers: Sequence[Answer], answering: Collection[int] | None
) -> tuple[Question | None, Settings, list[Answer]]:
    """Return (the question after these answers, None at the end; what is settled then; the answers that still count).

    An answer that puts what was seen in doubt takes those answers away, and itself. `answering` are the seats whose
    chips answer; while that is unknown, the question about them has no answer. An answer that is none to its question,
    as when a chip is lost, and all after it, do not count.
    """
    settings: Settings = {}
    course = _course(settings, None if answering is None else sorted(answering))
    question = next(course)
    for count, (name, value) in enumerate(answers, 1):
        if name != question.name or value not in question.choices:
            return question, settings, list(answers[: count - 1])
        if value in (AGAIN, COLOURS_AGAIN):
            return next_question(_undoubted(answers[:count]), answering)
        try:
            question = course.send(value)
        except StopIteration:
            return None, settings, list(answers[:count])
    return question, settings, list(answers)


def _undoubted(answers: Sequence[Answer]) -> list[Answer]:
    """Return these answers without those that the last one puts in doubt."""
    kept = list(answers)
    name, value = kept.pop()
    colours = f"{name.split('_')[0]}_colour"
    doubted = {*DOUBTED.get(name, (colours,))} | ({colours} if value == COLOURS_AGAIN else set())
    while kept and kept[-1][0] in doubted:
        kept.pop()
    return kept


def _course(settings: Settings, answering: Sequence[int] | None) -> Course:
    yield from _field(settings)
    yield from _track(settings)
    yield from _lamps(settings)
    yield from _seats(settings, answering)
    yield from _power(settings)
    yield Question("write", (WRITE,))
    return settings


# ---- lights


def _field(settings: Settings) -> Course:
    settings["panels"] = "0"
    panels = int((yield Question("panels", ("0", "1", "2"))))
    order = (yield from _order(FIELD)) if panels else None
    if order:
        lay = yield from _lay(panels, order)
        settings |= {"panels": str(panels), "field_order": order}
        settings |= {"panel_begins": lay.begins, "panel_rows": lay.rows, "panel_turn": str(lay.turn)}
    return settings


def _lay(panels: int, order: str) -> Generator[Question, str, wires.Lay]:
    ask, sure = wires.lay_pixels(panels)
    left = 0
    if panels > 1 and (yield _pixel("field_side", SIDES, FIELD, ask, order)) == SIDES[1]:
        left = PANEL
    columns = range(left, left + PANEL)
    places = [str(row * FIELD_COLUMNS + column) for row in range(FIELD_ROWS) for column in columns]
    lay = wires.lay_at(panels, int((yield _pixel("field_place", places, FIELD, ask, order))))
    is_sure = False
    if lay:
        shown = _pixel("field_sure", (YES, NO), FIELD, sure, order)._replace(place=lay.places[sure])
        is_sure = (yield shown) == YES
    while not lay or not is_sure:
        yield Question("field_nowhere", (AGAIN, COLOURS_AGAIN))
    return lay


def _track(settings: Settings) -> Course:
    settings["track_pixels"] = "0"
    has_one = (yield Question("track", (NONE, STRIP))) == STRIP
    order = (yield from _order(TRACK)) if has_one else None
    pixels = (yield from _length(order)) if order else None
    if order and pixels:
        found = wires.track_of(int(pixels))
        begins = yield _pixel("track_begins", ("first", "last"), TRACK, int(found["track_skip"]), order)
        settings |= found | {"track_order": order, "track_begins": begins}
    return settings


def _length(order: str) -> Found:
    seen: list[str] = []
    left, asked = wires.length_after(seen)
    while len(left) > 1:
        shown = _pixel("track_length", (LAST, GOES_ON, NOTHING), TRACK, asked - 1, order)
        seen.append((yield shown._replace(pixels=asked)))
        left, asked = wires.length_after(seen)
    if left:
        return str(left[0])
    yield Question("track_short", (AGAIN, COLOURS_AGAIN, LEAVE))
    return None


def _lamps(settings: Settings) -> Course:
    settings[LAMPS_PLACE] = NONE
    places = (STRIP, ON_FIELD, NONE) if settings["panels"] != "0" else (STRIP, NONE)
    where = yield Question("lamps", places)
    order = (yield from _order(LAMPS)) if where == STRIP else None
    if order:
        settings |= {"lamps": STRIP, "lamps_order": order}
    elif where == ON_FIELD:
        settings[LAMPS_PLACE] = ON_FIELD
    return settings


def _order(strip: int) -> Found:
    """Find the order in which a strip's pixels take their colours; None if nothing of it lights up."""
    name = STRIP_NAMES[strip]
    seen: list[str] = []
    orders, byte = wires.order_after(seen)
    while len(orders) > 1:
        seen.append((yield Question(f"{name}_colour", COLOURS, strip, byte, (ONE_COLOUR,))))
        orders, byte = wires.order_after(seen)
    if orders:
        return orders[0]
    yield Question(f"{name}_dark" if seen[-1] == NOTHING else f"{name}_unclear", (AGAIN, LEAVE))
    return None


def _pixel(name: str, choices: Sequence[str], strip: int, pixel: int, order: str) -> Question:
    """Return a question while this pixel of the wire is white: in one of four bytes the fourth stays dark."""
    return Question(name, choices, strip, len(order) * pixel, (EACH_COLOUR,) * 3)


# ---- hands and power


def _seats(settings: Settings, answering: Sequence[int] | None) -> Course:
    while answering is None:
        yield Question("looking", ())
    settings |= {"seats": "none", "phones": "all"}
    what = (yield Question("seats", (SLOTS, KEYS, NONE))) if answering else NONE
    if what != NONE:
        yield Question("touch", (DONE,))
        settings["seats"] = _list(answering)
        others = [seat for seat in range(SEATS) if seat not in answering]
        has_phones = bool(others) and (yield Question("phones", (YES, NO))) == YES
        settings["phones"] = _list(others) if has_phones else "none"
    return settings


def _list(seats: Sequence[int]) -> str:
    return seats_value(",".join(str(seat + 1) for seat in seats)) or "none"


def _power(settings: Settings) -> Course:
    pixels = pixels_of(settings)
    fits = least_limit_ma(pixels) <= USB_MA
    source = (yield Question("power", (USB, SUPPLY) if fits else (SUPPLY,), pixels=pixels)) if pixels else USB
    small = SMALL_USB_MA if pixels <= SMALL_PIXELS else USB_MA
    settings[LIMIT] = str(small if source == USB else CURRENT_LIMIT_MA)
    return settings
