"""The schematic as KiCad's files, with KiCad's symbols: one layout for both sizes, of which the starter has a part.

(KiCad developer documentation, "Schematic file format".) Where a net has two pins, and they face each other in one row,
a wire joins them. Every other pin carries a label, the sign of ground, or a cross when it is left open. So nothing but
the netlist decides what is joined.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from hardware.circuit import rules
from hardware.circuit.catalogue import KINDS
from hardware.circuit.netlist import Netlist, Part
from hardware.circuit.symbols import PICO_PINS, PINS
from tavolo import wiring

LIBRARY = Path("/usr/share/kicad/symbols")
STEP = 2.54  # mm: KiCad's grid, and the unit of all places here
LEFT = " (justify left)"
TEXT = "(effects (font (size 1.27 1.27)){})"
Place = tuple[float, float, int]  # x, y, turn in degrees

# Our own symbols: half the width of the box, and the pins at its left and right by number, from above.
_SIDE = PICO_PINS // 2
BOXES: dict[str, tuple[int, tuple[str, ...], tuple[str, ...]]] = {
    "tavolo:Pico": (5, tuple(map(str, range(PICO_PINS, _SIDE, -1))), tuple(map(str, range(1, _SIDE + 1)))),
    "tavolo:MPR121": (3, tuple("123456"), (*map(str, range(7, 16)), *[""] * 4, "16", "17", "18")),
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
    """A pin's end on the sheet, in mm, and the direction in degrees in which it looks."""

    net: str | None
    x: float
    y: float
    way: int


def files(size: str, netlist: Netlist) -> dict[str, str]:
    """Return the schematic of a size: its two sheets, by the names of their files.

    FileNotFoundError with what to install when KiCad's symbols are missing.
    """
    if not (LIBRARY / "Device.kicad_sym").exists():
        raise FileNotFoundError(
            "KiCad's symbols are not here. On Debian and its kin, type:"
            " sudo apt-get install --no-install-recommends kicad-symbols"
        )
    root, seats = (uuid5(NAMESPACE_URL, f"tavolo/{size}/{sheet}") for sheet in ("core", "seats"))
    second = f"{size}-seats.kicad_sch"
    box = (
        f'(sheet (at {98 * STEP:.2f} {9 * STEP:.2f}) (size {12 * STEP:.2f} {3 * STEP:.2f}) (uuid "{seats}")'
        f"{_property('Sheetname', 'Seats', 98, 8.5, more=LEFT)}{_property('Sheetfile', second, 98, 12.7, more=LEFT)}"
        f'(instances (project "{size}" (path "/{root}" (page "2")))))\n(sheet_instances (path "/" (page "1")))'
    )
    flags = [
        End(net, (8 + 6 * number) * STEP, 47 * STEP, 270)
        for number, net in enumerate(rules.FED)
        if netlist.functions(net) and "power_out" not in netlist.functions(net)
    ]
    return {
        f"{size}.kicad_sch": _sheet(size, netlist, CORE, str(root), f"/{root}", flags) + f"{box})\n",
        second: _sheet(size, netlist, SEATS, str(seats), f"/{root}/{seats}", []) + ")\n",
    }


def _sheet(size: str, netlist: Netlist, places: dict[str, Place], identifier: str, path: str, flags: list[End]) -> str:
    """A sheet but for its end; `flags` tell KiCad's rules what is fed through a fuse or a diode."""
    drawn, ends, used = [], flags.copy(), {"power:GND", "power:PWR_FLAG"}
    project = f'(project "{size}" (path "{path}"'
    for name, place in places.items():
        reference, _, unit = name.partition(".")
        if reference not in netlist.parts:
            continue
        part, unit = netlist.parts[reference], unit or "1"
        symbol, nets = KINDS[part.kind].symbol, {pin.number: pin.net for pin in part.pins}
        own = [End(nets[number], *end) for number, end in _ends(symbol, unit, place).items()]
        drawn.append(_instance(project, symbol, reference, place, unit, _fields(part, unit, place, own)))
        ends += own
        used.add(symbol)
    for number, flag in enumerate(flags):
        place = (flag.x / STEP, flag.y / STEP, 0)
        drawn.append(_instance(project, "power:PWR_FLAG", f"#FLG{number}", place))
    drawn += _joined(project, netlist, ends)
    return (
        f'(kicad_sch (version 20230121) (generator tavolo) (uuid "{identifier}") (paper "A4")\n'
        f'(title_block (title "Tavolo: the {"full table" if size == "full" else size}"))\n(lib_symbols\n'
        + "\n".join([*map(symbol_text, sorted(used)), ")", *drawn, ""])
    )


# --- symbols ---------------------------------------------------------------------------------------------------


@cache
def symbol_text(name: str) -> str:
    """A symbol as a schematic holds it: one of ours, or KiCad's."""
    if name in BOXES:
        return _box(name)
    library, short = name.split(":")
    text = (LIBRARY / f"{library}.kicad_sym").read_text(encoding="utf-8")
    found = re.search(rf'^(  |\t)\(symbol "{re.escape(short)}"\s.*?^\1\)$', text, re.MULTILINE | re.DOTALL)
    if found is None:
        raise FileNotFoundError(f"KiCad's library {library} has no symbol {short}.")
    return found[0].replace(f'(symbol "{short}"', f'(symbol "{name}"', 1)


