"""Measures every budget of the table: `python -m host.tools.bench`, or with --quick on fewer samples.

With --board and --rig only that board is measured, by the rig at its pins, and the same on the emulated table beside.
A missed budget is shown in the table; the exit code stays 0.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console

from host.tools.bench.report import Part, Row, measured, print_table, write_json
from tavolo_host.board.serial_port import PortError
from tavolo_host.runtime import import_paths

RESULTS, RESULTS_AT_PINS = Path("build/bench.json"), Path("build/bench-rig.json")
WIDTH = 150  # of the table where there is no terminal


def parts(quick: bool) -> tuple[list[Part], list[Part]]:
    """Return what is measured in this machine's time, and what in simulated time, each with a name for people."""
    from host.tools.bench import (
        arena,
        history,
        inside,
        keys,
        on_compiled,
        on_cpython,
        page,
        playing,
        resuming,
        starting,
        visitors,
    )
    from host.tools.bench.watched_table import FROZEN, ROMFS

    samples = 25 if quick else 100
    decisions, evenings = 50, 2  # of each game: the longest ticks come late in it, and not in every evening
    here: list[Part] = [
        ("the rules on CPython", partial(on_cpython.rows, 4 if quick else 20)),
        ("the rules, compiled", partial(on_compiled.rows, 4 if quick else 20)),
        ("the page", partial(page.rows, samples)),
        ("games that were played", partial(history.rows, 1000 if quick else 10_000, 3 if quick else 10)),
        ("visitors together", partial(visitors.rows, 10.0 if quick else 40.0)),
        ("an arena", partial(arena.rows, 60 if quick else 160, 1 if quick else 3)),
    ]
    simulated: list[Part] = [
        ("keys, and idle ticks", partial(keys.rows, samples, 3000 if quick else 6000)),
        ("start", partial(starting.rows, 20 if quick else 5)),
        ("actions, repaints and heap", partial(inside.rows, 200 if quick else 1000)),
        ("resuming", partial(resuming.rows, 20 if quick else 5)),
    ]
    for variant in (FROZEN, ROMFS):
        for times in ("maximum",) if quick else ("typical", "maximum"):
            name = f"play, {variant.name}, {times} flash"
            simulated.append((name, partial(playing.rows, variant, times, decisions, evenings)))
    return here, simulated


def parts_at_pins(board: str, rig: str, quick: bool) -> list[Part]:
    """Return the same for a board with a rig. Of two emulated ones a second takes six of processor time."""
    from host.tools.bench import at_pins

    touches, cards = (8, 5) if quick or rig == at_pins.EMULATED else (100, 40)
    return [("a board at its pins, and the emulated table", partial(at_pins.rows, board, rig, touches, cards))]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m host.tools.bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="take fewer samples, in about half of the time")
    parser.add_argument("--board", metavar="URL", help="measure the board at this port, with the rig at its pins")
    parser.add_argument("--rig", metavar="URL", help="the rig's port; `emulated`: two emulated Picos, without --board")
    wanted = parser.parse_args()
    if (wanted.board is None) != (wanted.rig in (None, "emulated")):
        parser.error("a board is measured by a rig: name the ports of both")
    import_paths.prepend()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    rows: list[Row] = []
    try:
        here, simulated = (
            (parts_at_pins(wanted.board, wanted.rig, wanted.quick), []) if wanted.rig else parts(wanted.quick)
        )
        # Simulated figures do not depend on this machine's load, and run in parallel; its own figures are taken alone.
        with ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=import_paths.prepend) as pool:
            for measure in (partial(pool.map, measured, simulated), partial(map, measured, here)):
                for name, found, seconds in measure():
                    rows += found
                    console.print(f"Measured {name}, in {seconds:.0f} s.")
    except PortError as problem:
        console.print(f"Board or rig cannot be used. {problem}")
        return 1
    finally:  # keep what was measured so far: it took long
        if rows:
            print_table(rows, console)
            write_json(rows, RESULTS_AT_PINS if wanted.rig else RESULTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
