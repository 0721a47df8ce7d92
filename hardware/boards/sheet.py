"""A board's schematic for KiCad 9: each part is a box with its pins, and each pin has the name of its net.

(KiCad developer documentation, "Schematic file format".) The names alone join pins, so the board's nets decide
everything, and KiCad can compare sheet and board. `hardware/circuit` draws how the circuit works.
"""

import json

from hardware.boards.model import DATE, REVISION, Board, Part, identifier

STEP = 2.54
SIDE, STUB = 5 * STEP, STEP  # half of a box's width, and a pin's length
LEFT, TOP, COLUMN, BOTTOM = 16, 10, 32, 104  # on the sheet, in steps
FONT = "(effects (font (size 1.27 1.27)))"


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def _uuid(name: str) -> str:
    return f'(uuid "{identifier(name)}")'


def _rows(part: Part) -> int:
    return (len(part.nets) + 1) // 2


def _pins(part: Part) -> list[tuple[str, int, int]]:
    """Each pin's number, its side (-1: left) and how far below the box's top: down the left, up the right."""
    rows = _rows(part)
    return [(number, -1, at + 1) if at < rows else (number, 1, 2 * rows - at)
            for at, number in enumerate(sorted(part.nets, key=int))]  # fmt: skip


def _name(part: Part) -> str:
    return part.footprint.name.rpartition(":")[2]


def _fields(part: Part, reference: str, value: str, x: float, y: float, down: int) -> str:
    """The words above a box and below it, and those that are hidden; `down` is 1 where y runs downwards, else -1."""
    below = y + down * (_rows(part) + 1.5) * STEP
    fields = [("Reference", reference, y - down * STEP / 2, ""), ("Value", value, below, ""),
              ("Footprint", part.footprint.name, y, "(hide yes)"), ("Datasheet", "", y, "(hide yes)")]  # fmt: skip
    return "\n".join(f"(property {_text(name)} {_text(words)} (at {x:g} {at:g} 0) {hide} {FONT})"
                     for name, words, at, hide in fields)  # fmt: skip


def _symbol(part: Part) -> str:
    """The symbol that all parts of a footprint share; its origin is the middle of the box's top, and y runs upwards."""
    pins = []
    for number, way, row in _pins(part):
        name = part.names.get(number, "~")
        pins.append(
            f"(pin passive line (at {way * (SIDE + STUB):g} {-row * STEP:g} {0 if way < 0 else 180}) (length {STUB})"
            f" (name {_text('~' if name.startswith('Pin_') else name)} {FONT}) (number {_text(number)} {FONT}))"
        )
    return "\n".join([
        f'(symbol "tavolo:{_name(part)}" (exclude_from_sim no) (in_bom yes) (on_board yes)',
        _fields(part, "X", _name(part), 0.0, 0.0, -1),
        f'(symbol "{_name(part)}_0_1" (rectangle (start {-SIDE} 0) (end {SIDE} {-(_rows(part) + 1) * STEP:g})',
        "(stroke (width 0.254) (type default)) (fill (type background))))",
        f'(symbol "{_name(part)}_1_1"', *pins, "))",
    ])  # fmt: skip


def _placed(board: Board, part: Part, x: float, y: float) -> list[str]:
    """A part's box, and a name or a cross at each of its pins."""
    made = []
    for number, way, row in _pins(part):
        place = f"{x + way * (SIDE + STUB):g} {y + row * STEP:g}"
        name, net = _uuid(f"{board.name}/{part.reference}/{number}"), part.nets[number]
        turn, justify = (180, "right") if way < 0 else (0, "left")
        made.append(
            f"(global_label {_text(net)} (shape passive) (at {place} {turn})"
            f" (effects (font (size 1.27 1.27)) (justify {justify})) {name})"
            if net
            else f"(no_connect (at {place}) {name})"
        )
    path = f'(path "/{identifier(f"{board.name}/sheet")}" (reference "{part.reference}") (unit 1))'
    return [
        *made,
        f'(symbol (lib_id "tavolo:{_name(part)}") (at {x:g} {y:g} 0) (unit 1) (exclude_from_sim no)',
        f"(in_bom {'yes' if part.bought else 'no'}) (on_board yes) (dnp no)",
        _uuid(f"{board.name}/symbol/{part.reference}"),
        _fields(part, part.reference, part.value, x, y, 1),
        f'(instances (project "{board.name}" {path})))',
    ]


def sheet(board: Board) -> str:
    """A board's schematic: its parts one below the other, in columns."""
    symbols, placed, column, row, lowest = {}, [], LEFT, TOP, 0
    for part in sorted(board.parts, key=lambda part: -_rows(part)):
        if row + _rows(part) + 4 > BOTTOM:
            column, row = column + COLUMN, TOP
        symbols.setdefault(_name(part), _symbol(part))
        placed += _placed(board, part, column * STEP, row * STEP)
        row += _rows(part) + 5
        lowest = max(lowest, row)
    return "\n".join([
        f'(kicad_sch (version 20250114) (generator "tavolo") (generator_version "9.0") {_uuid(f"{board.name}/sheet")}',
        f'(paper "User" {(column + LEFT) * STEP:g} {(lowest + TOP) * STEP:g})',
        f'(title_block (title {_text(board.title)}) (date "{DATE}") (rev "{REVISION}") (company "Tavolo"))',
        "(lib_symbols", *symbols.values(), ")",
        *placed,
        '(sheet_instances (path "/" (page "1"))) (embedded_fonts no))\n',
    ])  # fmt: skip
