"""What is made of the circuit: parts lists, netlists for KiCad, pictures, and the page; the same each time."""

import csv
import os
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.circuit import __main__ as program
from hardware.circuit import netlist, page, parts_list, pictures, sheets
from hardware.circuit.catalogue import KINDS
from hardware.circuit.wiring import FULL, STARTER
from tavolo import wiring
from tavolo_host.slot.geometry import GRID
from tests.hardware import circuits

HOUSE = Path(__file__).resolve().parents[2]
LIT = ("Pixel_Panel", "Pixels", "Pixel_Strip")


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return program.files({size: circuits.bench(size) for size in circuits.SIZES})


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
            assert {kind.name for kind in kinds} == {row["part"]}
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


@pytest.mark.parametrize("size", circuits.SIZES)
def test_the_netlist_for_kicad_joins_the_same_pins(size: str, made: dict[str, str]) -> None:
    text = made[f"{size}.net"]
    read = {}
    for name, nodes in re.findall(r'\(net\s+\(code \d+\)\s+\(name "([^"]+)"\)((?:\s+\(node.*?\)\))*)', text, re.DOTALL):
        read[name] = sorted(re.findall(r'\(ref "([^"]+)"\)\s+\(pin "([^"]+)"\)', nodes))
    found = circuits.parts(size)
    assert read == {net: sorted((part.reference, pin.number) for part, pin in found.on(net)) for net in found.nets()}
    assert re.findall(r'\(comp\s+\(ref "([^"]+)"\)', text) == sorted(found.parts)


def test_two_makings_are_the_same_byte_by_byte_and_leave_nothing_elsewhere(
    made: dict[str, str], tmp_path: Path
) -> None:
    home, out = tmp_path / "home", tmp_path / "out"
    home.mkdir()
    surroundings = {**os.environ, "PYTHONHASHSEED": "5", "HOME": str(home), "PYTHONPATH": str(HOUSE)}
    subprocess.run([sys.executable, "-m", "hardware.circuit", out], cwd=home, env=surroundings, check=True, timeout=300)
    assert {file.name: file.read_text(encoding="utf-8") for file in out.iterdir()} == made
    assert list(home.iterdir()) == []


def test_every_pin_of_every_part_is_on_a_sheet_of_the_schematic() -> None:
    for size in circuits.SIZES:
        parts = circuits.parts(size).parts
        drawn = {
            (place.reference, parts[place.reference].pin(name).number)
            for sheet in sheets.layouts(circuits.both())
            if sheet.size == size
            for place in sheet.places
            for name in (*place.left, *place.right, *place.top, *place.bottom)
            if name is not None
        }
        assert drawn == {(part.reference, pin.number) for part in parts.values() for pin in part.pins}


def test_the_wiring_pictures_lead_a_wire_to_every_pin_and_none_along_another() -> None:
    assert pictures.faults(circuits.both()) == []


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
    assert len(drawn) == 6
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
    bench = circuits.fresh_bench(FULL)
    circuits.rewire(bench, reference, pin, net)
    wrong = {FULL: netlist.read(bench), STARTER: circuits.parts(STARTER)}
    drawn = {**sheets.all_sheets(wrong), **pictures.all_pictures(wrong)}
    changed = {name for name, content in drawn.items() if content != made[name]}
    assert "wiring-full.svg" in changed
    assert len(changed) == 2


def test_the_page_holds_exactly_what_is_computed() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.filled(text, circuits.both()) == text, "`python -m hardware.circuit --page` makes the page anew."


def test_the_pictures_beside_the_page_are_those_that_are_drawn(made: dict[str, str]) -> None:
    for name in page.SHOWN:
        assert page.PAGE.with_name(name).read_text(encoding="utf-8") == made[name]
        assert f"]({name})" in page.PAGE.read_text(encoding="utf-8")
