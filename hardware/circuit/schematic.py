"""The schematic as KiCad's files, with KiCad's symbols: one layout for both sizes, of which the starter uses a part.

(KiCad developer documentation, "Schematic file format".) Where a net has two pins, and they face each other in one row,
a wire joins them. Every other pin carries a label, a ground sign, or a cross if it is left open. So only the
netlist decides what is joined.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from hardware.circuit import rules
from hardware.circuit.catalogue import KINDS
from hardware.circuit.netlist import Netlist, Part
from hardware.circuit.symbols import MPR121, PICO, PINS, Pins
from tavolo import wiring

LIBRARY = Path("/usr/share/kicad/symbols")
STEP = 2.54  # mm: KiCad's grid, and the unit of all places here
LEFT = " (justify left)"
TEXT = "(effects (font (size 1.27 1.27)){})"
Place = tuple[float, float, int]  # x, y, turn in degrees

# Our own symbols: half the width of the box, and the pins at its left and right by number, from above.
BOXES: dict[str, tuple[int, tuple[str, ...], tuple[str, ...]]] = {
    PICO: (5, tuple(map(str, range(40, 20, -1))), tuple(map(str, range(1, 21)))),
    MPR121: (3, tuple("123456"), (*map(str, range(7, 16)), *[""] * 4, "16", "17", "18")),
    "tavolo:Pixels": (3, ("3", "1", "2"), ("4",)),
    "tavolo:Supply": (3, (), ("1", "2")),
}

# By reference, or by reference and unit of the symbol.
CORE: dict[str, Place] = {
    "PS1": (10, 10.5, 0), "J1": (24, 11, 0), "F1": (38, 10, 90), "Q1": (47, 11, 90), "D1": (60, 10, 180),
    "C1": (71, 11.5, 0), "C2": (82, 11.5, 0), "U1": (18, 30.5, 0),
    **{f"U2.{n + 1}": (45, 20 + 9 * n, 0) for n in range(4)}, "U2.5": (33, 49, 0),
    **{f"R{n + 1}": (56, 20 + 9 * n, 90) for n in range(3)},
    **{f"J{n + 4}": (66, 20 + 9 * n, 180) for n in range(3)},
    "TRACK1": (88, 21, 0), "PANEL1": (88, 30, 0), "PANEL2": (105, 30, 0),
    **{f"R{n + 4}": (62 + 30 * (n // 2), 45 + 4 * (n % 2), 90) for n in range(4)},
    **{f"J{n + 2}": (76 + 27 * n, 47, 180) for n in range(2)},
    **{f"LAMP{n + 1}": (15 + 13 * n, 60, 0) for n in range(wiring.LAMPS)},
}  # fmt: skip
SEATS: dict[str, Place] = {
    f"{name}{seat + 1}": (15 + 26 * (seat % 4) + across, 20 + 26 * (seat // 4) + down, 0)
    for seat in range(wiring.SEATS)
    for name, across, down in (("MPR", 0, 0), ("SLOT", 12, -3.5), ("KEYS", 12, 6.5))
}


@dataclass(frozen=True)
class End:
    """A pin's end on the sheet, and the direction in degrees that it faces."""

    net: str | None
    x: float
    y: float
    way: int

    def mark(self) -> str:
        """Return the label of its net, or the cross of a pin that is left open."""
        if self.net is None:
            return f"(no_connect {_at(self.x, self.y)})"
        justify = LEFT if self.way in (0, 90) else " (justify right)"
        return f'(global_label "{self.net}" (shape passive) {_at(self.x, self.y, self.way)} {TEXT.format(justify)})'


def files(size: str, netlist: Netlist) -> dict[str, str]:
    """Return the schematic of a size: its two sheets, by the names of their files.

    FileNotFoundError with what to install when KiCad's symbols are missing.
    """
    root, seats = (uuid5(NAMESPACE_URL, f"tavolo/{size}/{sheet}") for sheet in ("core", "seats"))
    second = f"{size}-seats.kicad_sch"
    box = (
        f'(sheet {_at(98, 9)} (size {12 * STEP:.2f} {3 * STEP:.2f}) (uuid "{seats}")'
        f"{field('Sheetname', 'Seats', 98, 8.5, more=LEFT)}{field('Sheetfile', second, 98, 12.7, more=LEFT)}"
        f'(instances (project "{size}" (path "/{root}" (page "2")))))\n(sheet_instances (path "/" (page "1")))'
    )
    return {
        f"{size}.kicad_sch": _sheet(size, netlist, CORE, f"/{root}", box),
        second: _sheet(size, netlist, SEATS, f"/{root}/{seats}"),
    }


