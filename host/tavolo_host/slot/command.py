"""The commands about a slot: `tavolo margins` and `tavolo measured`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tavolo_host.slot.geometry import GRID, ROW, THICKNESSES, Thickness

if TYPE_CHECKING:
    Cards = str
else:
    Cards = Literal[tuple(THICKNESSES)]

CardsOfSlot = Annotated[Cards, typer.Option("--cards", help="Which cards the slot's spacer is for.")]
Plot = Annotated[Path | None, typer.Option(help="Also draw them into this file (.svg).")]
Measured = Annotated[Path | None, typer.Option(help="Use the measured values in this file (.toml).")]
ForPrograms = Annotated[bool, typer.Option("--json", help="Print them as JSON, for programs.")]
Reports = Annotated[
    list[Path], typer.Argument(metavar="REPORT", help="Files of `tavolo selftest --report`, oldest first.")
]
Known = Annotated[Path | None, typer.Option(help="Values measured by hand (.toml); they take precedence.")]


def margins(
    plot: Plot = None, measured: Measured = None, cards: CardsOfSlot = "glued", for_programs: ForPrograms = False
) -> None:
    """Compute which cards a slot tells apart, and by what margin.

    With --measured, the exit code is 1 when something that must be told apart is not. With --json, each case has a
    fixed name, and its figures: counts below the empty reading, the margin also in standard deviations of the noise.
    """
    if measured is not None:
        if plot is not None:
            raise ValueError("The picture shows assumed values: leave out --plot or --measured.")
        _print_measured(measured, THICKNESSES[cards], for_programs)
        return
    if plot is not None and (plot.suffix != ".svg" or not plot.parent.is_dir()):
        raise ValueError(f"{plot} cannot be drawn: name an .svg file in a folder that exists.")
    if plot is not None and for_programs:
        raise ValueError("Choose one: leave out --plot or --json.")
    _print_assumed(THICKNESSES[cards], for_programs, plot)


def _print_measured(file: Path, thickness: Thickness, for_programs: bool) -> None:
    from tavolo_host.slot import margins as computed
    from tavolo_host.slot.measured import slot_with, values_from_file

    values = values_from_file(file)
    geometry, charge = slot_with(values, GRID.for_cards(thickness))
    rows = computed.margins_report(geometry, charge)
    if for_programs:
        typer.echo(computed.as_json(rows, [geometry], charge, list(values)))
    else:
        computed.print_measured(rows, list(values))
    if not computed.holds(rows):
        raise typer.Exit(1)


def _print_assumed(thickness: Thickness, for_programs: bool, plot: Path | None) -> None:
    from tavolo_host.slot import margins as computed
    from tavolo_host.slot.reading import Charge

    rows = computed.both_arrangements(thickness)
    if for_programs:
        typer.echo(computed.as_json(rows, [GRID.for_cards(thickness), ROW.for_cards(thickness)], Charge()))
    else:
        computed.print_table(rows, thickness.name)
        computed.print_cards(computed.cards_rows())
    if plot is not None:
        from tavolo_host.slot.plot import plot as draw

        try:
            draw(plot, rows)
        except OSError as problem:
            raise ValueError(f"{plot} cannot be drawn: {problem.strerror or problem}.") from problem
        typer.echo(f"Drawn into {plot}.")


def measured(reports: Reports, known: Known = None, cards: CardsOfSlot = "glued") -> None:
    """Print the slots' values that selftests measured. Write them into a file for `tavolo margins --measured`."""
    from tavolo_host.slot.measured import slot_with, values_from_file
    from tavolo_host.slot.measuring import as_text, is_of_virtual, measured_values, seats_of

    by_hand = values_from_file(known) if known is not None else {}
    geometry, _ = slot_with(by_hand, GRID.for_cards(THICKNESSES[cards]))
    found = measured_values([seats_of(report) for report in reports], geometry, by_hand)
    typer.echo(as_text(by_hand | found, any(is_of_virtual(report) for report in reports)), nl=False)
