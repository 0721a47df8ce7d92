"""Every board, with its project and its schematic for KiCad.

`rules.json` is the project of all boards: KiCad checks the rules of a factory's cheapest class. It ignores that no
library has the symbols of a sheet and our own footprints, which sheet and board hold themselves.
"""

from pathlib import Path

from hardware.boards import carrier_board, insert_board, seat_boards, sheet
from hardware.boards.model import Board
from hardware.circuit import wiring

FOLDER = Path(__file__).parent


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
