"""The printed slot from OpenSCAD: no warning (of an open solid, say), and its dimensions."""

import shutil
from itertools import product

import pytest

from tavolo_host.slot.geometry import GRID
from tavolo_host.workshop.drawings import outlines, printed
from tavolo_host.workshop.drawings.dimensions import TABLE
from tests.hardware.stl_support import box, heights, triangles

SLOT, KEYS = TABLE.slot, TABLE.keys
NUDGE = (0.0137, 0.0291)  # off the edges of triangles


@pytest.fixture(scope="module")
def solids(tmp_path_factory):
    assert shutil.which("openscad"), "The printed slot needs OpenSCAD: `make openscad` installs it."
    folder = tmp_path_factory.mktemp("slot")
    printed.write_model(folder, GRID, TABLE)
    return {part: triangles(printed.render(folder, part)) for part in printed.PARTS}


def at(solid, x, y):
    return heights(solid, x + NUDGE[0], y + NUDGE[1])


@pytest.mark.parametrize("part", printed.PARTS)
def test_each_part_lies_on_the_printers_bed(solids, part):
    assert box(solids[part])[0][2] == 0


def test_the_base_has_its_drawings_size_and_the_height_of_film_and_channel(solids):
    low, high = box(solids["base"])
    reach = SLOT.outer_width / 2 + SLOT.sheet
    assert low == pytest.approx((-reach, -SLOT.end_stop, 0))
    wall = SLOT.sheet + GRID.film_mm + GRID.channel_mm
    assert high == pytest.approx((reach, GRID.mouth_mm + SLOT.lead_in, wall))


def test_pads_and_strip_are_recesses_in_which_the_tape_lies_flush(solids):
    floor = pytest.approx([0, SLOT.sheet - SLOT.printed_recess], abs=0.001)
    for face in [*GRID.pads(), GRID.strip()]:
        inset = 0.3
        for right, up in product((-1, 1), repeat=2):
            x = face.x + right * (face.width / 2 - inset)
            y = face.y + up * (face.depth / 2 - inset)
            assert at(solids["base"], x, y) == floor
        beyond = face.x - face.width / 2 - inset
        assert at(solids["base"], beyond, face.y) == pytest.approx([0, SLOT.sheet])


def test_slits_and_screw_holes_go_through(solids):
    for slit in outlines.slits(GRID, SLOT):
        assert at(solids["base"], slit.x, slit.y) == []
    for x, y in outlines.screws(SLOT):
        assert at(solids["base"], x, y) == []
        assert at(solids["hood"], x, y) == []


def test_pocket_end_stop_walls_and_key_are_where_the_geometry_has_them(solids):
    base, key, near = solids["base"], GRID.key(), 0.05
    wall = GRID.pocket_width_mm / 2
    top = pytest.approx([0, SLOT.sheet + GRID.film_mm + GRID.channel_mm])
    floor = pytest.approx([0, SLOT.sheet])
    assert at(base, 0, -near) == top
    assert at(base, 5, near) == floor
    for side in (-1, 1):
        assert at(base, side * (wall + near), 60) == top
        assert at(base, side * (wall - near), 60) == floor
    assert at(base, key.x, key.depth - near) == top
    assert at(base, key.x, key.depth + near) == floor
    assert at(base, key.x + key.width / 2 + near, 5) == floor
    assert at(base, wall - near, 5) == floor


def test_the_film_for_the_print_lies_between_its_walls(solids):
    for x, y in outlines.printed_film_outline(GRID, SLOT):
        assert at(solids["base"], x, y) == pytest.approx([0, SLOT.sheet])


def test_the_hood_covers_the_pocket_and_is_bevelled_at_the_mouth(solids):
    low, high = box(solids["hood"])
    assert low == pytest.approx((-SLOT.outer_width / 2, -SLOT.end_stop, 0))
    assert high == pytest.approx((SLOT.outer_width / 2, GRID.mouth_mm, SLOT.sheet))
    assert at(solids["hood"], 0, GRID.mouth_mm - 0.1)[-1] < SLOT.sheet - 1
    assert at(solids["hood"], 0, 30) == pytest.approx([0, SLOT.sheet])


def test_the_keys_copper_lies_below_the_cover_of_the_drawing(solids):
    low, high = box(solids["keys"])
    assert (high[0] - low[0], high[1] - low[1]) == pytest.approx((KEYS.plate_width, KEYS.plate_depth))
    for key in (-1, 0, 1):
        x = key * KEYS.pitch
        assert at(solids["keys"], x, 0.45 * KEYS.diameter) == pytest.approx([0, KEYS.cover])
        assert at(solids["keys"], x, KEYS.diameter / 2 + 1) == pytest.approx([0, KEYS.cover + KEYS.printed_recess])


def test_the_cheek_is_the_drawings(solids):
    low, high = box(solids["cheek"])
    outline = outlines.cheek_outline(GRID, SLOT)
    assert low[:2] == pytest.approx((min(x for x, _ in outline), min(y for _, y in outline)), abs=0.001)
    assert high[:2] == pytest.approx((max(x for x, _ in outline), max(y for _, y in outline)), abs=0.001)
    for corners in outlines.mortises(SLOT):
        middle = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
        assert at(solids["cheek"], *middle) == []


def test_a_warning_of_openscad_fails_with_a_sentence(tmp_path):
    printed.write_model(tmp_path, GRID, TABLE)
    with (tmp_path / printed.MODEL).open("a", encoding="utf-8") as model:
        model.write("cube(unknown);\n")
    with pytest.raises(printed.OpenScadError) as refusal:
        printed.render(tmp_path, "hood")
    assert str(refusal.value).startswith("OpenSCAD has something against the hood: WARNING: Ignoring unknown variable")
