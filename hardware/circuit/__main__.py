"""`python -m hardware.circuit`: checks the circuit and writes netlists, parts lists and pictures.

They go to build/hardware/circuit, or to the folder that is named. With `--page` the tables and pictures of the page
README.md here are made anew too. Exit code 1, with a sentence for each, when a rule is broken.
"""

import argparse
import sys
from pathlib import Path

from hardware.circuit import netlist, page, parts_list, pictures, rules, sheets, wiring
from hardware.circuit.workbench import BUILD, Workbench


def files(benches: dict[str, Workbench]) -> dict[str, str]:
    """Return everything that is written, by the name of its file."""
    netlists = {size: netlist.read(bench) for size, bench in benches.items()}
    made = {**sheets.all_sheets(netlists), **pictures.all_pictures(netlists)}
    for size, bench in benches.items():
        made[f"{size}.net"] = netlist.for_kicad(bench)
        made[f"parts-{size}.csv"] = parts_list.as_csv(parts_list.rows(size, netlists[size]))
    made["tools.csv"] = parts_list.as_csv(parts_list.tools())
    return made


def broken_rules(benches: dict[str, Workbench]) -> list[str]:
    """Return a sentence for each broken rule: electrical, our own, computed, and of the pictures."""
    netlists = {size: netlist.read(bench) for size, bench in benches.items()}
    broken = []
    for size, bench in benches.items():
        broken += [f"{size}: {sentence}" for sentence in rules.electrical(bench) + rules.ours(netlists[size])]
    for table in page.tables(netlists).values():
        broken += [f"{table.name}: {line} is out of its limits" for line in table.broken]
    return broken + [f"pictures: {sentence}" for sentence in pictures.faults(netlists)]


def main() -> int:
    """Do it; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.circuit", description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=BUILD, help="where to write")
    parser.add_argument("--page", action="store_true", help="make the page's tables and pictures anew")
    arguments = parser.parse_args()
    try:
        benches = {size: wiring.describe(size) for size in (wiring.FULL, wiring.STARTER)}
    except FileNotFoundError as missing:
        sys.stderr.write(f"{missing}\n")
        return 1
    broken, made = broken_rules(benches), files(benches)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        (arguments.folder / name).write_text(content, encoding="utf-8")
    if arguments.page:
        netlists = {size: netlist.read(bench) for size, bench in benches.items()}
        page.PAGE.write_text(page.filled(page.PAGE.read_text(encoding="utf-8"), netlists), encoding="utf-8")
        for name in page.SHOWN:
            page.PAGE.with_name(name).write_text(made[name], encoding="utf-8")
    for sentence in broken:
        sys.stderr.write(f"{sentence}\n")
    sys.stdout.write(f"{len(made)} files of the circuit are in {arguments.folder}; broken rules: {len(broken)}.\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
