"""The command `tavolo arena`: plans, lets play, says what it took, and writes the report."""

import os
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tavolo.games import manifest, names
from tavolo_host.arena import first_edition
from tavolo_host.arena.playing import edition
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Planned, Store
from tavolo_host.arena.words import contest_words, duration, number
from tavolo_host.extras import needs
from tavolo_host.players.levels import FIRST, IN_ARENA
from tavolo_host.runtime.atomic_file import write_whole

if TYPE_CHECKING:
    from distributed import Client

USUAL_SEATS = 4  # where nobody says how many, and the game has so many
PACKAGES = "dask", "distributed", "openskill"
MANY, MACHINES = 10_000, 10
WIDTH = 120  # of what is printed where there is no terminal


class Wishes(NamedTuple):
    """What the command line asks for."""

    results: Path
    games: Sequence[str]
    seats: Sequence[int]
    levels: str
    alone: str
    deals: int
    workers: int
    scheduler: str | None
    report: Path | None
    language: str
    plays: bool


def arena(wishes: Wishes) -> None:
    """Do what is asked; ValueError, in a sentence, for what cannot be, and where the packages of the extra are missing.

    Ctrl-C keeps what was played, and the report is written of that.
    """
    needs("The arena", "arena", *PACKAGES)
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    if not wishes.plays and not wishes.results.exists():
        raise ValueError(f"There is no {wishes.results} to report of.")
    if wishes.report is not None and not wishes.report.resolve().parent.is_dir():
        raise ValueError(f"{wishes.report} cannot be written: name a file in a folder that exists.")
    contests = contests_of(wishes) if wishes.plays else []
    with Store(wishes.results) as store:
        if wishes.plays:
            _plan(store, contests, wishes)
            _play(store, wishes, console)
        if wishes.report is not None:
            from tavolo_host.arena.report import page

            write_whole(wishes.report, page(store, wishes.language))
            console.print(f"Written: {wishes.report}")


def contests_of(wishes: Wishes) -> list[Contest]:
    """Return the contests that are asked for; ValueError, in a sentence, for a game, level or number of seats that is
    not there."""
    levels = tuple(level.strip() for level in wishes.levels.split(","))
    for level in levels:
        if level not in IN_ARENA:
            raise ValueError(f"There is no level {level or 'without a name'}; there is {', '.join(IN_ARENA)}.")
    found = []
    for game in wishes.games or names():
        if FIRST in levels and not first_edition.files(game):
            raise ValueError(f"There is no level {FIRST} of {manifest(game).TITLE}: its player has no first edition.")
        fewest, most = manifest(game).SEATS
        fitting = [seats for seats in wishes.seats if fewest <= seats <= most]
        if wishes.seats and not fitting and wishes.games:
            raise ValueError(f"{manifest(game).TITLE} is for {fewest} to {most} players.")
        found += [
            Contest(game, seats, levels, wishes.alone)
            for seats in fitting or ([] if wishes.seats else [min(USUAL_SEATS, most)])
        ]
    return found


def _plan(store: Store, contests: Sequence[Contest], wishes: Wishes) -> None:
    """Plan what is asked for; where nothing is, what the file has goes on."""
    known = store.planned()
    if known and not wishes.games:
        contests = []
    for each in known:
        store.plan(each.contest, each.deals, edition(each.contest.game))
    for contest in contests:
        store.plan(contest, wishes.deals, edition(contest.game))


def _play(store: Store, wishes: Wishes, console: Console) -> None:
    """Play what is missing, and say what it took; Ctrl-C ends it."""
    total = sum(planned.matches for planned in store.planned())
    missing = sum(len(numbers) for planned in store.planned() for numbers in store.missing(planned))
    if missing:
        try:
            _play_on(store, wishes, console, total, missing)
        except KeyboardInterrupt:
            console.print("Stopped; what is played is kept, and the same command goes on.")
    _print_work(store, wishes.workers, console)
    print_strength(store, console)


def _play_on(store: Store, wishes: Wishes, console: Console, total: int, missing: int) -> None:
    from tavolo_host.arena.cluster import threads, workers_of
    from tavolo_host.arena.run import play_missing

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    hidden = not console.is_terminal
    with (
        Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=hidden) as progress,
        workers_of(wishes.scheduler, wishes.workers) as client,
    ):
        bar = progress.add_task("", total=total, completed=total - missing)
        sitting = _begin_sitting(store, client, threads(client))

        def played(planned: Planned, matches: int) -> None:
            progress.update(bar, description=contest_words(planned.contest), advance=matches)

        play_missing(client, store, sitting, played)


def _begin_sitting(store: Store, client: "Client", workers: int) -> int:
    versions = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    with suppress(Exception):  # a tree that is not installed has no version
        versions = f"Tavolo {version('tavolo')}, {versions}"
    hosts = len({address.rpartition(":")[0] for address in client.nthreads()})
    machine = f"{_processor()}, {os.cpu_count()} processors, {platform.system()}"
    if hosts > 1:
        machine = f"{hosts} machines; asked by {machine}"
    now = datetime.now(UTC).isoformat(sep=" ", timespec="minutes").removesuffix("+00:00") + " UTC"
    return store.begin_sitting(now, machine, f"Python {platform.python_version()}, {versions}", workers)


def _processor() -> str:
    """Return what the processor of this machine calls itself."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, called = line.partition(":")
            if name.strip() == "model name":
                return called.strip()
    return platform.processor() or platform.machine()


def _print_work(store: Store, workers: int, console: Console) -> None:
    """Print how far each contest is, and what many games of it would take."""
    many = f"{number(MANY)} on {MACHINES} machines of {workers} workers"
    table = Table("contest", "played", "planned", "games a second of a processor", many)
    for planned in store.planned():
        work, missing = store.work(planned), sum(len(numbers) for numbers in store.missing(planned))
        figures = ["", ""]
        if work.seconds:
            figures = [
                number(work.matches / work.seconds),
                duration(work.seconds / work.matches * MANY / (MACHINES * workers)),
            ]
        played = number(planned.matches - missing)
        table.add_row(contest_words(planned.contest), played, number(planned.matches), *figures)
    console.print(table)


def print_strength(store: Store, console: Console) -> None:
    """Print what each level reaches that is alone among others."""
    from tavolo_host.arena.figures import strength

    for planned in store.planned():
        reached = strength(store, planned) if planned.contest.alone else None
        if reached is None:
            continue
        deals, (share, low, high), (margin, least, most) = reached
        seats, words = planned.contest.seats, contest_words(planned.contest)
        console.print(f"{words}, {deals} deals from each seat: {deals * seats} games.")
        console.print(
            f"Share of wins: {share:.3f}, 95 % between {low:.3f} and {high:.3f}; equals have {1 / seats:.3f}."
        )
        console.print(f"Points ahead of the others' mean: {margin:+.2f}, 95 % between {least:+.2f} and {most:+.2f}.")