def _sheet(size: str, netlist: Netlist, places: dict[str, Place], path: str, box: str = "") -> str:
    """A sheet; the one with a box for the other tells KiCad's rules which nets fuses and diodes feed."""
    drawn, ends, used = [], [], {"power:GND", "power:PWR_FLAG"}
    project = f'(project "{size}" (path "{path}"'
    for name, place in places.items():
        reference, _, unit = name.partition(".")
        if reference in netlist.parts:
            part, unit = netlist.parts[reference], unit or "1"
            symbol, nets = KINDS[part.kind].symbol, {pin.number: pin.net for pin in part.pins}
            own = [End(nets[number], *end) for number, end in _ends(symbol, unit, place).items()]
            drawn.append(instance(project, symbol, reference, place, unit, _fields(part, unit, place, own)))
            ends += own
            used.add(symbol)
    for number, net in enumerate(rules.FED if box else ()):
        functions = netlist.functions(net)
        if functions and "power_out" not in functions:
            ends.append(End(net, 8 + 6 * number, 47, 270))
            drawn.append(instance(project, "power:PWR_FLAG", f"#FLG{number}", (8 + 6 * number, 47, 0)))
    return "\n".join((
        f'(kicad_sch (version 20230121) (generator tavolo) (uuid "{path.rsplit("/", 1)[1]}") (paper "A4")',
        f'(title_block (title "Tavolo: the {"full table" if size == "full" else size}"))\n(lib_symbols',
        *map(symbol_text, sorted(used)), ")", *drawn, *_joined(project, netlist, ends), f"{box})\n",
    ))  # fmt: skip


# --- symbols ---------------------------------------------------------------------------------------------------


