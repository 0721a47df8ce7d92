"""Every board, with its project and its schematic for KiCad.

`rules.json` is the project of all boards: KiCad checks the rules of a factory's cheapest class. It ignores that no
library has the symbols of a sheet and our own footprints, which sheet and board hold themselves.
"""

`rules.json` is the project of all boards: KiCad checks the rules of a factory's cheapest class. It ignores that no
library has the symbols of a sheet and our own footprints, which sheet and board hold themselves.
"""


from hardware.boards import carrier_board, insert_board, seat_boards, sheet
from hardware.boards.model import Board
from hardware.circuit import wiring


def boards() -> tuple[Board, ...]:
    """Return all boards."""
    full = wiring.describe(wiring.FULL)
    return (
        carrier_board.board(full),
        seat_boards.slot_board(full),
        seat_boards.key_board(full),
        seat_boards.back_plate(),
        insert_board.board(),
    )


def files(board: Board) -> dict[str, str]:
    """A board's project, and its schematic if it is wired, by file name."""
    made = {f"{board.name}.kicad_pro": (FOLDER / "rules.json").read_text()}
    if board.wired():
        made[f"{board.name}.kicad_sch"] = sheet.sheet(board)
    return made


def project(board: Board) -> str:
    """A board's project: the rules that KiCad checks, those of a factory's cheapest class."""
    narrow = min([board.width, *board.widths.values()])
    rules = {
        "min_clearance": CLEARANCE,
        "min_copper_edge_clearance": EDGE - 0.2,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.5,
        "min_through_hole_diameter": VIA_DRILL,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.13,
        "min_via_diameter": 0.5,
        "min_resolved_spokes": 1,
        "min_text_height": 0.8,
        "min_text_thickness": 0.1,
    }
    net_class = {"name": "Default", "clearance": CLEARANCE, "track_width": narrow, "via_diameter": VIA,
                 "via_drill": VIA_DRILL}  # fmt: skip
    # A sheet holds its symbols, and a board our own footprints: no library has them.
    ignored = dict.fromkeys(("lib_symbol_issues", "footprint_link_issues"), "ignore")
    content = {
        "board": {"design_settings": {"rules": rules, "rule_severities": {}}},
        "erc": {"rule_severities": ignored},
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [net_class], "meta": {"version": 4}},
    }
    return json.dumps(content, indent=2) + "\n"
