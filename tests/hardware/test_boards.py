"""The printed circuit boards: board files, schematics and archives of the repository, read without KiCad.

Board files are read as S-expressions, the archives by gerbonara, which is not what made them.
"""

import csv
import io
import json
import warnings
import zipfile
from collections import defaultdict
from functools import cache
from math import hypot

import pytest
from gerbonara.excellon import ExcellonFile
from gerbonara.rs274x import GerberFile
from shapely import Point, Polygon, box
from shapely.ops import unary_union
from simp_sexp import Sexp

from hardware.boards import carrier_board, every, made_from, seat_boards
from hardware.boards.model import ORIGIN, Board
from hardware.circuit.wiring import FULL
from tavolo import wiring
from tavolo_host.slot.geometry import GRID
from tavolo_host.workshop.drawings import outlines
from tavolo_host.workshop.drawings.dimensions import TABLE
from tavolo_host.workshop.drawings.seat_sheets import key_places
from tavolo_host.workshop.printing import insert
from tests.hardware import circuits
from tests.hardware.foil_model import box_of

FOLDER = every.FOLDER
NAMES = ("carrier", "slot", "keys", "back", "insert")
VIA_DRILL = 0.3
LONGEST_TRACK = 40.0  # mm, of a pad: each cm adds some 0.4 pF to its stray


@cache
def boards() -> dict[str, Board]:
    return {board.name: board for board in every.boards()}


@cache
def tree(name: str) -> Sexp:
    return Sexp((FOLDER / name / f"{name}.kicad_pcb").read_text())


def lists(expression, name: str) -> list:
    return [item for item in expression if isinstance(item, list) and item and item[0] == name]


def one(expression, name: str) -> list:
    (found,) = lists(expression, name)
    return found


def reference(footprint) -> str:
    return next(item[2] for item in lists(footprint, "property") if item[1] == "Reference")


def nets_of(name: str) -> dict[str, dict[str, str]]:
    """Net by part and pin, as the board file has them; pins that are open on purpose are left out."""
    found: dict[str, dict[str, str]] = {}
    for footprint in lists(tree(name), "footprint"):
        for pad in lists(footprint, "pad"):
            for net in lists(pad, "net"):
                if not str(net[-1]).startswith("unconnected-"):
                    found.setdefault(reference(footprint), {})[str(pad[1])] = str(net[-1])
    return found


def point(place) -> tuple[float, float]:
    """A place of the board file in the board's own coordinates."""
    return round(float(place[1]) - ORIGIN[0], 4), round(ORIGIN[1] - float(place[2]), 4)


def edges(name: str) -> Polygon:
    lines = [line for line in lists(tree(name), "gr_line") if one(line, "layer")[1] == "Edge.Cuts"]
    follows = {point(one(line, "start")): point(one(line, "end")) for line in lines}
    corner = next(iter(follows))
    corners = [corner]
    while (corner := follows[corner]) != corners[0]:
        corners.append(corner)
    assert len(corners) == len(lines)
    return Polygon(corners)


@cache
def plot(name: str, ending: str) -> GerberFile | ExcellonFile:
    """A file of a board's archive by the end of its name, as gerbonara reads it."""
    with zipfile.ZipFile(FOLDER / name / f"{name}.zip") as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = packed.read(f"{name}-{ending}").decode()
        return ExcellonFile.from_string(text) if ending.endswith(".drl") else GerberFile.from_string(text)


def flashes(name: str, ending: str) -> list:
    return [thing for thing in plot(name, ending).objects if type(thing).__name__ == "Flash"]


# --- nets ------------------------------------------------------------------------------------------------------


def test_every_pin_of_the_carrier_is_on_the_net_that_the_circuit_gives_it():
    circuit, found = circuits.parts(FULL), nets_of("carrier")
    shared = [part for part in circuit.parts.values() if part.reference in carrier_board.PLACES]
    assert len(shared) >= 18
    assert found["J1"].pop("3") == "GND"  # the jack's switch, which the circuit leaves out
    for part in shared:
        assert found[part.reference] == {pin.number: pin.net for pin in part.pins if pin.net}, part.reference