@cache
def symbol_text(name: str) -> str:
    """Return a symbol as a schematic holds it: one of ours, or KiCad's."""
    if name in BOXES:
        return box(name, PINS[name], *BOXES[name])
    library, short = name.split(":")
    file = LIBRARY / f"{library}.kicad_sym"
    if not file.exists():
        raise FileNotFoundError(
            "KiCad's symbols are not here. On Debian and its kin, type:"
            " sudo apt-get install --no-install-recommends kicad-symbols"
        )
    pattern = rf'^(  |\t)\(symbol "{re.escape(short)}"\s.*?^\1\)$'
    found = re.search(pattern, file.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if found is None:
        raise FileNotFoundError(f"{file} has no symbol {short}.")
    return found[0].replace(f'(symbol "{short}"', f'(symbol "{name}"', 1)


def box_places(half: float, left: Sequence[str], right: Sequence[str]) -> dict[str, Place]:
    """Return where the pins of a box end, by number and with y upwards, and how they are turned."""
    high = max(len(left), len(right)) / 2
    places = {number: (-half - 1, high - 0.5 - row, 0) for row, number in enumerate(left)}
    return places | {number: (half + 1, high - 0.5 - row, 180) for row, number in enumerate(right)}


def box(name: str, pins: Pins, half: float, left: Sequence[str], right: Sequence[str]) -> str:
    """Return a symbol of ours: a box with its pins at the left and right, from above."""
    high, short, text = max(len(left), len(right)) / 2, name.split(":")[1], TEXT.format("")
    places = box_places(half, left, right)
    drawn = (
        f'(pin {function} line {_at(*places[number])} (length {STEP}) (name "{pin}" {text}) (number "{number}" {text}))'
        for number, pin, function in pins
    )
    corners = f"{_at(-half, high + 0.5, word='start')} {_at(half, -high - 0.5, word='end')}"
    return "\n".join((
        f'(symbol "{name}" (in_bom yes) (on_board yes) {field("Reference", "U", 0, 0)}',
        f'(symbol "{short}_0_1" (rectangle {corners} (stroke (width 0.254) (type default)) (fill (type background))))',
        f'(symbol "{short}_1_1"', *drawn, "))",
    ))  # fmt: skip


@cache
def _pins(symbol: str) -> dict[str, tuple[str, float, float, int]]:
    """A symbol's pins by number: unit, place with y upwards, and the direction that each faces."""
    found, unit = {}, ""
    pin = r'\(pin \w+ \w+\s+\(at ([-\d.]+) ([-\d.]+) (\d+)\)\s+\(length [\d.]+\).*?\(number "(\w+)"'
    for match in re.finditer(rf'\(symbol "\w+_(\d+)_\d+"|{pin}', symbol_text(symbol), re.DOTALL):
        if match[1]:
            unit = match[1]
        else:
            found[match[5]] = (unit, float(match[2]) / STEP, float(match[3]) / STEP, (int(match[4]) + 180) % 360)
    return found


def _ends(symbol: str, unit: str, place: Place) -> dict[str, tuple[float, float, int]]:
    """Where the pins of a unit end, and which direction they face, by number."""
    x, y, turn = place
    cosine, sine = cos(radians(turn)), sin(radians(turn))
    return {
        number: (
            round(x + across * cosine - up * sine, 3),
            round(y - across * sine - up * cosine, 3),
            (way + turn) % 360,
        )
        for number, (own, across, up, way) in _pins(symbol).items()
        if own == unit
    }


# --- what goes on a sheet --------------------------------------------------------------------------------------


def _at(x: float, y: float, turn: int | None = None, word: str = "at") -> str:
    return f"({word} {x * STEP:.2f} {y * STEP:.2f}{'' if turn is None else f' {turn}'})"


def field(name: str, value: str, x: float, y: float, turn: int = 0, more: str = "") -> str:
    """Return a field of a symbol, in steps; `more` is how it is justified, or " hide"."""
    return f'(property "{name}" "{value}" {_at(x, y, turn)} {TEXT.format(more)})'


def _fields(part: Part, unit: str, place: Place, ends: list[End]) -> str:
    """Reference and value: around a part in a row, else above it, beside the label of a pin that faces up."""
    x, y, turn = place
    top, more = min(end.y for end in ends), ""
    if all(end.y == y for end in ends):
        spots = ((x, y - 1.2), (x, y + 1.4))
    elif any(end.way == 90 for end in ends):
        spots, more = ((x + 1, top - 1.2), (x + 1, top - 0.2)), LEFT
    else:
        spots = ((x, top - 2.4), (x, top - 1.5))
    value = f"0x{rules.address(part) or 0:X}" if part.kind == "mpr121" else part.value
    words = (("Reference", part.reference), ("Value", "" if part.kind == "shifter" and unit != "5" else value))
    fields = [field(*each, *spot, turn % 180, more) for each, spot in zip(words, spots, strict=True)]
    return "".join([*fields, field("Description", part.role, x, y, more=" hide")])


def instance(
    project: str,
    symbol: str,
    reference: str,
    place: Place,
    unit: str = "1",
    fields: str | None = None,
    bom: str = "yes",
) -> str:
    """Return a symbol on a sheet, in steps; without fields it is a sign, whose name stays hidden."""
    if fields is None:
        fields = "".join(field(name, reference, *place, more=" hide") for name in ("Reference", "Value"))
    return (
        f'(symbol (lib_id "{symbol}") {_at(*place)} (unit {unit}) (in_bom {bom}) (on_board yes)\n{fields}\n'
        f'(instances {project} (reference "{reference}") (unit {unit})))))'
    )


def _joined(project: str, netlist: Netlist, ends: list[End]) -> Iterator[str]:
    """What goes at each pin's end: a wire, a label, a ground sign, or a cross."""
    for number, end in enumerate(ends):
        facing = [other for other in ends if other.net == end.net and other.y == end.y and other.way == 180 - end.way]
        if facing and end.net and len(netlist.functions(end.net)) == 2:
            if end.way == 0:
                line = f"{_at(end.x, end.y, word='xy')} {_at(facing[0].x, end.y, word='xy')}"
                yield f"(wire (pts {line}) (stroke (width 0) (type default)))"
                yield f'(label "{end.net}" {_at(end.x, end.y, 0)} (effects (font (size 1 1)) (justify left bottom)))'
        elif end.net == "GND":
            yield instance(project, "power:GND", f"#PWR{number}", (end.x, end.y, (end.way + 90) % 360))
        else:
            yield end.mark()
