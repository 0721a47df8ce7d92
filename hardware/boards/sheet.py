"""A board's schematic for KiCad 9: each part is a box with its pins, and each pin has the name of its net.

The names alone join pins, so the board's nets decide everything, and KiCad can compare sheet and board. How the circuit
works is drawn in `hardware/circuit`. (KiCad developer documentation, "Schematic file format".)
"""

from hardware.boards.model import DATE, REVISION, Board, Part, identifier

STEP = 2.54  # mm: KiCad's grid, and the unit of all places here
TEXT = "(effects (font (size 1.27 1.27)){})"
HALF = 5  # of a box's width
LEFT, TOP, COLUMN, BOTTOM = 16, 10, 32, 104  # on the sheet

Place = tuple[float, float, int]  # x, y, turn in degrees


def _at(x: float, y: float, turn: int | None = None, word: str = "at") -> str:
    return f"({word} {x * STEP:.2f} {y * STEP:.2f}{'' if turn is None else f' {turn}'})"


def _field(name: str, value: str, x: float, y: float, more: str = "") -> str:
    return f'(property "{name}" "{value}" {_at(x, y, 0)} {TEXT.format(more)})'


def _rows(part: Part) -> int:
    return (len(part.nets) + 1) // 2


def _pins(part: Part) -> dict[str, Place]:
    """Where the pins of a box end, by number, y upwards, and how they are turned: down the left, up the right."""
    numbers, rows = sorted(part.nets, key=int), _rows(part)
    places = {number: (-HALF - 1, (rows - 1) / 2 - row, 0) for row, number in enumerate(numbers[:rows])}
    return places | {
        number: (HALF + 1, (rows - 1) / 2 - row, 180) for row, number in enumerate(numbers[: rows - 1 : -1])
    }


def _symbol(part: Part, name: str) -> str:
    """The box that all parts of a footprint share."""
    short, high, text, places = name.split(":")[1], (_rows(part) + 1) / 2, TEXT.format(""), _pins(part)
    names = {number: part.names.get(number, "~") for number in part.nets}
    drawn = (
        f"(pin passive line {_at(*places[number])} (length {STEP})"
        f' (name "{"~" if pin.startswith("Pin_") else pin}" {text}) (number "{number}" {text}))'
        for number, pin in names.items()
    )
    corners = f"{_at(-HALF, high, word='start')} {_at(HALF, -high, word='end')}"
    return "\n".join((
        f'(symbol "{name}" (in_bom yes) (on_board yes) {_field("Reference", "U", 0, 0)}',
        f'(symbol "{short}_0_1" (rectangle {corners} (stroke (width 0.254) (type default)) (fill (type background))))',
        f'(symbol "{short}_1_1"', *drawn, "))",
    ))  # fmt: skip


def _mark(net: str | None, x: float, y: float, way: int) -> str:
    """The label of a net at the end of a pin that faces this way, or the cross of a pin that is left open."""
    if net is None:
        return f"(no_connect {_at(x, y)})"
    justify = TEXT.format(f" (justify {'right' if way else 'left'})")
    return f'(global_label "{net}" (shape passive) {_at(x, y, way)} {justify})'


def _placed(board: Board, part: Part, name: str, x: float, y: float) -> list[str]:
    """A part's box, its top at y, and a name or a cross at each of its pins."""
    middle = y + (_rows(part) + 1) / 2
    marks = [_mark(part.nets[number], x + across, middle - up, 180 - turn)
             for number, (across, up, turn) in _pins(part).items()]  # fmt: skip
    fields = _field("Reference", part.reference, x, y - 0.5) + _field("Value", part.value, x, y + _rows(part) + 1.5)
    fields += _field("Footprint", part.footprint.name, x, y, " hide")
    fields += f'(uuid "{identifier(f"{board.name}/symbol/{part.reference}")}")'  # by which KiCad finds its footprint
    instance = f'(project "{board.name}" (path "/{identifier(f"{board.name}/sheet")}" (reference "{part.reference}")'
    bought = "yes" if part.bought else "no"
    return [
        *marks,
        f'(symbol (lib_id "{name}") {_at(x, middle, 0)} (unit 1) (in_bom {bought}) (on_board yes)\n{fields}',
        f"(instances {instance} (unit 1)))))",
    ]


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
