"""What the guides for builders say: commands, files, messages, parts, wires and prices are those that exist."""

import ast
import io
import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from hardware.circuit import parts_list
from hardware.circuit.catalogue import PRICES_OF
from hardware.circuit.page import SIZES
from hardware.circuit.wiring import FULL, STARTER
from tavolo import wiring
from tavolo.games.cards import code_of
from tavolo_host.drawings.__main__ import sheets, write
from tavolo_host.drawings.dimensions import TABLE
from tavolo_host.printing.command import print_cards
from tavolo_host.selftest.bench import Chip
from tavolo_host.selftest.chips import ADDRESS_PINS, chip_faults
from tavolo_host.selftest.person import Asked
from tavolo_host.selftest.strips import FAULTS, STRIPS, fault_sentence
from tavolo_host.slot.geometry import GRID
from tavolo_host.slot.margins import _Report, tolerances
from tavolo_host.slot.measured import slot_with
from tavolo_host.words import common
from tests.hardware import circuits
from tests.hardware.guide_commands import HOUSE, PAGES, commands, name_of
from tests.hardware.printed_cards import decks
from tests.host.test_selftest import Hands, Workshop, clumsy, refusal_of, text_of, without

HARDWARE = HOUSE / "hardware"
BUILD, BEGIN = HARDWARE / "build.md", HARDWARE / "starter.md"
GUIDES = (BUILD, BEGIN)
SECTION = "If you have never held a soldering iron"
READING = {file: file.read_text(encoding="utf-8") for file in (*PAGES, HOUSE / "CHANGELOG.md")}


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a page, each as its rows of cells, the head first."""
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in block.splitlines()]
        yield [[cell.strip("| ") for cell in row] for row in (rows[0], *rows[2:])]


def table(text: str, *head: str) -> list[list[str]]:
    """The rows below this head, of all tables that have it."""
    found = [rows[1:] for rows in tables(text) if rows[0] == list(head)]
    assert found, head
    return [row for rows in found for row in rows]


def flat(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


# ---- files


def anchors(file: Path) -> set[str]:
    """The places within a page that a link can name, as GitHub makes them of headings."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", READING, ids=name_of)
def test_every_linked_file_and_place_exists(page: Path):
    links = re.findall(r"\]\(([^)]+)\)", READING[page])
    for link in links:
        if "://" in link:
            continue
        path, _, place = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not place or place in anchors(target), link


def test_every_picture_is_what_is_drawn_and_is_shown():
    drawn = sheets(GRID, TABLE)
    for picture in (HARDWARE / "pictures").iterdir():
        assert picture.read_text(encoding="utf-8") == drawn[picture.stem].as_svg()
        assert any(f"](pictures/{picture.name})" in text for text in READING.values()), picture.name


def test_the_drawings_and_sheets_that_a_guide_prints_are_made(tmp_path: Path):
    text = "".join(READING[page] for page in GUIDES)
    write(tmp_path / "drawings", with_print=False)
    named = re.findall(r"`build/hardware/drawings/([\w-]+\.\w+)`", text)
    assert "starter-templates.pdf" in named
    for name in named:
        assert (tmp_path / "drawings" / name).exists(), name
    print_cards("bambuti", ["B1", "B5", "B9"], "poker", tmp_path / "cards")
    printed = re.findall(r"`(cards/[\w./-]+\.pdf)`", READING[BEGIN])
    assert printed
    for name in printed:
        assert (tmp_path / name).exists(), name


def test_the_starter_is_told_what_it_is_before_its_first_light():
    typed = [command.text for command in commands(BEGIN) if command.is_step]
    told = next(at for at, command in enumerate(typed) if command.startswith("tavolo settings "))
    lit = [at for at, command in enumerate(typed) if "--strips field" in command]
    assert lit
    assert told < min(lit)


# ---- messages


