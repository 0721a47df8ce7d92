"""Tanz der Hornochsen in light: what people read off field, track and lamps, up to its greatest values."""

import pytest

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen import scene as hornochsen
from tavolo.games.tanz_der_hornochsen.board import ROW_NAMES
from tavolo.games.tanz_der_hornochsen.position import Position
from tavolo.games.tanz_der_hornochsen.scene import newest
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS, Stage
from tavolo.rules.record import Record
from tests.lights.lights_support import Wires, over_a_second, painted, pawns_on, staged
from tests.rules.hornochsen_play import act, scene, table, tile

FOUR = (6, 1, 2, 4)
ALL = tuple(range(8))
SECOND = BEATS * BEAT_MS
CYCLE = range(0, 4 * SECOND, BEAT_MS)
DARK_HALF = 4 * BEAT_MS  # of what pulses


def pixels(canvas: Canvas, name: str, spaces: int = 7) -> list[int]:
    """The pixels of a row by its name, the bull's head included."""
    row = ROW_NAMES.index(name)
    first = (1 + row % 6) * 16 + 9 * (row // 6)
    return list(canvas.field[first : first + spaces])


def over_time(stage: Stage, seconds: int = 1) -> list[Canvas]:
    return [canvas for second in range(seconds) for canvas in over_a_second(hornochsen, stage, second)]


def lamp(stage: Stage, seat: int) -> str:
    """A second of a lamp, a letter a beat: W white, w dim white, S the seat's colour, s the same dim, - dark."""
    letters = {
        palette.WHITE: "W",
        palette.WHITE_DIM: "w",
        palette.SEAT + seat: "S",
        palette.SEAT_DIM + seat: "s",
        0: "-",
    }
    return "".join(letters[canvas.lamps[seat]] for canvas in over_time(stage))


def stage_of(record: Record, seats: tuple[int, ...] = FOUR) -> Stage:
    stage = staged(record.position, seats)
    stage.actions = record.actions
    return stage


def looking(stage: Stage, player: int, text: str) -> Stage:
    """The stage with an action previewed."""
    action = game.action_from_text(text)
    stage.previews = [*stage.previews, (player, action)]
    stage.preview_player, stage.preview = stage.previews[0]
    return stage


# ---- the board


def test_active_rows_are_marked_in_the_middle_and_have_their_tiles() -> None:
    position = scene(rows={"L1": "20 21 22", "L6": "30", "R1": "40 41", "R3": "50 51 52 53 54 55"})
    canvas = painted(hornochsen, staged(position, FOUR))
    white = palette.WHITE_DIM
    assert pixels(canvas, "L1")[:5] == [white] * 3 + [0] * 2
    assert pixels(canvas, "R1")[:4] == [white] * 2 + [palette.CARD_DIM] * 2
    marks = [(row, column) for row in range(1, 7) for column in (7, 8) if canvas.field[row * 16 + column]]
    assert marks == [(1, 7), (1, 8), (3, 8), (6, 7)]
    assert {canvas.field[row * 16 + column] for row, column in marks} == {palette.CARD_DIM + 3}


@pytest.mark.parametrize(("row", "tiles", "worth"), [("R4", "30", 2), ("L2", "30 31 32", 5), ("R6", "3 4", 1)])
def test_a_pat_that_is_next_flashes_as_often_as_it_is_worth_every_two_seconds(row: str, tiles: str, worth: int) -> None:
    position = scene(rows={"L1": "20", "L3": "40", "L4": "80", row: tiles})
    place = len(tiles.split())
    seen = [pixels(canvas, row)[place] for canvas in over_time(staged(position, FOUR), 2)]
    assert set(seen) == {palette.PAT, palette.PAT + 4}
    assert sum(now > before for before, now in zip([seen[-1], *seen], seen, strict=False)) == worth


def test_free_happy_cows_of_an_active_row_pulse_with_the_sign_that_points_are_bonuses() -> None:
    position = scene(rows={"L1": "20", "L2": "40", "L3": "50", "L6": "80 81"})
    canvases = over_time(staged(position, FOUR))
    dim, bright = palette.CARD_DIM + 2, palette.CARD + 2
    assert [pixels(canvas, "L6")[2] for canvas in canvases] == [bright] * 4 + [dim] * 4
    assert [pixels(canvas, "L6")[1] for canvas in canvases] == [palette.WHITE_DIM] * 8
    assert {pixels(canvas, "R6")[1] for canvas in canvases} == {dim}
    assert [list(canvas.field[7 * 16 + 14 :]) for canvas in canvases] == [[bright] * 2] * 4 + [[dim] * 2] * 4
    position = scene(rows={"L1": "20", "L2": "40", "L3": "50", "L6": "80 81 82"})
    assert list(painted(hornochsen, staged(position, FOUR)).field[7 * 16 + 14 :]) == [0, 0]


def test_the_tiles_that_came_out_last_have_the_colours_of_their_seats_until_the_next_ones_do() -> None:
    record = table(4)
    white, own = palette.WHITE_DIM, palette.SEAT + 1
    for line, before, after in (
        ("85 25 45 65", [white, 0, 0], [white, own, 0]),
        ("86 26 46 66", [white, own, 0], [white, white, own]),
    ):
        for player, number in enumerate(line.split()):
            assert pixels(painted(hornochsen, stage_of(record)), "L1")[:3] == before
            record.apply((game.CHOOSE, player, tile(int(number))))
        record.apply(record.chance(lambda limit: 0))
        assert pixels(painted(hornochsen, stage_of(record)), "L1")[:3] == after


# ---- the round


def test_in_an_open_round_the_lowest_pulses_those_who_may_buy_faintly_and_who_has_shown_is_bright() -> None:
    position = scene(is_open="1", pawns="5,9,20,30", bought="0,0,0,1")
    stage = staged(position, FOUR)
    assert [lamp(stage, seat) for seat in FOUR] == ["WWWWwwww", "wwww----", "wwww----", "--------"]
    act(position, "show 0 55")
    assert [lamp(stage, seat) for seat in FOUR] == ["SSSSSSSS", "WWWWwwww", "wwww----", "--------"]
    # Not placed yet: on the table, but in no row.
    stage.actions = [game.action_from_text("show 0 55")]
    assert palette.SEAT + 6 not in painted(hornochsen, stage).field


# ---- the track


def track(position: Position, seats: tuple[int, ...], now_ms: int = DARK_HALF) -> dict[int, int]:
    return dict(pawns_on(painted(hornochsen, staged(position, seats, now_ms))))


def test_eyes_are_shown_until_a_pawn_is_on_or_past_them_and_come_back_when_it_goes_back() -> None:
    for pawns, eyes in (("39,0,0,0", [40, 50]), ("40,0,0,0", [50]), ("50,0,0,0", []), ("49,41,0,0", [50])):
        position = scene(pawns=pawns)
        shown = track(position, FOUR)
        assert [space for space, index in shown.items() if index == hornochsen.EYE] == eyes
    stage = staged(scene(), FOUR)
    assert [canvas.track[50] for canvas in over_time(stage)] == [hornochsen.EYE] * 6 + [0] * 2


@pytest.mark.parametrize(
    ("pawns", "number", "way"),
    [("10,2,0,0", 1, [11]), ("10,2,0,0", 3, [11, 12, 13]), ("10,12,13,0", 2, [11, 14]), ("62,2,0,0", 3, [63, 4, 5])],
)
def test_a_purchase_is_previewed_as_the_way_of_the_pawn(pawns: str, number: int, way: list[int]) -> None:
    position = scene(pawns=pawns)
    stage = looking(staged(position, FOUR), 0, f"buy 0 {number}")
    canvases = over_time(stage)
    dim = palette.SEAT_DIM + 6
    assert [space for space, index in enumerate(canvases[-1].track) if index == dim] == sorted(way)
    assert canvases[0].track[position.pawns[0]] == palette.SEAT + 6
    shown = [painted(hornochsen, stage).track[way[-1]] for stage.now_ms in range(0, 3 * SECOND, BEAT_MS)]
    assert shown == [dim, 0] * number + [dim, dim] * (12 - number)
    before = position.pawns[:]
    act(position, f"buy 0 {number}")
    assert hornochsen.spot(position.pawns[0]) == way[-1]
    assert before[1:] == position.pawns[1:]


def test_a_purchase_is_previewed_as_far_as_tiles_are_left_and_back_when_it_is_a_bonus() -> None:
    rows = {"L1": "20", "L2": "40", "L3": "60", "L6": "80"}
    position = scene(rows=rows, pawns="10,2,0,0", options="1,1,1,0", reserve="2", box="69")
    stage = looking(staged(position, FOUR), 0, "buy 0 3")
    colours = (palette.SEAT + 6, palette.SEAT_DIM + 6)
    shown = [space for space, index in enumerate(painted(hornochsen, stage).track) if index in colours]
    assert shown == [8, 9, 10]
    act(position, "buy 0 3")
    assert position.pawns[0] == 8


# ---- the end


def test_lines_and_lamps_of_the_winners_celebrate() -> None:
    position = scene(pawns="0,0,61,7", phase="over", left="0,0,0,0")
    early, late = (painted(hornochsen, staged(position, FOUR, now_ms)) for now_ms in (0, 2000))
    assert [early.lamps[seat] for seat in FOUR] == [palette.SEAT_DIM + 6, palette.SEAT_DIM + 1, 0, 0]
    assert [late.lamps[seat] for seat in FOUR] == [palette.SEAT + 6, palette.SEAT + 1, 0, 0]
    for line in (0, 7):
        assert list(late.field[line * 16 : line * 16 + 16]) == [palette.SEAT_DIM + 6] * 8 + [palette.SEAT_DIM + 1] * 8
    assert not any(early.field[:16])


# ---- laws


def fullest() -> Stage:
    """Eight who are to choose two tiles after a double round, all of whose tiles still lie; everybody looks to buy."""
    rows = {
        "L5": "60 61 62 63 64 65",
        "R3": "70 71 72 73 74 75",
        "L1": "80 81 82 83 84",
        "R1": "90",
    }
    each = ",".join(["2"] * 8)
    position = scene(players=8, rows=rows, is_double="1", left=each, held=each, pawns="9,15,22,28,33,35,37,39")
    stage = staged(position, ALL)
    tiles = " ".join(str(number) for number in (*range(60, 66), *range(70, 76), *range(81, 85)))
    choices = [(game.CHOOSE, player) for player in ALL for _ in range(2)]
    stage.actions = [*choices, game.action_from_text(f"reveal {tiles}")]
    for player in ALL:
        looking(stage, player, f"buy {player} 3")
    return stage


def test_the_fullest_scene_keeps_three_quarters_of_its_light_with_the_default_limit() -> None:
    wires, stage = Wires(), fullest()
    wires.brightest(hornochsen, stage, CYCLE, least=48)
    newest_tiles = [index for index in painted(hornochsen, stage).field if palette.SEAT <= index < palette.SEAT_DIM]
    assert len(newest_tiles) == 16
    assert wires.lights.scale() < 64


def test_at_its_fullest_everything_that_differs_still_looks_different() -> None:
    Wires().looks(painted(hornochsen, fullest()))


# ---- whose tiles came out last


@pytest.mark.parametrize(
    ("actions", "found"),
    [
        ("deal | turn 1", ""),
        ("choose 1 | choose 0 | buy 2 1 | draw 2 1 | choose 2 | reveal 5 6 7", "0:5 1:6 2:7"),
        ("choose 0 | choose 1 | choose 1 | reveal 5 6 7 | keep 0 | stop 0 | draw 1 6 | choose 1", "0:5 1:6 1:7"),
        ("show 1 5 | buy 0 1 | draw 0 1 | show 0 6 | keep 1", "0:6 1:5"),
        ("choose 0 | choose 1 | reveal 5 6 | show 2 7", "0:5 1:6 2:7"),
        # The round before is another one.
        ("choose 0 | choose 1 | reveal 5 6 | show 1 7", "1:7"),
        ("choose 0 | choose 1 | reveal 5 6 | keep 0 | stop 0 | show 1 7", "1:7"),
        ("show 0 5 | show 1 6 | show 0 7", "0:7 1:6"),
        ("show 0 5 | show 1 6 | show 1 8 | show 0 7 | show 0 9", "0:7 0:9 1:6 1:8"),
    ],
)
def test_the_newest_tiles_are_those_of_the_last_round_in_which_any_came_out(actions: str, found: str) -> None:
    told = [game.action_from_text(text) for text in actions.split(" | ")]
    assert " ".join(f"{player}:{number + 1}" for player, number in sorted(newest(told))) == found
