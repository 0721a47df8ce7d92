"""Every board there is, and all that is written of it before KiCad pours, checks and plots."""

from hardware.boards import carrier_board, insert_board, pcb, seat_boards, sheet
from hardware.boards.model import Board
from hardware.boards.router import Track
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


def library(all_boards: tuple[Board, ...]) -> dict[str, str]:
    """The libraries of footprints and symbols: what is in each file, by its name."""
    shapes = {part.footprint for board in all_boards for part in (*board.parts, *pcb.screws(board))}
    made = {f"tavolo.pretty/{name}": text for name, text in pcb.library(sorted(shapes, key=lambda s: s.name)).items()}
    return {**made, "tavolo.kicad_sym": sheet.library(all_boards)}


def project(board: Board, tracks: list[Track]) -> dict[str, str]:
    """A board's project for KiCad: what is in each file, by its name. Only a wired one has a schematic."""
    made = {
        f"{board.name}.kicad_pcb": pcb.board(board, tracks),
        f"{board.name}.kicad_pro": pcb.project(board),
        "fp-lib-table": pcb.library_table("fp_lib_table", "tavolo.pretty"),
    }
    if board.wired():
        made[f"{board.name}.kicad_sch"] = sheet.sheet(board)
        made["sym-lib-table"] = pcb.library_table("sym_lib_table", "tavolo.kicad_sym")
    return made
