"""The maker's settings: how the file is read, how errors are reported, and their effect on pixels and seats."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from pico_files import PicoFiles
from tavolo import wiring
from tavolo.lights import layout, palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.power import least_limit_ma
from tavolo.maker import settings
from tavolo.maker.keeping import NEW_FILE, changed, keep, known
from tavolo.maker.settings import FILE
from tavolo.play import reasons
from tavolo.seat import states
from tavolo_host.board.port import Port
from tavolo_host.board.settings import markdown_table
from tavolo_host.selftest.bench import Bench
from tavolo_host.selftest.check import Check
from tavolo_host.simulator.flash import PowerCut
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.texts.sentences import sentence
from tests.maker.test_selftest import Maker
from tests.table.evening import Evening

PAGE = (Path(__file__).resolve().parents[2] / "hardware" / "settings.md").read_text(encoding="utf-8")
# Every setting, each with a value that is not its default.
OTHERS = {
    "seats": "1,2,5-7",
    "phones": "3,4",
    "cards": "sleeved",
    "track_pixels": "144",
    "track_skip": "12",
    "track_step": "2",
    "panels": "1",
    "lamps": "field",
    "track_order": "RGB",
    "field_order": "BRGW",
    "lamps_order": "GBR",
    "track_begins": "last",
    "panel_begins": "right",
    "panel_rows": "serpentine",
    "panel_turn": "270",
    "brightness": "35",
    "limit_ma": "250",
    "i2c_khz": "100",
}


def read(*lines: str) -> tuple[dict[str, str], list[str]]:
    """The values of a file with these lines, and the sentences about it."""
    values, problems = settings.read("\n".join(lines).encode())
    return values, [sentence(problem) for problem in problems]


def with_settings(**values: object) -> dict[str, str]:
    return settings.defaults() | {name: str(value) for name, value in values.items()}


def evening_with(*lines: str, laptop: bool = True) -> Evening:
    """A virtual table whose board finds these lines at power-on."""
    evening = Evening(laptop=laptop)
    evening.table.hardware.virtual_files.write(FILE, "\n".join(lines).encode())
    evening.table.power_cycle()
    evening.run_ms(2500)
    return evening


# ---- the file


def test_every_setting_is_read_back() -> None:
    assert set(OTHERS) == set(settings.defaults())
    assert read(*[f"{name} = {value}" for name, value in OTHERS.items()]) == (OTHERS, [])
    assert not set(OTHERS.items()) & set(settings.defaults().items())


def test_comments_empty_lines_spaces_capitals_and_windows_line_ends_do_not_matter() -> None:
    text = "\ufeff# mine\r\n\r\n  Brightness=40 # dim\r\nSEATS = 3, 1-2\r\ntrack_order = rgb\r\n"
    values, problems = settings.read(text.encode())
    assert problems == []
    assert (values["brightness"], values["seats"], values["track_order"]) == ("40", "1-3", "RGB")


NAMES = ", ".join(settings.defaults())


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("brightness = 101", "brightness is 1 to 100 %, not “101”."),
        ("brightness = 0", "brightness is 1 to 100 %, not “0”."),
        ("brightness = 5 0 %", "brightness is 1 to 100 %, not “50%”."),
        ("brightness = ²", "brightness is 1 to 100 %, not “²”."),
        ("brightness =", "brightness is 1 to 100 %, not “”."),
        ("brightness", "brightness is 1 to 100 %, not “”."),
        ("limit_ma = 2001", "limit_ma is 25 to 2000 mA, not “2001”."),
        ("limit_ma = 24", "limit_ma is 25 to 2000 mA, not “24”."),
        ("limit_ma = 224", "the setting limit_ma = 224 leaves no light for 200 pixels; at least 225 mA are needed."),
        ("track_pixels = 63", "track_pixels is 0 or 64 to 144, not “63”."),
        ("track_pixels = 1", "track_pixels is 0 or 64 to 144, not “1”."),
        ("track_step = 3", "track_step is 1 to 2, not “3”."),
        ("track_skip = 1", "track_skip and track_step need a track of 65 pixels, and it has 64."),
        ("track_step = 2", "track_skip and track_step need a track of 127 pixels, and it has 64."),
        ("panels = 3", "panels is 0, 1 or 2, not “3”."),
        ("lamps = here", "lamps is strip, field or none, not “here”."),
        (
            "field_order = WGRB",
            "field_order is GRB, RGB, RBG, GBR, BRG, BGR, GRBW, RGBW, RBGW, GBRW, BRGW or BGRW, not “WGRB”.",
        ),
        ("panel_turn = 45", "panel_turn is 0, 90, 180 or 270, not “45”."),
        ("i2c_khz = 1000", "i2c_khz is 100 or 400, not “1000”."),
        ("seats = 0", "seats is all, none, or seats from 1 to 8, not “0”."),
        ("seats = 1,9", "seats is all, none, or seats from 1 to 8, not “1,9”."),
        ("seats = 3-1", "seats is all, none, or seats from 1 to 8, not “3-1”."),
        ("seats = 1-999999999", "seats is all, none, or seats from 1 to 8, not “1-999999999”."),
        ("seats = no", "seats is all, none, or seats from 1 to 8, not “no”."),
        ("colour = 3", f"there is no setting “colour”; there are {NAMES}."),
        ("make it bright", "“make it bright” sets nothing; it should read NAME = VALUE."),
        ("= 3", "“=3” sets nothing; it should read NAME = VALUE."),
    ],
)
def test_a_wrong_line_is_reported_with_what_is_possible_and_all_others_count(line: str, wanted: str) -> None:
    values, sentences = read("# first", line, "i2c_khz = 100" if "i2c" not in line else "")
    assert sentences == ["Line 2 of the board's tavolo.txt is ignored: " + wanted]
    assert values == with_settings(**{} if "i2c" in line else {"i2c_khz": 100})


def test_a_second_line_of_a_setting_is_reported_and_the_first_counts() -> None:
    values, sentences = read("panels = 1", "panels = 0")
    assert values["panels"] == "1"
    assert sentences == ["Line 2 of the board's tavolo.txt is ignored: panels is already set in line 1."]


def test_lamps_on_a_missing_field_are_reported() -> None:
    values, sentences = read("lamps = field", "panels = 0")
    assert (values["lamps"], values["panels"]) == ("strip", "0")
    assert sentences == [
        "Line 1 of the board's tavolo.txt is ignored: the setting lamps = field needs a panel, but panels = 0."
    ]


def test_a_limit_that_is_too_low_for_a_whole_table_is_enough_for_a_starter() -> None:
    starter = ("seats = 1", "panels = 1", "track_pixels = 0", "lamps = field")
    assert read(*starter, "limit_ma = 89") == (
        with_settings(seats=1, panels=1, track_pixels=0, lamps="field", limit_ma=89),
        [],
    )
    assert len(read(*starter, "limit_ma = 88")[1]) == 1
    assert least_limit_ma(settings.pixels_of(read(*starter)[0])) == 89


def test_bytes_that_are_no_text_and_a_file_without_end_stop_nothing() -> None:
    values, problems = settings.read(b"\xff\xfe = \x80\nbrightness = 9\n")
    assert values["brightness"] == "9"
    assert len(problems) == 1
    values, problems = settings.read(b"brightness = 9\n" + b"#" * settings.MOST_BYTES)
    assert values == settings.defaults()
    assert [problem[0] for problem in problems] == [reasons.SETTINGS_TOO_LONG]
    chance = Random(3)
    for _ in range(300):
        values, problems = settings.read(chance.randbytes(chance.randrange(200)).replace(b"\x00", b"\npanels=") * 2)
        assert set(values) == set(OTHERS)
        assert len(problems) <= settings.MOST_PROBLEMS
        for problem in problems:
            sentence(problem)


# ---- changing it


def test_a_change_leaves_comments_and_other_lines_as_they_are() -> None:
    before = b"# mine\r\nbrightness = lots  # of it\r\n\r\nbrightness = 3\r\nodd\r\n"
    after, problem = changed(before, [("brightness", "30"), ("panels", "1")])
    assert problem is None
    assert after == b"# mine\nbrightness = 30  # of it\n\nodd\npanels = 1\n"
    assert settings.read(after)[0] == with_settings(brightness=30, panels=1)


def test_the_files_of_the_pico_are_replaced_as_a_whole(tmp_path: Path) -> None:
    files = PicoFiles(f"{tmp_path}/")
    assert known(files) == (settings.defaults(), [])
    assert keep(files, [("brightness", "30")]) is None
    assert keep(files, [("panels", "1")]) is None
    assert known(files)[0] == with_settings(brightness=30, panels=1)
    assert [file.name for file in tmp_path.iterdir()] == [FILE]
    assert keep(PicoFiles(f"{tmp_path}/nowhere/"), [("panels", "1")]) == (reasons.SETTINGS_NOT_WRITTEN,)


@pytest.mark.parametrize("operation", ["write", "rename"])
def test_settings_survive_a_power_cut_while_they_are_written(operation: str) -> None:
    evening = evening_with("brightness = 30")
    files = evening.table.hardware.virtual_files
    files.cut_before = operation
    request = evening.companion.ask("change_settings", (("brightness", "60"),))
    with pytest.raises(PowerCut):
        evening.run_ms(1000)
    evening.table.power_cycle()
    evening.run_ms(6000)
    assert request.accepted is not True
    assert NEW_FILE in files.contents
    assert known(files) == (with_settings(brightness=30), [])
    request = evening.companion.ask("change_settings", (("brightness", "60"),))
    evening.run_ms(4000)
    assert request.accepted
    assert known(files) == (with_settings(brightness=60), [])
    assert NEW_FILE not in files.contents


def test_settings_are_sent_but_not_changed_during_a_game() -> None:
    evening = Evening()
    evening.start(3)
    play = evening.board.referee.play
    request = evening.companion.ask("change_settings", (("brightness", "60"),))
    evening.run_ms(1000)
    assert (request.accepted, request.sentence) == (False, sentence((reasons.GAME_IS_RUNNING,)))
    assert evening.table.hardware.virtual_files.contents == {}
    request = evening.companion.ask("ask_settings")
    evening.run_ms(1000)
    assert request.accepted
    assert evening.board.referee.play is play


def test_settings_are_not_changed_during_a_selftest() -> None:
    maker = Maker().begin()
    assert maker.ask("change_settings", (("brightness", "60"),)) == (False, (reasons.SELFTEST_RUNS,))


def test_wrong_lines_of_any_length_are_logged_and_the_board_plays() -> None:
    evening = evening_with("brightness = 200", "panels = 1", *["x" * 150] * 20)
    told = [text for text in evening.sentences("note") if " is ignored: " in text]
    assert told[0] == "Line 1 of the board's tavolo.txt is ignored: brightness is 1 to 100 %, not “200”."
    assert len(told) == settings.MOST_PROBLEMS
    evening.start(3)
    evening.play_actions(3)


# ---- pixels


def on_wires(canvas: Canvas, **values: object) -> dict[str, bytes]:
    """What each strip of a board with these settings has on its wire when it shows this."""
    evening = evening_with(*[f"{name} = {value}" for name, value in values.items()], laptop=False)
    frames: dict[str, bytes] = {}
    for strip in WIRES:
        getattr(evening.table.hardware, strip)._listener = partial(keep_newest, frames, strip)
    evening.board.showing.lights.show(canvas)
    evening.table.clock.advance_ms(20)
    assert all(getattr(evening.table.hardware, strip).frames for strip in WIRES)
    return frames


def keep_newest(frames: dict[str, bytes], strip: str, _: int, levels: bytes) -> None:
    """Listen to a strip's wire."""
    frames[strip] = levels


