"""Measures every budget of the table: `python -m host.tools.bench`, or with --quick on fewer samples.

With --only these subjects alone are measured, and the last results stay. With --board and --rig only that board is, by
the rig at its pins, and the same on the emulated table beside. A missed budget is shown in the table; the exit code
stays 0.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.console import Console

from host.tools.bench.report import WIDTH, Figure, print_table, write_json
from host.tools.bench.rows import AT_PINS, EMULATED, HERE, SIMULATED, Subject
from tavolo_host.board.serial_port import PortError

RESULTS, RESULTS_AT_PINS = Path("build/bench.json"), Path("build/bench-rig.json")


def arguments() -> argparse.Namespace:
    names = [each.name for each in (*SIMULATED, *HERE)]
    parser = argparse.ArgumentParser(prog="python -m host.tools.bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="take fewer samples, in about half of the time")
    parser.add_argument("--only", nargs="+", choices=names, help="measure these alone, and do not keep the results")
    parser.add_argument("--board", metavar="URL", help="measure the board at this port, with the rig at its pins")
    parser.add_argument("--rig", metavar="URL", help="the rig's port; `emulated`: two emulated Picos, without --board")
    asked = parser.parse_args()
    if (asked.board is None) != (asked.rig in (None, EMULATED)):
        parser.error("a board is measured by a rig: name the ports of both")
    return asked


def measured(subjects: Sequence[Subject], is_quick: bool, console: Console, **limits: int) -> Iterator[Figure]:
    """Measure every case of the subjects in processes within these limits."""
    tasks = [(subject, case) for subject in subjects for case in subject.cases]
    measure = partial(Subject.measured, is_quick=is_quick)
    with ProcessPoolExecutor(mp_context=get_context("spawn"), **limits) as pool:
        results = [pool.submit(measure, *task) for task in tasks]
        for (subject, case), result in zip(tasks, results, strict=True):
            figures, seconds = result.result()
            console.print(f"Measured {', '.join((subject.name, *map(str, case.values())))}, in {seconds:.0f} s.")
            yield from figures


def all_figures(asked: argparse.Namespace, console: Console) -> Iterator[Figure]:
    """Measure what is asked for. Figures of this machine's own time are taken one after the other, alone."""
    alone: dict[str, Any] = {"max_workers": 1, "max_tasks_per_child": 1}
    if asked.rig:  # of two emulated Picos a second takes six of processor time
        at_pins = replace(AT_PINS, cases=({"board": asked.board, "rig": asked.rig},))
        yield from measured((at_pins,), asked.quick or asked.rig == EMULATED, console, **alone)
        return
    for subjects, limits in ((SIMULATED, {}), (HERE, alone)):
        wanted = [each for each in subjects if each.name in (asked.only or each.name)]
        yield from measured(wanted, asked.quick, console, **limits)


def main() -> int:
    asked = arguments()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    figures: list[Figure] = []
    try:
        figures.extend(all_figures(asked, console))
    except PortError as problem:
        console.print(f"Board or rig cannot be used. {problem}")
        return 1
    finally:  # keep what was measured so far: it took long
        if figures:
            print_table(figures, console)
            if not asked.only:
                write_json(figures, RESULTS_AT_PINS if asked.rig else RESULTS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
