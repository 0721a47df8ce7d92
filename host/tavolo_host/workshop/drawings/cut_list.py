"""The pieces that are cut from sheets, their number, and the number of sheets to buy.

Each piece takes the upright rectangle around its outline, with room for the cut; pieces lie in rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tavolo import wiring
from tavolo_host.slot.geometry import Geometry
from tavolo_host.workshop.drawings import box_sheets, outlines
from tavolo_host.workshop.drawings.dimensions import TableParts
from tavolo_host.workshop.drawings.shapes import Point, bounds
from tavolo_host.workshop.drawings.sheet import millimetres

CUT_MM = 4.0  # between two pieces: saw or laser, and something to hold
EDGE_MM = 5.0  # left free at a sheet's edges


@dataclass(frozen=True)
class Stock:
    """A sheet as it is sold, in mm; `name` is its material, without the thickness."""

    name: str
    width: float
    depth: float
    price_euro: float
    alternatives: str = ""


PLYWOOD = Stock("plywood", 600.0, 400.0, 7.0, "MDF; acrylic")
OPAL = Stock("opal acrylic", 500.0, 300.0, 12.0, "clear acrylic with tracing paper below")
PLATE = Stock("acrylic, clear or black", 300.0, 200.0, 5.0, "printed plates")
CARD = Stock("polystyrene or thin card", 300.0, 200.0, 2.5, "several layers of paper card, glued")
FILM = Stock("polyester film, A4", 297.0, 210.0, 0.6, "overhead film")
BOARD = Stock("plywood for the top", 800.0, 600.0, 18.0, "glued board of 18 mm, with longer screws")


@dataclass(frozen=True)
class Piece:
    """`count` pieces of one outline, in mm; `drawing` and `part` are where it is drawn."""

    drawing: str
    part: str
    stock: Stock
    thick: float
    width: float
    depth: float
    count: int = 1


def pieces(geometry: Geometry, table: TableParts) -> list[Piece]:
    """Return all pieces of the whole table."""
    slot, keys, seat, lights = table.slot, table.keys, table.seat, table.lights
    thick, each = slot.sheet, wiring.SEATS
    hood, film = outlines.hood(geometry, slot), outlines.film(geometry, slot)
    middle = (lights.width, lights.depth)
    box, sockets = table.box, table.sockets
    walls = [box_sheets.wall_outline(box, thick, is_long, box.wire_notch) for is_long in (True, False)]
    leg = _extent(box_sheets.gusset_outline(sockets, thick))
    spacer = outlines.spacer_sheet_mm(geometry, slot)
    wells = round(lights.well_depth / thick)
    return [
        Piece("slot-base", "base", PLYWOOD, thick, *_extent(outlines.base_outline(geometry, slot)), each),
        Piece("slot-layers", "hood", PLYWOOD, thick, hood.width, hood.depth, each),
        Piece("slot-cheek", "cheek", PLYWOOD, thick, *_extent(outlines.cheek_outline(geometry, slot)), 2 * each),
        Piece(
            "slot-back-plate", "back plate", PLYWOOD, thick,
            *_extent(outlines.back_plate_outline(geometry, slot)), each,
        ),
        Piece("seat-panel", "panel", PLYWOOD, thick, seat.width, seat.depth, each),
        Piece("middle-wells", "outline", PLYWOOD, thick, *middle, wells),
        Piece("middle-carrier", "outline", PLYWOOD, thick, *middle),
        Piece("box", "bottom", PLYWOOD, thick, *_extent(box_sheets.bottom_outline(box, thick))),
        Piece("box", "long wall", PLYWOOD, thick, *_extent(walls[0]), 2),
        Piece("box", "wall", PLYWOOD, thick, *_extent(walls[1]), 2),
        Piece("sockets", "face", PLYWOOD, thick, *_extent(box_sheets.face_outline(sockets, thick))),
        Piece("sockets", "foot", PLYWOOD, thick, sockets.width, sockets.foot),
        Piece("sockets", "gusset", PLYWOOD, thick, *leg, 2),
        Piece("middle-diffuser", "outline", OPAL, lights.diffuser, *middle),
        Piece("seat-panel", "lamp", OPAL, lights.diffuser, seat.lamp, seat.lamp, each),
        Piece("seat-keys", "plate", PLATE, keys.cover, keys.plate_width, keys.plate_depth, each),
        Piece("slot-layers", "spacer", CARD, spacer, *_extent(outlines.spacer_outline(geometry, slot)), each),
        Piece("slot-layers", "film", FILM, geometry.film_mm, film.width, film.depth, each),
        Piece("table-top", "top", BOARD, table.sheet, table.width, table.depth),
    ]  # fmt: skip


def _extent(points: Sequence[Point]) -> Point:
    (left, low), (right, high) = bounds(points)
    return right - left, high - low


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
