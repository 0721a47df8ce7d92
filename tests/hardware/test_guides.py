"""The guides for builders: their commands, files, messages, parts, wires and prices exist."""

import ast
import re
import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.circuit import parts_list
from hardware.circuit.catalogue import PRICES_OF
from hardware.circuit.page import SIZES
from hardware.circuit.wiring import FULL, KEYS, LIGHTS, PANEL, STARTER
from tavolo import wiring
from tavolo_host.selftest.chips import ADDRESS_PINS
from tavolo_host.slot.geometry import GRID
from tavolo_host.texts import common
from tavolo_host.workshop.drawings.command import write
from tavolo_host.workshop.drawings.cut_list import drawings
from tavolo_host.workshop.drawings.dimensions import TABLE
from tavolo_host.workshop.printing.files import print_cards
from tavolo_host.workshop.printing.paper import A4
from tests.hardware import circuits
from tests.hardware.guide_commands import HOUSE, PAGES, commands, name_of, table
from tests.hardware.printed_cards import decks
from tests.hardware.svg_support import Spot, lies_on, spots

HARDWARE = HOUSE / "hardware"
RIG = HARDWARE / "rig"
BUILD, BEGIN, STAIRS = HARDWARE / "build.md", HARDWARE / "starter.md", HARDWARE / "stairs.md"
GUIDES = (BUILD, BEGIN, STAIRS)
STEPS = ("step", "what you add", "EUR, with postage", "time, estimated", "what plays")
POSTAGE_EURO = 6.00
SECTION = "If you have never held a soldering iron"
READING = {file: file.read_text(encoding="utf-8") for file in (*PAGES, HOUSE / "CHANGELOG.md")}


def flat(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


# ---- files


def anchors(file: Path) -> set[str]:
    """The anchors of a page, as GitHub derives them from headings."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", READING, ids=name_of)
def test_every_linked_file_and_anchor_exists(page: Path):
    links = re.findall(r"\]\(([^)]+)\)", READING[page])
    for link in links:
        if "://" in link:
            continue
        path, _, place = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not place or place in anchors(target), link


def test_every_picture_is_up_to_date_and_shown():
    drawn = drawings(GRID, TABLE)
    for picture in (HARDWARE / "pictures").iterdir():
        assert picture.read_text(encoding="utf-8") == drawn[picture.stem].as_svg()
        assert any(f"](pictures/{picture.name})" in text for text in READING.values()), picture.name


def test_the_drawings_and_sheets_that_a_guide_prints_are_made(tmp_path: Path):
    text = "".join(READING[page] for page in GUIDES)
    write(tmp_path / "drawings", with_print=False)
    named = re.findall(r"`drawings/([\w-]+\.\w+)`", text)
    assert "starter-templates.pdf" in named
    for name in named:
        assert (tmp_path / "drawings" / name).exists(), name
    print_cards("bambuti", ["B1", "B5", "B9"], "poker", A4, tmp_path / "cards")
    printed = re.findall(r"`(cards/[\w./-]+\.pdf)`", READING[BEGIN])
    assert printed
    for name in printed:
        assert (tmp_path / name).exists(), name


def test_the_wheel_that_a_page_installs_has_the_name_that_is_built():
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    built = f"{project['name'].replace('-', '_')}-{project['version']}-py3-none-any.whl"
    named = [name for text in READING.values() for name in re.findall(r"[\w.-]+\.whl", text)]
    assert len(named) > 2
    assert set(named) <= {built, "FILE.whl"}


def test_the_starter_gets_its_settings_before_its_first_light():
    typed = [command.text for command in commands(BEGIN) if command.is_step]
    told = next(at for at, command in enumerate(typed) if command.startswith("tavolo settings "))
    lit = [at for at, command in enumerate(typed) if "--strips field" in command]
    assert lit
    assert told < min(lit)


# ---- messages


@cache
def own_words() -> str:
    """All sentences of the laptop's side, without the values filled in."""
    names = "workshop", "workshop/selftest", "selftest", "board", "."
    folders = [HOUSE / "host" / "tavolo_host" / name for name in names]
    files = [file for folder in folders for file in folder.glob("*.py")]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    written = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return "\n".join([*written, *(template for template, _ in common.TEMPLATES.values())])


def unknown_words(message: str) -> list[str]:
    """Words of a message that no sentence of the program has, without filled-in values: numbers, signs, names or …."""
    written = re.sub(r"\b(seat|track|field|lamps|once)\b", "…", message)
    runs = re.findall(r"\b[a-z][a-z ]+[a-z]\b", written)
    return [run for run in runs if " " in run and run not in own_words()]


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_every_message_that_a_guide_quotes_is_one_that_the_program_prints(page: Path):
    messages = re.findall(r"“([^”]+)”", flat(READING[page]))
    assert len(messages) > (2 if page == STAIRS else 10)
    assert {message: words for message in messages if (words := unknown_words(message))} == {}
    assert unknown_words("Seat 1, key ▶: the touch was smelt.")


# ---- parts, wires, prices


def named_parts(size: str) -> set[str]:
    rows = parts_list.rows(size, circuits.parts(size))
    return {row.part for row in rows} | {f"{row.part}, {row.value}" for row in rows}


def section(page: Path, heading: str) -> str:
    """A part of a guide, from a heading to the next one of its level."""
    mark = heading.split()[0]
    return READING[page].split(f"\n{heading}")[1].split(f"\n{mark} ")[0]


def stairs(*headings: str) -> str:
    """These parts of the stairs."""
    return "\n".join(section(STAIRS, heading) for heading in headings)


PANEL_STEP, KEYS_STEP = "## 2.", "## 3."
FIRST_PANEL = stairs(PANEL_STEP).split("### More lights")[0]


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (STARTER, READING[BEGIN]),
        (PANEL, FIRST_PANEL),
        (LIGHTS, stairs(PANEL_STEP)),
        (KEYS, f"{FIRST_PANEL}\n{stairs(KEYS_STEP)}"),
    ],
)
def test_a_guides_parts_are_those_of_the_parts_list(size: str, text: str):
    listed = {row[0] for row in table(text, "part", "look for")}
    assert listed <= named_parts(size)
    for row in parts_list.rows(size, circuits.parts(size)):
        assert row.price_euro == 0 or {row.part, f"{row.part}, {row.value}"} & listed, row.part


