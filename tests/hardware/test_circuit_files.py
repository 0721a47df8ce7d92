"""What belongs to the circuit: the schematics and wiring pictures drawn of it, its parts lists, and the page."""

import csv
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from math import cos, radians, sin
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from simp_sexp import Sexp

from hardware.circuit import __main__ as program
from hardware.circuit import page, parts_list, rules, symbols
from hardware.circuit.catalogue import KINDS
from hardware.circuit.netlist import Netlist
from hardware.circuit.wiring import FULL, SCHEMATICS, SIZES, STARTER
from tavolo import wiring
from tavolo_host.slot.geometry import GRID
from tests.hardware import circuits
from tests.hardware.svg_support import Spot, lies_on, spots

HOUSE = Path(__file__).resolve().parents[2]
LIT = ("Pixel_Panel", "Pixels", "Pixel_Strip")
PAPER, THICK = "#fdfcf8", 2.6  # of the wiring pictures: the ground, and how wide a wire is

Leg = tuple[Spot, Spot]  # upright or level


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return program.files(circuits.every())


@pytest.mark.parametrize("size", SIZES)
def test_the_parts_list_holds_each_part_of_the_netlist_once_and_counts_truly(size: str, made: dict[str, str]) -> None:
    *rows, total, _ = csv.DictReader(made[f"parts-{size}.csv"].splitlines())
    listed = [reference for row in rows for reference in row["references"].split()]
    parts = circuits.parts(size).parts
    assert sorted(listed) == sorted(parts)
    for row in rows:
        kinds = [KINDS[parts[reference].kind] for reference in row["references"].split()]
        if kinds:
            assert int(row["count"]) == sum(kind.pieces for kind in kinds)
            assert {kind.part for kind in kinds} == {row["part"]}
            assert {kind.package for kind in kinds} == {row["package"]}
            assert int(row["packs to buy"]) * kinds[0].pack >= int(row["count"])
            assert row["group"] == ("light" if any(symbol in kinds[0].symbol for symbol in LIT) else "electronics")
    sums = [int(row["packs to buy"]) * float(row["price of a pack in EUR"]) for row in rows]
    assert float(total["sum in EUR"]) == pytest.approx(sum(sums))
    assert f"{parts_list.total_euro(parts_list.rows(size, circuits.parts(size))):.2f}" == total["sum in EUR"]


def test_the_pixels_that_are_bought_are_those_that_the_board_describes() -> None:
    bought = {kind: sum(KINDS[part.kind].pieces for part in circuits.parts(FULL).of_kind(kind)) for kind in KINDS}
    assert (bought["track"], bought["lamp"]) == (wiring.TRACK_PIXELS, wiring.LAMPS)
    assert bought["panel"] * 64 == wiring.FIELD_COLUMNS * wiring.FIELD_ROWS


def lists(expression: list, *names: str) -> list:
    """The lists within a KiCad expression that begin with one of these names."""
    return [item for item in expression if isinstance(item, list) and item and item[0] in names]


def symbols_of(sheet: list) -> dict[str, list]:
    """The symbols that a sheet of a schematic holds, by name."""
    return {symbol[1]: symbol for symbol in lists(lists(sheet, "lib_symbols")[0], "symbol")}


def placed_on(sheet: list) -> Iterator[tuple[list, dict[str, str]]]:
    """The parts on a sheet of a schematic, each with its properties."""
    for placed in lists(sheet, "symbol"):
        yield placed, {name: value for _, name, value, *_ in lists(placed, "property")}


def sheets_of(size: str) -> list[Sexp]:
    """Both sheets of a schematic."""
    return [Sexp(page.PAGE.with_name(f"{size}{more}.kicad_sch").read_text("utf-8")) for more in ("", "-seats")]


class Joined(dict[object, object]):
    """What is joined with what, directly or by way of others."""

    def root(self, thing: object) -> object:
        while self.setdefault(thing, thing) != thing:
            thing = self[thing]
        return thing

    def join(self, one: object, other: object) -> None:
        self[self.root(one)] = self.root(other)


