"""`python -m tavolo_host.workshop.drawings FOLDER`: writes all drawings, templates and the printed slot there."""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from tavolo_host.extras import needs
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.geometry import GLUED, GRID, POKER, THICKNESSES, Geometry
from tavolo_host.workshop.drawings import (
    box_sheets,
    layer_sheets,
    light_sheets,
    printed,
    seat_sheets,
    slot_sheets,
    table_sheets,
)
from tavolo_host.workshop.drawings.dimensions import PANEL_FLEXIBLE, PANEL_RIGID, TABLE, TableParts
from tavolo_host.workshop.drawings.sheet import Sheet

CARDS = {card.name: card for card in layer_sheets.CARDS}
PANELS = {"rigid": PANEL_RIGID, "flexible": PANEL_FLEXIBLE}


def sheets(geometry: Geometry, table: TableParts) -> Mapping[str, Sheet]:
    """Return every drawing by the name of its file."""
    return {
        "table-overview": table_sheets.overview(geometry, table),
        "table-top": table_sheets.top(table),
        "middle-diffuser": light_sheets.diffuser(table.lights),
        "middle-wells": light_sheets.wells(table.lights),
        "middle-carrier": light_sheets.carrier(table),
        "box": box_sheets.electronics_box(table),
        "sockets": box_sheets.socket_bracket(table),
        "seat-panel": seat_sheets.panel(geometry, table),
        "seat-keys": seat_sheets.key_plate(table),
        "slot-side": seat_sheets.side(geometry, table),
        "slot-base": slot_sheets.base(geometry, table.slot),
        "slot-back": slot_sheets.back(geometry, table.slot),
        "slot-layers": layer_sheets.layers(geometry, table.slot),
        "slot-spacers": layer_sheets.spacers(geometry, table.slot),
        "slot-film-of-print": layer_sheets.printed_film(geometry, table.slot),
        "slot-cheek": layer_sheets.cheeks(geometry, table.slot),
        "slot-back-plate": layer_sheets.back_plate(geometry, table.slot),
        "slot-section": slot_sheets.section(geometry, table.slot),
    }


def write(folder: Path, geometry: Geometry = GRID, table: TableParts = TABLE, with_print: bool = True) -> None:
    """Write everything into a folder, and make it. OpenScadError, or ValueError without the extra `maker`."""
    needs("Drawing", "maker", "reportlab", "svglib")
    from tavolo_host.workshop.drawings import templates

    folder.mkdir(parents=True, exist_ok=True)
    for name, sheet in sheets(geometry, table).items():
        write_whole(folder / f"{name}.svg", sheet.as_svg())
    templates.write(folder, geometry, table.slot)
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
    parser.add_argument(
        "--without-print", action="store_true", help="leave out the printer's files, which OpenSCAD makes"
    )
    options = parser.parse_args(arguments)
    geometry = replace(GRID, card=CARDS[options.card]).for_cards(THICKNESSES[options.thickness])
    panel = PANELS[options.panel]
    lights = replace(TABLE.lights, panel=panel, field_well=panel.pitch - WEB_MM)
    try:
        write(options.folder, geometry, replace(TABLE, lights=lights), not options.without_print)
    except (OSError, ValueError, printed.OpenScadError) as problem:
        sys.exit(str(problem))


WEB_MM = PANEL_RIGID.pitch - TABLE.lights.field_well  # between the wells of the field


if __name__ == "__main__":
    main(sys.argv[1:])
