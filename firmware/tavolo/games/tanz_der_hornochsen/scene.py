"""Tanz der Hornochsen in light.

Field: the twelve rows are twelve half-rows, top to bottom, the left column of the board on the left half:

    line 0      two pixels for each physical seat, one a tile: blinking while it is to be chosen, then steady
    lines 1-6   columns 0-6 L1-L6, columns 9-15 R1-R6, their first space on the left; columns 7 and 8 mark the
                active rows in red
    line 7      columns 0-10 the reserve, a light for each eight tiles begun; columns 12 and 13 lit: this round is
                open; 13 alone, blinking: the next one will be; columns 14 and 15: a happy cow shows, so that points
                are bonuses

A covered space is white, the tiles that came out last have their seats' colours. Free spaces are dark, except for
cow pats (yellow, the brighter the more they are worth), happy cows (green; they pulse in an active row), double-play
spaces (blue) and, behind the last space, bull's heads (violet). A pat that the next tile of its row would cover flashes
as many times as it is worth, every two seconds; a bull's head that is next blinks.

Before the game a white pixel blinks where the tile that is turned up goes. While a player keeps tiles, line 0 shows the
tiles of the completed row: kept ones in the seat's colour. A preview blinks the next to be kept, or all that go.

Track: the pawns, in the seats' colours; those on the start take turns of a second. Beyond space 63 they continue from
space 4, and blink once a second. The bull's eyes that can still be reached are violet, with short gaps; the dung heap
on 60 is dim yellow. A preview of buying lights the pawn's way; its end goes out for each tile, every three seconds.

Lamps: a seat that is to choose pulses white, longer if it has bought tiles; two short blinks: it must buy a tile first;
a faint pulse: it is not its turn, but it may buy. A seat that has sealed has its colour, dim, one that has shown openly
bright. A seat that keeps tiles pulses white, one whose tile waits to be placed is dim.

The end: lines 0 and 7 turn into the winners' colours and back, and their lamps breathe with them.
"""

from tavolo.games.tanz_der_hornochsen.board import HEAP, MOST_SPACES, ROWS, Board
from tavolo.games.tanz_der_hornochsen.choices import choosers
from tavolo.games.tanz_der_hornochsen.placing import first_free, group_in_hand
from tavolo.games.tanz_der_hornochsen.position import (
    BUY,
    CHOOSE,
    CHOOSING,
    DRAW,
    KEEP,
    KEEPING,
    OVER,
    REVEAL,
    SHOW,
    STOP,
    TURNING,
    Position,
)
from tavolo.games.tanz_der_hornochsen.rounds import must_buy, tiles_to_buy
from tavolo.games.tanz_der_hornochsen.rules import outcome
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.pawns import LAP
from tavolo.lights.stage import BEATS, BLINK, DOUBLE_BLINK, HALF, LONG, beat, celebrate, lit
from tavolo.wiring import FIELD_COLUMNS, TRACK_PIXELS

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tavolo.games.scene import GameStage

COVERED, ACTIVE = palette.WHITE_DIM, palette.CARD_DIM + 3
COW, COW_BRIGHT = palette.CARD_DIM + 2, palette.CARD + 2
BULL, BULL_BRIGHT = palette.CARD_DIM + 4, palette.CARD + 4
DOUBLE = palette.CARD_DIM
FLASHES = 2 * BEATS  # in which the next pat flashes as many times as it is worth

