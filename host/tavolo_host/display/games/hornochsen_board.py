"""The board of Tanz der Hornochsen as a picture: twelve rows with what is printed in them, and the tiles."""

from collections.abc import Mapping
from functools import cache

from tavolo.rules.hornochsen_board import MOST_SPACES, ROW_NAMES, ROWS
from tavolo.rules.hornochsen_position import Position
from tavolo_host.display.theme import SEAT_MARKS

SPACE = 24  # units from space to space
NAME = 22
HALF = NAME + (MOST_SPACES + 1) * SPACE
GAP = 10
LINE = 26
WIDTH, HEIGHT = 2 * HALF + GAP, LINE * ROWS // 2
BULL = (
    "M-10-8C-9.5-4-8-3.5-6-4.5C-3-6 3-6 6-4.5C8-3.5 9.5-4 10-8"
    "C11-3 9 0 7 .5C7 6 4 10 0 10C-4 10-7 6-7 .5C-9 0-11-3-10-8Z"
)
COW = "M-6-3A6 5 0 1 1 6-3V2A6 5 0 1 1-6 2ZM-8-5L-6-2M8-5L6-2"


def board_svg(position: Position, owners: Mapping[int, int]) -> str:
    """Return the board; `owners` has the seat of whom each tile was that came out last."""
    parts = [_row(position, row, owners) for row in range(ROWS)]
    return (
        f'<svg class="horn-rows" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{_words(position)}">'
        f"{''.join(parts)}</svg>"
    )


def _words(position: Position) -> str:
    """Return the active rows in words."""
    rows = [f"{ROW_NAMES[row]}: {' '.join(str(tile + 1) for tile in position.row(row))}" for row in position.active]
    return "; ".join(rows)


def _row(position: Position, row: int, owners: Mapping[int, int]) -> str:
    left, top = (HALF + GAP) * (row // (ROWS // 2)), LINE * (row % (ROWS // 2))
    tiles = position.row(row)
    spaces = position.board.spaces[row]
    classes = "horn-row active" if tiles else "horn-row"
    parts = [
        f'<rect class="horn-lane" x="0" y="1" width="{NAME + (spaces + 1) * SPACE}" height="{LINE - 2}" rx="5"/>',
        f'<text class="horn-name" x="{NAME / 2}" y="17">{ROW_NAMES[row]}</text>',
    ]
    for space in range(spaces + 1):
        x = NAME + SPACE * space + SPACE / 2
        if space < len(tiles):
            parts.append(_tile(tiles[space], x, owners.get(tiles[space]), space == len(tiles) - 1))
        else:
            is_next = bool(tiles) and space == len(tiles)
            parts.append(_space(_sign(position, row, space), x, is_next))
    return f'<g class="{classes}" transform="translate({left} {top})">{"".join(parts)}</g>'


def _sign(position: Position, row: int, space: int) -> str:
    """Return what is printed on a space: "" or a number of points, "C", "D", or "B" and points."""
    board = position.board
    if space == board.spaces[row]:
        return f"B{board.bulls[row]}"
    if row == board.double_row:
        return "D"
    if space in board.cows[row]:
        return "C"
    pat = board.pats[row * MOST_SPACES + space]
    return str(pat) if pat else ""


@cache
def _space(sign: str, x: float, is_next: bool) -> str:
    frame = "horn-space next" if is_next else "horn-space"
    parts = [f'<rect class="{frame}" x="{x - 10.5}" y="2.5" width="21" height="21" rx="4"/>']
    middle = f'transform="translate({x} 12)"'
    if sign.startswith("B"):
        parts.append(f'<path class="horn-bull" d="{BULL}" {middle}/><text class="horn-points" x="{x}" y="17.5">')
        parts.append(f"{sign[1:]}</text>")
    elif sign == "C":
        parts.append(f'<path class="horn-cow" d="{COW}" {middle}/>')
    elif sign == "D":
        parts.append(f'<text class="horn-double" x="{x}" y="17">×2</text>')
    elif sign:
        parts.append(f'<ellipse class="horn-pat" cx="{x}" cy="13.5" rx="8.5" ry="6.5"/>')
        parts.append(f'<text class="horn-points" x="{x}" y="17">{sign}</text>')
    return "".join(parts)


@cache
def _tile(tile: int, x: float, seat: int | None, is_last: bool) -> str:
    classes = "horn-tile last" if is_last else "horn-tile"
    edge = "" if seat is None else f' style="stroke:{SEAT_MARKS[seat].colour};stroke-width:2.6"'
    return (
        f'<rect class="{classes}" x="{x - 11}" y="2" width="22" height="22" rx="4"{edge}/>'
        f'<text class="horn-number" x="{x}" y="17.5">{tile + 1}</text>'
    )
