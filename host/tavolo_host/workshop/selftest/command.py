"""What `tavolo selftest` does: a board or a virtual table on the bench, a person or nobody at it, and the report."""

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from tavolo.wiring import SEATS
from tavolo_host.board.port import Port
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.workshop.selftest.bench import Bench
from tavolo_host.workshop.selftest.check import Check
from tavolo_host.workshop.selftest.person import Asked, Person
from tavolo_host.workshop.selftest.report import print_report
from tavolo_host.workshop.selftest.strips import STRIPS, Strip


@dataclass(frozen=True)
class Wishes:
    """What is to be checked, and how."""

    port: str | None
    board_id: str
    is_virtual: bool
    is_automatic: bool
    with_cards: bool
    seats: tuple[int, ...]
    strips: tuple[Strip, ...]
    report: Path | None


def seats_from_text(text: str) -> tuple[int, ...]:
    """Return the seats of "1,2,5" as the house counts them, from 0; all of them for "all". ValueError otherwise."""
    if text == "all":
        return tuple(range(SEATS))
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() and len(word) == 1 and 1 <= int(word) <= SEATS for word in words):
        raise ValueError(f"“{text}” does not name seats: they are 1 to {SEATS}, as in 1,2,5.")
    return tuple(sorted({int(word) - 1 for word in words}))


def strips_from_text(text: str) -> tuple[Strip, ...]:
    """Return the strips of "track,lamps"; all of them for "all", none for "none". ValueError otherwise."""
    if text in ("all", "none"):
        return STRIPS if text == "all" else ()
    words = {word.strip() for word in text.split(",")}
    names = [strip.name for strip in STRIPS]
    if not words <= set(names):
        raise ValueError(f"“{text}” does not name strips: they are {', '.join(names)}.")
    return tuple(strip for strip in STRIPS if strip.name in words)


def selftest(wishes: Wishes) -> bool:
    """Check a board and print what was found; return whether everything is as it should be."""
    if wishes.report and not wishes.report.parent.is_dir():
        raise ValueError(f"{wishes.report} cannot be written: name a file in a folder that exists.")
    console = Console()
    if wishes.is_virtual:
        from tavolo_host.people.kept_board import KeptBoard
        from tavolo_host.workshop.selftest.virtual import VirtualCheck

        board = KeptBoard()
        virtual = VirtualCheck(board)
        try:
            console.print(board.words, highlight=False, soft_wrap=True)
            return _run(wishes, console, virtual.bench, virtual.person)
        finally:
            virtual.close()
    bench = Bench(Port(wishes.port, board_id=wishes.board_id, acts=True))
    try:
        return _run(wishes, console, bench, Asked(console, bench.kept_awake))
    finally:
        bench.port.close()


def _run(wishes: Wishes, console: Console, bench: Bench, person: Person) -> bool:
    def tell(text: str) -> None:
        console.print(text, highlight=False)

    asked = None if wishes.is_automatic else person
    report = Check(bench, wishes.seats, wishes.strips, asked, wishes.with_cards, tell).run()
    print_report(console, report)
    if wishes.report:
        try:
            write_whole(wishes.report, report.as_json() + "\n")
        except OSError as problem:
            raise ValueError(f"{wishes.report} cannot be written: {problem.strerror or problem}.") from problem
    return report.passed
