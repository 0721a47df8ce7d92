"""The results of a check, as tables and sentences on the terminal, and as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from rich import box
from rich.markup import escape
from rich.table import Table

from tavolo.seat.registers import ELECTRODES
from tavolo.wiring import PADS
from tavolo_host.selftest.bench import Chip, Pace
from tavolo_host.selftest.chips import place_text
from tavolo_host.selftest.electrodes import KEYS, Electrode
from tavolo_host.texts.console import Console


@dataclass(frozen=True)
class TestCard:
    """A card in a slot: its code, -1 if it was not read, its margin in thousandths, and the counts of each pad."""

    code: int
    margin_per_mille: int
    counts: tuple[int, ...] = ()


@dataclass
class SeatReport:
    """The results at a seat. `keys` are the requested touches: felt or not."""

    seat: int
    chip: Chip
    electrodes: Sequence[Electrode] = ()
    keys: dict[int, bool] = field(default_factory=dict)
    card: TestCard | None = None
    faults: list[str] = field(default_factory=list)


@dataclass
class Report:
    """The whole check. `strips` says how each strip looked: right, not asked, or a word of `strips.FAULTS`.

    `cards` is the class of cards that the slots are for, from the board's settings. `faults` belong to no single seat;
    `remarks` are worth knowing, but no faults.
    """

    board: dict[str, str]
    seats: list[SeatReport]
    cards: str = ""
    strips: dict[str, str] = field(default_factory=dict)
    pace: Pace | None = None
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def all_faults(self) -> list[str]:
        """A sentence for each fault."""
        return self.faults + [fault for seat in self.seats for fault in seat.faults]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.all_faults

    def as_json(self) -> str:
        """Return all results; readings as their means."""
        data = {"passed": self.passed, **asdict(self), "faults": self.all_faults}
        for seat, report in zip(data["seats"], self.seats, strict=True):
            del seat["chip"]["readings"]
            seat |= {"seat": report.seat + 1, "place": place_text(report.seat)}
            seat["electrodes"] = [asdict(each) | {"name": each.name} for each in report.electrodes]
            seat["keys"] = {KEYS[key]: felt for key, felt in report.keys.items()}
        return json.dumps(data, ensure_ascii=False, indent=2)


def print_report(console: Console, report: Report) -> None:
    """Print tables, other results, and a sentence for each fault."""
    console.print(_electrode_table(report.seats))
    for line in _other_lines(report):
        console.print(escape(line), highlight=False)
    for fault in report.all_faults:
        console.print(f"[red]✗[/red] {escape(fault)}", highlight=False)
    count = len(report.all_faults)
    if report.passed:
        console.print("[green]✓ Everything that was checked is as it should be.[/green]")
    else:
        what = "1 thing is not as it should be." if count == 1 else f"{count} things are not as they should be."
        console.print(f"[red]{what}[/red]")


def _electrode_table(seats: Sequence[SeatReport]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.title = (
        "Each chip, and how many bytes it read back right;\n"
        "each untouched electrode, and below it its least margin, in counts"
    )
    table.add_column("seat")
    table.add_column("chip")
    for number in range(ELECTRODES):
        table.add_column(str(number) if number < PADS else f"{KEYS[number - PADS]}", justify="right")
    for report in seats:
        chip = report.chip
        works = "[red]does not work[/red]" if not chip.works else f"{chip.compared - chip.wrong} of {chip.compared}"
        cells = [_cell(each) for each in report.electrodes] or ["–"] * ELECTRODES
        table.add_row(str(report.seat + 1), f"{place_text(report.seat)}\n{works}", *cells)
    return table


def _cell(electrode: Electrode) -> str:
    text = f"{electrode.counts}\n{electrode.margin}"
    return f"[red]{text}[/red]" if electrode.fault else text


def _other_lines(report: Report) -> list[str]:
    noises = [each.noise for seat in report.seats for each in seat.electrodes]
    lines = [f"Noise: no electrode scatters by more than {max(noises)} counts."] if noises else []
    touched = [(seat.seat, key, felt) for seat in report.seats for key, felt in seat.keys.items()]
    if touched:
        lines.append(f"Keys: {sum(felt for *_, felt in touched)} of {len(touched)} were felt when they were touched.")
    for seat in report.seats:
        if seat.card and seat.card.code >= 0:
            pads = ", ".join(str(pad) for pad in range(PADS) if seat.card.code >> pad & 1)
            lines.append(
                f"Card at seat {seat.seat + 1}: pads {pads} joined, with a margin of"
                f" {seat.card.margin_per_mille / 10:.1f} % of the empty reading."
            )
    if report.strips:
        lines.append("Pixels: " + ", ".join(f"{name} {looked}" for name, looked in report.strips.items()) + ".")
    if report.pace and report.pace.ticks:
        pace = report.pace
        heap = f"; {pace.free_heap:,} bytes of memory were free" if pace.free_heap >= 0 else ""
        lines.append(
            f"Pace: {pace.ticks} ticks of {pace.milliseconds / pace.ticks:.1f} ms, the longest {pace.longest_ms} ms"
            f"{heap}."
        )
    return lines + report.remarks
