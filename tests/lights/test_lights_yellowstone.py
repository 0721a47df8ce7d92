"""Yellowstone Park in light: what random games hardly ever show; everything else is in `lights_sample`."""

from tavolo.games.yellowstone_park import rules
from tavolo.games.yellowstone_park import scene as yellowstone
from tavolo.games.yellowstone_park.position import Position
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEATS
from tavolo.rules.contract import Setup
from tests.lights.lights_support import over_a_second, staged
from tests.rules.yellowstone_play import arranged

SEATS = (0, 2, 3, 5)


def over_time(position: Position, preview: str = "", second: int = 0) -> list[Canvas]:
    action = rules.action_from_text(preview) if preview else None
    assert action is None or rules.refusal(position, action) is None
    return over_a_second(yellowstone, staged(position, SEATS[: position.players], 0, action), second)


def after(*actions: str, options: tuple[int, ...]) -> Position:
    """The table of two players after these actions."""
    position = rules.start(Setup(rules, 2, options))
    for text in ("deal", *actions):
        rules.apply(position, rules.action_from_text(text))
    return position


def test_an_edge_frame_is_white_at_rows_seven_and_one() -> None:
    position = after("turn-up red-1", "place 0 red-2 d", "place 0 red-7 d", options=(35, 0, 0, 1))
    field = over_time(position, "keep 0 b7")[0].field
    assert [bool(field[row * 16 + 7]) for row in range(7)] == [True, False, False, False, False, False, True]


def test_a_previewed_bonus_blinks_where_the_marker_would_go() -> None:
    board = "c:blue-2,blue-3,blue-4 d:yellow-2,yellow-3,yellow-4 e:green-2,green-3"
    for more, blinks in (("", True), (",green-4", False)):
        position = arranged(4, board + more, "", [], (6, 6, 6, 6), (5, 8, 5, 5)).position
        position.turn = 1
        seen = [canvas.track[5] == palette.SEAT + 2 for canvas in over_time(position, "place 1 green-4 e")]
        assert seen == ([True, True, False, False] * 2 if blinks else [False] * BEATS)


def test_the_neutral_marker_is_white_and_one_of_those_that_share_a_space() -> None:
    position = after("turn-up red-3", options=(35, 0, 1, 0))
    assert over_time(position)[0].track[7] == palette.WHITE
    position.markers[0] = 7
    assert [over_time(position, second=second)[0].track[7] for second in (0, 1)] == [palette.SEAT, palette.WHITE]
