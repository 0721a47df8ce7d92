"""The command `tavolo arena`: plans matches, lets workers play, prints their cost, and writes the report."""

import os
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tavolo.games import manifest, names
from tavolo_host.arena.playing import fingerprint
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Planned, Store
from tavolo_host.arena.words import MACHINES, MANY, contest_words, costs, number
from tavolo_host.extras import needs
from tavolo_host.players.levels import IN_ARENA
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.texts.console import Console
from tavolo_host.texts.language import ENGLISH, LANGUAGES
from tavolo_host.texts.terminal import say

if TYPE_CHECKING:
    from distributed import Client

    Language = str
else:
    Language = Literal[tuple(LANGUAGES)]

USUAL_SEATS = 4  # by default, if the game has that many
PACKAGES = "dask", "distributed"
OPEN_SCHEDULER = (
    "Warning: all who reach the scheduler at {} can run any code on it, on its workers and on this machine."
    " Use one only in a network that you trust."
)
WIDTH = 120  # of the output where there is no terminal


Games = Annotated[
    list[str] | None, typer.Option("--game", help="A game to play; can be repeated. By default all games.")
]
Seats = Annotated[
    list[int] | None, typer.Option("--seats", help="Number of players; by default as many as a game seats, at most 4.")
]
Levels = Annotated[
    str,
    typer.Option(help="Who plays: plain (the random player), easy, sensible, strong. One level plays against itself."),
]
Alone = Annotated[
    str, typer.Option(metavar="LEVEL", help="The level that plays alone against the other one, from each seat in turn.")
]
Deals = Annotated[int, typer.Option(min=1, help="Number of deals; in each every level plays from every seat as often.")]
Workers = Annotated[int, typer.Option(min=1, help="Number of processes on this machine.")]
Scheduler = Annotated[
    str | None, typer.Option(metavar="URL", help="A dask scheduler whose workers play instead, as tcp://HOST:8786.")
]
ReportFile = Annotated[Path | None, typer.Option(help="Write the results into this file, as a page.")]
ReportLanguage = Annotated[Language, typer.Option(help="The language of that page.")]
Plays = Annotated[bool, typer.Option("--play/--no-play", help="Play the games, or only report what is in the file.")]


def arena(
    results: Annotated[Path, typer.Argument(help="The file for plans and results; created if new.")],
    game: Games = None,
    seats: Seats = None,
    levels: Levels = "plain,easy,sensible",
    alone: Alone = "",
    deals: Deals = 100,
    workers: Workers = 2,
    scheduler: Scheduler = None,
    report: ReportFile = None,
    language: ReportLanguage = ENGLISH,
    plays: Plays = True,
) -> None:
    """Let virtual players play tournaments, and report how strong they are. Ctrl-C stops; the same command continues.

    Without --game, a file that has games planned continues them.
    """
    needs("The arena", "arena", *PACKAGES)
    if not plays and not results.exists():
        raise ValueError(f"There is no {results} to report on.")
    if report is not None and not report.resolve().parent.is_dir():
        raise ValueError(f"{report} cannot be written: name a file in a folder that exists.")
    contests = contests_of(game or [], seats or [], levels, alone) if plays else []
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    with Store(results) as store:
        if plays:
            _plan(store, contests, deals, goes_on=not game)
            _play(store, scheduler, workers, console)
        if report is not None:
            _report(store, report, language, console)


def contests_of(games: Sequence[str], seats: Sequence[int], levels: str, alone: str) -> list[Contest]:
    """Return the requested contests; ValueError, in a sentence, for an unknown game, level or number of seats."""
    named = tuple(level.strip() for level in levels.split(","))
    for level in named:
        if level not in IN_ARENA:
            raise ValueError(f"There is no level {level or 'without a name'}; the levels are {', '.join(IN_ARENA)}.")
    found = []
    for game in games or names():
        fewest, most = manifest(game).SEATS
        fitting = [players for players in seats if fewest <= players <= most]
        if seats and not fitting and games:
            raise ValueError(f"{manifest(game).TITLE} is for {fewest} to {most} players.")
        found += [
            Contest(game, players, named, alone) for players in fitting or ([] if seats else [min(USUAL_SEATS, most)])
        ]
    return found


