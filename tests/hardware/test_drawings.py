"""The drawings, read back as geometry, against the slot's geometry, the wiring's pixels, and their own words."""

from dataclasses import replace
from itertools import combinations

import pytest
from shapely import LineString, Point, Polygon, box

from tavolo import wiring
from tavolo_host.slot.geometry import BRIDGE, GRID, SLEEVED
from tavolo_host.workshop.drawings import printed
from tavolo_host.workshop.drawings.command import CARDS
from tavolo_host.workshop.drawings.cut_list import drawings
from tavolo_host.workshop.drawings.dimensions import PANEL_FLEXIBLE, TABLE
from tavolo_host.workshop.drawings.outlines import front_mm, spacer_sheet_mm
from tests.hardware.svg_support import Reading

SHEETS = drawings(GRID, TABLE)
NAMES = sorted(SHEETS)


def read(name: str, geometry=GRID, table=TABLE) -> Reading:
    return Reading(drawings(geometry, table)[name])


def inside(small, large) -> bool:
    (x, y), (width, depth) = small.low, small.size
    (left, low), (across, along) = large.low, large.size
    return left <= x and low <= y and x + width <= left + across and y + depth <= low + along


def apart(one, other) -> bool:
    across = abs(one.middle[0] - other.middle[0]) - (one.size[0] + other.size[0]) / 2
    along = abs(one.middle[1] - other.middle[1]) - (one.size[1] + other.size[1]) / 2
    return max(across, along) >= 0


@pytest.mark.parametrize("name", NAMES)
def test_only_circles_have_a_diameter_and_it_is_true(name):
    reading = Reading(SHEETS[name])
    assert reading.diameters() <= {round(shape.size[0], 2) for shape in reading.shapes if shape.is_circle}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_a_drawing_is_outside_its_paper(name):
    reading = Reading(SHEETS[name])
    x, y, width, height = reading.paper()
    for shape in reading.shapes:
        for across, up in shape.points:
            assert x <= across * reading.scale <= x + width
            assert y <= -up * reading.scale <= y + height


@pytest.mark.parametrize("name", NAMES)
def test_the_cutting_layer_has_no_words_or_dimensions(name):
    cut = Reading(SHEETS[name]).layers.get("cut")
    assert cut is None or not [element for element in cut.iter() if element.tag.endswith(("text", "line"))]


def test_everything_to_cut_is_drawn_one_to_one():
    assert {name for name in NAMES if Reading(SHEETS[name]).scale != 1} == {"slot-section", "table-overview"}


# ---- the slot


def test_the_copper_of_the_base_is_the_geometrys_pads_and_strip():
    reading = read("slot-base")
    pads = reading.of("pad", "copper")
    assert [shape.part for shape in pads] == [f"pad {number}" for number in range(wiring.PADS)]
    for shape, pad in zip(pads, GRID.pads(), strict=True):
        assert shape.middle == (pad.x, pad.y)
        assert shape.size == (pad.width, pad.depth)
    strip = reading.one("strip")
    assert (strip.middle, strip.size) == (
        (GRID.strip().x, GRID.strip().y),
        (GRID.strip().width, GRID.strip().depth),
    )


def test_each_piece_of_copper_has_a_slit_that_touches_it_and_no_other():
    reading = read("slot-base")
    copper = [*reading.of("pad"), reading.one("strip")]
    for slit, own in zip(reading.of("slit"), copper, strict=True):
        x, y = slit.middle
        assert own.low[0] <= x - slit.size[0] / 2 <= x + slit.size[0] / 2 <= own.low[0] + own.size[0]
        assert y + slit.size[1] / 2 == pytest.approx(own.low[1], abs=0.001)
        assert all(apart(slit, other) for other in copper if other is not own)


def test_each_wire_on_the_back_begins_at_its_pads_slit_and_no_two_cross():
    front, back = read("slot-base"), read("slot-back")
    wires = back.of("wire")
    for wire, slit in zip(wires, front.of("slit"), strict=True):
        assert wire.points[0] == pytest.approx((-slit.middle[0], slit.middle[1]), abs=0.001)
    for one, other in combinations(wires, 2):
        assert not LineString(one.points).crosses(LineString(other.points)), (one.part, other.part)


