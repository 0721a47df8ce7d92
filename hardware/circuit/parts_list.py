"""The parts lists: the netlist's parts and what a table needs beside them, with typical prices, as CSV."""

import csv
import math
from collections.abc import Iterable
from dataclasses import dataclass
from io import StringIO

from hardware.circuit.catalogue import KINDS, LISTS, PRICES_OF, Item
from hardware.circuit.netlist import Netlist, Part
from hardware.circuit.table_parts import sheet_materials, small_materials
from hardware.circuit.wiring import FULL

HEAD = (
    "part", "value", "count", "package", "references", "packs to buy", "price of a pack in EUR", "sum in EUR",
    "alternatives", "group",
)  # fmt: skip
NOTE = f"typical prices in {PRICES_OF}, VAT included, postage only if listed, no quotations; without cards and laptop"
ELECTRONICS, LIGHT, SHEETS, SMALL, ALL_TOOLS = "electronics", "light", "sheets", "screws and glue", "tools"
GROUPS = (ELECTRONICS, LIGHT, SHEETS, SMALL)  # of a table
LIGHT_KINDS = ("track", "panel", "lamp")


@dataclass(frozen=True)
class Row(Item):
    """A line of the list."""

    references: str = ""
    group: str = ""

    @property
    def packs(self) -> int:
        """How many packs to buy."""
        return math.ceil(self.count / self.pack)

    @property
    def sum_euro(self) -> float:
        """What this line costs."""
        return self.packs * self.price_euro


def rows(size: str, netlist: Netlist) -> list[Row]:
    """Return the list of a size, one of SIZES: the netlist's parts, the materials, the rest of a whole table."""
    grouped: dict[tuple[str, str], list[Part]] = {}
    for part in netlist.parts.values():
        kind = KINDS[part.kind]
        # Kinds of one name and price come from one pack: the track and the lamps from one reel.
        grouped.setdefault((kind.part, kind.value if kind.pack == 1 else ""), []).append(part)
    listed = [_row(parts) for parts in grouped.values()] + _rows(LISTS[size], ELECTRONICS)
    return listed + (_rows(sheet_materials(), SHEETS) + _rows(small_materials(), SMALL) if size == FULL else [])


def tools() -> list[Row]:
    """Return the tools, to buy or to borrow."""
    return _rows(LISTS["tools"], ALL_TOOLS)


def _row(parts: list[Part]) -> Row:
    kind = KINDS[parts[0].kind]
    count = sum(KINDS[part.kind].pieces for part in parts)
    value = kind.value if kind.pack == 1 else f"{count} pixels of a reel of {kind.pack}"
    references = " ".join(part.reference for part in parts)
    group = LIGHT if parts[0].kind in LIGHT_KINDS else ELECTRONICS
    return Row(**vars(kind) | {"count": count, "value": value, "references": references, "group": group})


def _rows(items: Iterable[Item], group: str) -> list[Row]:
    return [Row(**vars(item), group=group) for item in items]


def total_euro(listed: list[Row], *groups: str) -> float:
    """Return what everything on the list costs together, or what is in these groups."""
    return sum(row.sum_euro for row in listed if not groups or row.group in groups)


def as_csv(listed: list[Row]) -> str:
    """Return the list as CSV; the last two lines are its total and a note on the prices."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for row in listed:
        prices = (f"{row.price_euro:.2f}", f"{row.sum_euro:.2f}")
        what = (row.part, row.value, row.count, row.package, row.references, row.packs)
        writer.writerow((*what, *prices, row.alternatives, row.group))
    writer.writerow(["total", "", "", "", "", "", "", f"{total_euro(listed):.2f}", "", ""])
    writer.writerow([NOTE])
    return text.getvalue()
