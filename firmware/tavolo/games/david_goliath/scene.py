"""David & Goliath in light.

Lamps: the trick. Each seat's lamp has the colour of the card it played; the highest so far is bright, the
others are dim, the lowest blinks. The seat to play pulses white. A trick that is over stays until the next
card is led.

Field: a row for each physical seat. A block of three columns for each colour, in the order of the rules:
none, one, two, three or more captured, since from three on a card is a point. The last column has the
seat's own colour and blinks while it is to play.

Track: everybody's points, the present deal as it would score now, as a pawn on space points % 60. Within a
second it blinks once for each lap of 60, four times at most; pawns on one space take turns of a second.

The end: the winners' rows turn into their colours and back, and their lamps breathe with them.

A card has one meaning, so there is never a choice to preview.
"""

from tavolo.games.david_goliath.position import COLOURS, NUMBERS, PLAY, Position
from tavolo.games.david_goliath.rules import extremes, outcome, to_act
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.pawns import paint_pawns
from tavolo.lights.stage import HALF, beat, celebrate, lit, turn_lit
from tavolo.wiring import FIELD_COLUMNS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tavolo.games.scene import GameStage

BLOCK = 3  # columns of a colour; from three cards on a colour counts its cards
SEAT_COLUMN = FIELD_COLUMNS - 1

# Colour, then cards captured (0-3) -> the pixels of the block: made once, since scenes are painted often.
BARS = [
    [bytes([palette.CARD_DIM + colour] * count + [palette.OFF] * (BLOCK - count)) for count in range(4)]
    for colour in range(len(COLOURS))
]


def paint(canvas: Canvas, stage: "GameStage[Position]") -> None:
    """Paint the position on a dark canvas."""
    position = stage.position
    now = beat(stage.now_ms)
    _paint_rows(canvas, stage.seats, position)
    totals = [running_total(position, player) for player in range(position.players)]
    paint_pawns(canvas.track, totals, [palette.SEAT + seat for seat in stage.seats], now)
    result = outcome(position)
    if result is not None:
        if celebrate(canvas.lamps, stage.seats, result[1:], now):
            for player in result[1:]:
                seat = stage.seats[player]
                turn_lit(canvas.field, seat * FIELD_COLUMNS, SEAT_COLUMN, palette.SEAT_DIM + seat)
        return
    if position.trick:
        _paint_trick(canvas, stage.seats, position.leader, position.trick, now)
    else:
        last = last_trick(stage.actions, position.players)
        if last:
            _paint_trick(canvas, stage.seats, last[0][1], [play[2] for play in last], now)
    for player in to_act(position):
        if player >= 0:
            _paint_turn(canvas, stage.seats[player], now)


def _paint_rows(canvas: Canvas, seats: "tuple[int, ...]", position: Position) -> None:
    field = canvas.field
    for player in range(position.players):
        row = seats[player] * FIELD_COLUMNS
        field[row + SEAT_COLUMN] = palette.SEAT + seats[player]
        for colour in range(len(COLOURS)):
            count = position.counts[player * len(COLOURS) + colour]
            if count:
                at = row + colour * BLOCK
                field[at : at + BLOCK] = BARS[colour][count if count < BLOCK else BLOCK]


def running_total(position: Position, player: int) -> int:
    """Return a player's points, including the present deal as it would score now."""
    total = position.totals[player]
    # After the last trick the captured cards are still there, but the total already has them.
    return total + position.deal_points(player) if position.remaining else total


def last_trick(actions: "Sequence[tuple[int, ...]]", players: int) -> "list[tuple[int, ...]]":
    """Return the plays of the trick that has just ended, in order; none if cards were dealt since."""
    plays = list(actions[-players:])
    if len(plays) < players or any([play[0] != PLAY for play in plays]):
        return []
    return plays


def _paint_trick(canvas: Canvas, seats: "tuple[int, ...]", leader: int, trick: "list[int]", now: int) -> None:
    high, low = extremes(trick)
    for place in range(len(trick)):
        colour = trick[place] // NUMBERS
        if place == high:
            index = palette.CARD + colour
        elif place != low or lit(HALF, now):
            index = palette.CARD_DIM + colour
        else:
            index = palette.OFF
        canvas.lamps[seats[(leader + place) % len(seats)]] = index


def _paint_turn(canvas: Canvas, seat: int, now: int) -> None:
    on = lit(HALF, now)
    if on:
        canvas.lamps[seat] = palette.WHITE
    elif canvas.lamps[seat] == palette.OFF:
        canvas.lamps[seat] = palette.WHITE_DIM
    if not on:
        canvas.field[seat * FIELD_COLUMNS + SEAT_COLUMN] = palette.OFF
