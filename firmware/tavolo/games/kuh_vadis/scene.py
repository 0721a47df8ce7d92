"""Kuh Vadis in light: the sheet on the left panel, the dice on the right one. Columns and rows of the field:

       0 1 2 3 4 5 6 7   8 9 . 11 12 . 14 15
    0                    1 1    2  2    3  3    a die has six pixels, lit from below: as many as its number, all
    1    the sheet,      1 1    2  2    3  3    six for a cow
    2    as it is        1 1    2  2    3  3
    3    printed         - -    -  -    -  -    below a die, in the seat's colour: put aside
    4                    4 4    5  5    L  L
    5                    4 4    5  5    L  L    L: rolls that are left, a row each
    6                    4 4    5  5    L  L
    7  x x x   o o o     - -    -  -    R  D    below L: lit with the cursor on rolling (R), on stopping (D)

Sheet: marks have their seat's colour; starts are marks that dim once a second. Free cells are dark: cows white, the
numbers 1-5 in the colours of dice with that number. In a further turn, the cell just marked blinks double: marks must
be adjacent to it. The three pixels below the sheet, in the seat's colour, show whose turn it is: on the left the
crosses', on the right the circles'. Dice of a finished turn are darker.

Preview, also for players who do not distinguish the colours. When a cell has to be marked, the possible ones blink, and
the one at the cursor has the seat's colour and blinks faster. A die at the cursor has a white line below, which blinks
(for a die put aside, it dims to the seat's colour), and so do the free cells with its face that may be marked. On
rolling, the dice that would be rolled and the roll that would be spent blink; on stopping, the rolls that would be lost
and the cells that could then be marked. With real dice the face at the cursor blinks at its die's place.

Lamps: the seats' colours, dim; the seat to play pulses white. The track stays dark: there are no points.

The end: everything but the winner's marks blinks, and the winner's lamp breathes with it.
"""

from tavolo.games.kuh_vadis.position import DONE, FACE, HOLD, MARK, MARKING, NO_CELL, OVER, ROLL, THROW, Position
from tavolo.games.kuh_vadis.rules import outcome
from tavolo.games.kuh_vadis.sheet import COW, DICE, FACES, ROLLS, SIDE, START
from tavolo.games.kuh_vadis.turn import kinds
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEATS, BLINK, DOUBLE_BLINK, HALF, LONG, beat, lit
from tavolo.wiring import FIELD_COLUMNS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.games.scene import GameStage


# Places on the field, as on the canvas.
DIE_WIDTH, DIE_HEIGHT = 2, 3  # pixels
DIE_PLACES = (8, 11, 14, 72, 75)  # top left of each
BELOW = DIE_HEIGHT * FIELD_COLUMNS  # from there to what is below
ROLLS_LEFT_PLACES = (110, 94, 78)  # of the last roll, of the last but one, of the first
ROLL_PLACE, DONE_PLACE = 126, 127
TURN_PLACES = (112, 116)
TURN_WIDTH = 3  # pixels

# How each face looks, from 0 for none.
FREE = bytes([palette.OFF] + [palette.CELL + number for number in range(len(FACES) - 1)] + [palette.WHITE_DIM])
FRESH = bytes([palette.OFF] + [palette.CARD_DIM + number for number in range(len(FACES) - 1)] + [palette.WHITE_DIM])


def rows_of(face: int, index: int) -> "tuple[bytes, bytes, bytes]":
    """Return the three rows of a die, from the top, whose pixels have that palette index."""
    pixels = bytes([index] * face + [palette.OFF] * (COW - face))
    return pixels[4:6], pixels[2:4], pixels[0:2]


DICE_NOW = [rows_of(face, FRESH[face]) for face in range(len(FRESH))]
DICE_BEFORE = [rows_of(face, FREE[face]) for face in range(len(FREE))]
NO_KINDS = 0


def paint(canvas: Canvas, stage: "GameStage[Position]") -> None:
    """Paint the position on a dark canvas."""
    position = stage.position
    now = beat(stage.now_ms)
    for seat in stage.seats:
        canvas.lamps[seat] = palette.SEAT_DIM + seat
    if position.phase == OVER:
        _paint_end(canvas, stage.seats, position, now)
        return
    preview = stage.preview
    verb = preview[0] if preview else -1
    chosen = preview[2] if preview and verb == MARK else NO_CELL
    _paint_sheet(canvas.field, stage.seats, position, now, blinking_kinds(position, preview))
    if chosen != NO_CELL:
        at = chosen // SIDE * FIELD_COLUMNS + chosen % SIDE
        canvas.field[at] = palette.SEAT + stage.seats[position.player] if lit(BLINK, now) else palette.OFF
    _paint_dice(canvas.field, stage.seats, position, preview, lit(HALF, now))
    if not position.real_dice and position.phase != MARKING:
        _paint_rolls_left(canvas.field, ROLLS - position.rolls, verb, lit(HALF, now))
    if position.phase == THROW or position.phase == MARKING:
        seat, at = stage.seats[position.player], TURN_PLACES[position.player]
        if lit(HALF, now):
            canvas.lamps[seat] = palette.WHITE
        for place in range(at, at + TURN_WIDTH):
            canvas.field[place] = palette.SEAT + seat


