"""Whether the boards in the repository are up to date, by digests and without KiCad.

`made_from.txt` has a line for each board's description, for the code that draws and plots it, and for each file that
was made and is kept in the repository.
"""

import hashlib
from pathlib import Path

from hardware.boards import every
from hardware.boards.model import Board, to_json

FOLDER = Path(__file__).parent
FILE = FOLDER / "made_from.txt"
CODE = ("model.py", "router.py", "draw.py", "factory.py")
KEPT = (".kicad_pcb", ".kicad_pro", ".kicad_sch", ".png", ".zip")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def written(boards: tuple[Board, ...], folder: Path = FOLDER) -> str:
    """The text of `made_from.txt` as it should be."""
    lines = {f"from {name}": _digest((FOLDER / name).read_bytes()) for name in CODE}
    for board in boards:
        described = "\n".join([to_json(board, []), *every.files(board).values()])
        lines[f"from the description of {board.name}"] = _digest(described.encode())
    files = sorted(file for board in boards for file in (folder / board.name).glob("*") if file.suffix in KEPT)
    lines |= {f"made {file.relative_to(folder).as_posix()}": _digest(file.read_bytes()) for file in files}
    return "".join(f"{checksum}  {name}\n" for name, checksum in lines.items())


def differences(boards: tuple[Board, ...], folder: Path = FOLDER) -> list[str]:
    """The names of the lines of `made_from.txt` that are not as they should be."""
    file = folder / FILE.name
    recorded = set(file.read_text().splitlines()) if file.exists() else set()
    return sorted({line.split("  ", 1)[1] for line in recorded ^ set(written(boards, folder).splitlines())})
