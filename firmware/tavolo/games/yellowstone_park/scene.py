"""Yellowstone Park in light.

Field, left panel: the board, rows 1-7 from the top and columns a-g from the left. A cell has the colour of its card;
with both cards of a face it is bright. The eighth row and the eighth column are dark until something is chosen:

    a card to be placed   it blinks in its cell; below, the cursor stands in its column: white, or red and blinking
                          twice where cards will have to be taken. Those that no frame can save blink red.
    a frame to be kept    its columns are white in the eighth row, its rows in the eighth column; the cards outside it,
                          which would be taken, blink red. Before one is looked at the new card comes and goes.

Right panel: rows 1-5 are the penalty piles of the players in their order, in their seats' colours: two cards a pixel,
a single one comes and goes; from the seventeenth card on the pixels turn bright, two cards each, up to 32. Row 6 has
the hand of the seat to act in its colour, dim, a pixel a card, and at its end, bright, the cards placed this turn, one
or two pixels. Rows 7 and 8 are the draw pile: white, three cards a pixel; with six cards or fewer, which one hand may
use up, it comes and goes. Where drawing is looked at, what would leave a pile blinks, and so do the cards that would
come into the hand; where stopping is, the lamp of the seat that would go on.

Track: the markers, in the seats' colours, each on space % 60: within a second it blinks once for each lap, four times
at most, and markers on one space take turns of a second. The neutral marker is white; a dim white light stands on the
space that has to be passed. Where the card or frame looked at would move a marker back, its new space blinks.

Lamps: the seat to act pulses white, the other players' are dim in their colours. Before the first card all pulse, with
the cursor below the centre column: it goes into any slot.

The end: the rows of those who won fill with their colours and empty again, and their lamps breathe with them.
"""

from tavolo.games.yellowstone_park.choices import paint_choice
from tavolo.games.yellowstone_park.panels import (
    HAND_ROW,
    LEFT_OVER,
    PANEL,
    PILE_CARDS,
    cell_of,
    paint_bar,
    paint_pile_pixels,
)
from tavolo.games.yellowstone_park.position import CENTRE, FIRST_CARD, HAND, KEEPING, NO_COLUMN, NUMBERS, Position
from tavolo.games.yellowstone_park.rules import outcome
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.pawns import paint_pawns
from tavolo.lights.stage import HALF, beat, celebrate, lit
from tavolo.wiring import FIELD_COLUMNS

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.games.scene import GameStage


def paint(canvas: Canvas, stage: "GameStage[Position]") -> None:
    """Paint the position on a dark canvas."""
    position = stage.position
    now = beat(stage.now_ms)
    result = outcome(position)
    _paint_board(canvas.field, position)
    for player in range(position.players):
        paint_bar(canvas.field, player, position.penalty_counts[player], stage.seats[player], now)
        canvas.lamps[stage.seats[player]] = palette.SEAT_DIM + stage.seats[player]
    _paint_pile(canvas.field, position.pile_count, now)
    _paint_track(canvas.track, stage.seats, position, now)
    if result is not None:
        _paint_winners(canvas, stage.seats, result[1:], now)
    elif position.phase == FIRST_CARD:
        _paint_first_card(canvas, stage.seats, now)
    else:
        _paint_turn(canvas, stage.seats, position, now)
        if stage.preview is not None:
            paint_choice(canvas, stage, stage.preview, now)
        elif position.phase == KEEPING and not lit(HALF, now):
            canvas.field[cell_of(position, position.card)] = palette.OFF


def _paint_board(field: bytearray, position: Position) -> None:
    board, doubles = position.board, position.doubles
    for colour in range(len(position.columns)):
        at = position.columns[colour]
        if at == NO_COLUMN:
            continue
        dim = palette.CARD_DIM + colour
        for card in range(colour * NUMBERS, colour * NUMBERS + NUMBERS):
            if board >> card & 1:
                field[at] = palette.CARD + colour if doubles >> card & 1 else dim
            at += FIELD_COLUMNS


def _paint_pile(field: bytearray, cards: int, now: int) -> None:
    """Show the draw pile in two rows."""
    if cards <= HAND and not lit(HALF, now):
        return
    paint_pile_pixels(field, (cards + PILE_CARDS - 1) // PILE_CARDS)


def _paint_track(track: bytearray, seats: "tuple[int, ...]", position: Position, now: int) -> None:
    track[position.end_after] = palette.WHITE_DIM
    totals = list(position.markers)
    colours = [palette.SEAT + seat for seat in seats]
    if position.neutral_marker:
        totals.append(position.neutral)
        colours.append(palette.WHITE)
    paint_pawns(track, totals, colours, now)


def _paint_first_card(canvas: Canvas, seats: "tuple[int, ...]", now: int) -> None:
    for seat in seats:
        canvas.lamps[seat] = palette.WHITE if lit(HALF, now) else palette.WHITE_DIM
    canvas.field[LEFT_OVER * FIELD_COLUMNS + CENTRE] = palette.WHITE


def _paint_turn(canvas: Canvas, seats: "tuple[int, ...]", position: Position, now: int) -> None:
    player = position.turn % position.players
    canvas.lamps[seats[player]] = palette.WHITE if lit(HALF, now) else palette.WHITE_DIM
    at = HAND_ROW * FIELD_COLUMNS + PANEL
    hand = position.hand_counts[player]
    canvas.field[at : at + hand] = bytes((palette.SEAT_DIM + seats[player],)) * hand
    for place in range(position.placed):
        canvas.field[at + PANEL - 1 - place] = palette.SEAT + seats[player]


def _paint_winners(canvas: Canvas, seats: "tuple[int, ...]", winners: "tuple[int, ...]", now: int) -> None:
    """Fill the winners' rows with their colours and empty them, two seconds each; their lamps breathe with it."""
    if not celebrate(canvas.lamps, seats, winners, now):
        return
    for player in winners:
        at = player * FIELD_COLUMNS + PANEL
        canvas.field[at : at + PANEL] = bytes((palette.SEAT_DIM + seats[player],)) * PANEL