def visitor(workshop: Workshop, short_mm: float | None = 0.0, takes_it_out: bool = True) -> Hands:
    """Somebody with card B1, who puts it so many mm short of the stop, or (None) not at all, and may leave it there."""

    def put_in(seat: int) -> None:
        if short_mm is not None:
            body = workshop.evening.body(seat)
            body.do(body.put_in(code_of("bambuti", 0), short_mm))

    return Hands(workshop, put_card_in=put_in, take_card_out=None if takes_it_out else lambda _: None)


def report_of(workshop: Workshop, **wishes) -> str:
    """What a check prints, on a terminal that is wide enough for each sentence."""
    return text_of(workshop.check(**wishes), 400)


def starter() -> Workshop:
    return without(*range(1, 8))


def electrode_reports() -> Iterator[str]:
    """What is printed of seats on whose electrodes something is wrong."""
    workshop = starter()
    for electrode in range(12):  # a breakout with nothing on it
        workshop.set_stray(0, electrode, 2.0 + 0.1 * (electrode % 3))
    workshop.begin_again()
    yield report_of(workshop, seats=(0,), automatic=True)
    usual = Workshop().evening.body(0).slot.pad_stray_pf[3]
    for electrode, picofarads in ((3, 0.01), (3, 4000.0), (7, 24.5), (3, usual + 3.0), (3, usual * 0.88)):
        workshop = starter()
        workshop.set_stray(0, electrode, picofarads)
        yield report_of(workshop, seats=(0,), automatic=True)
    workshop = Workshop()
    workshop.hardware.chips[7]._noise = [each * 6 for each in workshop.hardware.chips[7]._noise]
    yield report_of(workshop, seats=(7,), automatic=True)
    workshop = Workshop()
    workshop.evening.put_in(2, 0)
    workshop.begin_again()
    yield report_of(workshop, seats=(2,), automatic=True)


def chip_reports() -> Iterator[str]:
    """What is printed of chips that do not answer, or not always."""
    for missing in ((0,), (2,), (4, 5, 6, 7)):
        workshop = without(*missing)
        workshop.begin_again()
        yield report_of(workshop, automatic=True)
    workshop = Workshop()
    workshop.hardware.i2c(0).held = True
    yield report_of(workshop, automatic=True)
    for chip in (Chip(0, 0, 133, 3, 0x41), Chip(0, 1, 133, 0, -1)):
        yield "\n".join(chip_faults(1, chip, ()))


def reports_with_hands() -> Iterator[str]:
    """What is printed of keys and cards, right and wrong."""
    yield report_of(Workshop(), strips=STRIPS, cards=True)
    for short_mm, takes_it_out in ((0.0, True), (14.0, True), (None, True), (0.0, False)):
        workshop = starter()
        yield report_of(workshop, seats=(0,), person=visitor(workshop, short_mm, takes_it_out), cards=True)
    yield report_of(Workshop(), seats=(), strips=STRIPS[1:2])
    for felt in ((), (0,)):
        workshop = Workshop()
        yield report_of(workshop, seats=(2,), person=clumsy(workshop, (2, 1), felt))
    workshop = Workshop()
    workshop.hardware._buses.reverse()
    workshop.begin_again()
    yield report_of(workshop, seats=(0,))
    workshop = Workshop()
    workshop.evening.start()
    yield refusal_of(workshop, automatic=True)
    console = Console(file=io.StringIO(), width=400)
    Asked(console, nullcontext).touch(0, 0)
    yield console.file.getvalue()  # type: ignore[attr-defined]


@cache
def printed() -> str:
    """What the checks of boards with all these faults print."""
    advice = [fault_sentence(strip, fault) for strip in STRIPS for fault in FAULTS]
    return "\n".join([*chip_reports(), *electrode_reports(), *reports_with_hands(), *advice])


