"""Yellowstone Park in light: what people read off field, track and lamps, up to its greatest values."""

import pytest

from tavolo.games.yellowstone_park import rules
from tavolo.games.yellowstone_park import scene as yellowstone
from tavolo.games.yellowstone_park.position import CHOOSING_PILE, Position
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS, Stage
from tavolo.rules.contract import Setup
from tests.lights.lights_support import Wires, painted, staged
from tests.rules.yellowstone_play import arranged

CYCLE = range(0, 5 * BEATS * BEAT_MS, BEAT_MS)  # five seconds: five markers on one space
FIVE = (0, 2, 3, 5, 7)
DIM, BRIGHT = palette.CARD_DIM, palette.CARD
BLUE, YELLOW, GREEN, RED = range(4)


def looking(position: Position, preview: str = "", now_ms: int = 0) -> Stage:
    action = rules.action_from_text(preview) if preview else None
    assert action is None or rules.refusal(position, action) is None
    return staged(position, FIVE[: position.players], now_ms, action)


def over_time(position: Position, preview: str = "") -> list[Canvas]:
    return [painted(yellowstone, looking(position, preview, now_ms)) for now_ms in CYCLE]


def after(*actions: str, players: int = 4, options: tuple[int, ...] | None = None) -> Position:
    position = rules.start(Setup(rules, players, options))
    for text in ("deal", *actions):
        rules.apply(position, rules.action_from_text(text))
    return position


def colours(canvases: list[Canvas], row: int, column: int) -> list[int]:
    """What a pixel of the field shows within the first second."""
    return [canvas.field[row * 16 + column] for canvas in canvases[:BEATS]]


def lit_cells(canvas: Canvas) -> dict[str, int]:
    """The lit cells of the left panel: "d5" for column d of row 5, "h" and 8 for what is left over."""
    found = {}
    for row in range(8):
        for column in range(8):
            if canvas.field[row * 16 + column]:
                found[f"{'abcdefgh'[column]}{row + 1}"] = canvas.field[row * 16 + column]
    return found


def right(canvas: Canvas, row: int) -> list[int]:
    return list(canvas.field[row * 16 + 8 : row * 16 + 16])


def crowd(columns: str, *cards: str) -> Position:
    """Four players, these cards on the board; blue, yellow, green and red in these columns ("-" for none)."""
    position = after("turn-up red-1")
    position.board = 0
    position.columns[:] = bytes(["abcdefg-".index(letter) for letter in columns])
    for text in cards:
        card = rules.card_from_text(text)
        if position.board >> card & 1:
            position.doubles |= 1 << card
        position.board |= 1 << card
    return position


BLINKS = [True, True, False, False, True, True, False, False]


def test_cards_lie_in_their_rows_and_columns_and_two_of_a_face_are_bright() -> None:
    position = crowd("abg-", "blue-1", "blue-1", "yellow-7", "green-4", "green-4", "green-5")
    assert lit_cells(painted(yellowstone, looking(position))) == {
        "a1": BRIGHT + BLUE,
        "b7": DIM + YELLOW,
        "g4": BRIGHT + GREEN,
        "g5": DIM + GREEN,
    }


def test_a_card_looked_at_blinks_in_its_cell_over_a_white_cursor_when_all_cards_fit() -> None:
    position = after("turn-up red-3")
    canvases = over_time(position, "place 0 blue-4 e")
    assert colours(canvases, 3, 4) == [BRIGHT + BLUE if on else 0 for on in BLINKS]
    assert colours(canvases, 7, 4) == [palette.WHITE] * BEATS
    assert colours(canvases, 2, 3) == [DIM + RED] * BEATS


def test_where_cards_will_be_taken_the_cursor_is_red_and_what_no_frame_can_save_blinks_red() -> None:
    position = crowd("b-de", "blue-3", "blue-2", "green-3", "green-4", "red-3")
    canvases = over_time(position, "place 0 yellow-3 f")
    assert colours(canvases, 7, 5) == [palette.REFUSED, 0, palette.REFUSED, 0, 0, 0, 0, 0]
    for row in (1, 2):
        assert colours(canvases, row, 1) == [palette.REFUSED if on else 0 for on in BLINKS]
    assert colours(canvases, 2, 3) == [DIM + GREEN] * BEATS
    assert colours(canvases, 3, 3) == [DIM + GREEN] * BEATS
    canvases = over_time(position, "place 0 blue-6 b")
    assert {index for canvas in canvases for index in right(canvas, 0)} == {0}
    # Rows 4-6 keep green 4, other frames nothing: red 3 and the other threes are lost in any case, green 4 is not.
    assert colours(canvases, 2, 4) == [palette.REFUSED if on else 0 for on in BLINKS]
    assert colours(canvases, 3, 3) == [DIM + GREEN] * BEATS


def test_a_frame_looked_at_is_white_in_the_eighth_row_and_column_and_what_lies_outside_blinks_red() -> None:
    position = after("turn-up red-3", "place 0 red-4 d", "place 0 red-6 d", players=2)
    canvases = over_time(position, "keep 0 b4")
    white = palette.WHITE_DIM
    edge = {"h4": white, "h5": white, "h6": white, "b8": white, "c8": white, "d8": white}
    kept = {"d4": DIM + RED, "d6": DIM + RED}
    assert lit_cells(canvases[0]) == {**edge, **kept, "d3": palette.REFUSED}
    assert lit_cells(canvases[2]) == {**edge, **kept}


