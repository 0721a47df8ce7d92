"""The command `tavolo drawings`: all drawings, templates and the printed slot."""

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from tavolo_host.extras import needs
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.geometry import GLUED, GRID, POKER, THICKNESSES, Geometry
from tavolo_host.texts.terminal import say
from tavolo_host.workshop.drawings import layer_sheets, printed
from tavolo_host.workshop.drawings.cut_list import drawings as sheets
from tavolo_host.workshop.drawings.dimensions import PANEL_FLEXIBLE, PANEL_RIGID, TABLE, TableParts
from tavolo_host.workshop.printing.paper import A4, PAPERS, Paper

CARDS = {card.name: card for card in layer_sheets.CARDS}
PANELS = {"rigid": PANEL_RIGID, "flexible": PANEL_FLEXIBLE}

Kind = TypeVar("Kind")


def write(
    folder: Path, geometry: Geometry = GRID, table: TableParts = TABLE, paper: Paper = A4, with_print: bool = True
) -> None:
    """Write everything into a folder, and make it. ValueError without the extra `maker`, or from OpenSCAD."""
    needs("Drawing", "maker", "reportlab", "svglib")
    from tavolo_host.workshop.drawings import templates

    folder.mkdir(parents=True, exist_ok=True)
    for name, sheet in sheets(geometry, table).items():
        write_whole(folder / f"{name}.svg", sheet.as_svg())
    templates.write(folder, paper, geometry, table.slot)
    printed.write_model(folder, geometry, table)
    if with_print:
        for part in printed.PARTS:
            printed.render(folder, part)


def drawings(
    card: Annotated[str, typer.Option(metavar="|".join(CARDS), help="How large the cards are.")] = POKER.name,
    thickness: Annotated[
        str, typer.Option(metavar="|".join(THICKNESSES), help="Which cards the spacer's channel is for.")
    ] = GLUED.name,
    panel: Annotated[str, typer.Option(metavar="|".join(PANELS), help="The panels of the field.")] = "rigid",
    paper: Annotated[str, typer.Option(metavar="|".join(PAPERS), help="What the templates are printed on.")] = "a4",
    output: Annotated[Path, typer.Option(help="The folder to write into.")] = Path("drawings"),
) -> None:
    """Draw slot, seat, table and the starter's templates; with OpenSCAD, also make the files for a 3D printer."""
    geometry = replace(GRID, card=_chosen("card", card, CARDS))
    geometry = geometry.for_cards(_chosen("thickness", thickness, THICKNESSES))
    table = replace(TABLE, lights=replace(TABLE.lights, panel=_chosen("panel", panel, PANELS)))
    has_openscad = shutil.which(printed.OPENSCAD) is not None
    write(output, geometry, table, _chosen("paper", paper, PAPERS), has_openscad)
    say(f"The drawings are in {output}.")
    if not has_openscad:
        say("The files for a 3D printer are left out: OpenSCAD makes them, and is not installed.")


def _chosen(option: str, name: str, kinds: Mapping[str, Kind]) -> Kind:
    """Return the kind of this name; ValueError, in a sentence, when there is none."""
    if name not in kinds:
        raise ValueError(f"--{option} is {' or '.join(kinds)}, not “{name}”.")
    return kinds[name]
