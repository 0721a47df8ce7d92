"""The page README.md here: its tables are computed, and stand between `<!-- name -->` and `<!-- end -->`."""

import re
from pathlib import Path

from hardware.circuit import bus, current, levels, parts_list
from hardware.circuit.catalogue import PRICES_OF
from hardware.circuit.netlist import Netlist
from hardware.circuit.tables import Table

PAGE = Path(__file__).with_name("README.md")
SHOWN = ("wiring-full.svg", "wiring-starter.svg", "schematic-1-pico-and-pixels.svg")  # kept beside the page
SIZES = {"full": "the full table", "starter": "the starter"}


def tables(netlists: dict[str, Netlist]) -> dict[str, Table]:
    """Return every computed table by its name."""
    found = [
        levels.level_table(),
        levels.edge_table(),
        bus.line_table(netlists),
        bus.advice_table(netlists["full"]),
        current.current_table(netlists),
        current.brightness_table(current.rail_ma("full", netlists["full"])),
        _totals(netlists),
        *(_parts(size, netlist) for size, netlist in netlists.items()),
    ]
    return {table.name: table for table in found}


def _totals(netlists: dict[str, Netlist]) -> Table:
    lines = tuple(
        (SIZES[size], f"{parts_list.total_euro(parts_list.rows(size, netlist)):.0f} EUR")
        for size, netlist in netlists.items()
    )
    return Table("totals", ("size", f"parts, {PRICES_OF}"), lines)


def _parts(size: str, netlist: Netlist) -> Table:
    lines = []
    for row in parts_list.rows(size, netlist):
        words = f"{row.part}, {row.value}" if row.value else row.part
        lines.append((words, str(row.count), f"{row.sum_euro:.2f}", row.alternatives))
    total = ("**total**", "", f"**{parts_list.total_euro(parts_list.rows(size, netlist)):.2f}**", "")
    return Table(f"parts {size}", ("part", "count", "EUR", "or else"), (*lines, total))


def filled(text: str, netlists: dict[str, Netlist]) -> str:
    """Return the page with every table as it is computed now; ValueError when a place or a table is missing."""
    computed = tables(netlists)
    places = re.findall(r"<!-- ([a-z0-9 -]+) -->\n", text)
    names = [name for name in places if name != "end"]
    if sorted(names) != sorted(computed):
        raise ValueError(
            f"The page has places for {', '.join(sorted(names))}; computed are {', '.join(sorted(computed))}."
        )
    for name, table in computed.items():
        place = re.compile(f"(<!-- {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not place.search(text):
            raise ValueError(f"The place of {name} has no end.")
        text = place.sub(rf"\g<1>\n{_literal(table)}\n\n\g<2>", text)
    return text


def _literal(table: Table) -> str:
    """A table as a replacement in a pattern, where a backslash would mean something."""
    return table.markdown().replace("\\", "\\\\")
