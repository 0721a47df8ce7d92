"""The pieces, sheets, screws and tools of a whole table, counted from the drawings and guides that name them."""

import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from hardware.circuit import parts_list, table_parts
from hardware.circuit.wiring import FULL
from tavolo import wiring
from tavolo_host.slot.geometry import GRID
from tavolo_host.workshop.drawings import cut_list
from tavolo_host.workshop.drawings.cut_list import CUT_MM, EDGE_MM, packed
from tavolo_host.workshop.drawings.dimensions import TABLE, Piece
from tests.hardware import circuits
from tests.hardware.guide_commands import table
from tests.hardware.svg_support import Reading
from tests.hardware.test_drawings import inside

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
DRAWN = cut_list.drawings(GRID, TABLE)
SHEETS = {name: Reading(sheet) for name, sheet in DRAWN.items()}
PIECES = cut_list.pieces(DRAWN)
VARIANTS = ("slot-spacers", "slot-film-of-print")  # of pieces on other drawings
WORDS = {"two": 2, "eight": 8}


def outlines_of(reading: Reading) -> set[str]:
    """The pieces cut from a drawing: shapes on the cutting layer that lie in no other one."""
    cut = [shape for shape in reading.shapes if shape.layer == "cut"]
    return {shape.part for shape in cut if not any(inside(shape, other) for other in cut if other is not shape)}


def test_whatever_a_drawing_cuts_is_on_the_cut_list() -> None:
    listed = {(piece.drawing, piece.part) for piece in PIECES}
    for name, reading in SHEETS.items():
        for part in outlines_of(reading) if name not in VARIANTS else ():
            assert any(drawing == name and (part + " ").startswith(own + " ") for drawing, own in listed), (name, part)


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: f"{piece.drawing}-{piece.part}")
def test_a_pieces_count_is_that_of_its_drawings_title(piece: Piece) -> None:
    output = re.search(r"\(cut (\w+)", DRAWN[piece.drawing].title)
    if output and piece.part != "lamp":
        at_each = wiring.SEATS if piece.drawing == "slot-cheek" else 1
        assert piece.count == WORDS[output[1]] * at_each
    if piece.drawing.startswith(("slot-", "seat-")):
        assert piece.count % wiring.SEATS == 0


def test_the_page_of_the_drawings_and_the_cut_list_agree_on_counts() -> None:
    rows = table((HARDWARE / "README.md").read_text(encoding="utf-8"), "file", "what", "how many")
    numbers = {row[0].strip("`").removesuffix(".svg"): row[2] for row in rows}
    for name in {piece.drawing for piece in PIECES if piece.part != "lamp"}:
        counts = {piece.count for piece in PIECES if piece.drawing == name and piece.part != "lamp"}
        number = re.match(r"\d+", numbers[name])
        assert number, name
        assert int(number[0]) in counts, name


def test_pieces_lie_on_their_sheets_and_apart() -> None:
    for bought in cut_list.sheets(PIECES):
        places = packed(bought.pieces, bought.stock)
        assert len(places) == sum(piece.count for piece in bought.pieces)
        assert {place.sheet for place in places} == set(range(bought.count))
        sizes = sorted(tuple(sorted((p.width, p.depth))) for p in bought.pieces for _ in range(p.count))
        assert sorted(tuple(sorted((place.width, place.depth))) for place in places) == sizes
        for place in places:
            assert place.x >= EDGE_MM <= place.y
            assert place.x + place.width <= bought.stock.width - EDGE_MM
            assert place.y + place.depth <= bought.stock.depth - EDGE_MM
        for one, other in combinations(places, 2):
            across = max(one.x - other.x - other.width, other.x - one.x - one.width)
            along = max(one.y - other.y - other.depth, other.y - one.y - one.depth)
            assert one.sheet != other.sheet or max(across, along) >= CUT_MM - 1e-9


def holes(name: str, part: str = "screw") -> int:
    return len([shape for shape in SHEETS[name].of(part, "cut") if shape.part == part])


def test_there_is_a_screw_for_each_drawn_hole() -> None:
    counted = {each.where: each.count for each in table_parts.screws()}
    board = sum(inside(shape, SHEETS["box"].one("board")) for shape in SHEETS["box"].of("screw"))
    assert counted == {
        "slots": wiring.SEATS * holes("slot-base"),
        "seats' panels": wiring.SEATS * holes("seat-panel"),
        "middle": holes("middle-wells"),
        "box, below the middle": holes("middle-carrier", "box screw"),
        "bracket of the sockets": holes("sockets"),
        "board on its spacers": board,
        "spacers on the box": board,
    }
    assert counted["slots"] == 8 * 6
    assert holes("box") == counted["box, below the middle"] + board


def test_screws_are_long_enough_for_their_nuts_and_no_longer_than_they_are_sold() -> None:
    for each in table_parts.screws():
        end = each.length - each.through
        assert end >= 3.0
        shorter = [length for length in table_parts.SCREW_LENGTHS if length < each.length]
        assert not shorter or shorter[-1] - each.through < 3.0
    (slots, *_) = table_parts.screws(table=replace(TABLE, slot=replace(TABLE.slot, sheet=5.0)))
    assert slots.length == 16


def test_the_parts_list_has_the_counted_screws_nuts_and_sheets() -> None:
    listed = {row.part: row for row in parts_list.rows(FULL, circuits.parts(FULL))}
    screws = table_parts.screws()
    for name in {each.name for each in screws}:
        assert listed[name].count == sum(each.count for each in screws if each.name == name)
    assert listed["nut M3"].count == sum(each.count for each in screws if each.has_nut)
    for bought in cut_list.sheets(PIECES):
        assert listed[bought.name].count == listed[bought.name].packs == bought.count


def test_what_hangs_below_the_top_does_not_touch_the_ground() -> None:
    output = re.search(
        r"The box hangs (\d+) mm below the top: battens of (\d+) mm", (HARDWARE / "build.md").read_text("utf-8")
    )
    assert output
    hangs, batten = (int(number) for number in output.groups())
    assert round(table_parts.hangs_mm()) == hangs < batten
    assert any(f"batten, 20 × {batten} mm" in row.part for row in parts_list.rows(FULL, circuits.parts(FULL)))
    assert TABLE.sockets.height < batten
