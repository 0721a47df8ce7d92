"""The lobby in light: who has joined, which game, which options.

Lamps: joined seats in their colours; that of the first, who chooses, pulses. Field: the picture of the game, or, at
an option, its number (a dot in the bottom row for each option up to it) and its value in figures. Track: as
many spaces as the value. While nobody has joined, one light runs round the lamps and another along the track.
"""

from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.figures import paint_number
from tavolo.lights.stage import BEATS, HALF, Stage, beat, lit
from tavolo.wiring import FIELD_COLUMNS, LAMPS, TRACK_PIXELS

OPTION_ROW = 7


def paint(canvas: Canvas, stage: Stage) -> None:
    """Paint the lobby on a dark canvas."""
    now = beat(stage.now_ms)
    if not stage.joined:
        _paint_waiting(canvas, now)
    _paint_joined(canvas, stage, now)
    if stage.option_index >= 0:
        _paint_option(canvas, stage)
    else:
        canvas.field[:] = stage.game_picture


def _paint_waiting(canvas: Canvas, now: int) -> None:
    """Light one lamp a second, in the colours that the seats will have."""
    seat = now // BEATS % LAMPS
    canvas.lamps[seat] = palette.SEAT_DIM + seat
    canvas.track[now // BEATS % TRACK_PIXELS] = palette.SEAT_DIM + seat


def _paint_joined(canvas: Canvas, stage: Stage, now: int) -> None:
    for seat in stage.joined:
        canvas.lamps[seat] = palette.SEAT + seat
    if stage.joined and not lit(HALF, now):
        canvas.lamps[stage.joined[0]] = palette.SEAT_DIM + stage.joined[0]


def _paint_option(canvas: Canvas, stage: Stage) -> None:
    value = stage.option_value
    for space in range(min(max(value, 0), TRACK_PIXELS)):
        canvas.track[space] = palette.WHITE_DIM
    for number in range(stage.option_index + 1):
        canvas.field[OPTION_ROW * FIELD_COLUMNS + 2 * number] = palette.WHITE_DIM
    paint_number(canvas.field, value, palette.WHITE_DIM)
