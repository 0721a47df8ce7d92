"""Mutation testing: plants a random sample of small mutations in the firmware, one at a time, and counts survivors.

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
from pathlib import Path

from rich.console import Console
from rich.table import Table

from host.tools.mutants.points import PARTS, Mutant, sample
from host.tools.mutants.trial import Copy

WIDTH = 120  # of the table where there is no terminal
SURE = 1.959964  # standard deviations on each side that hold 95 % of a normal distribution

Verdict = tuple[Mutant, bool]  # and whether a test failed


def interval(killed: int, total: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, after Wilson (1927); `total` is not 0."""
    share, square = killed / total, SURE * SURE
    middle = share + square / (2 * total)
    aside = SURE * math.sqrt(share * (1 - share) / total + square / (4 * total * total))
    return (middle - aside) / (1 + square / total), (middle + aside) / (1 + square / total)


def figures(verdicts: Sequence[Verdict]) -> tuple[str, str, str]:
    """Return for people how many of how many were killed, the share, and its interval."""
    killed, total = sum(is_killed for _, is_killed in verdicts), len(verdicts)
    low, high = interval(killed, total)
    return f"{killed} / {total}", f"{killed / total:.1%}", f"{low:.1%} to {high:.1%}"


def tried(mutants: Sequence[Mutant], processes: int, console: Console) -> list[Verdict]:
    """Return the tests' verdict on each mutant, printed as it is known; ValueError as in `Copy.seconds`."""
    with tempfile.TemporaryDirectory(prefix="tavolo-mutants-") as folder:
        copies: queue.Queue[Copy] = queue.Queue()
        for number in range(processes):
            copy = Copy(Path(folder) / str(number))
            copies.put(copy)
        seconds = copy.seconds(mutants)
        console.print(f"{len(seconds)} test files, {sum(seconds.values()):.0f} s of processor time without a mutation")

        def verdict(number: int, mutant: Mutant) -> Verdict:
            began, copy = time.monotonic(), copies.get()
            is_killed = copy.notices(mutant, number, seconds)
            copies.put(copy)
            word = "killed" if is_killed else "SURVIVES"
            console.print(f"{word:8} {time.monotonic() - began:4.0f} s  {mutant}", markup=False, soft_wrap=True)
            return mutant, is_killed

        with ThreadPoolExecutor(processes) as hands:
            # No test can miss this one: if it is missed, the tests read other files than the copy's.
            wreck = Mutant(mutants[0].path, 0, 0, 1, "", "raise SystemError\n", ("", ""))
            if not all(is_killed for _, is_killed in hands.map(verdict, range(processes), [wreck] * processes)):
                raise ValueError("The tests do not see what changes in a copy.")
            return list(hands.map(verdict, range(processes, processes + len(mutants)), mutants))


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
    for mutant, is_killed in verdicts:
        if not is_killed:
            console.print(str(mutant), markup=False, soft_wrap=True)
    killed, share, between = figures(verdicts)
    console.print(f"{part}: {killed} mutants killed, {share} (95 % interval {between}).")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m host.tools.mutants", description=__doc__.split("\n")[0])
    parser.add_argument("--only", choices=tuple(PARTS), help="one of the two parts")
    parser.add_argument("--count", type=int, default=200, help="mutants of a part (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--list", action="store_true", help="print the sample, and try nothing")
    parser.add_argument("--processes", type=int, default=2, help="in parallel, with a copy of the tree each (2)")
    asked = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    for part in [asked.only] if asked.only else PARTS:
        mutants = sample(part, asked.count, asked.seed)
        if asked.list:
            print(*mutants, sep="\n")
            continue
        began = time.monotonic()
        try:
            verdicts = tried(mutants, asked.processes, console)
        except ValueError as refusal:
            console.print(str(refusal))
            return 1
        report(part, verdicts, console)
        console.print(f"That took {(time.monotonic() - began) / 60:.0f} min.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
