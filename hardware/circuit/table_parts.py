"""What the table needs beside its circuit: sheets and screws, counted from the drawings, and glue."""

from collections import Counter
from dataclasses import dataclass

from hardware.circuit.catalogue import LISTS, Item
from hardware.circuit.tables import Table
from tavolo import wiring
from tavolo_host.slot.geometry import GRID, Geometry
from tavolo_host.workshop.drawings import box_sheets, cut_list, light_sheets, outlines, seat_sheets
from tavolo_host.workshop.drawings.dimensions import TABLE, TableParts
from tavolo_host.workshop.drawings.sheet import millimetres

SCREW_LENGTHS = (6, 8, 10, 12, 16, 20, 25, 30, 35, 40, 45, 50, 60)  # mm, as M3 is sold
NUT_MM = 2.4  # M3 (ISO 4032)
BEYOND_MM = 0.6  # how far a screw reaches beyond its nut
STRIP_MM = 2.0  # of a strip with its pixels, between carrier and wells
PACK_EURO = {10: 1.50, 50: 4.00, 100: 6.00}  # of screws or nuts


@dataclass(frozen=True)
class Screws:
    """The screws of one place: how many, through how many mm, into a nut or the thread of a spacer."""

    where: str
    count: int
    through: float
    has_nut: bool = True
    is_sunk: bool = False

    @property
    def length(self) -> int:
        """The shortest length on sale that reaches: through the nut, or 3 mm into a spacer."""
        wanted = self.through + (NUT_MM + BEYOND_MM if self.has_nut else 3.0)
        return next(length for length in SCREW_LENGTHS if length >= wanted)

    @property
    def name(self) -> str:
        """Its name in a shop."""
        return f"screw M3 × {self.length}{', countersunk' if self.is_sunk else ''}"


def screws(geometry: Geometry = GRID, table: TableParts = TABLE) -> list[Screws]:
    """Every screw of the table, by where it is."""
    slot, lights, thick = table.slot, table.lights, table.slot.sheet
    layers = 2 * thick + geometry.channel_mm + geometry.film_mm + slot.tape
    middle = lights.diffuser + lights.well_depth + STRIP_MM + thick + table.sheet
    board = len(box_sheets.board_screws(table.box))
    hung = len(box_sheets.box_screws(table.box, thick))
    return [
        Screws("slots", wiring.SEATS * len(outlines.screws(slot)), layers),
        Screws("seats' panels", wiring.SEATS * len(seat_sheets.seat_screws(table.seat)), thick + table.sheet),
        Screws("middle", len(light_sheets.light_screws(lights)), middle),
        Screws("box, below the middle", hung, 2 * thick + table.box.height, is_sunk=True),
        Screws("bracket of the sockets", 2, thick + table.sheet),
        Screws("board on its spacers", board, table.box.board_thickness, has_nut=False),
        Screws("spacers on the box", board, thick, has_nut=False),
    ]


def hangs_mm(table: TableParts = TABLE) -> float:
    """How far the box with its nuts is below the top's underside."""
    lights, thick = table.lights, table.slot.sheet
    middle = lights.diffuser + lights.well_depth + STRIP_MM + thick
    return middle + table.box.height + thick + NUT_MM + BEYOND_MM


def sheet_materials(geometry: Geometry = GRID, table: TableParts = TABLE) -> list[Item]:
    """The sheets to buy."""
    return [
        Item(sheets.name, sheets.count, sheets.stock.price_euro, sheets.stock.alternatives)
        for sheets in cut_list.sheets(cut_list.pieces(cut_list.drawings(geometry, table)))
    ]


def small_materials(geometry: Geometry = GRID, table: TableParts = TABLE) -> list[Item]:
    """Screws, nuts, spacers, glue and tape."""
    found = screws(geometry, table)
    counted: Counter[str] = Counter()
    for each in found:
        counted[each.name] += each.count
    nuts = sum(each.count for each in found if each.has_nut)
    spacer = f"spacer M3 × {millimetres(table.box.spacer)}, threads at both ends"
    packs = [*((name, count) for name, count in counted.items()), ("nut M3", nuts)]
    return [
        *(Item(name, count, PACK_EURO[_pack(count)], pack=_pack(count)) for name, count in packs),
        Item(spacer, len(box_sheets.board_screws(table.box)), 2.00, "the stripboard on pieces of batten", pack=4),
        *LISTS["glue"],
    ]


def _pack(count: int) -> int:
    """The smallest pack that holds them, or else the largest."""
    return next((size for size in PACK_EURO if size >= count), max(PACK_EURO))


def cut_table() -> Table:
    """The cut list."""
    lines = [
        (piece.part if piece.part != "outline" else piece.drawing.replace("-", ": "), f"`{piece.drawing}.svg`",
         str(piece.count), f"{millimetres(piece.width)} × {millimetres(piece.depth)}", sheets.name)
        for sheets in cut_list.sheets(cut_list.pieces(cut_list.drawings(GRID, TABLE)))
        for piece in sheets.pieces
    ]  # fmt: skip
    return Table("cut list", ("piece", "drawing", "count", "mm", "of"), tuple(lines))


def screw_table() -> Table:
    """Where which screws go."""
    lines = tuple((each.where, str(each.count), each.name, "a nut" if each.has_nut else "–") for each in screws())
    return Table("screws", ("where", "count", "which", "with"), lines)