RED, GREEN, BLUE = palette.REFUSED, palette.SEAT + 2, palette.CARD
WIRES = ("track", "field", "lamps")


@pytest.mark.parametrize("place", range(len(settings.ORDERS)))
def test_colours_reach_each_strips_wire_in_the_order_that_is_set(place: int) -> None:
    canvas = Canvas()
    for pixels in canvas.strips:
        pixels[0] = palette.SEAT
    colour = dict(zip("RGBW", (*palette.RGB[palette.SEAT], 0), strict=True))
    orders = {f"{strip}_order": settings.ORDERS[place - number] for number, strip in enumerate(WIRES)}
    on_wire = on_wires(canvas, **orders)
    for strip in WIRES:
        order = orders[f"{strip}_order"]
        assert on_wire[strip][: len(order)] == bytes(colour[letter] for letter in order)


@pytest.mark.parametrize(
    ("values", "pixels"),
    [
        # where the wire has (0, 0), (7, 0), (0, 1) and (8, 0)
        ({}, (0, 7, 8, 64)),
        ({"panel_rows": "serpentine"}, (0, 7, 15, 64)),
        ({"panel_begins": "right"}, (64, 71, 72, 0)),
        ({"panel_turn": 90}, (56, 0, 57, 120)),
        ({"panel_turn": 180}, (63, 56, 55, 127)),
        ({"panel_turn": 270}, (7, 63, 6, 71)),
        ({"panel_turn": 90, "panel_rows": "serpentine", "panel_begins": "right"}, (127, 64, 126, 63)),
    ],
)
def test_the_field_is_right_however_its_panels_are_laid(values: dict[str, object], pixels: tuple[int, ...]) -> None:
    colours = (RED, GREEN, BLUE, palette.WHITE)
    places = ((0, 0), (7, 0), (0, 1), (8, 0))
    canvas = Canvas()
    for (column, row), colour in zip(places, colours, strict=True):
        canvas.field[row * wiring.FIELD_COLUMNS + column] = colour
    levels = on_wires(canvas, **values)["field"]
    lit = {at // 3: levels[at : at + 3] for at in range(0, len(levels), 3) if any(levels[at : at + 3])}
    wanted = {}
    for at, colour in zip(pixels, colours, strict=True):
        red, green, blue = palette.RGB[colour]
        wanted[at] = bytes((green, red, blue))
    assert lit == wanted


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("is_serpentine", [False, True])
@pytest.mark.parametrize("panels", [1, 2])
def test_every_pixel_of_the_field_has_its_own_place(panels: int, is_serpentine: bool, turns: int) -> None:
    seen = sorted(place for place in layout.field_places(panels, False, is_serpentine, turns))
    assert seen == [row * 16 + column for row in range(8) for column in range(8 * panels)]


@pytest.mark.parametrize("strip", WIRES)
def test_a_strip_with_white_looks_like_one_without_when_set_up(strip: str) -> None:
    canvas = Canvas()
    canvas.track[3] = canvas.field[3] = canvas.lamps[3] = GREEN
    looks = []
    for order in ("GRB", "GRBW"):
        evening = evening_with(f"{strip}_order = {order}", laptop=False)
        wire = getattr(evening.table.hardware, strip)
        wire.bytes_per_pixel = len(order)
        evening.run_ms(300)
        evening.board.showing.lights.show(canvas)
        evening.table.clock.advance_ms(20)
        looks.append(wire.pixels)
    assert looks[0] == looks[1]
    assert looks[0][3] == palette.RGB[GREEN]


def test_a_track_that_begins_at_its_last_space_is_turned_round() -> None:
    canvas = Canvas()
    canvas.track[0] = RED
    levels = on_wires(canvas, track_begins="last")["track"]
    assert [at // 3 for at in range(0, len(levels), 3) if any(levels[at : at + 3])] == [63]


@pytest.mark.parametrize(
    ("pixels", "skip", "step", "lit"),
    [(64, 0, 1, (0, 63)), (100, 0, 1, (0, 63)), (100, 36, 1, (36, 99)), (144, 0, 2, (0, 126)), (144, 17, 2, (17, 143))],
)
def test_of_a_longer_track_the_spaces_are_where_they_are_set_and_all_others_dark(
    pixels: int, skip: int, step: int, lit: tuple[int, int]
) -> None:
    canvas = Canvas()
    canvas.track[:] = bytes([RED]) * wiring.TRACK_PIXELS
    canvas.track[0], canvas.track[63] = GREEN, BLUE
    levels = on_wires(canvas, track_pixels=pixels, track_skip=skip, track_step=step, track_order="RGB")["track"]
    assert len(levels) == 3 * pixels
    shown = [tuple(levels[at : at + 3]) for at in range(0, len(levels), 3)]
    assert (shown[lit[0]], shown[lit[1]]) == (palette.RGB[GREEN], palette.RGB[BLUE])
    used = range(lit[0], lit[1] + 1, step)
    assert {at for at, colour in enumerate(shown) if any(colour)} == {*used}


def test_the_pixels_of_a_longer_track_that_stay_dark_count_for_the_limit() -> None:
    assert settings.clash(with_settings(track_pixels=144, limit_ma=304), {}) == (
        "limit_ma",
        (reasons.SETTING_LEAVES_NO_LIGHT, 0, 304, 280, 305),
    )


@pytest.mark.parametrize(
    ("lines", "hidden", "at"),
    [
        (("panels = 1",), ("field", 8 + 16 * 5), 7),
        (("panels = 1", "track_pixels = 0"), ("track", 40), 7),
        (("track_pixels = 0",), ("track", 40), 15),
        (("lamps = field",), ("field", 3 + 16 * 7), 15),
    ],
)
def test_a_table_says_by_light_that_there_is_more_than_its_lights_show(
    lines: tuple[str, ...], hidden: tuple[str, int], at: int
) -> None:
    evening = evening_with(*lines, laptop=False)
    evening.run_ms(3000)
    picture, told = evening.board.showing.picture, []
    for is_lit in (False, True):

        def paint(_: int, is_lit: bool = is_lit) -> Canvas:
            picture.canvas.clear()
            if is_lit:
                getattr(picture.canvas, hidden[0])[hidden[1]] = RED
            return picture.canvas

        picture.paint = paint  # type: ignore[method-assign]
        told.append(0)
        for _ in range(8):
            evening.run_ms(125)
            told[-1] += picture.canvas.field[at] == palette.WHITE
    assert told == [0, 2]


def test_less_brightness_darkens_all_and_puts_nothing_out() -> None:
    for percent in (1, 10, 50, 99):
        levels = layout.levels_of("RGB", percent)
        for at, level in enumerate(level for colour in palette.RGB for level in colour):
            assert levels[at] == -(-level * percent // 100)
            assert (levels[at] > 0) == (level > 0)
    assert layout.levels_of("RGB", 100) == bytes(level for colour in palette.RGB for level in colour)


def test_the_limit_counts_the_pixels_that_there_are_and_holds_for_them() -> None:
    evening = evening_with("panels = 1", "track_pixels = 0", "lamps = field", "limit_ma = 120", laptop=False)
    hardware = evening.table.hardware
    lights = evening.board.showing.lights
    frames = hardware.track.frames, hardware.lamps.frames
    canvas = Canvas()
    canvas.field[:] = bytes([palette.WHITE]) * len(canvas.field)
    lights.show(canvas)
    evening.table.clock.advance_ms(20)
    drawn = 64 + sum(sum(colour) for colour in hardware.field.pixels[:64]) * 20 / 255
    assert 90 < drawn <= 120
    assert lights.milliamperes() == pytest.approx(drawn, abs=1)
    assert (hardware.track.frames, hardware.lamps.frames) == frames
    for column in range(8, 16):
        canvas.field[column::16] = bytes(8)  # dark where nobody sees it: nothing changes
    before = hardware.field.pixels
    lights.show(canvas)
    evening.table.clock.advance_ms(20)
    assert hardware.field.pixels == before


# ---- seats, and the bus


def test_a_seat_that_is_not_built_is_silent_and_not_accessed() -> None:
    evening = evening_with("seats = 1,3,5,7")
    for chip in evening.table.hardware.chips[1::2]:
        chip.write = chip.read = None  # type: ignore[method-assign, assignment]  # any access fails
    evening.table.power_cycle()
    evening.run_ms(5000)
    assert [seat.state for seat in evening.board.seats] == [states.IS_EMPTY, states.IS_NOT_BUILT] * 4
    assert evening.sentences("trouble") == []
    assert evening.mirror.view.slots == bytes((0, 7) * 4)
    colours = [evening.lamp_colours(seat) for seat in range(8)]
    assert palette.RGB[palette.ABSENT] not in set.union(*colours)
    evening.start(4)
    evening.play_actions(4)
    assert evening.board.referee.play.seats == (0, 2, 4, 6)


def test_the_bus_is_as_fast_as_it_is_set() -> None:
    assert evening_with(laptop=False).table.hardware.bus_hertz == 400_000
    assert evening_with("i2c_khz = 100", laptop=False).table.hardware.bus_hertz == 100_000


# ---- a starter: one chip, one panel


def starter(*lines: str) -> Evening:
    """A board with one chip and one panel."""
    evening = evening_with(*lines)
    for chip in evening.table.hardware.chips[1:]:
        chip.present = False
    evening.table.power_cycle()
    evening.run_ms(2500)
    return evening


def panel(evening: Evening) -> list[list[int]]:
    """The palette's indices that the first panel shows, row by row."""
    pixels = evening.table.hardware.field.pixels[:64]
    return [[palette.RGB.index(pixels[row * 8 + column]) for column in range(8)] for row in range(8)]


ALONE = ("seats = 1", "panels = 1", "track_pixels = 0", "lamps = field", "limit_ma = 150")


@pytest.mark.parametrize("lines", [(), ALONE], ids=["recognised", "set"])
def test_a_starter_shows_on_its_panel_what_its_seat_reads(lines: tuple[str, ...]) -> None:
    evening = starter(*lines)
    rows = panel(evening)
    dim, joined = palette.WHITE_DIM, palette.ACCEPTED
    assert rows[0] == rows[2] == rows[4] == [dim, dim, 0] * 2 + [dim, dim]
    assert rows[6] == [palette.SEAT_DIM, palette.SEAT_DIM, 0] * 2 + [palette.SEAT_DIM] * 2
    evening.put_code_in(0, 0b001010101)
    rows = panel(evening)
    # As the player sees the slot: 6 7 8 at the mouth on top, 0 1 2 at the end stop below.
    assert rows[0] == [joined, joined, 0, dim, dim, 0, dim, dim]
    assert rows[2] == [dim, dim, 0, joined, joined, 0, dim, dim]
    assert rows[4] == [joined, joined, 0, dim, dim, 0, joined, joined]
    assert rows[7][0] == palette.ACCEPTED
    assert evening.sentences("note")[-1] == "Seat 1: a card was read; it connects the pads 0, 2, 4 and 6."
    evening.take_out(0)
    assert all(joined not in row for row in panel(evening))
    evening.body(0).do(evening.body(0).press(1, hold_ms=600))
    evening.run_ms(400)
    assert panel(evening)[6] == [palette.SEAT_DIM, palette.SEAT_DIM, 0, 7, 7, 0, palette.SEAT_DIM, palette.SEAT_DIM]


def test_a_seat_that_is_named_for_the_check_and_not_built_is_a_fault() -> None:
    evening = evening_with("seats = 1", laptop=False)

    def pass_time() -> float:
        evening.step()
        return TICK_MS

    bench = Bench(Port("cable", opener=evening.cable.open, first_session=9), pass_time)
    assert Check(bench, (0, 1), (), None, False, lambda _: None).run().all_faults == [
        "Seat 2: it is not built by the board's settings; `tavolo settings seats=…` changes that."
    ]


def test_light_walks_over_the_panel_that_is_there_and_no_further() -> None:
    evening = starter(*ALONE)
    maker = Maker(evening).begin()
    before_us = evening.table.clock.now_us
    assert maker.walk(1, 0, lambda: evening.table.hardware.field.pixels[:64]) == list(range(64))
    assert evening.table.clock.now_us - before_us < (64 * 20 + 200) * 1000
    assert maker.ask("walk", 0, 0, 20) == (False, (reasons.STRIP_NOT_BUILT,))


def test_a_second_seat_brings_the_choice_of_games_back() -> None:
    evening = starter()
    evening.table.hardware.chips[3].present = True
    evening.run_ms(6000)
    assert evening.board.seats[3].state == states.IS_EMPTY
    assert panel(evening)[6] != [palette.SEAT_DIM, palette.SEAT_DIM, 0] * 2 + [palette.SEAT_DIM] * 2
    evening.put_code_in(0, 0b001011001)
    assert evening.refusals()[-1][0] == 0


def test_lamps_on_the_field_take_its_bottom_row_in_games_too() -> None:
    evening = evening_with("lamps = field")
    frames = evening.table.hardware.lamps.frames
    evening.start(3)
    evening.hold_people_still()
    evening.run_ms(3000)
    lights, canvas = evening.board.showing.lights, evening.board.showing.picture.canvas
    assert lights.layout.has_field_lamps
    bottom = [evening.table.hardware.field.pixels[wiring.field_pixel(column, 7)] for column in range(8)]
    assert bottom == [palette.RGB[index] for index in canvas.lamps]
    assert evening.table.hardware.lamps.frames == frames


# ---- the page


def test_the_page_has_every_setting_as_it_is_in_the_code() -> None:
    assert markdown_table() in PAGE
    values, problems = read(
        *[word.replace("=", " = ") for word in PAGE.partition("## A starter")[2].split() if word in STARTER_WORDS]
    )
    assert problems == []
    assert values == with_settings(seats=1, panels=1, track_pixels=0, lamps="field", limit_ma=150)
    quoted = "“Line 3 of the board's tavolo.txt is left out: brightness is 1 to 100 %, not “200”.”"
    assert quoted in " ".join(PAGE.split())


STARTER_WORDS = ("seats=1", "panels=1", "track_pixels=0", "lamps=field", "limit_ma=150")


def test_a_board_says_whether_it_was_ever_set_up() -> None:
    evening = evening_with("", laptop=False)
    maker = Maker(evening)
    assert maker.ask("ask_settings") == (True, (reasons.SETTINGS_TOLD, 0))
    assert maker.ask("change_settings", (("seats", "all"),))[0]
    maker.run(2000)
    assert maker.ask("ask_settings") == (True, (reasons.SETTINGS_TOLD, 1))
