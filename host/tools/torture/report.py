"""The results of all evenings: a table for people, and a page."""

import os
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from host.tools.torture.evenings import WAYS
from host.tools.torture.faults import KINDS
from host.tools.torture.found import FINDINGS, Finding, Tally

Rows = Iterator[tuple[str, str]]


def faults(tally: Tally) -> Rows:
    for kind in KINDS:
        if tally.faults[kind]:
            yield kind, f"{tally.faults[kind]:,}"


def deeds(tally: Tally) -> Rows:
    for words, count in sorted(tally.deeds.items()):
        yield words, f"{count:,}"


def figures(tally: Tally) -> Rows:
    for name, way in WAYS.items():
        if tally.evenings[name]:
            yield f"evenings: {way.words}", f"{tally.evenings[name]:,}"
    yield "simulated time at the tables", f"{tally.simulated_s / 3600:.1f} h"
    yield "games finished", f"{tally.games:,}"
    yield "actions accepted, or seen on pages", f"{tally.accepted:,}"
    yield "actions lost with damaged flash, and reported", f"{tally.lost_and_reported:,}"
    if tally.longest_tick_ms:
        yield "longest tick of a game on the emulated Pico", f"{tally.longest_tick_ms:.1f} ms"
    if tally.longest_erasing_ms:
        yield "longest quiet tick that erases a sector", f"{tally.longest_erasing_ms:.1f} ms"
    for kind in FINDINGS:
        yield kind, str(sum(finding.kind == kind for finding in tally.findings))


def parts(tally: Tally) -> Iterator[tuple[str, Rows]]:
    """Return the tables, each with its heading."""
    yield "faults", faults(tally)
    if tally.deeds:
        yield "what visitors did at pages", deeds(tally)
    yield "results", figures(tally)


def command_for(finding: Finding, given: str) -> str:
    return f"make torture {given} EVENING={finding.evening}"


def print_report(tally: Tally, given: str, console: Console) -> None:
    """Print the tables, and each finding with the command that repeats it: with what was `given` to make, as SEED=1."""
    for heading, rows in parts(tally):
        table = Table()
        table.add_column(heading, overflow="fold")
        table.add_column("", justify="right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        console.print(table)
    for finding in tally.findings:
        console.print(f"{finding.kind}: {finding.sentence}", markup=False, soft_wrap=True)
        console.print(f"    {command_for(finding, given)}", markup=False, soft_wrap=True)


def machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({platform.machine()}), {memory:.0f} GB of memory"


def page(before: str, tally: Tally, given: str, minutes: float, when: datetime) -> str:
    """Return the page with its last section, from "## The last long run" on, rewritten."""
    begin = before.partition(HEADING)[0]
    lines = [HEADING, "", f"On {when:%Y-%m-%d}, {given}, {minutes:.0f} minutes, on {machine()}.", ""]
    for heading, rows in parts(tally):
        lines += [f"| {heading} | |", "| --- | ---: |", *(f"| {what} | {number} |" for what, number in rows), ""]
    if tally.findings:
        lines += ["Found:", ""]
        lines += [f"- {each.kind}, `{command_for(each, given)}`" for each in tally.findings]
    else:
        lines.append("Nothing was found.")
    return begin + "\n".join(lines).rstrip() + "\n"


HEADING = "## The last long run"


def write_page(file: Path, tally: Tally, given: str, minutes: float) -> None:
    before = file.read_text(encoding="utf-8") if file.exists() else "# Torture\n\n"
    file.write_text(page(before, tally, given, minutes, datetime.now(UTC)), encoding="utf-8")
