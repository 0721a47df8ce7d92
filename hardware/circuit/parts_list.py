"""The parts lists: what the netlist holds and what a table needs beside it, with typical prices, as CSV."""

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from hardware.circuit.catalogue import FULL_MATERIALS, KINDS, PRICES_OF, STARTER_MATERIALS, TOOLS, Kind, Material
from hardware.circuit.netlist import Netlist, Part
from hardware.circuit.table_parts import sheet_materials, small_materials
from hardware.circuit.wiring import FULL

HEAD = (
    "part", "value", "count", "package", "references", "packs to buy", "price of a pack in EUR", "sum in EUR",
    "alternatives", "group",
)  # fmt: skip
NOTE = f"typical prices in {PRICES_OF}, VAT included, without postage, asked of nobody; cards and laptop are not in it"
ELECTRONICS, LIGHT, SHEETS, SMALL, ALL_TOOLS = "electronics", "light", "sheets", "screws and glue", "tools"
GROUPS = (ELECTRONICS, LIGHT, SHEETS, SMALL)  # of a table
LIGHT_KINDS = ("track", "panel", "lamp")


@dataclass(frozen=True)
class Row:
    """A line of the list: `count` pieces, bought in `packs` packs at `price_euro`."""

    part: str
    value: str
    count: int
    package: str
    references: str
    packs: int
    price_euro: float
    alternatives: str
    group: str

    @property
    def sum_euro(self) -> float:
        """What this line costs."""
        return self.packs * self.price_euro


def rows(size: str, netlist: Netlist) -> list[Row]:
    """Return the list of a size, FULL or STARTER: the netlist's parts, the materials, the rest of a whole table."""
    grouped: dict[tuple[str, str], list[Part]] = {}
    for part in netlist.parts.values():
        kind = KINDS[part.kind]
        # Kinds of one name and price come from one pack: the track and the lamps from one reel.
        grouped.setdefault((kind.name, kind.value if kind.pack == 1 else ""), []).append(part)
    materials = {ELECTRONICS: FULL_MATERIALS if size == FULL else STARTER_MATERIALS}
    if size == FULL:
        materials |= {SHEETS: tuple(sheet_materials()), SMALL: tuple(small_materials())}
    listed = [_material(material, group) for group, found in materials.items() for material in found]
    return [_row(parts) for parts in grouped.values()] + listed


def tools() -> list[Row]:
    """Return what nobody has to buy who has it, or knows somebody."""
    return [_material(tool, ALL_TOOLS) for tool in TOOLS]


def _row(parts: list[Part]) -> Row:
    kinds = [KINDS[part.kind] for part in parts]
    first: Kind = kinds[0]
    count = sum(kind.pieces for kind in kinds)
    value = first.value if first.pack == 1 else f"{count} pixels of a reel of {first.pack}"
    packs = math.ceil(count / first.pack)
    references = " ".join(part.reference for part in parts)
    group = LIGHT if parts[0].kind in LIGHT_KINDS else ELECTRONICS
    return Row(first.name, value, count, first.package, references, packs, first.price_euro, first.alternatives, group)


def _material(material: Material, group: str) -> Row:
    packs, price = math.ceil(material.count / material.pack), material.price_euro
    return Row(material.name, "", material.count, "", "", packs, price, material.alternatives, group)


def total_euro(listed: list[Row], *groups: str) -> float:
    """Return what everything on the list costs together, or what is in these groups."""
    return sum(row.sum_euro for row in listed if not groups or row.group in groups)


def as_csv(listed: list[Row]) -> str:
    """Return the list as CSV, with its total and what it holds for in the last two lines."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    writer.writerows(_cells(listed))
    writer.writerow(["total", "", "", "", "", "", "", f"{total_euro(listed):.2f}", "", ""])
    writer.writerow([NOTE])
    return text.getvalue()


def _cells(listed: list[Row]) -> Iterator[tuple[str | int, ...]]:
    for row in listed:
        price = f"{row.price_euro:.2f}"
        fixed = (row.part, row.value, row.count, row.package, row.references, row.packs, price)
        yield (*fixed, f"{row.sum_euro:.2f}", row.alternatives, row.group)
