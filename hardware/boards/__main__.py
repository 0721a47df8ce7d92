"""`python -m hardware.boards`: makes the boards anew, in their folders here, and checks them by KiCad's rules.

With `--check` nothing is made: what is here is checked by the rules, and whether it is what would be made now. Exit
code 1, with a sentence for each, when a rule is broken.
"""

import argparse
import sys
from pathlib import Path

from hardware.boards import every, factory, made_from
from hardware.boards.kicad import Kicad, Missing
from hardware.boards.model import Board
from hardware.boards.router import Unroutable


def make(boards: tuple[Board, ...], kicad: Kicad, folder: Path) -> None:
    """Make all in a folder."""
    (folder / "tavolo.pretty").mkdir(parents=True, exist_ok=True)
    for left in (folder / "tavolo.pretty").glob("*"):
        left.unlink()
    for name, text in every.library(boards).items():
        (folder / name).write_text(text, encoding="utf-8")
    for board in boards:
        factory.make(board, kicad, folder)
    (folder / made_from.FILE.name).write_text(made_from.written(boards, folder), encoding="utf-8")


def main() -> int:
    """Do it; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.boards", description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=made_from.FOLDER, help="where to make, or to check")
    parser.add_argument("--check", action="store_true", help="make nothing, check what is there")
    arguments = parser.parse_args()
    try:
        boards, kicad = every.boards(), Kicad()
        if not arguments.check:
            make(boards, kicad, arguments.folder)
        broken = [f"{name}: not what would be made now" for name in made_from.differences(boards, arguments.folder)]
        broken += [sentence for board in boards for sentence in factory.broken_rules(board, kicad, arguments.folder)]
    except (FileNotFoundError, Missing, Unroutable) as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    for sentence in broken:
        sys.stderr.write(f"{sentence}\n")
    sys.stdout.write(f"{len(boards)} boards; broken rules: {len(broken)}.\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
