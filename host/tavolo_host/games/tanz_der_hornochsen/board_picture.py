"""The board of Tanz der Hornochsen as a picture: twelve rows with what is printed in them, and the tiles."""

from collections.abc import Mapping

from markupsafe import Markup

from tavolo.games.tanz_der_hornochsen.board import MOST_SPACES, ROW_NAMES, ROWS
from tavolo.games.tanz_der_hornochsen.position import Position
from tavolo_host.display.parts.tags import drawn
from tavolo_host.display.parts.theme import SEAT_MARKS
from tavolo_host.vector import inline_svg

SPACE = 24  # units from space to space
NAME = 22
HALF = NAME + (MOST_SPACES + 1) * SPACE
GAP = 10
LINE = 34
ABOVE = 4  # what lies in a line, which is high enough for a finger
WIDTH, HEIGHT = 2 * HALF + GAP, LINE * ROWS // 2
BULL = (
    "M-10-8C-9.5-4-8-3.5-6-4.5C-3-6 3-6 6-4.5C8-3.5 9.5-4 10-8"
    "C11-3 9 0 7 .5C7 6 4 10 0 10C-4 10-7 6-7 .5C-9 0-11-3-10-8Z"
)
COW = "M-6-3A6 5 0 1 1 6-3V2A6 5 0 1 1-6 2ZM-8-5L-6-2M8-5L6-2"


def board_svg(position: Position, owners: Mapping[int, int]) -> Markup:
    """Return the board; `owners` has the seat of whom each tile was that came out last."""
    active = [f"{ROW_NAMES[row]}: {' '.join(str(tile + 1) for tile in position.row(row))}" for row in position.active]
    return _picture(position, ROWS, owners, "; ".join(active), WIDTH)


def half_svg(position: Position) -> Markup:
    """Return the left half of the board."""
    return _picture(position, ROWS // 2, {}, "", HALF)


def _picture(position: Position, rows: int, owners: Mapping[int, int], words: str, right: int) -> Markup:
    """Return the rows; the tiles that came out last lie on top, so that nothing covers them on their way."""
    below, above = [], []
    for row in range(rows):
        tiles = position.row(row)
        tiles += [entry >> 3 for entry in position.queue if position.where[entry >> 3] == row + 1]  # on the bull's head
        lying, spaces = len(tiles), position.board.spaces[row] + 1
        width = NAME + max(spaces, lying) * SPACE
        newest: list[Markup] = []
        parts = [
            drawn("rect", class_="horn-lane", x=0, y=0.5 - ABOVE, width=width, height=LINE - 1, rx=5),
            drawn("text", ROW_NAMES[row], class_="horn-name", x=NAME / 2, y=17),
        ]
        for place, tile in enumerate(tiles):
            look = _tile(tile, NAME + SPACE * (place + 0.5), owners, tile == tiles[-1])
            (newest if tile in owners else parts).append(look)
        parts += [_space(position, row, space, 0 < lying == space) for space in range(lying, spaces)]
        corner = (HALF + GAP) * (row // (ROWS // 2)), ABOVE + LINE * (row % (ROWS // 2))
        classes = "horn-row active" if lying else "horn-row"
        below.append(drawn("g", *parts, at=corner, class_=classes, data_place=f"row-{row}"))
        above.append(drawn("g", *newest, at=corner, class_="horn-newest"))
    return inline_svg([*below, *above], (0, 0, right, HEIGHT), "horn-rows", words, "group")


def _space(position: Position, row: int, space: int, is_next: bool) -> Markup:
    """Return an empty space with what is printed on it."""
    x, board = NAME + SPACE * (space + 0.5), position.board
    classes = "horn-space next" if is_next else "horn-space"
    lands = "true" if is_next else None
    frame = drawn("rect", class_=classes, x=x - 10.5, y=2.5, width=21, height=21, rx=4, data_lands=lands)
    if space == board.spaces[row]:
        bull = drawn("path", at=(x, 12), class_="horn-bull", d=BULL)
        return frame + bull + drawn("text", board.bulls[row], class_="horn-points", x=x, y=17.5)
    if row == board.double_row:
        return frame + drawn("text", "×2", class_="horn-double", x=x, y=17)
    if space in board.cows[row]:
        return frame + drawn("path", at=(x, 12), class_="horn-cow", d=COW)
    points = board.pats[row * MOST_SPACES + space]
    if points:
        frame += drawn("ellipse", class_="horn-pat", cx=x, cy=13.5, rx=8.5, ry=6.5)
        frame += drawn("text", points, class_="horn-points", x=x, y=17)
    return frame


def _tile(tile: int, x: float, owners: Mapping[int, int], is_last: bool) -> Markup:
    """Return a tile of a row, framed in the colour of the seat from which it has just come."""
    origin = edge = None
    if tile in owners:
        origin, edge = f"seat-{owners[tile]}", f"stroke:{SEAT_MARKS[owners[tile]].colour};stroke-width:2.6"
    classes = "horn-tile last" if is_last else "horn-tile"
    paper = drawn("rect", class_=classes, style=edge, x=x - 11, y=2, width=22, height=22, rx=4)
    number = drawn("text", tile + 1, class_="horn-number", x=x, y=17.5)
    return drawn("g", paper, number, data_piece=f"tile-{tile}", data_origin=origin)
