"""Bambuti in light.

Field: five places of three columns each, r1 to r5 from the left, and the edge in the last column.

    rows 0-2   the masks of the player nearer the far side (seat 0 is the middle of the near side): three by three
               pixels each, as many as the number says, in the pattern of a die; 10 has all nine, the middle one
               bright. The colour is the mask's.
    rows 3-4   the indicator of each place, white, in the row next to the player with whom it lies: a dim pixel is one
               point, a bright one two; of 7 and 8 the last is the middle one of the other row
    rows 5-7   the masks of the other player
    edge       at the outer row the player's seat in its own colour, blinking while it is to play; the two pixels next
               to it are the drums that are left. All three are amber while a pass waits to be confirmed.

While the rows are laid, each mask that lies face down is five dim white pixels, and the middle of the next place
blinks. If all ten lie and have to be laid again, they all blink.

Lamps: the seat to play pulses white, both while the rows are laid; the other has its own colour, dim.

Track: the victory points, as a pawn on space points % 60. Within a second it blinks once for each lap of 60, four times
at most; pawns on one space take turns of a second.

Choosing: in the first half of every second the field shows the preview of ✓ (mask, indicator, drums, pawns, whose
turn it is), in the second half the present. A mask that is laid in secret has no preview.

The end: the winners' masks turn into their seats' colours and back, and their lamps breathe with them.
"""

from tavolo.games.bambuti.position import (
    COLOURS,
    DRAWING,
    DRUMS,
    LAY,
    LAYING,
    NUMBERS,
    PLACES,
    PLAYING,
    WISHING,
    Position,
    indicator,
)
from tavolo.games.bambuti.rows import is_complete
from tavolo.games.bambuti.rules import apply, outcome, refusal
from tavolo.games.bambuti.turn import finish_play
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.pawns import paint_pawns
from tavolo.lights.stage import HALF, beat, celebrate, lit, turn_lit
from tavolo.wiring import FIELD_COLUMNS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from tavolo.games.scene import GameStage

WIDTH = 3  # columns and rows of a mask
EDGE = FIELD_COLUMNS - 1

# How far each seat is from the far side; the nearer player has the upper rows, player 0 if both are as near.
FAR_TO_NEAR = (2, 2, 1, 0, 0, 0, 1, 2)

# Of the upper and the lower player: the first pixel of the masks; the row of its own indicators; on the edge the pixels
# of the seat, of the first and of the second drum.
TOP = (0, 5 * FIELD_COLUMNS)
INDICATORS = (3 * FIELD_COLUMNS, 4 * FIELD_COLUMNS)
SEAT_PIXEL = (EDGE, 7 * FIELD_COLUMNS + EDGE)
DRUM_PIXELS = (
    (1 * FIELD_COLUMNS + EDGE, 2 * FIELD_COLUMNS + EDGE),
    (6 * FIELD_COLUMNS + EDGE, 5 * FIELD_COLUMNS + EDGE),
)

# Three pixels of a mask -> their looks: "." dark, "o" lit, "O" bright.
LINES = ("...", "o..", ".o.", "..o", "o.o", "ooo", "oOo")
# Number less one -> the lines of a mask, from above.
DICE = ((0, 2, 0), (1, 0, 3), (1, 2, 3), (4, 0, 4), (4, 2, 4), (4, 4, 4), (4, 5, 4), (5, 4, 5), (5, 5, 5), (5, 6, 5))
BACK = (4, 2, 4)


def _line(looks: str, dim: int, bright: int) -> bytes:
    return bytes([palette.OFF if look == "." else dim if look == "o" else bright for look in looks])


# Made once, since scenes are painted often: colour, then line -> its pixels; white; points -> an indicator's two rows.
MASK_LINES = [
    [_line(looks, palette.CARD_DIM + colour, palette.CARD + colour) for looks in LINES]
    for colour in range(len(COLOURS))
]
BACK_LINES = [_line(looks, palette.WHITE_DIM, palette.WHITE_DIM) for looks in LINES]
OWN_POINTS = [
    _line(looks, palette.WHITE_DIM, palette.WHITE_MIDDLE)
    for looks in ("...", ".o.", "o.o", "ooo", "oOo", "OoO", "OOO", "OOO", "OOO")
]
MORE_POINTS = [_line(looks, palette.WHITE_DIM, palette.WHITE_MIDDLE) for looks in ("...",) * 7 + (".o.", ".O.")]