def blinking_kinds(position: Position, preview: "tuple[int, ...] | None") -> int:
    """Return a bit for each face whose free cells blink: they may be marked, or could be after the preview."""
    bits = NO_KINDS
    if position.phase == MARKING or (preview and preview[0] == DONE):
        for face in kinds(position.dice):
            bits |= 1 << face
    elif preview and preview[0] == HOLD:
        bits = 1 << position.dice[preview[2]]
    elif preview and preview[0] == FACE:
        bits = 1 << preview[2]
    return bits


def _paint_sheet(field: bytearray, seats: "tuple[int, ...]", position: Position, now: int, blinking: int) -> None:
    cells, marks = position.cells, position.marks
    on, bright = lit(HALF, now), lit(LONG, now)
    cell = 0
    for row in range(0, SIDE * FIELD_COLUMNS, FIELD_COLUMNS):
        for at in range(row, row + SIDE):
            owner, face = marks[cell], cells[cell]
            if owner:
                field[at] = (palette.SEAT if bright or face < START else palette.SEAT_DIM) + seats[owner - 1]
            elif blinking >> face & 1 and position.may_mark(cell):
                field[at] = FRESH[face] if on else palette.OFF
            else:
                field[at] = FREE[face]
            cell += 1
    if position.last != NO_CELL and not lit(DOUBLE_BLINK, now):
        at = position.last // SIDE * FIELD_COLUMNS + position.last % SIDE
        field[at] = palette.SEAT_DIM + seats[position.player]


def _paint_dice(
    field: bytearray, seats: "tuple[int, ...]", position: Position, preview: "tuple[int, ...] | None", on: bool
) -> None:
    verb = preview[0] if preview else -1
    looks = DICE_NOW if position.rolls else DICE_BEFORE
    for die in range(DICE):
        is_held = position.held >> die & 1
        at = DIE_PLACES[die]
        if not (verb == ROLL and not is_held and not on):
            _paint_die(field, at, looks[position.dice[die]])
        at += BELOW
        is_at_cursor = preview and verb == HOLD and preview[2] == die
        if is_at_cursor and on:
            field[at] = field[at + 1] = palette.WHITE
        elif is_held:  # not white, or a cow and the line above would look like one piece
            field[at] = field[at + 1] = (palette.SEAT_DIM if is_at_cursor else palette.SEAT) + seats[position.player]
    if preview and verb == FACE:
        _paint_die(field, DIE_PLACES[position.rolls], DICE_NOW[preview[2] if on else 0])


def _paint_die(field: bytearray, at: int, rows: "tuple[bytes, bytes, bytes]") -> None:
    for row in rows:
        field[at : at + DIE_WIDTH] = row
        at += FIELD_COLUMNS


def _paint_rolls_left(field: bytearray, left: int, verb: int, on: bool) -> None:
    for number in range(left):
        is_going = verb == DONE or (verb == ROLL and number == left - 1)
        if on or not is_going:
            at = ROLLS_LEFT_PLACES[number]
            field[at] = field[at + 1] = palette.WHITE_DIM
    # Never dark, so that rolls in a preview do not look like spent rolls.
    if verb == ROLL:
        field[ROLL_PLACE] = palette.WHITE if on else palette.WHITE_DIM
    elif verb == DONE:
        field[DONE_PLACE] = palette.WHITE if on else palette.WHITE_DIM


def _paint_end(canvas: Canvas, seats: "tuple[int, ...]", position: Position, now: int) -> None:
    """Show sheet and dice, then only the winner's marks, two seconds each."""
    end = outcome(position)
    assert end is not None
    winners = end[1:]
    if now // BEATS % 4 < 2:
        _paint_sheet(canvas.field, seats, position, now, NO_KINDS)
        _paint_dice(canvas.field, seats, position, None, True)
        return
    for player in winners:
        canvas.lamps[seats[player]] = palette.SEAT + seats[player]
    for cell in range(len(position.marks)):
        owner = position.marks[cell]
        if owner and owner - 1 in winners:
            canvas.field[cell // SIDE * FIELD_COLUMNS + cell % SIDE] = palette.SEAT + seats[owner - 1]