def test_a_socket_for_each_seat_leads_to_the_pins_of_its_bus():
    found = nets_of("carrier")
    pico = found["U1"]
    gpio = {pin.name: pin.number for pin in circuits.parts(FULL).parts["U1"].pins}
    for seat in range(wiring.SEATS):
        socket = found[f"J1{seat + 1}"]
        data, clock = wiring.BUSES[wiring.seat_place(seat)[0]]
        assert socket["1"] == pico[gpio[f"GP{data}"]]
        assert (socket["2"], socket["3"]) == ("3V3", "GND")
        assert socket["4"] == pico[gpio[f"GP{clock}"]]


def test_nothing_of_the_circuit_is_on_no_board():
    circuit = circuits.parts(FULL)
    elsewhere = {"PS1", "J2", "J3"}  # the plug-in supply; the buses' sockets, which are one for each seat
    kinds = ("mpr121", "slot", "keys", "track", "panel", "lamp")
    left = {part.reference for part in circuit.parts.values() if part.kind not in kinds}
    assert left - set(nets_of("carrier")) == elsewhere


@pytest.mark.parametrize("seat", range(wiring.SEATS))
def test_the_slot_board_joins_at_each_seat_what_the_circuit_joins(seat):
    circuit, found = circuits.parts(FULL), nets_of("slot")
    bus, address = wiring.seat_place(seat)
    for ours, theirs in (("U1", f"MPR{seat + 1}"), ("S1", f"SLOT{seat + 1}"), ("J2", f"KEYS{seat + 1}")):
        for pin in circuit.parts[theirs].pins:
            if pin.net and pin.name != "ADDR":
                same = pin.net.replace(f"SEAT{seat + 1}_", "").replace(f"I2C{bus}_", "")
                assert found[ours][pin.number] == same, (theirs, pin)
    strap = found[f"JP{wiring.ADDRESSES.index(address) + 1}"]
    wanted = circuit.parts[f"MPR{seat + 1}"].pin("ADDR").net
    assert strap == {"1": wanted.replace(f"I2C{bus}_", ""), "2": "ADDR"}


def test_cable_keys_and_carrier_have_their_wires_in_one_order():
    slot, carrier = nets_of("slot"), nets_of("carrier")
    assert list(slot["J1"].values()) == [net.replace("I2C0_", "") for net in carrier["J11"].values()]
    assert slot["J2"] == nets_of("keys")["S1"] == nets_of("keys")["J1"]


# --- places ----------------------------------------------------------------------------------------------------


def test_pads_and_ground_strip_are_where_the_geometry_has_them():
    faces = {str(n): face for n, face in enumerate([*GRID.pads(), GRID.strip()], 1)}
    met = 0
    for flash in flashes("slot", "F_Cu.gtl"):
        part, number = flash.attrs.get(".P", ("", ""))[:2]
        if part == "S1":
            face = faces[number]
            assert (flash.x, flash.y) == pytest.approx((face.x, face.y), abs=1e-4)
            assert (flash.aperture.w, flash.aperture.h) == pytest.approx((face.width, face.depth), abs=1e-4)
            met += 1
    assert met == 10


def test_the_slot_board_takes_the_place_of_the_base_of_the_drawings():
    base = Polygon(outlines.base_outline(GRID, TABLE.slot))
    assert edges("slot").symmetric_difference(base).area < 0.01
    holes = {(round(hole.x, 3), round(hole.y, 3)): hole.aperture.diameter for hole in plot("slot", "NPTH.drl").objects}
    assert holes == dict.fromkeys(outlines.screws(TABLE.slot), TABLE.slot.screw)


def test_the_board_of_the_keys_is_the_plate_of_the_drawings_with_its_discs():
    low, left, high, right = edges("keys").bounds
    assert (high - low, right - left) == pytest.approx((TABLE.keys.plate_width, TABLE.keys.plate_depth), abs=0.01)
    discs = {flash.attrs[".P"][1]: (flash.x, flash.y) for flash in flashes("keys", "B_Cu.gbl")
             if flash.aperture.diameter == pytest.approx(TABLE.keys.diameter)}  # fmt: skip
    assert discs == {str(n): pytest.approx(place, abs=1e-4) for n, place in enumerate(key_places(TABLE.keys), 1)}