def paint(canvas: Canvas, stage: "GameStage[Position]") -> None:
    """Paint the position on a dark canvas."""
    position = stage.position
    now = beat(stage.now_ms)
    if stage.preview is not None and stage.preview[0] != LAY and lit(HALF, now):
        position = after(position, stage.preview)
    upper = upper_player(stage.seats)
    if not position.rows:
        _paint_backs(canvas, position, upper, lit(HALF, now))
    else:
        _paint_masks(canvas, position.rows, upper)
        _paint_indicators(canvas, position.rows, upper)
    _paint_sides(canvas, stage.seats, position, upper, now)
    paint_pawns(canvas.track, position.points, [palette.SEAT + seat for seat in stage.seats], now)


def upper_player(seats: "tuple[int, ...]") -> int:
    """Return the player whose masks are in the upper rows, so that both see their own in front if possible."""
    return 1 if FAR_TO_NEAR[seats[1]] < FAR_TO_NEAR[seats[0]] else 0


def after(position: Position, action: tuple[int, ...]) -> Position:
    """Return the position after an action, as far as it is public; the same position if the action is not allowed."""
    if refusal(position, action):
        return position
    then = position.copy()
    apply(then, action)
    if then.phase == DRAWING:  # which mask is drawn changes nothing visible
        then.held[then.turn] += 1
        then.pile_count -= 1
        finish_play(then, [])
    return then


def _paint_mask(canvas: Canvas, at: int, lines: "tuple[int, ...]", looks: "list[bytes]") -> None:
    for line in lines:
        canvas.field[at : at + WIDTH] = looks[line]
        at += FIELD_COLUMNS


def _paint_masks(canvas: Canvas, rows: bytearray, upper: int) -> None:
    for player in (0, 1):
        top = TOP[player ^ upper]
        for place in range(PLACES):
            card = rows[player * PLACES + place]
            _paint_mask(canvas, top + WIDTH * place, DICE[card % NUMBERS], MASK_LINES[card // NUMBERS])


def _paint_indicators(canvas: Canvas, rows: bytearray, upper: int) -> None:
    for place in range(PLACES):
        shown = indicator(rows[place], rows[PLACES + place])
        side = upper if shown > 0 else 1 - upper
        own, other = INDICATORS[side] + WIDTH * place, INDICATORS[1 - side] + WIDTH * place
        canvas.field[own : own + WIDTH] = OWN_POINTS[abs(shown)]
        canvas.field[other : other + WIDTH] = MORE_POINTS[abs(shown)]


def _paint_backs(canvas: Canvas, position: Position, upper: int, on: bool) -> None:
    """Paint the masks that lie face down; how many of them the table knows must not be visible."""
    if position.phase != LAYING or (is_complete(position) and not on):
        return
    for player in (0, 1):
        top, count = TOP[player ^ upper], len(position.sealed[player])
        for place in range(count):
            _paint_mask(canvas, top + WIDTH * place, BACK, BACK_LINES)
        if count < PLACES and on:
            canvas.field[top + FIELD_COLUMNS + WIDTH * count + 1] = palette.WHITE_DIM


def _paint_sides(canvas: Canvas, seats: "tuple[int, ...]", position: Position, upper: int, now: int) -> None:
    """Paint edge and lamp of each player, and at the end the winners: their masks turn into their seats' colours."""
    result, on = outcome(position), lit(HALF, now)
    celebrating = result is not None and celebrate(canvas.lamps, seats, result[1:], now)
    for player in (0, 1):
        side, seat = player ^ upper, seats[player]
        drums, seat_look = DRUM_PIXELS[side], palette.SEAT + seat
        if position.phase >= PLAYING:
            acts = player == position.turn
        else:  # if all masks lie and are still not shown, both have to lay them again
            acts = position.held[player] > 0 or is_complete(position)
        if result is not None:
            if celebrating and player in result[1:]:
                turn_lit(canvas.field, TOP[side], WIDTH * FIELD_COLUMNS, palette.SEAT_DIM + seat)
        elif acts:
            canvas.lamps[seat] = palette.WHITE if on else palette.WHITE_DIM
        else:
            canvas.lamps[seat] = palette.SEAT_DIM + seat
        for drum in range(position.drums[player]):
            canvas.field[drums[drum]] = palette.SEAT_DIM + seat
        if position.phase == WISHING and position.turn == player:
            seat_look = palette.WARNING
            for drum in range(DRUMS):
                canvas.field[drums[drum]] = palette.WARNING
        canvas.field[SEAT_PIXEL[side]] = palette.OFF if acts and not on and result is None else seat_look
