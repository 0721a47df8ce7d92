"""Lets KiCad draw, check and plot a board: ground poured, rules checked, Gerbers, drills, pictures.

The archive holds Gerbers (RS-274X with X2 attributes) with their job file, two drill files, and the positions of the
parts that a machine places. All dates are the design's, so that a second run writes the same bytes.
"""

import re
import zipfile
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from hardware.boards import every
from hardware.boards.kicad import Kicad, Missing
from hardware.boards.model import DATE, Board

COPPER_LAYERS = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "Edge.Cuts")
PICTURE = ("--width", "1400", "--height", "1000", "--background", "transparent", "--quality", "basic")
# Where KiCad writes when a file was made.
MOMENT = re.compile(r"(?<=TF\.CreationDate,)[^*\n]*|(?<= date )\d{4}[-/][^*\n<]*|(?<=\"CreationDate\": \")[^\"]*")


def make(board: Board, kicad: Kicad) -> None:
    """Make all files of a board, but for the tracks, which are drawn in KiCad."""
    place = every.FOLDER / board.name
    file = place / f"{board.name}.kicad_pcb"
    place.mkdir(parents=True, exist_ok=True)
    for name, text in every.files(board).items():
        (place / name).write_text(text, encoding="utf-8")
    kicad.draw(board, file)
    with TemporaryDirectory() as plots:
        _pack(board, kicad, place, Path(plots))
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


def _pack(board: Board, kicad: Kicad, place: Path, plots: Path) -> None:
    """Plot what a factory takes, and pack it into <name>.zip."""
    file = place / f"{board.name}.kicad_pcb"
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


def broken_rules(board: Board, kicad: Kicad) -> list[str]:
    """What KiCad's design rules, electrical rules, and its comparison of board and schematic find, as sentences."""
    file = every.FOLDER / board.name / f"{board.name}.kicad_pcb"
    if not board.wired():
        return kicad.broken(file)
    return kicad.broken(file, "--schematic-parity") + kicad.broken(file.with_suffix(".kicad_sch"))
