"""A board's schematic sheet for KiCad 9: each part a box with its pins, and at each pin the name of its net.

(KiCad developer documentation, "Schematic file format".) What is joined is said by the names alone, so that nothing but
the board's nets decides it, and KiCad can compare sheet and board. How it works is drawn in `hardware/circuit`.
"""

from hardware.boards.model import Board, Footprint, Part
from hardware.boards.pcb import DATE, LIBRARY, REVISION, Expression, Word, identifier, item, written

VERSION = "20250114"
STEP = 2.54
HALF_WIDTH, STUB = 5, 1  # of a box and its pins, in steps
LEFT, TOP, COLUMN = 16, 10, 32  # on the sheet, in steps
# Sheets on their side, by how low a column may reach and how many there is room for.
PAPERS = (("A4", 70, 3), ("A3", 104, 5), ("A2", 152, 7))


def _numbers(shape: Footprint) -> list[str]:
    """The numbers of its pins, each once, in their order."""
    return list(dict.fromkeys(pad.number for pad in shape.pads if pad.plated))


def _rows(shape: Footprint) -> int:
    return (len(_numbers(shape)) + 1) // 2


def _place(shape: Footprint, number: str) -> tuple[int, float]:
    """On which side (-1: left) and how high above the box's middle a pin is, in steps: down the left, up the right."""
    at, rows = _numbers(shape).index(number), _rows(shape)
    row = at if at < rows else len(_numbers(shape)) - 1 - at
    return (-1 if at < rows else 1), rows // 2 - row


def _effects(*more: Expression) -> list[Expression]:
    return item("effects", item("font", item("size", 1.27, 1.27)), *more)


def _property(name: str, value: str, x: float, y: float, hidden: bool = False) -> list[Expression]:
    hide = [item("hide", True)] if hidden else []
    return item("property", name, value, item("at", x, y, 0), *hide, _effects())