def test_the_steps_of_the_build_guide_name_every_part_of_the_parts_list_and_no_other():
    steps = table(READING[BUILD], "step", "what", "parts")
    named = {part for step in steps for part in step[2].split("; ") if part and not part.startswith("as in steps")}
    assert named <= named_parts(FULL)
    assert {row.part for row in parts_list.rows(FULL, circuits.parts(FULL))} <= {
        part for name in named for part in (name, name.rsplit(", ", 1)[0])
    }


PICO_SIDE = 20
REFERENCE = re.compile(r"\b(?:R|D|MPR|PANEL|TRACK)\d\b")


def node(end: str) -> str:
    """The node at the end of a wire: a rail, one side of a breadboard row, or a pin."""
    hole = re.match(r"([a-j])(\d+)\b", end)
    if not hole:
        return end
    return f"{'left' if hole[1] in 'abcde' else 'right'} {hole[2]}"


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (STARTER, READING[BEGIN]),
        (PANEL, FIRST_PANEL),
        (LIGHTS, stairs(PANEL_STEP)),
        (KEYS, stairs(PANEL_STEP, KEYS_STEP)),
    ],
)
def test_the_wires_of_the_breadboard_are_the_netlist(size: str, text: str):
    nodes: dict[str, str] = {}

    def root(name: str) -> str:
        while nodes.setdefault(name, name) != name:
            name = nodes[name]
        return name

    netlist, holes = circuits.parts(size), set()
    for pin in netlist.parts["U1"].pins:
        number = int(pin.number)
        side = f"left {number}" if number <= PICO_SIDE else f"right {2 * PICO_SIDE + 1 - number}"
        nodes[root(side)] = root(f"U1 {pin.number}")
    for what, start, end in table(text, "what", "from", "to"):
        if not set(REFERENCE.findall(f"{what} {start} {end}")) <= set(netlist.parts):
            continue  # of another step
        for hole in re.findall(r"\b[a-j]\d+\b", f"{start} {end}"):
            assert hole not in holes, hole
            holes.add(hole)
        one, other = (re.sub(r", the end .*", "", each) for each in (start, end))
        named = re.search(r"\((\w+)\)", one)
        if named:
            number = int(node(one).split()[1])
            number = number if node(one).startswith("left") else 2 * PICO_SIDE + 1 - number
            assert netlist.parts["U1"].pin(named[1]).net == next(
                pin.net for pin in netlist.parts["U1"].pins if pin.number == str(number)
            )
        part = what.split(",")[0]
        one, other = (node(re.sub(r" \(.*", "", each)) for each in (one, other))
        if REFERENCE.fullmatch(part):
            first, second = ("A", "K") if part == "D1" else ("1", "2")
            assert part != "D1" or ("without" in start and "with the ring" in end)
            if netlist.parts[part].kind == "pull_up":
                first, second = "2", "1"  # its first end is at 3.3 V
            nodes[root(one)] = root(f"{part} {first}")
            nodes[root(other)] = root(f"{part} {second}")
        else:
            nodes[root(one)] = root(other)
    for one, other in table(text, "breakout", "to") if netlist.of_kind("mpr121") else ():
        nodes[root(one)] = root(other)
    wired: dict[str, str] = {}
    for net in netlist.nets():
        groups = set()
        for part, pin in netlist.on(net):
            groups.add(root(_end_name(size, part.reference, pin.name, pin.number)))
        if net == "GND":  # the Pico joins its own ground pins
            groups -= {root(f"U1 {pin.number}") for pin in netlist.parts["U1"].pins if pin.name == "GND"} - {
                root("blue rail")
            }
        assert len(groups) == 1, (net, groups)
        (group,) = groups
        assert group not in wired, (net, wired[group])
        wired[group] = net


