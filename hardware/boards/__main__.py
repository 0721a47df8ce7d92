"""`python -m hardware.boards`: makes the boards, in their folders here, and checks them by KiCad's rules.

With `--check` it makes nothing: it checks the boards that are there by the rules, and whether they are up to date. The
exit code is 1, with a sentence for each broken rule, when there is one.
"""

import argparse
import sys

from hardware.boards import every, factory, made_from
from hardware.boards.kicad import Kicad, Missing


def main() -> int:
    """Do it; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.boards", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="make nothing, check what is there")
    arguments = parser.parse_args()
    try:
        boards, kicad = every.boards(), Kicad()
        if not arguments.check:
            for board in boards:
                factory.make(board, kicad)
            made_from.FILE.write_text(made_from.written(boards), encoding="utf-8")
        broken = [f"{name}: out of date; `make boards` makes it" for name in made_from.differences(boards)]
        broken += [sentence for board in boards for sentence in factory.broken_rules(board, kicad)]
    except (FileNotFoundError, Missing) as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 1
    for sentence in broken:
        sys.stderr.write(f"{sentence}\n")
    sys.stdout.write(f"{len(boards)} boards; broken rules: {len(broken)}.\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
