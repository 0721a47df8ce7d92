"""Plays evenings at which the chips alone go wrong: `python -m host.tools.torture.chips flips --evenings 1000`.

The exit code is 1 when something was found that must not come about.
"""

import argparse
import sys
from collections import Counter
from importlib import import_module

from host.tools.torture.found import Found
from host.tools.torture.playing import prepare


def main() -> int:
    prepare()
    playing = import_module("host.tools.torture.chip_play")  # which needs the chip's stand-ins
    parser = argparse.ArgumentParser(prog="python -m host.tools.torture.chips", description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=playing.KINDS)
    parser.add_argument("--evenings", type=int, default=100, help="how many (100)")
    parser.add_argument("--first", type=int, default=0, help="number of the first (0)")
    parser.add_argument("--seed", type=int, default=1, help="of everything (1)")
    wanted = parser.parse_args()
    total: Counter[str] = Counter()
    findings = 0
    for number in range(wanted.first, wanted.first + wanted.evenings):
        evening = playing.ChipEvening(wanted.kind, number, wanted.seed)
        try:
            evening.play()
        except Found as found:
            findings += 1
            print(f"{wanted.kind} {number}: {found.kind}: {found.sentence}", flush=True)
        total += evening.counts
    print(f"{wanted.evenings} evenings of {wanted.kind}, {findings} findings; {dict(total)}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