def test_an_edge_frame_is_white_at_rows_seven_and_one() -> None:
    position = after("turn-up red-1", "place 0 red-2 d", "place 0 red-7 d", players=2, options=(35, 0, 0, 1))
    canvas = painted(yellowstone, looking(position, "keep 0 b7"))
    assert {name for name in lit_cells(canvas) if name[0] == "h"} == {"h1", "h7"}


def test_a_bonus_that_is_looked_at_blinks_where_the_marker_would_go() -> None:
    cards = [f"{colour}-{number}" for colour in ("blue", "yellow", "green") for number in (2, 3, 4)]
    position = crowd("cde-", *cards[:-1])
    position.turn, position.markers[1] = 1, 8
    track = [canvas.track[5] for canvas in over_time(position, "place 1 green-4 e")[:BEATS]]
    assert [index == palette.SEAT + 2 for index in track] == BLINKS
    position = crowd("cde-", *cards)
    position.turn, position.markers[1] = 1, 8
    assert {canvas.track[5] for canvas in over_time(position, "place 1 green-4 e")} == {
        palette.SEAT + seat for seat in (0, 3, 5)
    }


def test_drawing_that_is_looked_at_blinks_in_pile_and_hand() -> None:
    position = after("turn-up red-3", "place 0 red-4 d", "place 0 red-5 d")
    canvases = over_time(position, "refill 0")
    shown = [sum(map(bool, right(canvas, 6) + right(canvas, 7))) for canvas in canvases[:BEATS]]
    assert shown == [11 if on else 10 for on in BLINKS]  # 31 cards, then 29
    assert [sum(map(bool, right(canvas, 5)[:6])) for canvas in canvases[:BEATS]] == [6 if on else 4 for on in BLINKS]
    position.pile_count = 30  # 28 need as many pixels, but something has to blink
    canvases = over_time(position, "refill 0")
    shown = [sum(map(bool, right(canvas, 6) + right(canvas, 7))) for canvas in canvases[:BEATS]]
    assert shown == [10 if on else 9 for on in BLINKS]


def test_a_penalty_pile_that_would_be_shuffled_blinks_down_to_what_would_be_left() -> None:
    position = after("turn-up red-3")
    position.phase, position.hand_counts[0], position.penalty_counts[0] = CHOOSING_PILE, 0, 9
    canvases = over_time(position, "shuffle 0")
    assert [sum(map(bool, right(canvas, 0))) for canvas in (canvases[0], canvases[2])] == [5, 2]
    assert [sum(map(bool, right(canvas, 5)[:6])) for canvas in (canvases[0], canvases[2])] == [6, 0]
    assert {sum(map(bool, right(canvas, 6) + right(canvas, 7))) for canvas in canvases} == {11}


def test_the_neutral_marker_is_white_and_one_of_those_that_share_a_space() -> None:
    position = after("turn-up red-3", players=2, options=(35, 0, 1, 0))
    assert over_time(position)[0].track[7] == palette.WHITE
    position.markers[0] = 7
    canvases = over_time(position)
    assert [canvases[second * BEATS].track[7] for second in range(2)] == [palette.SEAT, palette.WHITE]


def fullest(hands: tuple[int, ...], penalties: tuple[int, ...]) -> Position:
    """Five players, a frame of nine twins in the three brightest colours, and penalty piles of so many cards."""
    board = " ".join(
        f"{column}:" + ",".join(f"{colour}-{number}" for number in (2, 2, 3, 3, 4, 4))
        for column, colour in zip("cde", ("blue", "yellow", "green"), strict=True)
    )
    left = [f"red-{number}" for number in (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 7, 7)]
    left += [f"{colour}-{number}" for colour in ("blue", "yellow", "green") for number in (1, 1, 5, 5, 6, 6, 7, 7)]
    lines = []
    for count in penalties:
        lines.append(" ".join(left[:count]))
        del left[:count]
    position: Position = arranged(5, board, "", lines, hands, (31, 32, 33, 34, 30)).position
    return position


@pytest.mark.parametrize(
    ("hands", "penalties"),
    [((6, 6, 6, 6, 6), (1, 1, 1, 1, 1)), ((6, 6, 6, 6, 6), ()), ((6, 1, 1, 1, 1), (5, 5, 5, 5, 7))],
)
def test_the_fullest_scene_is_shown_undimmed_with_the_default_limit(
    hands: tuple[int, ...], penalties: tuple[int, ...]
) -> None:
    stage = looking(fullest(hands, penalties), "place 0 red-6 f")
    assert Wires().brightest(yellowstone, stage, CYCLE) > 330


def test_the_longest_rows_keep_nearly_all_of_their_light_with_the_default_limit() -> None:
    position = crowd("cde-", "blue-3", "yellow-3", "green-3")
    position.hand_counts[:] = bytes((1, 1, 1, 1))
    position.penalty_counts[:] = bytes((5, 5, 15, 24))  # 49 cards: with hands and board all there are
    position.pile_count = 0
    for seats in ((0, 1, 3, 7), (7, 3, 1, 0)):
        Wires().brightest(yellowstone, staged(position, seats), CYCLE, least=48)