def test_no_wire_passes_behind_a_pad_and_the_breakout_lies_behind_the_ground_strip_away_from_them_all():
    """Ground behind a pad makes isolated patches read three times as much (`hardware/field`)."""
    back = read("slot-back")
    across, along = GRID.pad_width_mm / 2, GRID.pad_depth_mm / 2
    pads = [box(-pad.x - across, pad.y - along, -pad.x + across, pad.y + along) for pad in GRID.pads()]
    for wire in back.of("wire"):
        assert all(LineString(wire.points).intersection(pad.buffer(-1e-6)).is_empty for pad in pads), wire.part
    breakout, base = back.one("breakout"), back.one("base")
    assert inside(breakout, base)
    assert breakout.low[1] > max(pad.bounds[3] for pad in pads)
    nut = 6.4 / 2  # M3, across its corners
    front = read("slot-base")
    for x, y in [screw.middle for screw in front.of("screw")]:
        across = abs(-x - breakout.middle[0]) - breakout.size[0] / 2
        assert max(across, abs(y - breakout.middle[1]) - breakout.size[1] / 2) > nut
    tail = front.of("slit")[-1]
    assert (
        abs(-tail.middle[0] - breakout.middle[0]) > (tail.size[0] + breakout.size[0]) / 2
    )  # the wire is soldered there


def test_holes_stay_within_their_parts_and_clear_of_pads_and_pocket():
    reading = read("slot-base")
    base = reading.one("base")
    for screw in reading.of("screw"):
        assert inside(screw, base)
        assert abs(screw.middle[0]) - screw.size[0] / 2 > GRID.pocket_width_mm / 2 + 1
        assert all(apart(screw, other) for other in [*reading.of("pad"), *reading.of("slit"), reading.one("strip")])


@pytest.mark.parametrize("card", CARDS)
def test_a_pocket_is_wider_than_its_card_by_the_shift_in_the_geometry(card):
    own = replace(GRID, card=CARDS[card])
    for spacer in (read("slot-layers", own).one("spacer"), read("slot-spacers").one(f"spacer {card}")):
        left, right = sorted(x for x, y in spacer.points if y == GRID.mouth_mm)[1:3]
        assert right - left == pytest.approx(CARDS[card].width_mm + 2 * GRID.shift_mm)


def test_the_layers_of_the_section_leave_the_geometrys_gaps():
    reading = read("slot-section")
    pad, film, card, hood = (reading.of(part)[0] for part in ("pad", "film", "card", "hood"))
    copper_top = pad.low[1] + pad.size[1]
    foil = reading.of("patch")[0].middle[1]
    assert foil - copper_top == pytest.approx(GRID.gap_mm, abs=0.001)
    assert card.low[1] + GRID.foil_depth_mm == pytest.approx(foil, abs=0.001)
    assert card.size[1] == pytest.approx(GRID.card_thickness_mm, abs=0.001)
    film_top = film.low[1] + film.size[1]
    assert film_top + GRID.foil_depth_mm - copper_top == pytest.approx(GRID.tight_gap_mm, abs=0.001)
    above_foil = GRID.card_thickness_mm - GRID.foil_depth_mm
    most = GRID.channel_tolerance_mm + GRID.thickness_tolerance_mm  # the drawing is nominal
    assert hood.low[1] - above_foil - copper_top == pytest.approx(GRID.wide_gap_mm - most, abs=0.001)
    assert front_mm(GRID, TABLE.slot) == pytest.approx(hood.low[1] + hood.size[1], abs=0.001)
    assert spacer_sheet_mm(GRID, TABLE.slot) + TABLE.slot.spacer_glue == pytest.approx(
        hood.low[1] - film_top, abs=0.001
    )


