"""Measures every budget of the table: `python -m tests.bench`, or with --quick on fewer samples.

What is missed is said in the table, and is no failure of the program.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from tavolo_host import chip
from tests.bench.report import Row, print_table, write_json

RESULTS = Path("build/bench.json")
WIDTH = 150  # of the table where there is no terminal

Part = tuple[str, Callable[[], list[Row]]]


def parts(quick: bool) -> list[Part]:
    """What is measured, each with a word for people who wait."""
    from tests.bench import inside, keys, on_cpython, page, playing, resuming, starting, under_node
    from tests.bench.watched_table import FROZEN, ROMFS

    samples = 25 if quick else 100
    decisions = 15 if quick else 50  # of each game
    evenings = 1 if quick else 3
    found: list[Part] = [
        ("the rules on CPython", lambda: on_cpython.rows(4 if quick else 20)),
        ("the rules on MicroPython under Node", lambda: under_node.rows(1 if quick else 4, 1 if quick else 3)),
        ("the page", lambda: page.rows(samples)),
        ("keys, and idle passes", lambda: keys.rows(samples, 3000 if quick else 6000)),
        ("start", lambda: starting.rows(20 if quick else 5)),
        ("actions, repaints and heap", lambda: inside.rows(200 if quick else 1000)),
        ("resuming", lambda: resuming.rows(20 if quick else 5)),
        ("play, frozen, typical flash", lambda: playing.rows(FROZEN, "typical", decisions, evenings)),
    ]
    if not quick:
        found.append(("play, frozen, maximum flash", lambda: playing.rows(FROZEN, "maximum", decisions)))
    found.append(("play, ROMFS, maximum flash", lambda: playing.rows(ROMFS, "maximum", decisions)))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="take fewer samples, in about a quarter of the time")
    chip.put_first()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    rows: list[Row] = []
    try:
        for name, measure in parts(parser.parse_args().quick):
            began = time.monotonic()
            rows += measure()
            console.print(f"Measured {name}, in {time.monotonic() - began:.0f} s.")
    finally:  # what was measured so far took long enough
        print_table(rows, console)
        write_json(rows, RESULTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
