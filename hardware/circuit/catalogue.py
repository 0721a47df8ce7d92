"""What the table is built of, and what it costs: `parts.csv` beside this file.

Prices are typical ones for a private buyer in the euro area, VAT included, in the month PRICES_OF, not quotations.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PRICES_OF = "2026-11"
FILE = Path(__file__).with_name("parts.csv")


@dataclass(frozen=True)
class Item:
    """Something to buy: `count` of it; a pack of `pack` costs `price_euro`.

    A kind of part in the netlist has a KiCad symbol, "library:name", or "tavolo:name" for one of `symbols`. One such
    part is `pieces` of what is bought, as a strip of 64 pixels is 64 of a reel's 120.
    """

    part: str
    count: int
    price_euro: float
    alternatives: str = ""
    pack: int = 1
    value: str = ""
    package: str = ""
    symbol: str = ""
    pieces: int = 1


def _read() -> Iterator[tuple[str, str, Item]]:
    with FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            words = {name: row[name] for name in ("part", "alternatives", "value", "package", "symbol")}
            numbers = {name: int(row[name]) for name in ("count", "pack", "pieces")}
            yield row["list"], row["kind"], Item(**words, **numbers, price_euro=float(row["price_euro"]))


_ALL = tuple(_read())
KINDS = {kind: item for _, kind, item in _ALL if kind}  # of the netlist's parts
# What is bought beside them; an item may be on several lists.
LISTS = {
    each: [item for names, _, item in _ALL if each in names.split()]
    for each in ("full", "starter", "panel", "lights", "keys", "glue", "tools")
}