def test_a_bases_tenons_fit_the_cheeks_and_the_cheeks_tabs_the_seats_panel():
    holes = read("slot-cheek").of("mortise")
    base = read("slot-base").one("base")
    reach = TABLE.slot.outer_width / 2 + TABLE.slot.sheet
    ends = sorted(y for x, y in base.points if x == reach)
    for hole, (low, high) in zip(holes, (ends[:2], ends[2:]), strict=True):
        corners = hole.points
        length = ((corners[1][0] - corners[0][0]) ** 2 + (corners[1][1] - corners[0][1]) ** 2) ** 0.5
        assert length == pytest.approx(high - low, abs=0.001)
    cheek = read("slot-cheek").one("cheek")
    tabs = sorted(x for x, y in cheek.points if y == -TABLE.slot.sheet)
    slots = read("seat-panel").of("cheek slot")
    for slot, (low, high) in zip(slots[:2], (tabs[:2], tabs[2:]), strict=True):
        assert slot.size == pytest.approx((TABLE.slot.sheet, high - low), abs=0.001)
    assert slots[1].middle[1] - slots[0].middle[1] == pytest.approx(
        (tabs[2] + tabs[3] - tabs[0] - tabs[1]) / 2, abs=0.001
    )
    assert slots[2].low[0] - slots[0].low[0] - TABLE.slot.sheet == pytest.approx(TABLE.slot.outer_width)


# ---- seat and table


def test_a_seats_panel_has_room_for_all_its_parts():
    reading = read("seat-panel")
    panel = reading.one("panel")
    standing = [*reading.of("cheek slot"), reading.one("lamp"), reading.one("keys"), *reading.of("screw")]
    assert all(inside(part, panel) for part in [*standing, reading.one("slot"), reading.one("cable")])
    for one, other in combinations(standing, 2):
        assert apart(one, other), (one.part, other.part)
    lip = TABLE.seat_lip
    for slot in reading.of("cheek slot"):
        assert slot.low[0] - panel.low[0] > lip
        assert slot.low[1] - panel.low[1] > lip
    for screw in reading.of("screw"):
        assert min(abs(screw.middle[0] - panel.low[0]), abs(screw.middle[0] + panel.low[0])) < lip


def test_there_is_a_well_for_each_pixel_of_the_wiring_and_a_lamp_for_each_seat():
    reading = read("middle-wells")
    assert len(reading.of("track")) == wiring.TRACK_PIXELS
    assert len(reading.of("field")) == wiring.FIELD_COLUMNS * wiring.FIELD_ROWS
    whole = read("table-overview")
    assert len(whole.of("lamp")) == wiring.LAMPS == wiring.SEATS
    assert len(whole.of("seat")) == wiring.SEATS
    assert [len(whole.of(part)) for part in ("track", "field")] == [wiring.TRACK_PIXELS, 128]


@pytest.mark.parametrize("panel", [TABLE.lights.panel, PANEL_FLEXIBLE])
def test_wells_do_not_meet_and_are_as_far_apart_as_the_pixels(panel):
    lights = replace(TABLE.lights, panel=panel)
    reading = read("middle-wells", table=replace(TABLE, lights=lights))
    wells = [*reading.of("track"), *reading.of("field")]
    assert all(apart(one, other) for one, other in combinations(wells, 2))
    outline = reading.one("outline")
    assert all(inside(well, outline) for well in wells)
    track = [well.middle for well in reading.of("track")]
    for (x, y), (then_x, then_y) in zip(track, track[1:] + track[:1], strict=True):
        assert abs(x - then_x) + abs(y - then_y) == pytest.approx(lights.strip.pitch, abs=0.01)
    field = [well.middle for well in reading.of("field")]
    assert field[1][0] - field[0][0] == pytest.approx(panel.pitch, abs=0.01)
    assert field[8][0] - field[7][0] == pytest.approx(panel.size - 7 * panel.pitch, abs=0.01)
    assert field[0][1] - field[wiring.FIELD_COLUMNS][1] == pytest.approx(panel.pitch, abs=0.01)
    assert track[0][0] < 0 < track[0][1]  # the first is on the top left, and it goes to the right


