"""Plays evenings under every disturbance at once: `python -m host.tools.torture --minutes 10 --seed 1`.

The exit code is 1 when anything was found, or nothing could be.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from host.tools.torture.evening import EMULATED, PICO, RIG, WAYS, WITHOUT_RIG, Evening, named
from host.tools.torture.faults import FAULTS
from host.tools.torture.found import Tally
from host.tools.torture.playing import LONGEST_S, played, prepare
from host.tools.torture.report import print_report

FIRMWARE = Path("build/tavolo.uf2")
SHOWN_S = 1.0  # between two updates of the progress bar
USUAL_S = 10.0  # that an evening counts until it is over


class Evenings:
    """Chooses the next evening: of the way that is furthest behind its share of the time. Each way numbers its own."""

    def __init__(self, evening: Callable[[str, int], Evening], ways: list[str]) -> None:
        self._evening = evening
        self._begun = dict.fromkeys(ways, 0)
        self._took_s = dict.fromkeys(ways, 0.0)

    def next(self) -> Evening:
        """Return the next evening."""
        way = min(self._begun, key=lambda way: (self._took_s[way] / WAYS[way].share, -WAYS[way].share))
        self._took_s[way] += USUAL_S
        self._begun[way] += 1
        return self._evening(way, self._begun[way] - 1)

    def is_over(self, way: str, took_s: float) -> None:
        """Count how long an evening took."""
        self._took_s[way] += took_s - USUAL_S


def torture(evenings: Evenings, minutes: float, workers: int, console: Console) -> Tally:
    """Play evenings in parallel, starting new ones for this many minutes."""
    total, began, seconds = Tally(), time.monotonic(), 60 * minutes
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=prepare)
    with pool, Progress(console=console, transient=True) as progress:
        bar = progress.add_task("", total=seconds)
        waiting: dict[Future[Tally], Evening] = {}
        while waiting or time.monotonic() - began < seconds:
            while len(waiting) < workers and time.monotonic() - began < seconds:
                evening = evenings.next()
                waiting[pool.submit(played, evening, LONGEST_S)] = evening
            for future in wait(waiting, timeout=SHOWN_S, return_when=FIRST_COMPLETED).done:
                evening = waiting.pop(future)
                tally = _result(future, evening)
                evenings.is_over(evening.way, tally.real_s)
                total.add(tally)
            counts = f"{total.evenings.total()} evenings, {len(total.findings)} findings"
            progress.update(bar, completed=time.monotonic() - began, description=counts)
    return total


def _result(future: "Future[Tally]", evening: Evening) -> Tally:
    try:
        return future.result()
    except BrokenProcessPool as problem:
        raise SystemExit(f"The process of {evening.name}, or one beside it, died: {problem}") from problem


def asked(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what is wanted; a rig alone decides on the ways, and a real one plays one evening at a time."""
    parser = argparse.ArgumentParser(prog="python -m host.tools.torture", description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10, help="how long to start new evenings (10)")
    parser.add_argument("--seed", type=int, default=1, help="of all random numbers (1)")
    parser.add_argument("--evening", help="play only this one, as in virtual-17")
    parser.add_argument("--ways", nargs="+", choices=WITHOUT_RIG, default=list(WITHOUT_RIG), help="without a rig (all)")
    parser.add_argument("--only", nargs="+", choices=FAULTS, default=[], metavar="KIND", help="only these faults")
    parser.add_argument("--without", nargs="+", choices=FAULTS, default=[], metavar="KIND", help="faults to leave out")
    parser.add_argument("--workers", type=int, default=2, help="parallel processes (2; 1 with a real rig)")
    parser.add_argument("--board", default="", help="play on the board at this port, with a rig")
    parser.add_argument("--rig", default="", help=f"the port of the rig at its pins, or {EMULATED}, with a board")
    wanted = parser.parse_args(arguments)
    if bool(wanted.board) != (wanted.rig not in ("", EMULATED)):
        parser.error("Name the ports of both, board and rig; an emulated rig has a board of its own.")
    if wanted.rig:
        wanted.ways = [RIG]
    if wanted.board:
        wanted.workers = 1
    if wanted.evening:
        try:
            way, _ = named(wanted.evening)
        except ValueError as problem:
            parser.error(str(problem))
        if (way == RIG) != bool(wanted.rig):
            parser.error("With a rig all evenings are named like rig-0; without one none is.")
    return wanted


def given(wanted: argparse.Namespace) -> str:
    """Return what `make torture` has to be given for the same evenings."""
    words = ("SEED", wanted.seed), ("BOARD", wanted.board), ("RIG", wanted.rig)
    return " ".join(f"{name}={value}" for name, value in words if value != "")


def main() -> int:
    """Play, and print the report; return the exit code."""
    wanted = asked()
    console = Console(highlight=False)
    kinds = tuple(kind for kind in wanted.only or FAULTS if kind not in wanted.without)
    ways = [way for way in wanted.ways if way != PICO or FIRMWARE.exists()]
    if len(ways) < len(wanted.ways):
        console.print(f"The emulated Pico is left out: there is no {FIRMWARE}, which `make pico` builds.")
    evening = partial(Evening, wanted.seed, kinds=kinds, board=wanted.board, rig=wanted.rig)
    if wanted.evening:
        prepare()
        total = played(evening(*named(wanted.evening)))
    else:
        total = torture(Evenings(evening, ways), wanted.minutes, wanted.workers, console)
    print_report(total, given(wanted), wanted.evening or f"{wanted.minutes:.0f} minutes", console)
    return 1 if total.findings or not total.evenings else 0


if __name__ == "__main__":
    sys.exit(main())
