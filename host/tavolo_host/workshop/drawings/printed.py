"""The printed slot: the parameters of `hardware/slot/slot.scad`, and OpenSCAD, which makes files for a printer."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tavolo_host.runtime import import_paths
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.slot.geometry import Geometry, Rectangle
from tavolo_host.workshop.drawings import outlines, seat_sheets
from tavolo_host.workshop.drawings.dimensions import TableParts
from tavolo_host.workshop.drawings.shapes import rounded

MODEL, OPENSCAD = "slot.scad", "openscad"
PARTS = ("base", "hood", "cheek", "keys")


class OpenScadError(ValueError):
    """OpenSCAD rejects the model; the text is a sentence."""


def parameters(geometry: Geometry, table: TableParts) -> Mapping[str, object]:
    """Return every size of the printed slot by its name in the model, in mm."""
    slot, keys = table.slot, table.keys
    signs = [
        [(x + across, y + up) for across, up in seat_sheets.key_sign(key)]
        for key, (x, y) in enumerate(seat_sheets.key_places(keys))
    ]
    return {
        **vars(slot),
        **{f"key_{name}": size for name, size in vars(keys).items()},
        "mouth": geometry.mouth_mm,
        "wall": geometry.film_mm + geometry.channel_mm,
        "printed_recess": slot.printed_recess,
        "base_outline": outlines.base_outline(geometry, slot),
        "spacer_outline": outlines.spacer_outline(geometry, slot),
        "cheek_outline": outlines.cheek_outline(geometry, slot),
        "mortises": outlines.mortises(slot),
        "screws": outlines.screws(slot),
        "pads": [_place(pad) for pad in geometry.pads()],
        "strip": _place(geometry.strip()),
        "slits": [_place(slit) for slit in outlines.slits(geometry, slot)],
        "key_plate": rounded(0.0, 0.0, keys.plate_width, keys.plate_depth, keys.corner),
        "key_places": seat_sheets.key_places(keys),
        "key_signs": signs,
    }


def _place(rectangle: Rectangle) -> list[float]:
    return [rectangle.x, rectangle.y, rectangle.width, rectangle.depth]


def parameters_text(geometry: Geometry, table: TableParts) -> str:
    """Return the file slot_parameters.scad."""
    lines = ["// Written by `tavolo drawings` from the slot's geometry; all in mm. Change nothing here."]
    lines += [f"{name} = {json.dumps(value)};" for name, value in parameters(geometry, table).items()]
    return "\n".join(lines) + "\n"


def write_model(folder: Path, geometry: Geometry, table: TableParts) -> None:
    """Put the model and its parameters into a folder, side by side."""
    write_whole(folder / "slot_parameters.scad", parameters_text(geometry, table))
    sources = import_paths.tree()
    # In an installed program the model lies beside this module.
    model = Path(__file__).with_name(MODEL) if sources is None else sources / "hardware" / "slot" / MODEL
    write_whole(folder / MODEL, model.read_bytes())


def render(folder: Path, part: str) -> Path:
    """Make a part's STL of the model in this folder. OpenScadError, also for a warning."""
    target = folder / f"slot-{part}.stl"
    command = [OPENSCAD, "--hardwarnings", "-D", f'part="{part}"', "-o", str(target), str(folder / MODEL)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    complaints = [line for line in run.stderr.splitlines() if "WARNING" in line or "ERROR" in line]
    if run.returncode or complaints:
        raise OpenScadError(f"OpenSCAD has something against the {part}: {'; '.join(complaints) or run.stderr.strip()}")
    return target