def test_the_strips_pieces_carry_the_tracks_pixels_in_their_order():
    reading = read("middle-carrier")
    pixels = [pixel.middle for pixel in reading.of("pixel")]
    assert pixels == [well.middle for well in read("middle-wells").of("track")]
    pieces = reading.of("piece")
    held = [sum(inside(pixel, piece) for pixel in reading.of("pixel")) for piece in pieces]
    assert held == [22, 10, 22, 10]
    assert all(apart(one, other) for one, other in combinations(pieces, 2))
    assert [panel.size for panel in reading.of("panel") if not panel.is_circle] == [(65, 65), (65, 65)]


def test_the_openings_of_the_top_lie_apart_below_what_covers_them():
    reading = read("table-top")
    middle, top = reading.one("middle opening"), reading.one("top")
    seats = reading.of("seat opening")
    assert len(seats) == wiring.SEATS
    for opening in [*seats, middle]:
        assert inside(opening, top)
    for one, other in combinations([*seats, middle], 2):
        assert apart(one, other)
    panel, frame = read("seat-panel").one("panel"), read("middle-wells").one("outline")
    lip = 2 * TABLE.seat_lip
    assert sorted(seats[0].size) == pytest.approx(sorted((panel.size[0] - lip, panel.size[1] - lip)))
    assert middle.size[0] == pytest.approx(frame.size[0] - 2 * TABLE.lights.lip)
    wells = read("middle-wells")
    assert all(inside(well, middle) for well in [*wells.of("track"), *wells.of("field")])
    panels = read("table-overview").of("seat")
    assert all(apart(one, other) for one, other in combinations(panels, 2))


# ---- what covers and holds the electronics


def test_a_back_plate_stands_between_the_cheeks_in_its_slits_and_covers_the_breakout():
    plate = read("slot-back-plate").one("back plate")
    assert plate.size[0] == pytest.approx(TABLE.slot.outer_width - 2 * TABLE.slot.back_play)
    side = read("slot-side")
    leaning, breakout, base = (side.one(part) for part in ("back plate", "breakout", "base"))
    (foot, low), (edge, high) = leaning.points[:2]
    long = ((edge - foot) ** 2 + (high - low) ** 2) ** 0.5
    away = [((foot - x) * (high - low) - (edge - foot) * (low - y)) / long for x, y in breakout.points]
    assert min(away) > 2  # chips and solder stand less than that above the breakout
    assert max(away) > 15  # room for wires and plugs
    assert leaning.low[1] + leaning.size[1] > breakout.low[1] + breakout.size[1]
    assert leaning.low[0] < base.low[0] + base.size[0]  # it leans against it
    cheek = side.one("cheek")
    assert leaning.low[0] + leaning.size[0] < cheek.low[0] + cheek.size[0]
    panel = read("seat-panel")
    tabs = sorted(x for x, y in plate.points if y < 0)
    opening = TABLE.seat.depth / 2 - TABLE.seat_lip
    for slit, (low, high) in zip(panel.of("back slit"), (tabs[:2], tabs[2:]), strict=True):
        assert slit.size[0] == pytest.approx(high - low + TABLE.slot.back_play)
        assert slit.middle[0] == pytest.approx(TABLE.seat.slot_x + (low + high) / 2)
        assert slit.low[1] + slit.size[1] < opening  # nothing of the table's top is below it
        assert slit.size[1] > TABLE.slot.sheet
        assert all(apart(slit, other) for other in [*panel.of("cheek slot"), panel.one("cable")])


