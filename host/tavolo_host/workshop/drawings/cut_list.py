"""The drawings of the whole table, the pieces that they cut from sheets, and the number of sheets to buy.

Each piece takes the upright rectangle around its outline, with room for the cut; pieces lie in rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import box_sheets, layer_sheets, light_sheets, seat_sheets, slot_sheets, table_sheets
from tavolo_host.workshop.drawings.dimensions import STOCKS, Piece, Stock, TableParts
from tavolo_host.workshop.drawings.drawing import Drawing
from tavolo_host.workshop.drawings.shapes import Point
from tavolo_host.workshop.drawings.sheet import Sheet, millimetres

CUT_MM = 4.0  # between two pieces: saw or laser, and something to hold
EDGE_MM = 5.0  # left free at a sheet's edges
MODULES = (slot_sheets, layer_sheets, seat_sheets, light_sheets, box_sheets, table_sheets)


def drawings(geometry: Geometry, table: TableParts) -> Mapping[str, Sheet]:
    """Return every drawing by the name of its file."""
    found = (each for module in MODULES for each in vars(module).values() if isinstance(each, Drawing))
    return {each.name: each(geometry, table) for each in found}


def pieces(drawn: Mapping[str, Sheet]) -> list[Piece]:
    """Return the pieces of all drawings, by what they are cut from."""
    found = [replace(piece, drawing=name) for name, sheet in drawn.items() for piece in sheet.pieces]
    return sorted(found, key=lambda piece: STOCKS.index(piece.stock))


@dataclass(frozen=True)
class Sheets:
    """A number of sheets of one stock and thickness, for these pieces."""

    stock: Stock
    thick: float
    count: int
    pieces: tuple[Piece, ...]

    @property
    def name(self) -> str:
        """Their name in a shop."""
        return f"{self.stock.name}, {millimetres(self.thick)} mm, {self.stock.width:g} × {self.stock.depth:g} mm"


def sheets(found: Sequence[Piece]) -> list[Sheets]:
    """Return the sheets of each kind for all pieces. ValueError for a piece that is larger than its sheet."""
    made = []
    for stock, thick in dict.fromkeys((piece.stock, piece.thick) for piece in found):
        own = tuple(piece for piece in found if (piece.stock, piece.thick) == (stock, thick))
        made.append(Sheets(stock, thick, 1 + max(place.sheet for place in packed(own, stock)), own))
    return made


@dataclass(frozen=True)
class Place:
    """Where a piece lies: on which sheet, its lower left corner there, and its extent, all in mm."""

    sheet: int
    x: float
    y: float
    width: float
    depth: float


def _first_fit(lengths: Iterable[float], room: float) -> list[tuple[int, float]]:
    """Return for each length the first row or sheet that has room for it, and where it begins there."""
    ends: list[float] = []
    found = []
    for length in lengths:
        number = next((number for number, end in enumerate(ends) if end + length <= room - EDGE_MM), len(ends))
        ends += [EDGE_MM] if number == len(ends) else []
        found.append((number, ends[number]))
        ends[number] += length + CUT_MM
    return found


def packed(found: Sequence[Piece], stock: Stock) -> list[Place]:
    """Return the places of all pieces: in rows, the deepest first, long sides across where that fits.

    First fit decreasing height (Coffman, Garey, Johnson and Tarjan 1980), for rows on a sheet and for sheets alike.
    """
    lying: list[Point] = []
    for piece in found:
        short, long = sorted((piece.width, piece.depth))
        size = (long, short) if long <= stock.width - 2 * EDGE_MM else (short, long)
        if size[0] > stock.width - 2 * EDGE_MM or size[1] > stock.depth - 2 * EDGE_MM:
            raise ValueError(
                f"The {piece.part} of {piece.drawing}, {millimetres(piece.width)} × {millimetres(piece.depth)} mm,"
                f" is larger than a sheet of {stock.name}, {stock.width:g} × {stock.depth:g} mm."
            )
        lying += [size] * piece.count
    lying.sort(key=lambda size: (-size[1], -size[0]))
    rows = _first_fit((width for width, _ in lying), stock.width)
    depths: dict[int, float] = {}  # of each row: that of its first piece
    for (row, _), (_, depth) in zip(rows, lying, strict=True):
        depths.setdefault(row, depth)
    sheets = _first_fit(depths.values(), stock.depth)
    return [Place(sheets[row][0], x, sheets[row][1], *size) for (row, x), size in zip(rows, lying, strict=True)]