def drawn_nets(sheets: list[Sexp]) -> dict[str, list[tuple[str, str]]]:
    """What the sheets of a schematic join, read as KiCad does: by places, wires and labels; pins left open under ""."""
    joined = Joined()
    pins = {}
    for number, sheet in enumerate(sheets):

        def places(expression: list, *names: str) -> list[tuple[int, float, float]]:
            return [(number, float(x), float(y)) for _, x, y, *_ in lists(expression, *names)]  # noqa: B023

        for wire in lists(sheet, "wire"):
            joined.join(*places(lists(wire, "pts")[0], "xy"))
        for label in lists(sheet, "label", "global_label"):
            joined.join(places(label, "at")[0], label[1])
        for cross in lists(sheet, "no_connect"):
            joined.join(places(cross, "at")[0], "")
        for placed, properties in placed_on(sheet):
            (_, symbol), (_, x, y, turn), (_, unit) = (lists(placed, name)[0] for name in ("lib_id", "at", "unit"))
            for half in lists(symbols_of(sheet)[symbol], "symbol"):
                for pin in lists(half, "pin") if f"_{unit}_" in half[1] else ():
                    (_, across, up, _) = lists(pin, "at")[0]
                    cosine, sine = cos(radians(turn)), sin(radians(turn))
                    spot = (round(x + across * cosine - up * sine, 2), round(y - across * sine - up * cosine, 2))
                    if symbol == "power:GND":
                        joined.join((number, *spot), "GND")
                    elif not properties["Reference"].startswith("#"):
                        pins[properties["Reference"], str(lists(pin, "number")[0][1])] = (number, *spot)
    found: dict[str, list[tuple[str, str]]] = {}
    for pin, spot in pins.items():
        found.setdefault(str(joined.root(spot)), []).append(pin)
    return {net: sorted(together) for net, together in found.items()}


@pytest.mark.parametrize("size", SCHEMATICS)
def test_the_schematic_joins_what_the_netlist_joins_and_crosses_what_it_leaves_open(size: str) -> None:
    found = circuits.parts(size)
    wanted = {net: sorted((part.reference, pin.number) for part, pin in found.on(net)) for net in found.nets()}
    wanted[""] = sorted(
        (part.reference, pin.number) for part in found.parts.values() for pin in part.pins if not pin.net
    )
    assert drawn_nets(sheets_of(size)) == wanted


@pytest.mark.parametrize("size", SCHEMATICS)
def test_the_schematic_names_each_part_as_the_netlist_does_with_its_symbol_value_and_role(size: str) -> None:
    wanted = {
        (
            part.reference,
            KINDS[part.kind].symbol,
            part.role,
            f"0x{rules.address(part) or 0:X}" if number else part.value,
        )
        for part in circuits.parts(size).parts.values()
        for number in [part.kind == "mpr121"]
    }
    drawn = {
        (words["Reference"], lists(placed, "lib_id")[0][1], words["Description"], words["Value"])
        for sheet in sheets_of(size)
        for placed, words in placed_on(sheet)
        if words["Value"] and not words["Reference"].startswith("#")  # only one of the shifter's units has its value
    }
    assert drawn == wanted


def test_the_pins_of_the_schematics_symbols_are_those_of_the_circuit() -> None:
    drawn = {
        name: symbol for sheet in sheets_of(FULL) + sheets_of(STARTER) for name, symbol in symbols_of(sheet).items()
    }
    for name, symbol in drawn.items():
        pins = [pin for half in lists(symbol, "symbol") for pin in lists(half, "pin")]
        read = [(str(lists(pin, "number")[0][1]), str(lists(pin, "name")[0][1]), pin[1]) for pin in pins]
        assert sorted(read) == sorted(symbols.PINS.get(name, read if name.startswith("power:") else ())), name
    assert set(symbols.PINS) <= set(drawn)


def test_two_makings_are_the_same_byte_by_byte_and_leave_nothing_elsewhere(
    made: dict[str, str], tmp_path: Path
) -> None:
    home, out = tmp_path / "home", tmp_path / "out"
    home.mkdir()
    surroundings = {**os.environ, "PYTHONHASHSEED": "5", "HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-m", "hardware.circuit", out], cwd=home, env=surroundings, check=True, timeout=300)
    written = [file for file in out.iterdir() if file.suffix != ".pdf"]
    assert {file.name: file.read_text(encoding="utf-8") for file in written} == made
    assert {path.name for path in home.iterdir()} <= {".cache", ".local"}  # KiCad's own


def overlap(one: Leg, other: Leg) -> bool:
    """Whether two wires lie on each other, instead of only crossing."""
    for along, across in ((0, 1), (1, 0)):
        level = one[0][across] == one[1][across] and other[0][across] == other[1][across]
        if level and abs(one[0][across] - other[0][across]) < THICK:
            (a, b), (c, d) = (sorted(spot[along] for spot in leg) for leg in (one, other))
            return min(b, d) > max(a, c)
    return False