def test_the_back_plate_shares_screws_with_the_slot_and_stays_above_the_panel():
    screws = outlines.screws(TABLE.slot)
    holes = [(round(hole.x, 3), round(hole.y, 3)) for hole in plot("back", "NPTH.drl").objects]
    assert len(holes) == 4
    assert set(holes) < set(screws)
    for x, y in holes:
        assert edges("back").contains(Point(x, y).buffer(TABLE.slot.screw / 2 + 1.0))
    assert seat_boards.back_clearance_mm() > 2.0
    low, high = (edge for edge in edges("back").bounds[1::2])
    chip = boards()["slot"].parts[1].footprint
    assert low < GRID.pads()[4].y - max(-pad.y for pad in chip.pads)
    assert high > GRID.pads()[4].y + max(pad.y for pad in chip.pads)


@pytest.mark.parametrize("name", NAMES)
def test_a_plotted_outline_is_the_described_one(name):
    (low_x, low_y), (high_x, high_y) = plot(name, "Edge_Cuts.gm1").bounding_box()
    (left, low), (right, high) = boards()[name].box()
    assert (low_x, low_y, high_x, high_y) == pytest.approx((left, low, right, high), abs=0.06)
    assert edges(name).symmetric_difference(Polygon(boards()[name].outline)).area < 0.01


# --- what cards and fingers meet -------------------------------------------------------------------------------


def test_nothing_but_screws_opens_the_mask_on_the_front_of_the_slot_board():
    screws = set(outlines.screws(TABLE.slot))
    opened = {(round(thing.x, 3), round(thing.y, 3)) for thing in plot("slot", "F_Mask.gts").objects}
    assert opened == screws
    assert not plot("slot", "F_Silkscreen.gto").objects


def test_no_part_of_the_slot_board_reaches_through_it():
    """Only vias are drilled with copper, and none is bare on either side."""
    drilled = plot("slot", "PTH.drl").objects
    assert drilled
    assert {hole.aperture.diameter for hole in drilled} == {VIA_DRILL}
    assert all(".P" not in hole.attrs for hole in drilled)
    opened = [thing.bounding_box() for thing in flashes("slot", "B_Mask.gbs")]
    assert len(opened) == 18 + 4 + 3 + 8 + 6  # breakout, cable, keys, bridges, screws
    for hole in drilled:
        for (left, low), (right, high) in opened:
            assert not (left < hole.x < right and low < hole.y < high), (hole.x, hole.y)


def test_no_ground_lies_behind_the_pads():
    regions = [thing for thing in plot("slot", "B_Cu.gbl").objects if type(thing).__name__ == "Region"]
    assert regions
    poured = [Polygon(thing.outline) for thing in regions]
    for pad in GRID.pads():
        around = Point(pad.x, pad.y).buffer(hypot(pad.width, pad.depth) / 2)
        assert all(shape.intersection(around).area == 0 for shape in poured)


def test_front_copper_of_the_slot_board_keeps_away_from_the_patches_of_any_card():
    patches = [face.grown(GRID.patch_margin_mm + GRID.shift_mm) for face in [*GRID.pads(), GRID.strip()]]
    for thing in plot("slot", "F_Cu.gtl").objects:
        if thing.attrs.get(".P", ("",))[0] == "S1" or type(thing).__name__ == "Region":
            continue
        (left, low), (right, high) = thing.bounding_box()
        own = type(thing).__name__ == "Flash"  # a pad's own via lies in its pad
        for patch, net in zip(patches, [f"PAD{n}" for n in range(9)] + ["GND"], strict=True):
            apart = left > patch.x + patch.width / 2 or right < patch.x - patch.width / 2
            apart |= low > patch.y + patch.depth / 2 or high < patch.y - patch.depth / 2
            assert apart or (own and thing.attrs[".N"][0] == net), thing


def test_the_front_of_the_keys_is_bare_of_copper_and_its_signs_are_over_the_discs():
    assert not plot("keys", "F_Cu.gtl").objects
    signs = [thing for thing in plot("keys", "F_Silkscreen.gto").objects if type(thing).__name__ == "Region"]
    assert len(signs) == 3
    for sign, (x, y) in zip(signs, key_places(TABLE.keys), strict=True):
        assert Point(x, y).buffer(TABLE.keys.diameter / 2).contains(Polygon(sign.outline))


