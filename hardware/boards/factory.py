"""Lets KiCad draw, check and plot a board: ground poured, rules checked, Gerbers, drills, pictures.

The archive holds Gerbers (RS-274X with X2 attributes) with their job file, two drill files, and the positions of the
parts that a machine places. All dates are the design's, so that a second run writes the same bytes.
"""

import json
import re
import shutil
import zipfile
from importlib.util import find_spec
from pathlib import Path

from PIL import Image

from hardware.boards import every
from hardware.boards.kicad import Kicad, Missing
from hardware.boards.model import DATE, Board
from hardware.boards.router import route

COPPER_LAYERS = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "Edge.Cuts")
PICTURE = ("--width", "1400", "--height", "1000", "--background", "transparent", "--quality", "basic")
# Where KiCad writes when a file was made.
MOMENT = re.compile(r"(?<=TF\.CreationDate,)[^*\n]*|(?<= date )\d{4}[-/][^*\n<]*|(?<=\"CreationDate\": \")[^\"]*")


def make(board: Board, kicad: Kicad) -> None:
    """Make all files of a board."""
    place = every.FOLDER / board.name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name, text in every.files(board).items():
        (place / name).write_text(text, encoding="utf-8")
    file = place / f"{board.name}.kicad_pcb"
    kicad.draw(board, route(board, kicad.draw(board, [], file)), file)
    _pack(board, kicad, place)
    for side, name in (("top", "front"), ("bottom", "back")):
        picture = place / f"{name}.png"
        kicad.command("pcb", "render", "--side", side, *PICTURE, "--output", picture, file)
        with Image.open(picture) as taken:
            taken.crop(taken.getbbox()).save(picture, optimize=True)
    kicad.command("pcb", "export", "dxf", "--layers", "Edge.Cuts", "--output-units", "mm", "--mode-single",
                  "--use-drill-origin", "--output", place / "outline.dxf", file)  # fmt: skip
    if board.wired():
        kicad.command("sch", "export", "svg", "--exclude-drawing-sheet", "--output", place,
                      file.with_suffix(".kicad_sch"))  # fmt: skip
        (place / f"{board.name}.svg").rename(place / "schematic.svg")
    if any(part.bought for part in board.parts):
        kicad.python(_interactive_bom(), "--no-browser", "--dest-dir", place, "--name-format", "parts", file)
    for left in place.glob("*.kicad_prl"):
        left.unlink()


def _interactive_bom() -> Path:
    """The program of InteractiveHtmlBom, which runs under the Python that has KiCad's module."""
    found = find_spec("InteractiveHtmlBom")
    if found is None or found.origin is None:
        raise Missing("InteractiveHtmlBom is not installed; `make boards` installs it.")
    return Path(found.origin).with_name("generate_interactive_bom.py")


def _pack(board: Board, kicad: Kicad, place: Path) -> None:
    """Pack what a factory takes into <name>.zip."""
    file, plots = place / f"{board.name}.kicad_pcb", place / "plots"
    plots.mkdir()
    surface = any(part.footprint.surface for part in board.parts)
    layers = (*COPPER_LAYERS, *(("F.Paste",) if surface else ()))
    kicad.command("pcb", "export", "gerbers", "--use-drill-file-origin", "--layers", ",".join(layers),
                  "--output", f"{plots}/", file)  # fmt: skip
    kicad.command("pcb", "export", "drill", "--drill-origin", "plot", "--excellon-separate-th",
                  "--excellon-oval-format", "route", "--output", f"{plots}/", file)  # fmt: skip
    if surface:
        kicad.command("pcb", "export", "pos", "--format", "csv", "--units", "mm", "--smd-only",
                      "--use-drill-file-origin", "--output", plots / f"{board.name}-positions.csv", file)  # fmt: skip
    year, month, day = map(int, DATE.split("-"))
    with zipfile.ZipFile(place / f"{board.name}.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for plot in sorted(plots.iterdir()):
            entry = zipfile.ZipInfo(plot.name, (year, month, day, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            packed.writestr(entry, MOMENT.sub(f"{DATE}T00:00:00+00:00", plot.read_text(encoding="utf-8")))
    shutil.rmtree(plots)


def broken_rules(board: Board, kicad: Kicad) -> list[str]:
    """What KiCad's design rules, electrical rules, and its comparison of board and schematic find, as sentences.

    Warnings count as errors.
    """
    place = every.FOLDER / board.name
    report = place / "rules.json"
    parity = ("--schematic-parity",) if board.wired() else ()
    kicad.command("pcb", "drc", "--severity-all", *parity, "--format", "json", "--output", report,
                  place / f"{board.name}.kicad_pcb")  # fmt: skip
    checked = json.loads(report.read_text())
    found = [entry for kind in ("violations", "unconnected_items", "schematic_parity") for entry in checked[kind]]
    if board.wired():
        kicad.command("sch", "erc", "--severity-all", "--format", "json", "--output", report,
                      place / f"{board.name}.kicad_sch")  # fmt: skip
        found += [entry for sheet in json.loads(report.read_text())["sheets"] for entry in sheet["violations"]]
    for left in (report, *place.glob("*.kicad_prl")):
        left.unlink()
    return [
        f"{board.name}: {entry['description']}: {'; '.join(item['description'] for item in entry['items'])}"
        for entry in found
    ]
