"""Whether the boards in the repository are up to date, by digests and without KiCad.

`made_from.txt` has a line for each board's description, for the code that draws and plots it, and for each file that
was made and is kept in the repository.
"""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from hardware.boards import every
from hardware.boards.model import Board
from tavolo_host.runtime.source_digests import content_of

FILE = every.FOLDER / "made_from.txt"
CODE = ("model.py", "draw.py", "factory.py")
TEXT = (".kicad_pcb", ".kicad_pro", ".kicad_sch")
KEPT = (*TEXT, ".png", ".zip")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def written(boards: tuple[Board, ...]) -> str:
    """The text of `made_from.txt` as it should be."""
    lines = {f"from {name}": _digest(content_of(every.FOLDER / name)) for name in CODE}
    for board in boards:
        rounded = json.loads(json.dumps(asdict(board)), parse_float=lambda digits: f"{float(digits):.4f}")
        described = "\n".join([json.dumps(rounded), *every.files(board).values()])
        lines[f"from the description of {board.name}"] = _digest(described.encode())
    files = sorted(file for board in boards for file in (every.FOLDER / board.name).glob("*") if file.suffix in KEPT)
    lines |= {f"made {file.relative_to(every.FOLDER).as_posix()}": _digest(_made(file)) for file in files}
    return "".join(f"{checksum}  {name}\n" for name, checksum in lines.items())


def _made(file: Path) -> bytes:
    return content_of(file) if file.suffix in TEXT else file.read_bytes()


def differences(boards: tuple[Board, ...]) -> list[str]:
    """The names of what `made_from.txt` has another digest for, or lacks, or should not have."""
    recorded = set(FILE.read_text().splitlines())
    return sorted({line.split("  ", 1)[1] for line in recorded ^ set(written(boards).splitlines())})