def _plan(store: Store, contests: Sequence[Contest], deals: int, goes_on: bool) -> None:
    """Plan the contests; if this only `goes_on`, those that the file already has, if any."""
    known = store.planned()
    for each in known:
        store.plan(each.contest, each.deals, fingerprint(each.contest.game))
    for contest in [] if known and goes_on else contests:
        store.plan(contest, deals, fingerprint(contest.game))


def _report(store: Store, file: Path, language: str, console: Console) -> None:
    from tavolo_host.arena.report import page

    write_whole(file, page(store, language))
    console.print(f"Written: {file}")


def _play(store: Store, scheduler: str | None, workers: int, console: Console) -> None:
    """Play what is missing, and print its cost; Ctrl-C ends it."""
    total = sum(planned.matches for planned in store.planned())
    missing = sum(len(numbers) for planned in store.planned() for numbers in store.missing(planned))
    if missing:
        try:
            _play_on(store, scheduler, workers, console, total, missing)
        except KeyboardInterrupt:
            console.print("Stopped. All results so far are kept, and the same command continues.")
    _print_work(store, workers, console)
    print_strength(store, console)


def _play_on(store: Store, scheduler: str | None, workers: int, console: Console, total: int, missing: int) -> None:
    from tavolo_host.arena.cluster import is_on_loopback, threads, workers_of
    from tavolo_host.arena.run import play_missing

    if scheduler is not None and not is_on_loopback(scheduler):
        say(OPEN_SCHEDULER.format(scheduler), err=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    hidden = not console.is_terminal
    with (
        Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=hidden) as progress,
        workers_of(scheduler, workers) as client,
    ):
        bar = progress.add_task("", total=total, completed=total - missing)
        sitting = _begin_sitting(store, client, threads(client))

        def played(planned: Planned, matches: int) -> None:
            progress.update(bar, description=contest_words(planned.contest), advance=matches)

        play_missing(client, store, sitting, played)


def _begin_sitting(store: Store, client: "Client", workers: int) -> int:
    versions = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    with suppress(Exception):  # not installed, so without a version
        versions = f"Tavolo {version('tavolo-table')}, {versions}"
    hosts = len({address.rpartition(":")[0] for address in client.nthreads()})
    machine = f"{_processor()}, {os.cpu_count()} processors, {platform.system()}"
    if hosts > 1:
        machine = f"{hosts} machines; started from {machine}"
    now = datetime.now(UTC).isoformat(sep=" ", timespec="minutes").removesuffix("+00:00") + " UTC"
    return store.begin_sitting(now, machine, f"Python {platform.python_version()}, {versions}", workers)


def _processor() -> str:
    """Return the name of this machine's processor."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, called = line.partition(":")
            if name.strip() == "model name":
                return called.strip()
    return platform.processor() or platform.machine()


def _print_work(store: Store, workers: int, console: Console) -> None:
    """Print the progress of each contest, and the time that many games of it would take."""
    many = f"{number(MANY)} on {MACHINES} machines of {workers} workers"
    table = Table("contest", "played", "planned", "games a second of a processor", many)
    for planned in store.planned():
        seconds = store.seconds(planned)
        figures = costs(seconds, workers)[1:3] if seconds else ["", ""]
        played = number(planned.matches - sum(map(len, store.missing(planned))))
        table.add_row(contest_words(planned.contest), played, number(planned.matches), *figures)
    console.print(table)


def print_strength(store: Store, console: Console) -> None:
    """Print the results of each level that is alone among others."""
    from tavolo_host.arena.figures import figures

    for planned in store.planned():
        found = figures(store, planned) if planned.contest.alone else None
        if found is None:
            continue
        contest, equal = found.contest, 1 / found.contest.seats
        share, low, high = found.shares[contest.alone]
        margin, least, most = found.lead(contest.alone, contest.others)
        console.print(f"{contest_words(contest)}, {found.deals} deals from each seat: {found.matches} games.")
        console.print(
            f"Share of wins: {share:.3f} (95 % interval {low:.3f} to {high:.3f}); equal players: {equal:.3f}."
        )
        console.print(f"Points ahead of the others' mean: {margin:+.2f} (95 % interval {least:+.2f} to {most:+.2f}).")
