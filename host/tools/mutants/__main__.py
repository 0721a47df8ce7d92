"""Mutation testing: plants a random sample of small mutations, one at a time, and counts those that no test finds.

Compare shares by their intervals, not single mutants: the sample is drawn from the code as it is, every mutation as
likely as any other. After files moved or shrank the same seed draws others, and the share means the same.
"""

import argparse
import math
import queue
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from host.tools.mutants.points import PARTS, Mutant, sample
from host.tools.mutants.trial import Copy

WIDTH = 120  # of the table where there is no terminal
SURE = 1.959964  # standard deviations on each side that hold 95 % of a normal distribution

Verdict = tuple[Mutant, str]  # and the first test that failed, if one did


def interval(killed: int, total: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, after Wilson (1927); `total` is not 0."""
    share, square = killed / total, SURE * SURE
    middle = share + square / (2 * total)
    aside = SURE * math.sqrt(share * (1 - share) / total + square / (4 * total * total))
    return (middle - aside) / (1 + square / total), (middle + aside) / (1 + square / total)


def figures(verdicts: Sequence[Verdict]) -> tuple[str, str, str]:
    """Return for people how many of how many were killed, the share, and its interval."""
    killed, total = sum(bool(killer) for _, killer in verdicts), len(verdicts)
    low, high = interval(killed, total)
    return f"{killed} / {total}", f"{killed / total:.1%}", f"{low:.1%} to {high:.1%}"


def tried(mutants: Sequence[Mutant], processes: int, console: Console) -> list[Verdict]:
    """Return the tests' verdict on each mutant, printed as it is known; ValueError as in `Copy.reach`."""
    with tempfile.TemporaryDirectory(prefix="tavolo-mutants-") as folder:
        Path(folder).chmod(0o755)  # a test reads files as another user
        copies: queue.Queue[Copy] = queue.Queue()
        for number in range(processes):
            copy = Copy(Path(folder) / str(number))
            copies.put(copy)
        reach = copy.reach(mutants)
        console.print(
            f"{len(reach.seconds)} tests, {sum(reach.seconds.values()):.0f} s of processor time without a mutation;"
            f" they reach {len(reach.reached)} of {len(mutants)} mutants."
        )

        def verdict(number: int) -> Verdict:
            began, copy, mutant = time.monotonic(), copies.get(), mutants[number]
            killer = copy.killer(mutant, number, reach)
            copies.put(copy)
            word, by = ("killed", f"  by {killer}") if killer else ("SURVIVES", "")
            console.print(f"{word:8} {time.monotonic() - began:4.0f} s  {mutant}{by}", markup=False, soft_wrap=True)
            return mutant, killer

        with ThreadPoolExecutor(processes) as hands:
            return list(hands.map(verdict, range(len(mutants))))


def report(part: str, verdicts: Sequence[Verdict], console: Console) -> None:
    """Print the shares of a part by game or package, then the survivors, and the share of all."""
    table = Table()
    for heading in (part, "killed", "share", "95 % interval"):
        table.add_column(heading, justify="left" if heading == part else "right", no_wrap=True)
    for package in sorted({mutant.package for mutant, _ in verdicts}):
        table.add_row(package, *figures([verdict for verdict in verdicts if verdict[0].package == package]))
    table.add_section()
    table.add_row("all", *figures(verdicts))
    console.print(table)
    for mutant, killer in verdicts:
        if not killer:
            console.print(str(mutant), markup=False, soft_wrap=True)
    killed, share, between = figures(verdicts)
    console.print(f"{part}: {killed} mutants killed, {share} (95 % interval {between}).")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m host.tools.mutants", description=__doc__.split("\n")[0])
    parser.add_argument(
        "--only", choices=tuple(PARTS), nargs="+", help="these parts: two of the firmware, or the laptop's side"
    )
    parser.add_argument("--count", type=int, default=200, help="mutants of a part (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--list", action="store_true", help="print the sample, and try nothing")
    parser.add_argument("--processes", type=int, default=2, help="in parallel, with a copy of the tree each (2)")
    asked = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    samples = {part: sample(part, asked.count, asked.seed) for part in asked.only or PARTS}
    mutants = [mutant for drawn in samples.values() for mutant in drawn]
    if asked.list:
        print(*mutants, sep="\n")
        return 0
    began = time.monotonic()
    try:
        verdicts = iter(tried(mutants, asked.processes, console))
    except ValueError as refusal:
        console.print(str(refusal))
        return 1
    for part, drawn in samples.items():
        report(part, list(islice(verdicts, len(drawn))), console)
    console.print(f"That took {(time.monotonic() - began) / 60:.0f} min.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
