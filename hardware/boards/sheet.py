"""A board's schematic for KiCad 9: each part is a box with its pins, and each pin has the name of its net.

(KiCad developer documentation, "Schematic file format".) The names alone join pins, so the board's nets decide
everything, and KiCad can compare sheet and board. `hardware/circuit` draws how the circuit works.
"""

import json

from hardware.boards.model import DATE, REVISION, Board, Part, identifier

STEP = 2.54
SIDE, STUB = 5 * STEP, STEP  # half of a box's width, and a pin's length
LEFT, TOP, COLUMN = 16, 10, 32  # on the sheet, in steps
# Landscape sheets, with the lowest row of a column and how many columns there is room for.
PAPERS = (("A4", 70, 3), ("A3", 104, 5), ("A2", 152, 7))
FONT = "(effects (font (size 1.27 1.27)))"


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def _uuid(name: str) -> str:
    return f'(uuid "{identifier(name)}")'


def _rows(part: Part) -> int:
    return (len(part.nets) + 1) // 2


def _top(part: Part) -> float:
    """How high the box reaches above its middle."""
    return (_rows(part) // 2 + 1) * STEP


def _bottom(part: Part) -> float:
    return _top(part) - (_rows(part) + 1) * STEP


def _pins(part: Part) -> list[tuple[str, int, float]]:
    """Each pin's number, its side (-1: left) and its height above the middle: down the left, up the right."""
    numbers, rows = sorted(part.nets, key=int), _rows(part)
    heights = [(rows // 2 - row) * STEP for row in range(rows)]
    right = heights[::-1][rows * 2 - len(numbers) :]
    return [*((number, -1, up) for number, up in zip(numbers[:rows], heights, strict=True)),
            *((number, 1, up) for number, up in zip(numbers[rows:], right, strict=True))]  # fmt: skip


def _fields(part: Part, reference: str, value: str, x: float, y: float) -> str:
    """What is written over a box, under it, and hidden; y runs downwards."""
    fields = ("Reference", reference, y - _top(part) - STEP / 2, ""), ("Value", value, y - _bottom(part) + STEP / 2, "")
    hidden = [(name, part.footprint.name if name == "Footprint" else "", y, "(hide yes)")
              for name in ("Footprint", "Datasheet", "Description")]  # fmt: skip
    return "\n".join(f"(property {_text(name)} {_text(words)} (at {x:g} {at:g} 0) {hide} {FONT})"
                     for name, words, at, hide in (*fields, *hidden))  # fmt: skip


def _symbol_name(part: Part) -> str:
    return part.footprint.name.rpartition(":")[2]


def _symbol(part: Part) -> str:
    """The symbol that all parts of a footprint share."""
    name, pins = _symbol_name(part), []
    for number, way, up in _pins(part):
        words = part.names.get(number, "~")
        words = "~" if words.startswith("Pin_") else words
        pins.append(
            f"(pin passive line (at {way * (SIDE + STUB):g} {up:g} {0 if way < 0 else 180}) (length {STUB})"
            f" (name {_text(words)} {FONT}) (number {_text(number)} {FONT}))"
        )
    return (
        f'(symbol "tavolo:{name}" (exclude_from_sim no) (in_bom yes) (on_board yes)\n'
        f"{_fields(part, 'X', name, 0.0, 0.0)}\n"
        f'(symbol "{name}_0_1" (rectangle (start {-SIDE} {_top(part):g}) (end {SIDE} {_bottom(part):g})'
        " (stroke (width 0.254) (type default)) (fill (type background))))\n"
        f'(symbol "{name}_1_1"\n' + "\n".join(pins) + "))"
    )


def _placed(board: Board, part: Part, x: float, y: float) -> list[str]:
    """A part's box, and a name or a cross at each of its pins."""
    own, made = f"{board.name}/symbol/{part.reference}", []
    for number, way, up in _pins(part):
        place, name = f"{x + way * (SIDE + STUB):g} {y - up:g}", _uuid(f"{board.name}/{part.reference}/{number}")
        net = part.nets[number]
        if net is None:
            made.append(f"(no_connect (at {place}) {name})")
        else:
            turn, justify = (180, "right") if way < 0 else (0, "left")
            made.append(
                f"(global_label {_text(net)} (shape passive) (at {place} {turn})"
                f" (effects (font (size 1.27 1.27)) (justify {justify})) {name})"
            )
    path = f'(path "/{identifier(f"{board.name}/sheet")}" (reference "{part.reference}") (unit 1))'
    made.append(
        f'(symbol (lib_id "tavolo:{_symbol_name(part)}") (at {x:g} {y:g} 0) (unit 1) (exclude_from_sim no)'
        f" (in_bom {'yes' if part.bought else 'no'}) (on_board yes) (dnp no) {_uuid(own)}\n"
        f"{_fields(part, part.reference, part.value, x, y)}\n"
        f'(instances (project "{board.name}" {path})))'
    )
    return made


def sheet(board: Board) -> str:
    """A board's schematic."""
    parts = sorted(board.parts, key=lambda part: -_rows(part))
    paper, places = next(
        (paper, places) for paper, bottom, columns in PAPERS
        if (places := _columns(parts, bottom))[-1][0] < LEFT + columns * COLUMN
    )  # fmt: skip
    symbols = {_symbol_name(part): _symbol(part) for part in reversed(board.parts)}
    made = [
        f'(kicad_sch (version 20250114) (generator "tavolo") (generator_version "9.0") {_uuid(f"{board.name}/sheet")}',
        f'(paper "{paper}") (title_block (title {_text(board.title)}) (date "{DATE}") (rev "{REVISION}")'
        ' (company "Tavolo"))',
        "(lib_symbols",
        *symbols.values(),
        ")",
    ]
    for part, (column, row) in zip(parts, places, strict=True):
        made += _placed(board, part, column * STEP, row * STEP)
    return "\n".join([*made, '(sheet_instances (path "/" (page "1"))) (embedded_fonts no))']) + "\n"


def _columns(parts: list[Part], bottom: int) -> list[tuple[int, int]]:
    """Where each part's middle is, in steps: one below the other, in columns."""
    found, column, row = [], LEFT, TOP
    for part in parts:
        if row + _rows(part) + 4 > bottom:
            column, row = column + COLUMN, TOP
        found.append((column, row + _rows(part) // 2 + 1))
        row += _rows(part) + 5
    return found
