"""The drawings of the whole table, the pieces that they cut from sheets, and the number of sheets to buy.

Each piece takes the upright rectangle around its outline, with room for the cut; pieces lie in rows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import box_sheets, layer_sheets, light_sheets, seat_sheets, slot_sheets, table_sheets
from tavolo_host.workshop.drawings.dimensions import TableParts
from tavolo_host.workshop.drawings.shapes import Point
from tavolo_host.workshop.drawings.sheet import Sheet, millimetres
from tavolo_host.workshop.drawings.stock import STOCKS, Piece, Stock

CUT_MM = 4.0  # between two pieces: saw or laser, and something to hold
EDGE_MM = 5.0  # left free at a sheet's edges


def drawings(geometry: Geometry, table: TableParts) -> Mapping[str, Sheet]:
    """Return every drawing by the name of its file."""
    return {
        "slot-base": slot_sheets.base(geometry, table.slot),
        "slot-back": slot_sheets.back(geometry, table.slot),
        "slot-layers": layer_sheets.layers(geometry, table.slot),
        "slot-spacers": layer_sheets.spacers(geometry, table.slot),
        "slot-film-of-print": layer_sheets.printed_film(geometry, table.slot),
        "slot-cheek": layer_sheets.cheeks(geometry, table.slot),
        "slot-back-plate": layer_sheets.back_plate(geometry, table.slot),
        "slot-section": slot_sheets.section(geometry, table.slot),
        "slot-side": seat_sheets.side(geometry, table),
        "middle-diffuser": light_sheets.diffuser(table.lights),
        "seat-panel": seat_sheets.panel(geometry, table),
        "seat-keys": seat_sheets.key_plate(table),
        "middle-wells": light_sheets.wells(table),
        "middle-carrier": light_sheets.carrier(table),
        "box": box_sheets.electronics_box(table),
        "sockets": box_sheets.socket_bracket(table),
        "table-overview": table_sheets.overview(geometry, table),
        "table-top": table_sheets.top(table),
    }


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


@dataclass
class _Row:
    sheet: int
    y: float
    x: float = EDGE_MM


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
    rows: list[_Row] = []
    filled: list[float] = []  # up to where, sheet by sheet
    places = []
    for width, depth in sorted(lying, key=lambda size: (-size[1], -size[0])):
        row = next((row for row in rows if row.x + width <= stock.width - EDGE_MM), None)
        if row is None:
            sheet = next((at for at, y in enumerate(filled) if y + depth <= stock.depth - EDGE_MM), len(filled))
            if sheet == len(filled):
                filled.append(EDGE_MM)
            row = _Row(sheet, filled[sheet])
            rows.append(row)
            filled[sheet] += depth + CUT_MM
        places.append(Place(row.sheet, row.x, row.y, width, depth))
        row.x += width + CUT_MM
    return places
