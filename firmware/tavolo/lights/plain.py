"""The default scene, for games without one of their own.

It knows no game, only the functions that all games have, two numbers for each player, and one of the table; a game may
omit any of them:

Track: the points, as pawns (`pawns`).

Field: a row for each physical seat, with a bar in the seat's colour as long as the player's other number, for example
the cards in hand; from 16 on its lights turn bright one by one. The last column has the seat's colour, and blinks while
the seat is to act. In the second half of every second the bars are replaced by the number of the table, in white
figures: what lies there for all, for example a prize that was turned up.

Lamps: those of the players to act pulse white; all do where any slot takes a card. The others, for example after a
sealed choice, have the seat's colour, dim.

Choosing: in the first half of every second the bars are replaced by the previewed option, in its seat's colour: the
last of its numbers in figures, and below it a light for each verb up to its own.

The end: the lamps of the winners breathe in their colours, and their bars turn bright and back with them.
"""

from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.figures import paint_number
from tavolo.lights.pawns import paint_pawns
from tavolo.lights.stage import HALF, beat, celebrate, lit, turn_lit
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
    """Paint a position of `game` on a dark canvas, with the players' points and bars.

    `shown` is the number of the table, of at most four figures with its minus, None for none.
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
            seat = stage.seats[player]
            turn_lit(canvas.field, seat * FIELD_COLUMNS, SEAT_COLUMN, palette.SEAT + seat)


def _paint_bar(field: bytearray, seat: int, length: int) -> None:
    for place in range(min(length, 2 * LONGEST_BAR)):
        bright = place >= LONGEST_BAR
        colour = (palette.SEAT if bright else palette.SEAT_DIM) + seat
        field[seat * FIELD_COLUMNS + place % LONGEST_BAR] = colour


def _paint_option(field: bytearray, seat: int, option: "tuple[int, ...]") -> None:
    if len(option) > 2:  # else it has only a verb and a player
        paint_number(field, option[-1], palette.SEAT + seat)
    for dot in range(min(option[0] + 1, SEAT_COLUMN)):
        field[VERBS_ROW * FIELD_COLUMNS + dot] = palette.SEAT + seat


def _paint_seat(canvas: Canvas, seat: int, acts: bool, on: bool) -> None:
    canvas.field[seat * FIELD_COLUMNS + SEAT_COLUMN] = palette.OFF if acts and not on else palette.SEAT + seat
    if acts:
        canvas.lamps[seat] = palette.WHITE if on else palette.WHITE_DIM
    else:
        canvas.lamps[seat] = palette.SEAT_DIM + seat