def wired_in(picture: Path, netlist: Netlist) -> Iterator[tuple[set[str | None], int]]:
    """The nets of the pins that each knot of a wiring picture joins, and how many pins these are.

    Wires are joined where one of them ends on another of the same colour. No pin may be where two knots meet, and no
    wire may lie on one of another knot.
    """
    drawing = ElementTree.parse(picture).getroot()
    wires = [
        (shape.attrib["stroke"], spots(shape))
        for shape in drawing.iterfind("{*}polyline")
        if shape.attrib["stroke"] != PAPER  # the wire's own border
    ]
    joined = Joined()
    for (one, (colour, wire)), (other, (another, crossed)) in permutations(enumerate(wires), 2):
        if colour == another and any(lies_on(end, crossed) for end in (wire[0], wire[-1])):
            joined.join(one, other)
    for (one, (_, wire)), (other, (_, crossed)) in combinations(enumerate(wires), 2):
        for leg, beside in product(pairwise(wire), pairwise(crossed)):
            assert joined.root(one) == joined.root(other) or not overlap(leg, beside), (leg, beside)
    knots: dict[object, list[str | None]] = {}
    for shape in drawing.iterfind("*[@data-pin]"):
        at = shape.attrib
        place, net = (float(at["cx"]), float(at["cy"])), netlist.parts[at["data-part"]].pin(at["data-pin"]).net
        knot = {joined.root(number) for number, (_, wire) in enumerate(wires) if lies_on(place, wire)}
        assert len(knot) == (net is not None), at
        knots.setdefault(knot.pop() if knot else None, []).append(net)
    for nets in knots.values():
        yield set(nets), len(nets)


@pytest.mark.parametrize("size", SIZES)
def test_the_wiring_picture_joins_what_the_netlist_joins(size: str) -> None:
    picture, netlist = page.PAGE.with_name(f"wiring-{size}.svg"), circuits.parts(size)
    drawn = {
        (shape.attrib["data-part"], netlist.parts[shape.attrib["data-part"]].pin(shape.attrib["data-pin"]))
        for shape in ElementTree.parse(picture).getroot().iterfind("*[@data-pin]")
    }
    left_out = {
        (part, pin) for part in netlist.parts.values() for pin in part.pins if (part.reference, pin) not in drawn
    }
    # The Pico has many pins for ground; a strip goes on to nothing.
    assert {(part.kind, pin.net) for part, pin in left_out} <= {("pico", "GND"), ("track", None)}
    knots = list(wired_in(picture, netlist))
    assert all(len(nets) == 1 for nets, _ in knots)
    counts = Counter(pin.net for _, pin in drawn)
    assert {net: count for (net,), count in knots} == counts
    assert len(knots) == len(counts)


def seats_in(picture: str) -> dict[str, dict[str, tuple[float, float]]]:
    """Where a wiring picture has what is written on each seat's slot and keys: x to the right, y upwards."""
    words = [(each.text or "", (float(each.get("x", 0)), -float(each.get("y", 0)))) for each in
             ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]  # fmt: skip
    begins = [at for at, (word, _) in enumerate(words) if word == "ground strip"]
    found = [dict(words[at : at + 2 + wiring.PADS + 3]) for at in begins]
    return {next(word for word in seat if word.startswith("seat ")): seat for seat in found}


def test_the_wiring_pictures_show_slots_as_the_geometry_has_them_turned_perhaps_but_never_mirrored(
    made: dict[str, str],
) -> None:
    pads = {str(number): (pad.x, pad.y) for number, pad in enumerate(GRID.pads())}
    for size, upright in ((FULL, range(4)), (STARTER, range(1))):
        seats = seats_in(made[f"wiring-{size}.svg"])
        assert len(seats) == len(circuits.parts(size).of_kind("mpr121"))
        for number in range(len(seats)):
            way = 1 if number in upright else -1
            seat = {word: (way * x, way * y) for word, (x, y) in seats[f"seat {number + 1}"].items()}
            for one, other in permutations(pads, 2):
                for axis in (0, 1):
                    assert (seat[one][axis] < seat[other][axis]) == (pads[one][axis] < pads[other][axis]), number
            assert seat["ground strip"][1] > max(seat[pad][1] for pad in pads)
            left, middle, right = (seat[sign][0] for sign in "◀▶✓")
            assert left < middle < right


def test_the_pictures_are_svg_that_stays_within_its_frame(made: dict[str, str]) -> None:
    drawn = [ElementTree.fromstring(content) for name, content in made.items() if name.endswith(".svg")]
    assert len(drawn) == len(SIZES)
    for picture in drawn:
        _, _, width, height = (float(number) for number in picture.attrib["viewBox"].split())
        for shape in picture:
            x, y = (float(shape.get(name, shape.get(f"c{name}", "1"))) for name in "xy")
            assert 0 <= x <= width
            assert 0 <= y <= height
            if "points" in shape.attrib:
                spots = [spot.split(",") for spot in shape.attrib["points"].split()]
                assert all(0 <= float(x) <= width and 0 <= float(y) <= height for x, y in spots)


def test_the_page_holds_exactly_what_is_computed() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.filled(text, circuits.every()) == text, "`python -m hardware.circuit --page` updates the page."


def test_the_pictures_beside_the_page_are_those_that_are_drawn(made: dict[str, str]) -> None:
    for name, source in page.SCHEMATICS.items():
        with Image.open(page.PAGE.with_name(name)) as picture:
            assert picture.info["Source"] == page.digest(made[source])
    for name in (*(f"wiring-{size}.svg" for size in SIZES), *page.SCHEMATICS):
        assert f"]({name})" in page.PAGE.read_text(encoding="utf-8")