def _end_name(size: str, reference: str, name: str, number: str) -> str:
    """The guide's name for a pin of the netlist."""
    if reference == "SLOT1":
        return "ground strip" if number == "10" else f"pad {int(number) - 1}"
    if reference.startswith("KEYS"):
        return f"key {'◀▶✓'[int(number) - 1]}" + (f" of seat {reference[4:]}" if size == KEYS else "")
    if reference.startswith("MPR") and re.fullmatch(r"E\d+", name):
        return f"{reference} {name[1:]}"
    if reference == "U1" or reference.startswith("R"):
        return f"{reference} {number}"
    return f"{reference} {name}"


def test_the_level_shifters_pins_and_the_addresses_are_those_of_the_wiring():
    shifter = {pin.number: pin.net for pin in circuits.parts(FULL).parts["U2"].pins}
    (row,) = [row for row in table(READING[BUILD], "between", "beeps") if row[0].startswith("GP")]
    outputs, inputs = (re.findall(pattern, row[0]) for pattern in (r"GP\d+", r"(?<!GP)\b\d\b"))
    pico = circuits.parts(FULL).parts["U1"]
    assert [pico.pin(name).net for name in outputs] == [shifter[number] for number in inputs]
    rows = table(READING[BUILD], "seats", "ADDR joined to", "address")
    assert [int(row[2], 16) for row in rows] == list(wiring.ADDRESSES)
    for number, row in enumerate(rows):
        assert row[0] == f"{number + 1} and {number + 5}"
        assert row[1] == ADDRESS_PINS[wiring.seat_place(number)[1]]


Pin = tuple[str, int, str]  # whose, its number, its name
SUPPLY = "board", 36, "3V3"
PINS = "pins, counted from the one beside the USB socket"


def drawn_at_the_rig() -> tuple[set[frozenset[Pin]], list[frozenset[Pin]]]:
    """The pins that each wire of the rig's picture joins, and those at each resistor.

    The picture has the pins in pairs, 1 and 40 first, each before its name.
    """
    drawing = ElementTree.parse(RIG / "wiring.svg").getroot()
    pins: dict[Spot, Pin] = {}
    for circle, name in pairwise(drawing):
        if circle.get("r") == "4.4":
            whose, place = divmod(len(pins), 2 * PICO_SIDE)
            number = 2 * PICO_SIDE - place // 2 if place % 2 else place // 2 + 1
            at = float(circle.attrib["cx"]), float(circle.attrib["cy"])
            pins[at] = ("rig", "board")[whose], number, name.text or ""
    lines = [spots(line) for line in drawing.iterfind("{*}polyline")]
    resistors = [(float(body.attrib["x"]) + 5, float(body.attrib["y"])) for body in drawing.iterfind("*[@width='10']")]
    legs = [next(line for line in lines if lies_on(top, line)) for top in resistors]
    wires = [line for line in lines if line not in legs]

    def pins_at(*places: Spot) -> frozenset[Pin]:
        ends = [end for wire in wires if any(lies_on(place, wire) for place in places) for end in (wire[0], wire[-1])]
        return frozenset(pin for at, pin in pins.items() if at in ends)

    return {pins_at(wire[0]) for wire in wires}, [pins_at(leg[0], leg[-1]) for leg in legs]


