"""Yellowstone Park in light.

Field, left panel: the board, rows 1-7 from the top and columns a-g from the left. A cell has the colour of its card;
with both cards of a face it is bright. The eighth row and the eighth column are dark until something is chosen:

    a card to be placed   it blinks in its cell; below, the cursor stands in its column: white, or red and blinking
                          twice where cards will have to be taken. Those that no frame can save blink red.
    a frame to be kept    its columns are white in the eighth row, its rows in the eighth column; the cards outside it,
                          which would be taken, blink red. Before one is looked at the new card blinks.

Right panel: rows 1-5 are the penalty piles of the players in their order, in their seats' colours: two cards a pixel,
a single one blinks; from the seventeenth card on the pixels turn bright, two cards each, up to 32. Row 6 has
the hand of the seat to act in its colour, dim, a pixel a card, and at its end, bright, the cards placed this turn, one
or two pixels. Rows 7 and 8 are the draw pile: white, three cards a pixel, as many as go there (before the deal are more
cards); with six cards or fewer, which one hand may use up, it blinks. Where drawing is looked at, what
would leave a pile blinks, and so do the cards that would come into the hand; where stopping is, the lamp of the seat
that would go on.

Track: the markers, in the seats' colours, each on space % 60: within a second it blinks once for each lap, four times
at most, and markers on one space take turns of a second. The neutral marker is white; a dim white light stands on the
space that has to be passed. Where the card or frame looked at would move a marker back, its new space blinks.

Lamps: the seat to act pulses white, the other players' are dim in their colours. Before the first card all pulse, with
the cursor below the centre column: it goes into any slot.

The end: the winners' rows fill with their colours and empty again, and their lamps breathe with them.
"""

from tavolo.games.yellowstone_park.frames import EDGE, NO_FRAME, SIDE, WINDOWS, bonus, choices, count, frame_around
from tavolo.games.yellowstone_park.position import (
    CENTRE,
    FIRST_CARD,
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
from tavolo.games.yellowstone_park.rules import outcome
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.pawns import LAP, paint_pawns
from tavolo.lights.stage import BLINK, DOUBLE_BLINK, HALF, beat, celebrate, lit
from tavolo.wiring import FIELD_COLUMNS

TYPE_CHECKING = False  # True for type checkers
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
    if position.pile_count > HAND or lit(HALF, now):
        paint_pile_pixels(canvas.field, (position.pile_count + PILE_CARDS - 1) // PILE_CARDS)
    _paint_track(canvas.track, stage.seats, position, now)
    if result is not None:
        if celebrate(canvas.lamps, stage.seats, result[1:], now):
            for player in result[1:]:
                at = player * FIELD_COLUMNS + PANEL
                canvas.field[at : at + PANEL] = bytes((palette.SEAT_DIM + stage.seats[player],)) * PANEL
    elif position.phase == FIRST_CARD:
        for seat in stage.seats:
            canvas.lamps[seat] = palette.WHITE if lit(HALF, now) else palette.WHITE_DIM
        canvas.field[LEFT_OVER * FIELD_COLUMNS + CENTRE] = palette.WHITE
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


def _paint_track(track: bytearray, seats: "tuple[int, ...]", position: Position, now: int) -> None:
    track[position.end_after] = palette.WHITE_DIM
    totals = list(position.markers)
    colours = [palette.SEAT + seat for seat in seats]
    if position.neutral_marker:
        totals.append(position.neutral)
        colours.append(palette.WHITE)
    paint_pawns(track, totals, colours, now)


def _paint_turn(canvas: Canvas, seats: "tuple[int, ...]", position: Position, now: int) -> None:
    player = position.turn % position.players
    canvas.lamps[seats[player]] = palette.WHITE if lit(HALF, now) else palette.WHITE_DIM
    at = HAND_ROW * FIELD_COLUMNS + PANEL
    hand = position.hand_counts[player]
    canvas.field[at : at + hand] = bytes((palette.SEAT_DIM + seats[player],)) * hand
    for place in range(position.placed):
        canvas.field[at + PANEL - 1 - place] = palette.SEAT + seats[player]


LEFT_OVER = NUMBERS  # the row and the column of the left panel that are not the board's
PANEL = 8  # columns of a panel
BAR_CARDS = 2  # a pixel
BAR_FULL = PANEL * BAR_CARDS
HAND_ROW = 5
PILE_ROW = 6
PILE_CARDS = 3  # a pixel
BLANK = bytes(PANEL)
WHITES = bytes((palette.WHITE_DIM,)) * (2 * PANEL)


def cell_of(position: Position, card: int) -> int:
    """Return where on the field a card of the board lies."""
    return card % NUMBERS * FIELD_COLUMNS + position.columns[card // NUMBERS]


def paint_bar(field: bytearray, row: int, cards: int, seat: int, now: int) -> None:
    """Show a penalty pile, pixel by pixel from the left."""
    at = row * FIELD_COLUMNS + PANEL
    over = cards - BAR_FULL if cards > BAR_FULL else 0
    pixels = (cards - over) // BAR_CARDS
    field[at : at + pixels] = bytes((palette.SEAT_DIM + seat,)) * pixels
    bright = min(over // BAR_CARDS, PANEL)
    field[at : at + bright] = bytes((palette.SEAT + seat,)) * bright
    if cards % BAR_CARDS and lit(HALF, now) and bright < PANEL:
        field[at + (bright if over else pixels)] = (palette.SEAT if over else palette.SEAT_DIM) + seat


def paint_pile_pixels(field: bytearray, pixels: int) -> None:
    """Show this many pixels of the draw pile, as far as its two rows go."""
    at = PILE_ROW * FIELD_COLUMNS + PANEL
    upper = min(pixels, PANEL)
    lower = min(pixels, 2 * PANEL) - upper
    field[at : at + PANEL] = WHITES[:upper] + BLANK[upper:]
    at += FIELD_COLUMNS
    field[at : at + PANEL] = WHITES[:lower] + BLANK[lower:]


class _Board:
    """The board as it would be: what `frames` reads of a position."""

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
