"""Tanz der Hornochsen in light: what ✓ would do. The way of a pawn that pays for tiles, and which tiles are kept."""

from tavolo.games.tanz_der_hornochsen.position import BUY, KEEP, STOP, Position
from tavolo.games.tanz_der_hornochsen.track import first_free
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.pawns import LAP
from tavolo.lights.stage import BEATS
from tavolo.wiring import TRACK_PIXELS

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from tavolo.games.scene import GameStage

GAPS = 3 * BEATS  # in which there is time for nine tiles, more than anybody may buy, and for a pause


def spot(space: int) -> int:
    """Return the light of a space: those beyond the track go on from the start."""
    return space if space < TRACK_PIXELS else space % LAP


def paint_ways(canvas: Canvas, stage: "GameStage[Position]", position: Position, now: int) -> None:
    """Light the spaces to which pawns would go for tiles that are previewed; the last goes out once for each."""
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
    """Show on line 0 the tiles `taken` from a row, those `kept` first; the next, or all that go, as previewed."""
    seat = stage.seats[stage.position.actor]
    verb = stage.preview[0] if stage.preview else -1
    for tile in range(taken):
        look = palette.SEAT + seat if tile < kept else palette.WHITE_DIM
        if tile == kept and verb == KEEP:
            look = palette.SEAT + seat if is_lit else palette.OFF
        elif tile >= kept and verb == STOP and not is_lit:
            look = palette.OFF
        canvas.field[tile] = look
