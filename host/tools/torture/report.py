"""The results of all evenings: tables as in the README, and each finding with the command that repeats it."""

import os
import platform
from collections.abc import Iterator
from datetime import UTC, datetime

from rich.console import Console

from host.tools.torture.evening import WAYS
from host.tools.torture.faults import FAULTS
from host.tools.torture.found import FINDINGS, Tally

Rows = list[tuple[str, str]]


def figures(tally: Tally) -> Rows:
    """Return what was played, and how often each thing was found that may not happen."""
    return [
        *(
            (f"evenings: {way.words}", f"{tally.evenings[name]:,}")
            for name, way in WAYS.items()
            if tally.evenings[name]
        ),
        ("time at the tables", f"{tally.table_s / 3600:.1f} h"),
        ("games finished", f"{tally.games:,}"),
        ("actions accepted, or seen on pages", f"{tally.accepted:,}"),
        ("actions lost with damaged flash, and reported", f"{tally.lost_and_reported:,}"),
        ("errors while readings scatter by 8 counts", f"{tally.errors_of_noise:,}"),
        *((kind, str(sum(finding.kind == kind for finding in tally.findings))) for kind in FINDINGS),
    ]


def lines(tally: Tally, given: str, played: str, when: datetime) -> Iterator[str]:
    """Return the report; `given` is what `make torture` gets, as SEED=1, for what was `played`, as 10 minutes."""
    machine = f"{os.cpu_count()} cores ({platform.machine()})"
    yield f"On {when:%Y-%m-%d}, {given}, {played}, on {machine}."
    tables: list[tuple[str, Rows]] = [
        ("faults", [(kind, f"{tally.faults[kind]:,}") for kind in FAULTS if tally.faults[kind]]),
        ("events at pages", [(kind, f"{count:,}") for kind, count in sorted(tally.deeds.items())]),
        ("results", figures(tally)),
    ]
    for heading, rows in tables:
        if rows:
            yield from ("", f"| {heading} | |", "| --- | ---: |", *(f"| {what} | {count} |" for what, count in rows))
    yield ""
    for finding in tally.findings:
        yield f"- {finding.kind}, `make torture {given} EVENING={finding.evening}`: {finding.sentence}"
    if not tally.findings:
        yield "Nothing was found." if tally.evenings else "No evening was played, so nothing could be found."


def print_report(tally: Tally, given: str, played: str, console: Console) -> None:
    """Print the report; it can be copied into the README."""
    for line in lines(tally, given, played, datetime.now(UTC)):
        console.print(line, markup=False, soft_wrap=True)
