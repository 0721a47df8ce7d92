"""Damage to a board's journal: `python -m host.tools.journal_damages --cases 5000 --seed 1`.

A table lists every kind of damage (`cases`): how many cases were reported, in how many nothing was lost, or the board
itself could have left the same bytes, and in how many it could not, or has given back other actions. The exit code is 1
when there is any of the last two.
"""

import argparse
import sys
from collections import Counter

from tavolo_host.runtime import import_paths


def main() -> None:
    """Try what the command line asks for, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m host.tools.journal_damages", description=__doc__)
    parser.add_argument("--cases", type=int, default=5000)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    import_paths.prepend()
    from host.tools.journal_damages.cases import COLUMNS, tried

    counted, failed = tried(asked.cases, asked.seed)
    print(f"{'':82}{'cases':>7}" + "".join(f"{column:>14}" for column in COLUMNS))
    for kind, judgements in [*counted.items(), ("All.", sum(counted.values(), Counter[str]()))]:
        print(f"{kind:82}{judgements.total():7}" + "".join(f"{judgements[column]:14}" for column in COLUMNS))
    print("\n".join(failed))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
