"""Whether the boards in the repository are those that would be made now, without KiCad: by digests.

`made_from.txt` has a line for each: of what a board is made of (all that is written of it but its tracks), of the code
that draws the tracks and lets KiCad work, of the version of what lists the parts, and of each file that was made.
"""

import hashlib
from importlib.metadata import version
from pathlib import Path

from hardware.boards import every
from hardware.boards.model import Board

FOLDER = Path(__file__).parent
FILE = FOLDER / "made_from.txt"
CODE = ("router.py", "fill.py", "factory.py")
LISTS_PARTS = "interactivehtmlbom"  # whose page of the parts is another one in each version


def digest(content: bytes) -> str:
    """The SHA-256 of some bytes."""
    return hashlib.sha256(content).hexdigest()


def sources(boards: tuple[Board, ...]) -> dict[str, str]:
    """The digests of what is made of something."""
    found = {f"from {name}": digest((FOLDER / name).read_bytes()) for name in CODE}
    found[f"from {LISTS_PARTS}"] = digest(version(LISTS_PARTS).encode())
    for board in boards:
        texts = every.project(board, [])
        reach = repr((board.width, sorted(board.widths.items()), board.sides, board.crossings, board.shunned))
        told = "\n".join([*texts.values(), reach])
        found[f"from the description of {board.name}"] = digest(told.encode())
    return found


def results(boards: tuple[Board, ...], folder: Path = FOLDER) -> dict[str, str]:
    """The digests of what was made."""
    places = [folder / "tavolo.pretty", *(folder / board.name for board in boards)]
    files = [folder / "tavolo.kicad_sym", *(file for place in places for file in place.glob("*") if file.is_file())]
    kept = [file for file in files if file.suffix not in (".kicad_prl", ".lck") and file.exists()]
    return {f"made {file.relative_to(folder).as_posix()}": digest(file.read_bytes()) for file in sorted(kept)}


def written(boards: tuple[Board, ...], folder: Path = FOLDER) -> str:
    """The text of `made_from.txt` as it should be."""
    lines = {**sources(boards), **results(boards, folder)}
    return "".join(f"{checksum}  {name}\n" for name, checksum in lines.items())


def differences(boards: tuple[Board, ...], folder: Path = FOLDER) -> list[str]:
    """What is not as `made_from.txt` says, or is there no more, by name."""
    file = folder / FILE.name
    told = set(file.read_text().splitlines()) if file.exists() else set()
    now = set(written(boards, folder).splitlines())
    return sorted({line.split("  ", 1)[1] for line in told ^ now})