def test_the_walls_of_the_box_close_around_the_board_and_fit_each_other_and_the_bottom():
    reading, parts, thick = read("box"), TABLE.box, TABLE.slot.sheet
    bottom, board = reading.one("bottom"), reading.one("board")
    walls = {shape.part: shape for shape in reading.of("long wall")} | {s.part: s for s in reading.of("wall")}
    long, here, there = (next(s for name, s in walls.items() if word in name) for word in ("long", "sockets", "other"))
    slits = reading.of("slit")
    assert len(slits) == 8
    assert all(inside(slit, bottom) and apart(slit, board) for slit in slits)
    assert long.size[0] - 2 * thick == pytest.approx(parts.board_width + 2 * parts.play)
    assert here.size == there.size
    assert here.size[0] - 2 * thick == pytest.approx(parts.board_depth + 2 * parts.play)
    # At every height one of two walls that meet reaches to the corner, and the other does not.
    for wall in (here, there):
        for step in range(round(parts.height / parts.finger)):
            corners = [Point(each.low[0], each.low[1] + thick + (step + 0.5) * parts.finger) for each in (long, wall)]
            assert corners[0].touches(Polygon(long.points)) != corners[1].touches(Polygon(wall.points))
    depths = {round(slit.middle[1], 2) for slit in slits if slit.size[0] > slit.size[1]}
    assert max(depths) - min(depths) == pytest.approx(here.size[0] - thick)
    screws = reading.of("screw")
    assert len(screws) == 8
    assert sum(inside(screw, board) for screw in screws) == 4
    assert all(inside(screw, bottom) and all(apart(screw, slit) for slit in slits) for screw in screws)


def test_the_box_hangs_below_the_middle_clear_of_pixels_and_their_wires():
    reading = read("middle-carrier")
    screws = reading.of("box screw")
    outer = [screw.middle for screw in read("box").of("screw") if not inside(screw, read("box").one("board"))]
    assert sorted(screw.middle for screw in screws) == sorted(outer)
    taken = [*reading.of("panel"), *reading.of("panel wires"), *reading.of("piece"), *reading.of("track wires")]
    assert all(apart(screw, other) for screw in screws for other in taken)
    assert inside(read("table-overview").one("box"), read("table-overview").one("middle"))


def test_the_bracket_of_the_sockets_is_below_the_edge_and_below_no_opening():
    overview, reading = read("table-overview"), read("sockets")
    foot = overview.one("sockets")
    top = overview.one("top")
    assert foot.low[0] == pytest.approx(top.low[0])
    assert all(apart(foot, seat) for seat in [*overview.of("seat"), overview.one("middle")])
    face = reading.one("face")
    holes = [reading.one("supply"), reading.one("laptop"), *reading.of("screw of the socket")]
    assert all(inside(hole, face) for hole in holes)
    assert all(apart(one, other) for one, other in combinations(holes, 2))
    slits = reading.of("slit")
    tabs = sorted(x for x, y in face.points if y > 0)
    assert [slit.size[0] for slit in slits] == pytest.approx([tabs[1] - tabs[0], tabs[3] - tabs[2]])


# ---- the command


def test_the_command_writes_every_drawing_for_another_card_and_panel(tmp_path, monkeypatch, tavolo):
    monkeypatch.setattr(printed, "OPENSCAD", "no-such-program")
    options = ["--card", "bridge", "--thickness", "sleeved", "--panel", "flexible"]
    code, said, _ = tavolo("drawings", "--output", str(tmp_path / "drawings"), *options)
    assert code == 0
    assert said.endswith("left out: OpenSCAD makes them, and is not installed.\n")
    written = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "drawings").glob("*.svg")}
    assert sorted(written) == NAMES
    assert "80 × 80" not in written["middle-wells"]
    assert "flexible 8×8 panel" in written["middle-wells"]
    lights = replace(TABLE.lights, panel=PANEL_FLEXIBLE)
    expected = drawings(replace(GRID, card=BRIDGE).for_cards(SLEEVED), replace(TABLE, lights=lights))
    assert "wall = 0.95;" in (tmp_path / "drawings" / "slot_parameters.scad").read_text(encoding="utf-8")
    for name in ("slot-layers", "slot-section", "middle-wells"):
        assert written[name] == expected[name].as_svg()


def test_an_unknown_kind_is_refused_before_anything_is_written(tmp_path, sentence_of):
    said = sentence_of("drawings", "--panel", "round", "--output", str(tmp_path / "drawings"))
    assert said == "--panel is rigid or flexible, not “round”."
    assert not (tmp_path / "drawings").exists()
