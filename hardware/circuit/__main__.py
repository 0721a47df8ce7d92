"""`python -m hardware.circuit`: checks the circuit, writes parts lists, and copies what is drawn of it beside them.

They go to build/hardware/circuit, or to the folder that is named; KiCad 9, if it is there, checks and plots the
schematics too. With `--page` the tables of README.md beside this file and its pictures of the schematic follow. Exit
code 1 when a rule is broken, with a sentence for each.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo

from hardware.boards.kicad import Kicad, Missing
from hardware.circuit import page, parts_list, rules, wiring
from hardware.circuit.netlist import Netlist

BUILD = Path(__file__).resolve().parents[2] / "build" / "hardware" / "circuit"
MARGIN = 12  # pixels around a sheet on the page


def files(described: dict[str, Netlist]) -> dict[str, str]:
    """Return everything that is written or copied, by the name of its file."""
    drawn = (file for pattern in page.DRAWN for file in page.PAGE.parent.glob(pattern))
    made = {file.name: file.read_text(encoding="utf-8") for file in drawn}
    for size, netlist in described.items():
        made[f"parts-{size}.csv"] = parts_list.as_csv(parts_list.rows(size, netlist))
    return made | {"tools.csv": parts_list.as_csv(parts_list.tools())}


def broken_rules(described: dict[str, Netlist]) -> list[str]:
    """Return a sentence for each broken rule of the circuit, and for each figure that is out of its limits."""
    broken = [f"{size}: {sentence}" for size, netlist in described.items() for sentence in rules.broken(netlist)]
    for table in page.tables(described).values():
        broken += [f"{table.name}: {line} is out of its limits" for line in table.broken]
    return broken


def plot(kicad: Kicad, folder: Path, size: str, *options: str) -> Path:
    """Let KiCad plot a schematic; return the PDF."""
    plotted = folder / f"schematic-{size}.pdf"
    kicad.command("sch", "export", "pdf", *options, "--output", plotted, folder / f"{size}.kicad_sch")
    return plotted


def show(kicad: Kicad, folder: Path, made: dict[str, str]) -> None:
    """Make the pictures beside the page, of both sheets of the full table's schematic."""
    bare = plot(kicad, folder, wiring.FULL, "--exclude-drawing-sheet", "--black-and-white")
    subprocess.run(["pdftoppm", "-r", "120", "-gray", "-png", bare, folder / "sheet"], check=True)
    for number, (name, source) in enumerate(page.SCHEMATICS.items(), 1):
        with Image.open(folder / f"sheet-{number}.png") as sheet:
            left, top, right, bottom = ImageChops.invert(sheet).getbbox() or (0, 0, *sheet.size)
            words = PngInfo()
            words.add_text("Source", page.digest(made[source]))
            cut = sheet.crop((left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN))
            cut.quantize(16).save(page.PAGE.with_name(name), optimize=True, pnginfo=words)
        (folder / f"sheet-{number}.png").unlink()


def main() -> int:
    """Do it; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.circuit", description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=BUILD, help="where to write")
    parser.add_argument("--page", action="store_true", help="bring the page's tables and pictures up to date")
    arguments = parser.parse_args()
    folder, described = arguments.folder, {size: wiring.describe(size) for size in wiring.SIZES}
    made, broken = files(described), broken_rules(described)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        (folder / name).write_text(content, encoding="utf-8")
    if arguments.page:
        page.PAGE.write_text(page.filled(page.PAGE.read_text(encoding="utf-8"), described), encoding="utf-8")
    try:
        kicad = Kicad()
    except Missing:
        sys.stdout.write("The schematics are not plotted: that needs KiCad 9, which `make kicad` fetches.\n")
    else:
        for size in wiring.SCHEMATICS:
            plot(kicad, folder, size)
            broken += kicad.broken(folder / f"{size}.kicad_sch")
        if arguments.page:
            show(kicad, folder, made)
    sys.stderr.writelines(f"{sentence}\n" for sentence in broken)
    sys.stdout.write(f"{len(made)} files of the circuit are in {folder}; broken rules: {len(broken)}.\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
