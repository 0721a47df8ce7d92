"""The command `tavolo selftest`: a real or virtual board on the bench, optionally a person, and the report."""

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tavolo.wiring import SEATS
from tavolo_host.board.port import Port
from tavolo_host.options import BoardId, BoardPort, Virtual
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.selftest.bench import Bench
from tavolo_host.selftest.check import Check
from tavolo_host.selftest.person import Person
from tavolo_host.selftest.report import print_report
from tavolo_host.selftest.strips import STRIPS
from tavolo_host.texts.console import Console
from tavolo_host.workshop.board_commands import chosen_board

SEAT_NAMES = [str(seat + 1) for seat in range(SEATS)]

Automatic = Annotated[bool, typer.Option("--automatic", help="Run unattended: ask for no touch and no look.")]
WithCards = Annotated[bool, typer.Option("--cards", help="Also ask for a card in each slot.")]
BuiltSeats = Annotated[str, typer.Option(help="The seats that are built, as in 1,2,5.")]
BuiltStrips = Annotated[str, typer.Option(help="The pixels that are built: track,field,lamps, or none.")]
RigPort = Annotated[
    str | None,
    typer.Option("--rig", help="Port of a rig at the board, which touches and looks, and is checked itself."),
]
ReportFile = Annotated[Path | None, typer.Option(help="Write the results into this file, as JSON.")]


def selftest(
    port: BoardPort = None,
    board: BoardId = "",
    virtual: Virtual = False,
    automatic: Automatic = False,
    cards: WithCards = False,
    seats: BuiltSeats = "all",
    strips: BuiltStrips = "all",
    rig: RigPort = None,
    report: ReportFile = None,
) -> None:
    """Check a board: chips, electrodes, pixels, keys. The exit code is 1 when something is wrong."""
    if automatic and cards:
        raise ValueError("Cards are put in by hand: leave out --automatic or --cards.")
    if rig and cards:
        raise ValueError("A rig always puts cards into its slots: leave out --cards.")
    built = chosen(seats, SEAT_NAMES, "seats"), chosen(strips, [strip.name for strip in STRIPS], "strips")
    if report and not report.parent.is_dir():
        raise ValueError(f"{report} cannot be written: name a file in a folder that exists.")
    console = Console()
    tell = partial(console.print, highlight=False)
    if rig is None:
        with chosen_board(Bench, port, board, virtual, acts=True) as (bench, kept):
            person = Person(console, bench.kept_awake)
            if kept:
                from tavolo_host.workshop.selftest.virtual import VirtualPerson, strips_on

                person = VirtualPerson(kept.table.bodies, strips_on(kept.table.hardware))
                bench.look = person.step
            found = Check(bench, *built, None if automatic else person, cards, tell).run()
    elif port is None or virtual or automatic:
        raise ValueError("A rig is at a real board, and does what you would: name both, with --port and --rig.")
    else:
        from tavolo_host.workshop.selftest.rig import RigBench, checked, rig_at

        with rig_at(rig) as table, closing(RigBench(Port(port, board_id=board), table)) as rigged:
            found = checked(rigged, table, *built, tell)
    print_report(console, found)
    try:
        if report:
            write_whole(report, found.as_json() + "\n")
    except OSError as problem:
        raise ValueError(f"{report} cannot be written: {problem.strerror or problem}.") from problem
    if not found.passed:
        raise typer.Exit(1)


def chosen(text: str, names: Sequence[str], what: str) -> tuple[int, ...]:
    """Return the numbers of the names in a text, as in "track,lamps": of all for "all", of none for "none".

    ValueError, with the possible names of `what`, for another one.
    """
    words = [*names] if text == "all" else [] if text == "none" else [word.strip() for word in text.split(",")]
    if not set(words) <= set(names):
        raise ValueError(f"“{text}” does not name {what}: they are {', '.join(names)}.")
    return tuple(number for number, name in enumerate(names) if name in words)
