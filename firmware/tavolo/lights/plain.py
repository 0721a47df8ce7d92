"""A plain scene: how a game looks in light that has nothing of its own to show.

It knows no game, only the verbs that all have, two numbers for each player, and one of the table; a game may leave out
any of them:

Track: the points, as pawns (`pawns`).

Field: a row for each physical seat, with a bar in the seat's colour as long as the player's other number says, the
cards held for example; from 16 on its lights turn bright one by one. The last column has the seat's own colour, and
blinks while it is to act. In the second half of every second the bars give way to the number of the table, in white
figures: what lies there for all, a prize that was turned up for example.

Lamps: who is to act pulses white, and everybody where any slot takes a card. Who is not, because the choice is sealed
for example, has the own colour, dim.

Choosing: in the first half of every second the bars give way to the option that is looked at, in its seat's colour: the
last of its numbers in figures, and below it a light for each verb up to its own.

The end: the lamps of those who won breathe in their colours, and their bars turn bright and back with them.
"""

from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.figures import paint_number
from tavolo.lights.pawns import paint_pawns
from tavolo.lights.stage import HALF, beat, celebrate, lit
from tavolo.rules.contract import CHANCE
from tavolo.wiring import FIELD_COLUMNS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavolo.games.scene import GameStage
    from tavolo.rules.game import Game, P

LONGEST_BAR = SEAT_COLUMN = FIELD_COLUMNS - 1
VERBS_ROW = 7


def paint(
    canvas: Canvas,
    stage: "GameStage[P]",
    game: "Game[P]",
    points: "Sequence[int]" = (),
    bars: "Sequence[int]" = (),
    shown: "int | None" = None,
) -> None:
    """Paint a position of `game` on a dark canvas, with the points and the other numbers of the players.

    `shown` is the number of the table, of four figures at most with its minus, None while there is none.
    """
    on = lit(HALF, beat(stage.now_ms))
    acting = game.to_act(stage.position)
    paint_pawns(canvas.track, list(points), [palette.SEAT + seat for seat in stage.seats], beat(stage.now_ms))
    if stage.preview and on:
        _paint_option(canvas.field, stage.seats[stage.preview_player], stage.preview)
    elif shown is not None and not on:
        paint_number(canvas.field, shown, palette.WHITE)
    else:
        for player in range(len(bars)):
            _paint_bar(canvas.field, stage.seats[player], bars[player])
    for player in range(len(stage.seats)):
        _paint_seat(canvas, stage.seats[player], player in acting or acting == (CHANCE,), on)
    result = game.outcome(stage.position)
    if result and celebrate(canvas.lamps, stage.seats, result[1:], beat(stage.now_ms)):
        for player in result[1:]:
            _brighten(canvas.field, stage.seats[player])


def _paint_bar(field: bytearray, seat: int, length: int) -> None:
    for place in range(min(length, 2 * LONGEST_BAR)):
        bright = place >= LONGEST_BAR
        colour = (palette.SEAT if bright else palette.SEAT_DIM) + seat
        field[seat * FIELD_COLUMNS + place % LONGEST_BAR] = colour


def _paint_option(field: bytearray, seat: int, option: "tuple[int, ...]") -> None:
    if len(option) > 2:  # else a verb and a player are all there is
        paint_number(field, option[-1], palette.SEAT + seat)
    for dot in range(min(option[0] + 1, SEAT_COLUMN)):
        field[VERBS_ROW * FIELD_COLUMNS + dot] = palette.SEAT + seat


def _paint_seat(canvas: Canvas, seat: int, acts: bool, on: bool) -> None:
    canvas.field[seat * FIELD_COLUMNS + SEAT_COLUMN] = palette.OFF if acts and not on else palette.SEAT + seat
    if acts:
        canvas.lamps[seat] = palette.WHITE if on else palette.WHITE_DIM
    else:
        canvas.lamps[seat] = palette.SEAT_DIM + seat


def _brighten(field: bytearray, seat: int) -> None:
    for at in range(seat * FIELD_COLUMNS, seat * FIELD_COLUMNS + SEAT_COLUMN):
        if field[at]:
            field[at] = palette.SEAT + seat
