"""The board of Tanz der Hornochsen as a picture: twelve rows with what is printed in them, and the tiles."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import svg
from markupsafe import Markup

from tavolo.games.tanz_der_hornochsen.board import MOST_SPACES, ROW_NAMES, ROWS
from tavolo.games.tanz_der_hornochsen.position import Position
from tavolo_host.display.theme import SEAT_MARKS
from tavolo_host.vector import Outline, inline_svg, written

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


class Tile(NamedTuple):
    """A tile on a row; `seat` is whose it was when it has just come out."""

    number: int
    seat: int | None
    is_last: bool


class Space(NamedTuple):
    """An empty space, with what is printed on it: "" or a number of points, "C", "D", or "B" and points."""

    sign: str
    is_next: bool


def board_svg(position: Position, owners: Mapping[int, int]) -> Markup:
    """Return the board; `owners` has the seat of whom each tile was that came out last."""
    return _picture(tuple(_places(position, row, owners) for row in range(ROWS)), _words(position))


def half_svg(position: Position) -> Markup:
    """Return the left half of the board."""
    return _picture(tuple(_places(position, row, {}) for row in range(ROWS // 2)), "", HALF)


def _words(position: Position) -> str:
    """Return the active rows in words."""
    rows = [f"{ROW_NAMES[row]}: {' '.join(str(tile + 1) for tile in position.row(row))}" for row in position.active]
    return "; ".join(rows)


def _places(position: Position, row: int, owners: Mapping[int, int]) -> tuple[Tile | Space, ...]:
    """Return what lies on a row, space by space, and what is printed where nothing does."""
    tiles = position.row(row)
    tiles += [entry >> 3 for entry in position.queue if position.where[entry >> 3] == row + 1]  # on the bull's head
    lying = [Tile(tile + 1, owners.get(tile), tile == tiles[-1]) for tile in tiles]
    printed = range(len(tiles), position.board.spaces[row] + 1)
    free = [Space(_sign(position, row, space), bool(tiles) and space == len(tiles)) for space in printed]
    return (*lying, *free)


def _sign(position: Position, row: int, space: int) -> str:
    board = position.board
    if space == board.spaces[row]:
        return f"B{board.bulls[row]}"
    if row == board.double_row:
        return "D"
    if space in board.cows[row]:
        return "C"
    pat = board.pats[row * MOST_SPACES + space]
    return str(pat) if pat else ""


# The page asks for it many times a second, and each tile changes a row.
@lru_cache(maxsize=32)
def _picture(rows: tuple[tuple[Tile | Space, ...], ...], words: str, width: int = WIDTH) -> Markup:
    elements = [part(row, places) for part in (_row, _newest) for row, places in enumerate(rows)]
    return inline_svg(elements, (0, 0, width, HEIGHT), "horn-rows", words, "group")


@lru_cache(maxsize=256)
def _row(row: int, places: tuple[Tile | Space, ...]) -> Markup:
    elements: list[svg.Element] = [
        svg.Rect(class_=["horn-lane"], x=0, y=1, width=NAME + len(places) * SPACE, height=LINE - 2, rx=5),
        svg.Text(class_=["horn-name"], x=NAME / 2, y=17, text=ROW_NAMES[row]),
    ]
    for number, place in enumerate(places):
        x = _x(number)
        if isinstance(place, Space):
            elements += _space(place, x)
        elif place.seat is None:
            elements.append(_tile(place, x))
    group = svg.G(
        class_=["horn-row", "active"] if isinstance(places[0], Tile) else ["horn-row"],
        data={"place": f"row-{row}"},
        transform=[_corner(row)],
        elements=elements,
    )
    return written(group)


@lru_cache(maxsize=256)
def _newest(row: int, places: tuple[Tile | Space, ...]) -> Markup:
    """Return the tiles of a row that came out last: they lie on top, so that nothing covers them on their way."""
    lying = [(place, number) for number, place in enumerate(places) if isinstance(place, Tile)]
    tiles: list[svg.Element] = [_tile(tile, _x(number)) for tile, number in lying if tile.seat is not None]
    return written(svg.G(class_=["horn-newest"], transform=[_corner(row)], elements=tiles))


def _corner(row: int) -> svg.Translate:
    return svg.Translate((HALF + GAP) * (row // (ROWS // 2)), LINE * (row % (ROWS // 2)))


def _x(number: int) -> float:
    """Return the centre of a space."""
    return NAME + SPACE * number + SPACE / 2


def _space(space: Space, x: float) -> list[svg.Element]:
    classes = ["horn-space", "next"] if space.is_next else ["horn-space"]
    frame = svg.Rect(class_=classes, x=x - 10.5, y=2.5, width=21, height=21, rx=4)
    sign, middle = space.sign, svg.Translate(x, 12)
    if sign.startswith("B"):
        bull = svg.Path(class_=["horn-bull"], d=[Outline(BULL)], transform=[middle])
        return [frame, bull, svg.Text(class_=["horn-points"], x=x, y=17.5, text=sign[1:])]
    if sign == "C":
        return [frame, svg.Path(class_=["horn-cow"], d=[Outline(COW)], transform=[middle])]
    if sign == "D":
        return [frame, svg.Text(class_=["horn-double"], x=x, y=17, text="×2")]
    if sign:
        pat = svg.Ellipse(class_=["horn-pat"], cx=x, cy=13.5, rx=8.5, ry=6.5)
        return [frame, pat, svg.Text(class_=["horn-points"], x=x, y=17, text=sign)]
    return [frame]


def _tile(tile: Tile, x: float) -> svg.G:
    edge = None if tile.seat is None else f"stroke:{SEAT_MARKS[tile.seat].colour};stroke-width:2.6"
    classes = ["horn-tile", "last"] if tile.is_last else ["horn-tile"]
    data = {"piece": f"tile-{tile.number - 1}"}
    if tile.seat is not None:
        data["origin"] = f"seat-{tile.seat}"
    return svg.G(
        data={**data},
        elements=[
            svg.Rect(class_=classes, x=x - 11, y=2, width=22, height=22, rx=4, style=edge),
            svg.Text(class_=["horn-number"], x=x, y=17.5, text=str(tile.number)),
        ],
    )