FIRST_LINE = 1
HALF_ROWS = ROWS // 2
# For each row: the place of its first space on the field, and of its mark.
FIRST = bytes([(FIRST_LINE + row % HALF_ROWS) * FIELD_COLUMNS + 9 * (row // HALF_ROWS) for row in range(ROWS)])
MARK = bytes([(FIRST_LINE + row % HALF_ROWS) * FIELD_COLUMNS + 7 + row // HALF_ROWS for row in range(ROWS)])
TILES = [bytes([COVERED] * count) for count in range(MOST_SPACES + 1)]

LAST_LINE = 7 * FIELD_COLUMNS
RESERVE_LIGHTS, TILES_A_LIGHT = 11, 8
RESERVE = bytes([COVERED] * RESERVE_LIGHTS)
OPEN = LAST_LINE + 12
BONUS = LAST_LINE + 14
EYE = BULL
HEAP_LOOK = palette.PAT + 1
BEYOND = 0b11111101  # how a pawn beyond the track blinks


def _painted(board: Board) -> bytes:
    field = bytearray(LAST_LINE)
    for row in range(ROWS):
        first, spaces = FIRST[row], board.spaces[row]
        for space in range(spaces):
            pat = board.pats[row * MOST_SPACES + space]
            if pat:
                field[first + space] = palette.PAT + pat - 1
            elif row == board.double_row:
                field[first + space] = DOUBLE
        for space in board.cows[row]:
            field[first + space] = COW
        field[first + spaces] = BULL
    return bytes(field)


_latest: "list[tuple[Board, bytes]]" = []  # the board that was painted last


def _printed(board: Board) -> bytes:
    """Return what is printed on a board, in light; a game paints one board again and again."""
    if not _latest or _latest[0][0] is not board:
        _latest[:] = [(board, _painted(board))]
    return _latest[0][1]


def paint(canvas: Canvas, stage: "GameStage[Position]") -> None:
    """Paint the position on a dark canvas."""
    position = stage.position
    now = beat(stage.now_ms)
    _paint_rows(canvas, position, now)
    for player, tile in newest(stage.actions):
        _paint_owner(canvas, position, tile, palette.SEAT + stage.seats[player])
    _paint_round(canvas, position, now)
    _paint_track(canvas, stage, position, now)
    result = outcome(position)
    if result is not None:
        _paint_winners(canvas, stage.seats, result[1:], now)
    elif position.phase == KEEPING:
        group = group_in_hand(position)
        paint_keeping(canvas, stage, len(position.taken), position.kept_of[group], lit(BLINK, now))
        for entry in position.queue:
            canvas.lamps[stage.seats[entry & 7]] = palette.SEAT_DIM + stage.seats[entry & 7]
        canvas.lamps[stage.seats[position.actor]] = palette.WHITE if lit(HALF, now) else palette.WHITE_DIM
    elif position.phase == TURNING:
        _paint_turning(canvas, stage.seats, position, now)
    else:
        _paint_choices(canvas, stage.seats, position, now)


def _paint_rows(canvas: Canvas, position: Position, now: int) -> None:
    field, board = canvas.field, position.board
    field[:LAST_LINE] = _printed(board)
    for row in position.active:
        first, length = FIRST[row], position.lengths[row]
        field[MARK[row]] = ACTIVE
        field[first : first + length] = TILES[length]
        if length == board.spaces[row]:
            field[first + length] = BULL_BRIGHT if lit(BLINK, now) else BULL
            continue
        pat = board.pats[row * MOST_SPACES + length]
        if pat:
            flash = now % FLASHES
            field[first + length] = palette.PAT + 4 if flash < 2 * pat and not flash & 1 else palette.PAT
        if length < board.cows_until[row] and lit(HALF, now):
            for space in board.cows[row]:
                if space >= length:
                    field[first + space] = COW_BRIGHT


def _paint_owner(canvas: Canvas, position: Position, tile: int, colour: int) -> None:
    """Paint a tile in a row in the colour of the player who laid it."""
    row = position.where[tile] - 1
    if not 0 <= row < ROWS:
        return
    rows, start = position.rows, row * MOST_SPACES
    for space in range(position.lengths[row] - 1, -1, -1):  # it is one of the last
        if rows[start + space] == tile:
            canvas.field[FIRST[row] + space] = colour
            return


def _paint_round(canvas: Canvas, position: Position, now: int) -> None:
    """Paint the last line: reserve, open rounds, happy cows."""
    field = canvas.field
    lights = min((position.reserve + TILES_A_LIGHT - 1) // TILES_A_LIGHT, RESERVE_LIGHTS)
    field[LAST_LINE : LAST_LINE + lights] = RESERVE[:lights]
    if position.is_open:
        field[OPEN : OPEN + 2] = RESERVE[:2]
    elif position.opens and position.phase != OVER and lit(BLINK, now):
        field[OPEN + 1] = COVERED
    if position.shows_cow():
        field[BONUS] = field[BONUS + 1] = COW_BRIGHT if lit(HALF, now) else COW


def _paint_track(canvas: Canvas, stage: "GameStage[Position]", position: Position, now: int) -> None:
    track, pawns = canvas.track, position.pawns
    farthest = max(pawns)
    track[HEAP] = HEAP_LOOK
    if lit(LONG, now):
        for eye in position.board.eyes:
            if eye > farthest:
                track[eye] = EYE
    paint_ways(canvas, stage, position, now)
    spots = [spot(space) for space in pawns]
    second = now // BEATS
    for player in range(position.players):
        space = spots[player]
        its_turn = second % spots.count(space) == spots[:player].count(space)
        if its_turn and (pawns[player] < TRACK_PIXELS or lit(BEYOND, now)):
            track[space] = palette.SEAT + stage.seats[player]


def _paint_choices(canvas: Canvas, seats: "tuple[int, ...]", position: Position, now: int) -> None:
    on = lit(HALF, now)
    is_choosing = position.phase == CHOOSING
    turn = choosers(position) if is_choosing else ()
    for player in range(position.players):
        seat, chosen, left = seats[player], position.chosen[player], position.left[player]
        for tile in range(chosen + left):
            if tile < chosen or not on:  # while the lamps rest, so that the light is spread
                canvas.field[2 * seat + tile] = palette.SEAT_DIM + seat
        if chosen and not left:
            # The number of sealed tiles is public.
            canvas.lamps[seat] = (palette.SEAT_DIM if position.sealed[player] else palette.SEAT) + seat
        elif player in turn:
            # Never in the seat's colour: red must not look like a refusal while the card is in.
            rhythm = LONG if position.bought[player] else HALF
            if must_buy(position, player):
                canvas.lamps[seat] = palette.WHITE if lit(DOUBLE_BLINK, now) else palette.OFF
            else:
                canvas.lamps[seat] = palette.WHITE if lit(rhythm, now) else palette.WHITE_DIM
        elif on and is_choosing and position.is_open and tiles_to_buy(position, player):
            canvas.lamps[seat] = palette.WHITE_DIM


def _paint_turning(canvas: Canvas, seats: "tuple[int, ...]", position: Position, now: int) -> None:
    """Show that any slot takes the tile that is turned up."""
    on = lit(HALF, now)
    for seat in seats:
        canvas.lamps[seat] = palette.WHITE if on else palette.WHITE_DIM
    if on:
        canvas.field[FIRST[len(position.active)]] = palette.WHITE


def _paint_winners(canvas: Canvas, seats: "tuple[int, ...]", winners: "tuple[int, ...]", now: int) -> None:
    """Turn the first and the last line into the winners' colours and back, two seconds each."""
    if celebrate(canvas.lamps, seats, winners, now):
        for column in range(FIELD_COLUMNS):
            colour = palette.SEAT_DIM + seats[winners[column * len(winners) // FIELD_COLUMNS]]
            canvas.field[column] = canvas.field[LAST_LINE + column] = colour


_BETWEEN = (BUY, DRAW, CHOOSE)  # verbs before and between the tiles of a round


def newest(actions: "Sequence[tuple[int, ...]]") -> "list[tuple[int, int]]":
    """Return (player, tile) of all tiles revealed or shown in the last round that has any."""
    found: "list[tuple[int, int]]" = []
    players = 0  # a bit for each player of `found`
    before = reversed(actions)
    for action in before:
        verb = action[0]
        if verb == REVEAL:
            revealed = _revealed(action[1:], before)
            if not players:
                return revealed
            for player, _ in revealed:
                if players >> player & 1:  # it belongs to another round
                    return found
            return found + revealed
        if verb == SHOW:
            player = action[1]
            if players >> player & 1 and found[-1][0] != player:  # this player has already shown tiles in this round
                return found
            players |= 1 << player
            found.append((player, action[2]))
        elif verb not in _BETWEEN and (found or verb < DRAW):
            return found
    return found


def _revealed(tiles: "tuple[int, ...]", before: "Iterator[tuple[int, ...]]") -> "list[tuple[int, int]]":
    """Return (player, tile) of a reveal: its tiles are in players' order, as many as each player sealed `before`."""
    players: "list[int]" = []
    while len(players) < len(tiles):
        action = next(before)
        if action[0] == CHOOSE:
            players.append(action[1])
    players.sort()
    return [(players[number], tiles[number]) for number in range(len(tiles))]


GAPS = 3 * BEATS  # enough for nine tiles, more than anybody may buy, and a pause


def spot(space: int) -> int:
    """Return the light of a space: those beyond the track continue from the start."""
    return space if space < TRACK_PIXELS else space % LAP


def paint_ways(canvas: Canvas, stage: "GameStage[Position]", position: Position, now: int) -> None:
    """Light the spaces to which previewed tiles would move pawns; the last one goes out once for each tile."""
    for player, action in stage.previews:
        if action[0] != BUY:
            continue
        seat = stage.seats[player]
        start = position.pawns[player]
        number = min(action[2], position.reserve or position.box)
        is_bonus = position.bought_bonus and position.shows_cow()
        end = first_free(position, start, -number if is_bonus else number)
        gap = now % GAPS
        is_lit = gap >= 2 * action[2] or not gap & 1
        for space in range(min(start, end), max(start, end) + 1):
            if space != end or is_lit:
                canvas.track[spot(space)] = palette.SEAT_DIM + seat


def paint_keeping(canvas: Canvas, stage: "GameStage[Position]", taken: int, kept: int, is_lit: bool) -> None:
    """Show on line 0 the tiles `taken` from a row, those `kept` first; preview the next one, or all that go."""
    seat = stage.seats[stage.position.actor]
    verb = stage.preview[0] if stage.preview else -1
    for tile in range(taken):
        look = palette.SEAT + seat if tile < kept else palette.WHITE_DIM
        if tile == kept and verb == KEEP:
            look = palette.SEAT + seat if is_lit else palette.OFF
        elif tile >= kept and verb == STOP and not is_lit:
            look = palette.OFF
        canvas.field[tile] = look
