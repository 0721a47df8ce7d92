"""A board's schematic for KiCad 9: each part is a box with its pins, and each pin has the name of its net.

The names alone join pins, so the board's nets decide everything, and KiCad can compare sheet and board.
`hardware/circuit` draws how the circuit works.
"""

from hardware.boards.model import DATE, REVISION, Board, Part, identifier
from hardware.circuit.schematic import STEP, End, box, box_places, field, instance

HALF = 5  # of a box's width, in steps
LEFT, TOP, COLUMN, BOTTOM = 16, 10, 32, 104  # on the sheet, in steps


def _rows(part: Part) -> int:
    return (len(part.nets) + 1) // 2


def _sides(part: Part) -> tuple[list[str], list[str]]:
    """The pins at the left and right of a box: down the left, up the right."""
    numbers = sorted(part.nets, key=int)
    return numbers[: _rows(part)], numbers[: _rows(part) - 1 : -1]


def _symbol(part: Part, name: str) -> str:
    """The symbol that all parts of a footprint share."""
    names = {number: part.names.get(number, "~") for number in part.nets}
    pins = tuple((number, "~" if names[number].startswith("Pin_") else names[number], "passive") for number in names)
    return box(name, pins, HALF, *_sides(part))


def _placed(board: Board, part: Part, name: str, x: float, y: float) -> list[str]:
    """A part's box, its top at y, and a name or a cross at each of its pins."""
    middle = y + (_rows(part) + 1) / 2
    places = box_places(HALF, *_sides(part))
    marks = [End(part.nets[number], x + across, middle - up, 180 - turn).mark()
             for number, (across, up, turn) in places.items()]  # fmt: skip
    fields = field("Reference", part.reference, x, y - 0.5) + field("Value", part.value, x, y + _rows(part) + 1.5)
    fields += field("Footprint", part.footprint.name, x, y, more=" hide")
    fields += f'(uuid "{identifier(f"{board.name}/symbol/{part.reference}")}")'  # by which KiCad finds its footprint
    project = f'(project "{board.name}" (path "/{identifier(f"{board.name}/sheet")}"'
    bom = "yes" if part.bought else "no"
    return [*marks, instance(project, name, part.reference, (x, middle, 0), fields=fields, bom=bom)]


def sheet(board: Board) -> str:
    """A board's schematic: its parts one below the other, in columns."""
    symbols, placed, column, row, lowest = {}, [], LEFT, TOP, 0
    for part in sorted(board.parts, key=lambda part: -_rows(part)):
        if row + _rows(part) + 4 > BOTTOM:
            column, row = column + COLUMN, TOP
        name = f"tavolo:{part.footprint.name.rpartition(':')[2]}"
        symbols.setdefault(name, _symbol(part, name))
        placed += _placed(board, part, name, column, row)
        row += _rows(part) + 5
        lowest = max(lowest, row)
    width, height = (column + LEFT) * STEP, (lowest + TOP) * STEP
    return "\n".join([
        '(kicad_sch (version 20250114) (generator "tavolo") (generator_version "9.0")',
        f'(uuid "{identifier(f"{board.name}/sheet")}") (paper "User" {width:g} {height:g})',
        f'(title_block (title "{board.title}") (date "{DATE}") (rev "{REVISION}") (company "Tavolo"))',
        "(lib_symbols", *symbols.values(), ")",
        *placed,
        '(sheet_instances (path "/" (page "1"))) (embedded_fonts no))\n',
    ])  # fmt: skip