def test_the_insert_is_the_one_of_the_printed_sheets_under_mask_on_the_side_away_from_the_face():
    wanted = insert.insert_of(GRID)
    boxes = [flash.bounding_box() for flash in flashes("insert", "B_Cu.gbl")]
    copper = unary_union([box(*low, *high) for low, high in boxes])
    assert copper.symmetric_difference(unary_union([box_of(each) for each in wanted.copper()])).area < 0.1
    assert copper.geom_type == "Polygon"  # one piece, until it is punched
    for bare in ("F_Cu.gtl", "F_Mask.gts", "B_Mask.gbs"):
        assert not plot("insert", bare).objects
    for name in ("F_Silkscreen.gto", "B_Silkscreen.gbo"):
        rings = [Polygon(each.outline).bounds for each in plot("insert", name).objects if hasattr(each, "outline")]
        middles = [((left + right) / 2, (low + high) / 2) for left, low, right, high in rings]
        assert sorted(middles) == [
            pytest.approx(mark, abs=0.01) for mark in sorted(bridge.hole for bridge in wanted.bridges)
        ]
        assert {round(right - left, 2) for left, _, right, _ in rings} == {insert.PUNCH_MM}


# --- archives --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_an_archive_holds_what_a_factory_asks_for(name):
    with zipfile.ZipFile(FOLDER / name / f"{name}.zip") as packed:
        held = set(packed.namelist())
        job = json.loads(packed.read(f"{name}-job.gbrjob"))
    endings = ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "B_Mask.gbs", "F_Silkscreen.gto", "B_Silkscreen.gbo",
               "Edge_Cuts.gm1", "PTH.drl", "NPTH.drl", "job.gbrjob")  # fmt: skip
    assert {f"{name}-{ending}" for ending in endings} <= held
    assert job["GeneralSpecs"]["LayerNumber"] == 2
    assert job["GeneralSpecs"]["BoardThickness"] == pytest.approx(boards()[name].thickness)
    assert {entry["Path"] for entry in job["FilesAttributes"]} <= held


def test_the_positions_name_each_part_that_a_machine_places():
    with zipfile.ZipFile(FOLDER / "carrier" / "carrier.zip") as packed:
        rows = list(csv.DictReader(io.StringIO(packed.read("carrier-positions.csv").decode())))
    surface = {part.reference: part for part in boards()["carrier"].parts if part.footprint.surface}
    assert {row["Ref"] for row in rows} == set(surface)
    for row in rows:
        assert (float(row["PosX"]), float(row["PosY"])) == (surface[row["Ref"]].x, surface[row["Ref"]].y)


def tracks(name: str) -> list[tuple[str, list]]:
    """The net and the expression of every piece of track."""
    numbers = {str(net[1]): str(net[2]) for net in lists(tree(name), "net")}
    return [(numbers[str(one(track, "net")[1])], track) for track in lists(tree(name), "segment")]


def test_power_runs_in_copper_of_one_and_a_half_millimetres():
    widths = [float(one(track, "width")[1]) for net, track in tracks("carrier") if net in ("SUPPLY", "FUSED", "+5V")]
    assert min(widths) >= 1.5


def test_no_track_of_a_pad_is_longer_than_the_page_says():
    length: dict[str, float] = defaultdict(float)
    for net, track in tracks("slot"):
        (x, y), (far_x, far_y) = point(one(track, "start")), point(one(track, "end"))
        length[net] += hypot(far_x - x, far_y - y)
    assert all(length[f"PAD{pad}"] <= LONGEST_TRACK for pad in range(wiring.PADS)), length
    assert f"longer than {LONGEST_TRACK:.0f} mm" in (FOLDER / "README.md").read_text()


# --- what was made of what -------------------------------------------------------------------------------------


def test_the_boards_in_the_repository_are_those_that_would_be_made_now():
    """`make boards` makes them."""
    assert made_from.differences(tuple(boards().values())) == []
