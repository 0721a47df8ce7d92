"""What is painted over every scene: the states of the slots on the lamps, a question to everybody, and lost records.

What a damaged journal has lost is amber, and blinks three times a second: on the track, which then shows nothing
else, a space for each action, or every other space if their number is unknown; and the lamps of the seats whose
cards go back into the hand.

The lamp of a seat whose sealed card was lost in a power cut is amber, with short gaps, until the card is in again. Each
state of a slot has a colour and a rhythm: lamps show cards and seats too, and some people do not see every colour. An
empty slot leaves its lamp to the scene.
"""

from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import (
    BLINK,
    DOUBLE_BLINK,
    FLICKER,
    HALF,
    LONG,
    STEADY,
    TRIPLE_BLINK,
    UNCOUNTED,
    Stage,
    beat,
    lit,
)
from tavolo.seat import states
from tavolo.wiring import TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.lights.view import LostRecords, Question

# State of a slot, colour, rhythm.
LOOKS = (
    (states.IS_SETTLING, palette.WHITE_DIM, FLICKER),
    (states.IS_READ, palette.WHITE_DIM, STEADY),
    (states.IS_ACCEPTED, palette.ACCEPTED, STEADY),
    (states.IS_REFUSED, palette.REFUSED, DOUBLE_BLINK),
    (states.IS_ABSENT, palette.ABSENT, LONG),
    (states.IS_CALIBRATING, palette.WHITE_DIM, HALF),
)


def paint(canvas: Canvas, stage: Stage) -> None:
    """Paint these over a scene."""
    now, slots, troubled, empty = beat(stage.now_ms), stage.slots, stage.troubled, states.IS_EMPTY
    if stage.lost_records is not None:
        _paint_lost_records(canvas, stage.lost_records, palette.WARNING if lit(TRIPLE_BLINK, now) else palette.OFF)
    for seat in stage.to_reseal:
        canvas.lamps[seat] = palette.WARNING if lit(LONG, now) else palette.OFF
    for seat in range(len(slots)):
        if slots[seat] != empty:  # hardly any is not
            _paint_slot(canvas, seat, slots[seat], now)
        if troubled[seat]:
            canvas.lamps[seat] = palette.WARNING if lit(BLINK, now) else palette.OFF
    if stage.question is not None:
        _paint_question(canvas, stage.question, lit(HALF, now))


def _paint_slot(canvas: Canvas, seat: int, state: int, now: int) -> None:
    for looking, colour, rhythm in LOOKS:
        if state == looking:
            canvas.lamps[seat] = colour if lit(rhythm, now) else palette.OFF


def _paint_lost_records(canvas: Canvas, lost_records: "LostRecords", colour: int) -> None:
    count, stride = (TRACK_PIXELS, 2) if lost_records.count == UNCOUNTED else (lost_records.count, 1)
    for space in range(TRACK_PIXELS):
        canvas.track[space] = colour if space < count and space % stride == 0 else palette.OFF
    for seat in lost_records.seats:
        canvas.lamps[seat] = colour


def _paint_question(canvas: Canvas, question: "Question", on: bool) -> None:
    """Ask the seats that play: amber for undo, red for abandoning; those that have agreed are steady."""
    colour = palette.WARNING if question.game_continues else palette.REFUSED
    for number in range(len(question.seats)):
        if question.agreed[number]:
            canvas.lamps[question.seats[number]] = palette.ACCEPTED
        else:
            canvas.lamps[question.seats[number]] = colour if on else palette.OFF
