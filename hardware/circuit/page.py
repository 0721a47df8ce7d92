"""The page README.md here: the tables between `<!-- name -->` and `<!-- end -->` are computed."""

import re
from hashlib import sha256
from pathlib import Path

from hardware.circuit import bus, current, levels, parts_list, table_parts
from hardware.circuit.catalogue import PRICES_OF
from hardware.circuit.netlist import Netlist
from hardware.circuit.parts_list import ELECTRONICS, GROUPS, LIGHT, SHEETS, SMALL, Row
from hardware.circuit.tables import Table
from hardware.circuit.wiring import FULL

PAGE = Path(__file__).with_name("README.md")
DRAWN = ("wiring-*.svg", "*.kicad_sch")  # beside the page; tests read them, and compare them with the netlist
SCHEMATICS = {"schematic.png": "full.kicad_sch", "schematic-seats.png": "full-seats.kicad_sch"}  # and what they show
SIZES = {
    "full": "the full table",
    "starter": "the starter",
    "panel": "a panel",
    "lights": "two panels and a strip",
    "keys": "two panels and the keys of two seats",
}


def tables(netlists: dict[str, Netlist]) -> dict[str, Table]:
    """Return every computed table by its name."""
    found = [
        levels.level_table(),
        levels.edge_table(),
        bus.line_table(netlists),
        bus.advice_table(netlists["full"]),
        current.current_table(netlists),
        current.way_table(current.rail_ma("full", netlists["full"])),
        current.brightness_table(current.rail_ma("full", netlists["full"])),
        _totals(netlists),
        *(
            _parts(f"parts {size}", parts_list.rows(size, netlist), ELECTRONICS, LIGHT)
            for size, netlist in netlists.items()
        ),
        _parts("parts wood", parts_list.rows(FULL, netlists[FULL]), SHEETS, SMALL),
        _parts("tools", parts_list.tools()),
        table_parts.cut_table(),
        table_parts.screw_table(),
    ]
    return {table.name: table for table in found}


def _totals(netlists: dict[str, Netlist]) -> Table:
    full = parts_list.rows(FULL, netlists[FULL])
    sums = [(f"{SIZES[FULL]}: {group}", parts_list.total_euro(full, group)) for group in GROUPS]
    sums += [
        (f"**{words}**", parts_list.total_euro(parts_list.rows(size, netlists[size]))) for size, words in SIZES.items()
    ]
    sums += [("tools, if there are none at all", parts_list.total_euro(parts_list.tools()))]
    return Table("totals", ("what", f"EUR, {PRICES_OF}"), tuple((what, f"{euro:.0f}") for what, euro in sums))


def _parts(name: str, listed: list[Row], *groups: str) -> Table:
    lines = []
    for row in listed:
        if groups and row.group not in groups:
            continue
        words = f"{row.part}, {row.value}" if row.value else row.part
        lines.append((words, str(row.count), f"{row.sum_euro:.2f}", row.alternatives))
    total = ("**total**", "", f"**{parts_list.total_euro(listed, *groups):.2f}**", "")
    return Table(name, ("part", "count", "EUR", "alternatives"), (*lines, total))


def filled(text: str, netlists: dict[str, Netlist]) -> str:
    """Return the page with every table as it is computed now; KeyError or ValueError when places and tables differ."""
    computed = tables(netlists)
    place = r"(<!-- (?!end)([a-z0-9 -]+) -->\n).*?(?=<!-- end -->)"
    text = re.sub(place, lambda found: f"{found[1]}\n{computed.pop(found[2]).markdown()}\n\n", text, flags=re.DOTALL)
    if computed:
        raise ValueError(f"The page has no place for {', '.join(computed)}.")
    return text


def digest(sheet: str) -> str:
    """Return what a picture of a sheet carries, so that a test notices when the sheet changes."""
    return sha256(sheet.encode()).hexdigest()
