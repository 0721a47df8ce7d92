"""The commands about a slot: `tavolo margins` and `tavolo measured`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tavolo_host.slot.geometry import GRID, THICKNESSES
from tavolo_host.texts.terminal import say

if TYPE_CHECKING:
    Cards = str
else:
    Cards = Literal[tuple(THICKNESSES)]

CardsOfSlot = Annotated[Cards, typer.Option("--cards", help="Which cards the slot's spacer is for.")]
Measured = Annotated[Path | None, typer.Option(help="Use the measured values in this file (.toml).")]
Reports = Annotated[
    list[Path], typer.Argument(metavar="REPORT", help="Files of `tavolo selftest --report`, oldest first.")
]
Known = Annotated[Path | None, typer.Option(help="Values measured by hand (.toml); they take precedence.")]


def margins(measured: Measured = None, cards: CardsOfSlot = "glued") -> None:
    """Compute which cards a slot tells apart, and by what margin.

    The exit code is 1 when something that must be told apart is not.
    """
    from tavolo_host.slot import margins as computed
    from tavolo_host.slot.measured import slot_with, values_from_file

    values = values_from_file(measured) if measured is not None else {}
    geometry, charge = slot_with(values, GRID.for_cards(THICKNESSES[cards]))
    rows = computed.margins_report(geometry, charge)
    if measured is not None:
        computed.print_margins(f"Measured: {', '.join(values) or 'nothing'}. The rest is assumed.", rows, charge)
    else:
        title = f"Margins of the slot for {cards} cards: computed from its geometry, not measured"
        computed.print_margins(title, rows, charge)
        computed.print_cards(computed.cards_rows())
    if not computed.holds(rows):
        raise typer.Exit(1)


def measured(reports: Reports, known: Known = None, cards: CardsOfSlot = "glued") -> None:
    """Print the slots' values that selftests measured. Write them into a file for `tavolo margins --measured`."""
    from tavolo_host.slot.measured import slot_with, values_from_file
    from tavolo_host.slot.measuring import as_text, measured_values, seats_of

    by_hand = values_from_file(known) if known is not None else {}
    geometry, _ = slot_with(by_hand, GRID.for_cards(THICKNESSES[cards]))
    read = [seats_of(report) for report in reports]
    found = measured_values(read, geometry, by_hand)
    say(as_text(by_hand | found, any(seat.is_virtual for report in read for seat in report)), nl=False)
