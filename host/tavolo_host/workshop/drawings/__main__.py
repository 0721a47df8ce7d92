"""`python -m tavolo_host.workshop.drawings FOLDER`: writes all drawings, templates and the printed slot there."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from tavolo_host.extras import needs
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.geometry import GLUED, GRID, POKER, THICKNESSES, Geometry
from tavolo_host.workshop.drawings import layer_sheets, printed
from tavolo_host.workshop.drawings.cut_list import drawings
from tavolo_host.workshop.drawings.dimensions import PANEL_FLEXIBLE, PANEL_RIGID, TABLE, TableParts
from tavolo_host.workshop.printing.paper import A4, PAPERS, Paper

CARDS = {card.name: card for card in layer_sheets.CARDS}
PANELS = {"rigid": PANEL_RIGID, "flexible": PANEL_FLEXIBLE}


def write(
    folder: Path, geometry: Geometry = GRID, table: TableParts = TABLE, paper: Paper = A4, with_print: bool = True
) -> None:
    """Write everything into a folder, and make it. OpenScadError, or ValueError without the extra `maker`."""
    needs("Drawing", "maker", "reportlab", "svglib")
    from tavolo_host.workshop.drawings import templates

    folder.mkdir(parents=True, exist_ok=True)
    for name, sheet in drawings(geometry, table).items():
        write_whole(folder / f"{name}.svg", sheet.as_svg())
    templates.write(folder, paper, geometry, table.slot)
    printed.write_model(folder, geometry, table)
    if with_print:
        for part in printed.PARTS:
            printed.render(folder, part)


def main(arguments: list[str]) -> None:
    """Draw as the command line asks; exit with a sentence where that fails."""
    parser = argparse.ArgumentParser(
        prog="python -m tavolo_host.workshop.drawings", description="Draw slot, seat and table."
    )
    parser.add_argument("folder", type=Path, help="the folder for the drawings; it is made")
    parser.add_argument("--card", choices=CARDS, default=POKER.name, help="the size of the cards")
    parser.add_argument(
        "--thickness", choices=THICKNESSES, default=GLUED.name, help="which cards: the channel that the spacer makes"
    )
    parser.add_argument("--panel", choices=PANELS, default="rigid", help="the 8×8 panels of the field")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="what the starter's templates are printed on")
    parser.add_argument(
        "--without-print", action="store_true", help="leave out the printer's files, which OpenSCAD makes"
    )
    options = parser.parse_args(arguments)
    geometry = replace(GRID, card=CARDS[options.card]).for_cards(THICKNESSES[options.thickness])
    table = replace(TABLE, lights=replace(TABLE.lights, panel=PANELS[options.panel]))
    try:
        write(options.folder, geometry, table, PAPERS[options.paper], not options.without_print)
    except (OSError, ValueError, printed.OpenScadError) as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main(sys.argv[1:])
