"""What is made of the circuit: parts lists, schematics, pictures, and the page; the same each time."""

import csv
import os
import re
import subprocess
import sys
from itertools import combinations, permutations
from math import cos, radians, sin
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from simp_sexp import Sexp

from hardware.circuit import __main__ as program
from hardware.circuit import page, parts_list, pictures, schematic, symbols
from hardware.circuit.catalogue import KINDS
from hardware.circuit.wires import THICK, Leg
from hardware.circuit.wiring import FULL, STARTER
from tavolo import wiring
from tavolo_host.slot.geometry import GRID
from tests.hardware import circuits

HOUSE = Path(__file__).resolve().parents[2]
LIT = ("Pixel_Panel", "Pixels", "Pixel_Strip")


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return program.files(circuits.both())


@pytest.mark.parametrize("size", circuits.SIZES)
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


def drawn_nets(sheets: list[str]) -> dict[str, list[tuple[str, str]]]:
    """What the sheets of a schematic join, read as KiCad does: by places, wires and labels; pins left open under ""."""
    joins: dict[object, object] = {}

    def root(spot: object) -> object:
        while joins.setdefault(spot, spot) != spot:
            spot = joins[spot]
        return spot

    def lists(expression: list, *names: str) -> list:
        return [item for item in expression if isinstance(item, list) and item and item[0] in names]

    def places(expression: list, *names: str) -> list[tuple[int, float, float]]:
        return [(number, float(x), float(y)) for _, x, y, *_ in lists(expression, *names)]

    pins = {}
    for number, text in enumerate(sheets):
        sheet = Sexp(text)
        for wire in lists(sheet, "wire"):
            one, other = places(lists(wire, "pts")[0], "xy")
            joins[root(one)] = root(other)
        for label in lists(sheet, "label", "global_label"):
            joins[root(places(label, "at")[0])] = root(label[1])
        for cross in lists(sheet, "no_connect"):
            joins[root(places(cross, "at")[0])] = root("")
        symbols = {symbol[1]: symbol for symbol in lists(lists(sheet, "lib_symbols")[0], "symbol")}
        for placed in lists(sheet, "symbol"):
            (_, symbol), (_, x, y, turn), (_, unit) = (lists(placed, name)[0] for name in ("lib_id", "at", "unit"))
            reference = next(item[2] for item in lists(placed, "property") if item[1] == "Reference")
            for half in lists(symbols[symbol], "symbol"):
                for pin in lists(half, "pin") if f"_{unit}_" in half[1] else ():
                    (_, across, up, _) = lists(pin, "at")[0]
                    cosine, sine = cos(radians(turn)), sin(radians(turn))
                    spot = (round(x + across * cosine - up * sine, 2), round(y - across * sine - up * cosine, 2))
                    if symbol == "power:GND":
                        joins[root((number, *spot))] = root("GND")
                    elif not reference.startswith("#"):
                        pins[reference, str(lists(pin, "number")[0][1])] = (number, *spot)
    found: dict[str, list[tuple[str, str]]] = {}
    for pin, spot in pins.items():
        found.setdefault(str(root(spot)), []).append(pin)
    return {net: sorted(joined) for net, joined in found.items()}


@pytest.mark.parametrize("size", circuits.SIZES)
def test_the_schematic_joins_what_the_netlist_joins_and_crosses_what_it_leaves_open(
    size: str, made: dict[str, str]
) -> None:
    found = circuits.parts(size)
    wanted = {net: sorted((part.reference, pin.number) for part, pin in found.on(net)) for net in found.nets()}
    wanted[""] = sorted(
        (part.reference, pin.number) for part in found.parts.values() for pin in part.pins if not pin.net
    )
    assert drawn_nets([made[name] for name in (f"{size}.kicad_sch", f"{size}-seats.kicad_sch")]) == wanted


def test_the_pins_of_kicads_symbols_are_those_of_the_circuit() -> None:
    for symbol, pins in symbols.PINS.items():
        pattern = r'\(pin (\w+) .*?\(name "([^"]*)".*?\(number "(\w+)"'
        read = re.findall(pattern, schematic.symbol_text(symbol), re.DOTALL)
        assert sorted((number, name, function) for function, name, number in read) == sorted(pins), symbol


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


def test_the_wiring_pictures_lead_a_wire_to_every_pin_and_none_along_another() -> None:
    for size, loom in zip(circuits.SIZES, pictures.looms(circuits.both()).values(), strict=True):
        assert {end.reference for end in loom.terminals + loom.pads} == set(circuits.parts(size).parts)
        assert [(end.reference, end.pin) for end in loom.loose] == []
        for (net, leg), (another, other) in combinations(loom.laid, 2):
            assert net == another or not overlap(leg, other), (net, another)


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
    assert len(drawn) == 2
    for picture in drawn:
        _, _, width, height = (float(number) for number in picture.attrib["viewBox"].split())
        for shape in picture:
            x, y = (float(shape.get(name, shape.get(f"c{name}", "1"))) for name in "xy")
            assert 0 <= x <= width
            assert 0 <= y <= height
            if "points" in shape.attrib:
                spots = [spot.split(",") for spot in shape.attrib["points"].split()]
                assert all(0 <= float(x) <= width and 0 <= float(y) <= height for x, y in spots)


@pytest.mark.parametrize(
    ("reference", "pin", "net"),
    [("MPR2", "ADDR", "I2C0_SCL"), ("MPR6", "E3", "SEAT6_PAD4"), ("U2", "2", "LAMPS"), ("U1", "GP9", "TRACK")],
)
def test_a_wire_that_is_wrong_in_the_netlist_is_wrong_in_schematic_and_picture(
    reference: str, pin: str, net: str, made: dict[str, str]
) -> None:
    drawn = program.files(circuits.both() | {FULL: circuits.rewired(circuits.parts(FULL), reference, pin, net)})
    changed = {name for name, content in drawn.items() if content != made[name]}
    assert changed in ({"wiring-full.svg", name} for name in ("full.kicad_sch", "full-seats.kicad_sch"))


def test_the_page_holds_exactly_what_is_computed() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.filled(text, circuits.both()) == text, "`python -m hardware.circuit --page` updates the page."


def test_the_pictures_beside_the_page_are_those_that_are_drawn(made: dict[str, str]) -> None:
    for name in page.WIRING:
        assert page.PAGE.with_name(name).read_text(encoding="utf-8") == made[name]
    for name, source in page.SCHEMATICS.items():
        with Image.open(page.PAGE.with_name(name)) as picture:
            assert picture.info["Source"] == page.digest(made[source])
    for name in (*page.WIRING, *page.SCHEMATICS):
        assert f"]({name})" in page.PAGE.read_text(encoding="utf-8")