def symbol(shape: Footprint, names: dict[str, str], library: str = f"{LIBRARY}:") -> list[Expression]:
    """The symbol of a footprint."""
    top, rows = (_rows(shape) // 2 + 1) * STEP, _rows(shape)
    bottom, side = top - (rows + 1) * STEP, HALF_WIDTH * STEP
    pins = []
    for number in _numbers(shape):
        way, up = _place(shape, number)
        name = names.get(number, "~")
        pins.append(
            item("pin", Word("passive"), Word("line"),
                 item("at", way * (side + STUB * STEP), up * STEP, 0 if way < 0 else 180), item("length", STUB * STEP),
                 item("name", "~" if name.startswith("Pin_") else name, _effects()), item("number", number, _effects()))
        )  # fmt: skip
    body = item("rectangle", item("start", -side, top), item("end", side, bottom),
                item("stroke", item("width", 0.254), item("type", Word("default"))),
                item("fill", item("type", Word("background"))))  # fmt: skip
    return item(
        "symbol",
        library + shape.name,
        item("exclude_from_sim", False),
        item("in_bom", True),
        item("on_board", True),
        _property("Reference", "X", 0, top + STEP),
        _property("Value", shape.name, 0, bottom - STEP),
        _property("Footprint", f"{LIBRARY}:{shape.name}", 0, 0, hidden=True),
        _property("Datasheet", "", 0, 0, hidden=True),
        _property("Description", shape.description, 0, 0, hidden=True),
        item("symbol", f"{shape.name}_0_1", body),
        item("symbol", f"{shape.name}_1_1", *pins),
        item("embedded_fonts", False),
    )


def _shapes(boards: tuple[Board, ...]) -> dict[str, tuple[Footprint, dict[str, str]]]:
    """The footprints of all parts by name, with the names of their pins."""
    found: dict[str, tuple[Footprint, dict[str, str]]] = {}
    for part in (part for board in boards for part in board.parts):
        found.setdefault(part.footprint.name, (part.footprint, part.names))
    return found


def library(boards: tuple[Board, ...]) -> str:
    """The library of all symbols."""
    symbols = [symbol(shape, names, "") for shape, names in _shapes(boards).values()]
    head = [item("version", Word("20241209")), item("generator", "tavolo"), item("generator_version", "9.0")]
    return written(item("kicad_symbol_lib", *head, *symbols)) + "\n"


def sheet(board: Board) -> str:
    """A board's schematic."""
    root = str(identifier(f"{board.name}/sheet"))
    parts = sorted(board.parts, key=lambda part: -_rows(part.footprint))
    paper, bottom = next(
        (paper, bottom) for paper, bottom, columns in PAPERS if _columns(parts, bottom)[-1][0] < LEFT + columns * COLUMN
    )
    places = _columns(parts, bottom)
    title = item("title_block", item("title", board.title), item("date", DATE), item("rev", REVISION),
                 item("company", "Tavolo"))  # fmt: skip
    made = [
        item("version", Word(VERSION)),
        item("generator", "tavolo"),
        item("generator_version", "9.0"),
        item("uuid", root),
        item("paper", paper),
        title,
        item("lib_symbols", *(symbol(shape, names) for shape, names in _shapes((board,)).values())),
    ]
    for part, (column, row) in zip(parts, places, strict=True):
        made += _part(board, part, column, row, root)
    made.append(item("sheet_instances", item("path", "/", item("page", "1"))))
    made.append(item("embedded_fonts", False))
    return written(item("kicad_sch", *made)) + "\n"


def _columns(parts: list[Part], bottom: int) -> list[tuple[int, int]]:
    """Where each part's middle is, in steps: one below the other, in columns."""
    found, column, row = [], LEFT, TOP
    for part in parts:
        rows = _rows(part.footprint)
        if row + rows + 4 > bottom:
            column, row = column + COLUMN, TOP
        found.append((column, row + rows // 2 + 1))
        row += rows + 5
    return found


def _part(board: Board, part: Part, column: int, row: int, root: str) -> list[Expression]:
    """A part's box, and a name or a cross at each of its pins."""
    x, y = column * STEP, row * STEP
    shape, made = part.footprint, []
    for number in _numbers(shape):
        way, up = _place(shape, number)
        place = x + way * (HALF_WIDTH + STUB) * STEP, y - up * STEP
        name = str(identifier(f"{board.name}/{part.reference}/{number}"))
        net = part.nets.get(number)
        if net is None:
            made.append(item("no_connect", item("at", *place), item("uuid", name)))
            continue
        made.append(
            item("global_label", net, item("shape", Word("passive")), item("at", *place, 180 if way < 0 else 0),
                 item("fields_autoplaced", True), _effects(item("justify", Word("right" if way < 0 else "left"))),
                 item("uuid", name))
        )  # fmt: skip
    top, rows = _rows(shape) // 2 + 1, _rows(shape)
    own = str(identifier(f"{board.name}/symbol/{part.reference}"))
    instance = item("path", f"/{root}", item("reference", part.reference), item("unit", 1))
    made.append(
        item(
            "symbol",
            item("lib_id", f"{LIBRARY}:{shape.name}"),
            item("at", x, y, 0),
            item("unit", 1),
            item("exclude_from_sim", False),
            item("in_bom", part.bought),
            item("on_board", True),
            item("dnp", False),
            item("uuid", own),
            _property("Reference", part.reference, x, y - (top + 0.5) * STEP),
            _property("Value", part.value, x, y + (rows + 1 - top + 0.5) * STEP),
            _property("Footprint", f"{LIBRARY}:{shape.name}", x, y, hidden=True),
            _property("Datasheet", "", x, y, hidden=True),
            _property("Description", shape.description, x, y, hidden=True),
            *(item("pin", number, item("uuid", str(identifier(f"{own}/{number}")))) for number in _numbers(shape)),
            item("instances", item("project", board.name, instance)),
        )
    )
    return made
