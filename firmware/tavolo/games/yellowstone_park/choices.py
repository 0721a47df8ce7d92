"""Yellowstone Park in light: what the seat to act is looking at, before it takes it with ✓.

What each light means is in `tavolo.games.yellowstone_park.scene`.
"""

from tavolo.games.yellowstone_park.frames import EDGE, NO_FRAME, SIDE, WINDOWS, bonus, choices, count, frame_around
from tavolo.games.yellowstone_park.panels import (
    BLANK,
    HAND_ROW,
    LEFT_OVER,
    PANEL,
    PILE_CARDS,
    WHITES,
    cell_of,
    paint_bar,
    paint_pile_pixels,
)
from tavolo.games.yellowstone_park.position import (
    HAND,
    KEEP,
    KEEPING,
    NO_COLUMN,
    NUMBERS,
    PLACE,
    SHUFFLE,
    STOP,
    Position,
)
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.pawns import LAP
from tavolo.lights.stage import BLINK, DOUBLE_BLINK, lit
from tavolo.wiring import FIELD_COLUMNS

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.games.scene import GameStage


class _Board:
    """The board as it would be: what `yellowstone_frames` reads of a position."""

    def __init__(self, position: Position, board: int, columns: bytearray) -> None:
        self.board = board
        self.columns = columns
        self.edge_frame = position.edge_frame


def paint_choice(canvas: Canvas, stage: "GameStage[Position]", action: "tuple[int, ...]", now: int) -> None:
    """Paint what an action of the seat to act would do, over the position."""
    position = stage.position
    verb, player = action[0], action[1]
    seat = stage.seats[player]
    if verb == PLACE:
        _preview_card(canvas, position, action, seat, now)
    elif verb == KEEP:
        _preview_frame(canvas, position, action, seat, now)
    elif verb == STOP:
        following = stage.seats[(player + 1) % position.players]
        canvas.lamps[following] = palette.WHITE_DIM if lit(BLINK, now) else palette.OFF
    else:
        _preview_draw(canvas.field, position, verb, player, seat, now)


def _preview_card(canvas: Canvas, position: Position, action: "tuple[int, ...]", seat: int, now: int) -> None:
    player, card, column = action[1:]
    columns = position.columns[:]
    columns[card // NUMBERS] = column
    after = _Board(position, position.board | 1 << card, columns)
    cursor = LEFT_OVER * FIELD_COLUMNS + column
    frame = frame_around(after)
    if frame == NO_FRAME:
        lost = after.board
        for kept in choices(after, card)[1]:
            lost &= ~kept
        _blink_red(canvas.field, position, lost, now)
        canvas.field[cursor] = palette.REFUSED if lit(DOUBLE_BLINK, now) else palette.OFF
    else:
        canvas.field[cursor] = palette.WHITE
        _preview_bonus(canvas, position, player, card, after, seat, now)
    at = card % NUMBERS * FIELD_COLUMNS + column
    canvas.field[at] = palette.CARD + card // NUMBERS if lit(BLINK, now) else palette.OFF


def _preview_frame(canvas: Canvas, position: Position, action: "tuple[int, ...]", seat: int, now: int) -> None:
    player, frame = action[1:]
    if frame not in position.frames:
        return
    kept = position.results[position.frames.index(frame)]
    _blink_red(canvas.field, position, position.board & ~kept, now)
    rows = frame // WINDOWS
    first = LEFT_OVER * FIELD_COLUMNS + frame % WINDOWS
    canvas.field[first : first + SIDE] = WHITES[:SIDE]
    for row in (NUMBERS - 1, 0) if rows == EDGE else range(rows, rows + SIDE):
        canvas.field[row * FIELD_COLUMNS + LEFT_OVER] = palette.WHITE_DIM
    columns = position.columns[:]
    for colour in range(len(columns)):
        if not kept >> colour * NUMBERS & (1 << NUMBERS) - 1:
            columns[colour] = NO_COLUMN
    _preview_bonus(canvas, position, player, position.card, _Board(position, kept, columns), seat, now)


def _blink_red(field: bytearray, position: Position, cards: int, now: int) -> None:
    colour = palette.REFUSED if lit(BLINK, now) else palette.OFF
    for card in range(len(position.columns) * NUMBERS):
        if cards >> card & 1:
            field[cell_of(position, card)] = colour


def _preview_bonus(
    canvas: Canvas, position: Position, player: int, card: int, after: _Board, seat: int, now: int
) -> None:
    """Blink where a marker would go back to: the card covers a cell that was empty and fills a frame, or nearly."""
    is_twin = (position.board if position.phase != KEEPING else position.doubles) >> card & 1
    spaces = 0 if is_twin else bonus(frame_around(after), count(after.board))
    if spaces:
        space = max(0, position.markers[player] - spaces) % LAP
        canvas.track[space] = palette.SEAT + seat if lit(BLINK, now) else palette.OFF


def _preview_draw(field: bytearray, position: Position, verb: int, player: int, seat: int, now: int) -> None:
    is_own = verb == SHUFFLE
    there = position.penalty_counts[player] if is_own else position.pile_count
    hand = position.hand_counts[player]
    number = min(HAND - hand, there)
    if is_own and not lit(BLINK, now):
        bar = player * FIELD_COLUMNS + PANEL
        field[bar : bar + PANEL] = BLANK
        paint_bar(field, player, there - number, seat, 0)
    elif not is_own:
        before = (there + PILE_CARDS - 1) // PILE_CARDS
        after = min((there - number + PILE_CARDS - 1) // PILE_CARDS, before - 1)
        paint_pile_pixels(field, before if lit(BLINK, now) else after)
    if lit(BLINK, now):
        at = HAND_ROW * FIELD_COLUMNS + PANEL + hand
        field[at : at + number] = bytes((palette.SEAT_DIM + seat,)) * number