def own_sentences() -> Iterator[str]:
    """Sentences of the laptop's side as patterns, wherever little of them is filled in."""
    for folder in ("selftest", "."):
        for file in (HOUSE / "host" / "tavolo_host" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                parts = node.values if isinstance(node, ast.JoinedStr) else [node]
                words = [part.value if isinstance(part, ast.Constant) else None for part in parts]
                literal = "".join(word for word in words if isinstance(word, str))
                if len(literal) > 20 and all(word is None or isinstance(word, str) for word in words):
                    joined = ".+".join(
                        re.escape(word) for word in "\0".join(w or "" for w in words).split("\0") if word
                    )
                    yield re.sub(r"\\{\d*\\}", ".+", joined)  # templates have their fields in braces


def log_sentences() -> Iterator[str]:
    """Sentences of the log as patterns."""
    for template, kinds in common.TEMPLATES.values():
        spoken = {"seat": "Seat [1-8]", "number": "[0-9]+"}
        fillings = [spoken.get(kind, ".+") for kind in kinds.split()]
        pieces = re.split(r"\{(\d)\}", template[:1].upper() + template[1:])
        yield "".join(fillings[int(piece)] if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))


def can_be_printed(message: str) -> bool:
    """Whether the program has this message; … stands for what differs."""
    if re.search(".*?".join(re.escape(piece) for piece in message.split("…")), printed()):
        return True
    return any(re.fullmatch(pattern, message) for pattern in (*own_sentences(), *log_sentences()))


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_every_message_that_a_guide_quotes_is_one_that_the_program_prints(page: Path):
    messages = re.findall(r"“([^”]+)”", flat(READING[page]))
    assert len(messages) > 10
    assert [message for message in messages if not can_be_printed(message)] == []


def test_the_lines_of_a_seat_in_the_guide_are_those_that_are_printed():
    lines = re.search(r"((?:^     .*\n){3})", READING[BUILD], re.MULTILINE)
    assert lines
    for line in lines[1].splitlines():
        assert re.search(re.sub(r"(?: |\\ )+", " +", re.sub(r"\d+", "[0-9]+", line.strip())), printed()), line


def test_a_message_that_no_program_prints_is_found():
    assert not can_be_printed("Seat 1: no chip answers at address 0x5B of I2C0 (SDA GP4, SCL GP5): …")
    assert not can_be_printed("No board is plugged in.")
    assert not can_be_printed("Seat 9 can be read again.")


# ---- parts, wires, prices


def named_parts(size: str) -> set[str]:
    rows = parts_list.rows(size, circuits.parts(size))
    return {row.part for row in rows} | {f"{row.part}, {row.value}" for row in rows}


def test_every_part_of_the_guides_tables_is_on_the_parts_list():
    for row in table(READING[BEGIN], "part", "look for"):
        assert row[0] in named_parts(STARTER)
    steps = table(READING[BUILD], "step", "what", "parts")
    named = {part for step in steps for part in step[2].split("; ") if part and not part.startswith("as in steps")}
    assert named <= named_parts(FULL)
    assert {row.part for row in parts_list.rows(FULL, circuits.parts(FULL))} <= {
        part for name in named for part in (name, name.rsplit(", ", 1)[0])
    }


def test_no_part_of_the_starter_is_forgotten():
    listed = {row[0] for row in table(READING[BEGIN], "part", "look for")}
    for row in parts_list.rows(STARTER, circuits.parts(STARTER)):
        assert row.price_euro == 0 or {row.part, f"{row.part}, {row.value}"} & listed, row.part


PICO_SIDE = 20
ENDS = {"R4": "~", "R5": "~", "R1": "~", "D1": "~"}


def node(end: str) -> str:
    """What an end of a wire is joined to: a rail, one side of a row of the breadboard, or a pin."""
    hole = re.match(r"([a-j])(\d+)\b", end)
    if not hole:
        return end
    return f"{'left' if hole[1] in 'abcde' else 'right'} {hole[2]}"