def _box(name: str) -> str:
    half, left, right = BOXES[name]
    high = max(len(left), len(right)) / 2
    places = {number: (-half - 1, high - 0.5 - row, 0) for row, number in enumerate(left)}
    places |= {number: (half + 1, high - 0.5 - row, 180) for row, number in enumerate(right)}
    pins = [
        f"(pin {function} line (at {places[number][0] * STEP:.2f} {places[number][1] * STEP:.2f} {places[number][2]})"
        f' (length {STEP}) (name "{pin}" {TEXT.format("")}) (number "{number}" {TEXT.format("")}))'
        for number, pin, function in PINS[name]
    ]
    x, y, short = half * STEP, (high + 0.5) * STEP, name.split(":")[1]
    body = f"(start {-x:.2f} {y:.2f}) (end {x:.2f} {-y:.2f}) (stroke (width 0.254) (type default))"
    return (
        f'(symbol "{name}" (in_bom yes) (on_board yes) {_property("Reference", "U", 0, 0)}\n'
        f'(symbol "{short}_0_1" (rectangle {body} (fill (type background))))\n(symbol "{short}_1_1"\n'
        + "\n".join(pins)
        + "))"
    )


@cache
def pins_of(symbol: str) -> dict[str, tuple[str, float, float, int]]:
    """Return a symbol's pins by number: unit, place in mm with y upwards, and the direction in which each looks."""
    found, unit = {}, ""
    pin = r'\(pin \w+ \w+\s+\(at ([-\d.]+) ([-\d.]+) (\d+)\)\s+\(length [\d.]+\).*?\(number "(\w+)"'
    for match in re.finditer(rf'\(symbol "\w+_(\d+)_\d+"|{pin}', symbol_text(symbol), re.DOTALL):
        if match[1]:
            unit = match[1]
        else:
            found[match[5]] = (unit, float(match[2]), float(match[3]), (int(match[4]) + 180) % 360)
    return found


def _ends(symbol: str, unit: str, place: Place) -> dict[str, tuple[float, float, int]]:
    """Where the pins of a unit end, and to where they look, by number."""
    x, y, turn = place
    cosine, sine = cos(radians(turn)), sin(radians(turn))
    return {
        number: (
            round(x * STEP + across * cosine - up * sine, 2),
            round(y * STEP - across * sine - up * cosine, 2),
            (way + turn) % 360,
        )
        for number, (own, across, up, way) in pins_of(symbol).items()
        if own == unit
    }


# --- what lies on a sheet --------------------------------------------------------------------------------------


def _property(name: str, value: str, x: float, y: float, turn: int = 0, more: str = "") -> str:
    return f'(property "{name}" "{value}" (at {x * STEP:.2f} {y * STEP:.2f} {turn}) {TEXT.format(more)})'


def _fields(part: Part, unit: str, place: Place, ends: list[End]) -> str:
    """Reference and value: around a part in a row, else above it, beside the label of a pin that looks up."""
    x, y, turn = place
    top = min(end.y for end in ends) / STEP
    upwards = any(end.way == 90 for end in ends)
    if all(end.y == ends[0].y for end in ends):
        spots = ((x, y - 1.2), (x, y + 1.4))
    elif upwards:
        spots = ((x + 1, top - 1.2), (x + 1, top - 0.2))
    else:
        spots = ((x, top - 2.4), (x, top - 1.5))
    chip = f"0x{rules.address(part) or 0:X}" if part.kind == "mpr121" else part.value
    value = "" if part.kind == "shifter" and unit != "5" else chip
    words = (("Reference", part.reference), ("Value", value))
    more = LEFT if upwards else ""
    return "".join(_property(*each, *spot, turn % 180, more) for each, spot in zip(words, spots, strict=True))


def _instance(
    project: str, symbol: str, reference: str, place: Place, unit: str = "1", fields: str | None = None
) -> str:
    x, y, turn = place
    if fields is None:  # a sign, whose name nobody needs
        fields = "".join(_property(name, reference, x, y, more=" hide") for name in ("Reference", "Value"))
    return (
        f'(symbol (lib_id "{symbol}") (at {x * STEP:.2f} {y * STEP:.2f} {turn}) (unit {unit}) (in_bom yes)'
        f' (on_board yes)\n{fields}\n(instances {project} (reference "{reference}") (unit {unit})))))'
    )


def _joined(project: str, netlist: Netlist, ends: list[End]) -> Iterator[str]:
    """What stands at each pin's end: a wire, a label, the sign of ground, or a cross."""
    for number, end in enumerate(ends):
        at = f"(at {end.x:.2f} {end.y:.2f}"
        facing = [other for other in ends if other.net == end.net and other.y == end.y and other.way == 180 - end.way]
        if end.net is None:
            yield f"(no_connect {at}))"
        elif facing and len(netlist.functions(end.net)) == 2:
            if end.way == 0:
                line = f"(xy {end.x:.2f} {end.y:.2f}) (xy {facing[0].x:.2f} {end.y:.2f})"
                yield f"(wire (pts {line}) (stroke (width 0) (type default)))"
                yield f'(label "{end.net}" {at} 0) (effects (font (size 1 1)) (justify left bottom)))'
        elif end.net == "GND":
            sign = (end.x / STEP, end.y / STEP, (end.way + 90) % 360)
            yield _instance(project, "power:GND", f"#PWR{number}", sign)
        else:
            justify = f" (justify {'left' if end.way in (0, 90) else 'right'})"
            yield f'(global_label "{end.net}" (shape passive) {at} {end.way}) {TEXT.format(justify)})'