def test_the_rigs_page_picture_and_firmware_have_the_same_wires_and_resistors():
    text = READING[RIG / "README.md"]
    wires, pulled, uses = {frozenset({SUPPLY})}, set(), {}
    for at_board, at_rig, counted, what in table(text, "board", "rig", PINS, "what"):
        numbers = [int(number) for number in re.findall(r"\d+", counted)]
        own, other = (numbers[:1], numbers[1:]) if "of the rig" in counted else (numbers, numbers)
        for ends in zip(own, at_board.split(", "), other, at_rig.split(", "), strict=True):
            wire = frozenset({("board", *ends[:2]), ("rig", *ends[2:])})
            wires.add(wire)
            if "resistor" in what:
                pulled.add(wire | {SUPPLY})
        uses[re.split("[:;]", what)[0]] = at_rig
    drawn, resistors = drawn_at_the_rig()
    assert drawn == wires
    assert set(resistors) == pulled
    assert f"| {len(resistors)} resistors, 4.7 kΩ |" in text
    source = (RIG / "rig.py").read_text(encoding="utf-8")
    sdas, strips, reset = ast.literal_eval(re.findall(r"^SDAS, STRIPS, RESET = (.*)$", source, re.MULTILINE)[0])
    buses = {f"I2C{bus}": f"GP{sda}, GP{sda + 1}" for bus, sda in enumerate(sdas)}
    assert uses == {"": "GND", "pixels": ", ".join(f"GP{gp}" for gp in strips), **buses, "reset": f"GP{reset}"}


def total_euro(size: str) -> float:
    return parts_list.total_euro(parts_list.rows(size, circuits.parts(size)))


def test_the_prices_for_beginners_are_the_parts_lists_totals():
    section = READING[HARDWARE / "README.md"].split(f"## {SECTION}\n")[1].split("\n## ")[0]
    assert f"typical prices of {PRICES_OF}" in section
    for size in (FULL, STARTER):
        found = re.findall(rf"^\| {SIZES[size]}:[^|]*\| (\d+) EUR \|", section, re.MULTILINE)
        assert found == [f"{total_euro(size):.0f}"]
    assert f"| a Pico and a panel, from USB | {total_euro(PANEL) - POSTAGE_EURO:.0f} EUR |" in section


def test_the_prices_of_the_stairs_are_the_parts_lists_totals():
    text = READING[STAIRS]
    assert f"typical ones of {PRICES_OF}" in text
    prices = {row[0].split("]")[0].strip("["): row[2].split()[0].rstrip(",") for row in table(text, *STEPS)}
    assert prices == {
        "0": "0",
        "1": "0",
        "2": f"{total_euro(PANEL):.0f}",
        "more lights": f"{total_euro(LIGHTS) - total_euro(PANEL):.0f}",
        "3": f"{total_euro(KEYS) - total_euro(PANEL):.0f}",
        "4": "paper",
        "5": f"{total_euro(FULL):.0f}",
    }
    assert parts_list.total_euro(parts_list.rows(STARTER, circuits.parts(STARTER))) < total_euro(KEYS)


# ---- figures


def test_the_pads_of_the_first_cards_are_those_of_their_foils_and_use_every_pad():
    known = {card.name: card.code for deck in decks() if deck.title == "Bambuti" for card in deck.cards}
    used = 0
    for name, pads in table(READING[BEGIN], "card", "pads"):
        assert pads == ", ".join(str(pad) for pad in range(wiring.PADS) if known[name] >> pad & 1)
        used |= known[name]
    assert used == (1 << wiring.PADS) - 1