def test_the_wires_of_the_breadboard_are_the_netlist():
    nodes: dict[str, str] = {}

    def root(name: str) -> str:
        while nodes.setdefault(name, name) != name:
            name = nodes[name]
        return name

    netlist = circuits.parts(STARTER)
    for pin in netlist.parts["U1"].pins:
        number = int(pin.number)
        side = f"left {number}" if number <= PICO_SIDE else f"right {2 * PICO_SIDE + 1 - number}"
        nodes[root(side)] = root(f"U1 {pin.number}")
    for what, start, end in table(READING[BEGIN], "what", "from", "to"):
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
        if part in ENDS:
            first, second = ("A", "K") if part == "D1" else ("1", "2")
            assert part != "D1" or ("without" in start and "with the ring" in end)
            if part.startswith("R") and part != "R1":
                first, second = "2", "1"  # its first end is at 3.3 V
            nodes[root(one)] = root(f"{part} {first}")
            nodes[root(other)] = root(f"{part} {second}")
        else:
            nodes[root(one)] = root(other)
    for one, other in table(READING[BEGIN], "breakout", "to"):
        nodes[root(one)] = root(other)
    wired: dict[str, str] = {}
    for net in netlist.nets():
        groups = set()
        for part, pin in netlist.on(net):
            groups.add(root(_end_name(part.reference, pin.name, pin.number)))
        if net == "GND":  # the Pico's own ground pins are joined inside
            groups -= {root(f"U1 {pin.number}") for pin in netlist.parts["U1"].pins if pin.name == "GND"} - {
                root("blue rail")
            }
        assert len(groups) == 1, (net, groups)
        (group,) = groups
        assert group not in wired, (net, wired[group])
        wired[group] = net


def _end_name(reference: str, name: str, number: str) -> str:
    """How the guide calls a pin of the netlist."""
    if reference == "SLOT1":
        return "ground strip" if number == "10" else f"pad {int(number) - 1}"
    if reference == "KEYS1":
        return f"key {'◀▶✓'[int(number) - 1]}"
    if reference == "MPR1" and re.fullmatch(r"E\d+", name):
        return f"MPR1 {name[1:]}"
    if reference in ("U1", "R1", "R4", "R5"):
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


def test_the_prices_for_beginners_are_the_parts_lists_totals():
    section = READING[HARDWARE / "README.md"].split(f"## {SECTION}\n")[1].split("\n## ")[0]
    assert f"typical prices of {PRICES_OF}" in section
    for size, words in SIZES.items():
        total = parts_list.total_euro(parts_list.rows(size, circuits.parts(size)))
        found = re.findall(rf"^\| {words}:[^|]*\| (\d+) EUR \|", section, re.MULTILINE)
        assert found == [f"{total:.0f}"]


# ---- figures


def test_the_pads_of_the_first_cards_are_those_of_their_foils_and_use_every_pad():
    known = {
        card.name: code for deck in decks() if deck.title == "Bambuti" for card in deck.cards for code in [card.code]
    }
    used = 0
    for name, pads in table(READING[BEGIN], "card", "pads"):
        assert pads == ", ".join(str(pad) for pad in range(wiring.PADS) if known[name] >> pad & 1)
        used |= known[name]
    assert used == (1 << wiring.PADS) - 1


def test_the_capacitances_up_to_which_the_starter_reads_are_computed():
    flat_pf = float(re.search(r"up to (\d+) pF an electrode", flat(READING[BEGIN]))[1])

    bent_pf = float(re.search(r"and up to (\d+) pF even", flat(READING[BEGIN]))[1])

    def worst(picofarads: float, bent: bool) -> float:
        geometry, charge = slot_with({"stray_pf": picofarads})
        report = _Report(geometry, charge)
        cases = [number for number, each in enumerate(tolerances(geometry)) if bent or "bent" not in each.name]
        return min(report.tolerance_row(number).margin for number in cases)

    assert worst(flat_pf, bent=False) > 0 > worst(flat_pf + 1, bent=False)
    assert worst(bent_pf, bent=True) > 0 > worst(bent_pf + 1, bent=True)
