"""Bambuti in light: what random games hardly ever show; everything else is in `lights_sample`."""

import pytest

from tavolo.games.bambuti import rules
from tavolo.games.bambuti import scene as bambuti
from tavolo.games.bambuti.position import OVER, WISHING, Position
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS
from tavolo.rules.contract import Setup
from tests.lights.lights_support import painted, pawns_on, staged
from tests.rules.bambuti_play import ROWS, cards, position

SEATS = (5, 2)
HANDS = ("green-7 blue-3 red-1 yellow-6 violet-7", "green-1 green-2 green-3 green-4 green-5")
LATE = 4 * BEAT_MS  # the half of a second that shows the present position
LIT, WHITE, MIDDLE = palette.CARD_DIM, palette.WHITE_DIM, palette.WHITE_MIDDLE


def look(shown: Position, now_ms: int = LATE, preview: tuple[int, ...] | None = None) -> Canvas:
    return painted(bambuti, staged(shown, SEATS, now_ms, preview))


def number_of(canvas: Canvas, player: int, place: int) -> int:
    """The number of a mask as people read it: its pixels, and one more for a bright one."""
    first = 5 * 16 * player + 3 * place
    pixels = [index for row in range(3) for index in canvas.field[first + row * 16 :][:3] if index]
    return len(pixels) + sum(index < LIT for index in pixels)


def indicators(canvas: Canvas, player: int, place: int) -> list[int]:
    """The row of an indicator next to a player."""
    start = (3 + player) * 16 + 3 * place
    return list(canvas.field[start : start + 3])


def points_of(canvas: Canvas, place: int) -> tuple[int, int]:
    """An indicator as people read it: the player whose row has more, and the points."""
    worth = [sum({0: 0, WHITE: 1, MIDDLE: 2}[index] for index in indicators(canvas, each, place)) for each in (0, 1)]
    return (0 if worth[0] > worth[1] else 1), sum(worth)


def edge(canvas: Canvas) -> list[int]:
    return [canvas.field[row * 16 + 15] for row in range(8)]


@pytest.mark.parametrize(
    ("seats", "upper"), [((0, 4), 1), ((4, 0), 0), ((2, 6), 0), ((7, 2), 1), ((6, 1), 0), ((0, 1), 0)]
)
def test_all_have_their_own_masks_before_them_where_they_can(seats: tuple[int, int], upper: int) -> None:
    stage = staged(position(ROWS, HANDS, points=(20, 30), drums=(0, 2)), seats)
    canvas = painted(bambuti, stage)
    numbers = [[number_of(canvas, side, place) for place in range(5)] for side in (0, 1)]
    assert numbers[upper] == [2, 5, 10, 6, 1]
    assert numbers[1 - upper] == [3, 8, 9, 4, 3]
    assert points_of(canvas, 2) == (1 - upper, 8)
    assert [edge(canvas)[row] for row in (0, 7)] == [palette.SEAT + seats[upper], palette.SEAT + seats[1 - upper]]
    assert bool(edge(canvas)[1]) == (upper == 1)
    stage.position = position(ROWS, HANDS, phase=OVER, points=(30, 50))
    stage.now_ms = 2000
    late = painted(bambuti, stage)
    assert late.field[(1 - upper) * 5 * 16 + 6] == palette.SEAT_DIM + seats[1]
    assert late.field[upper * 5 * 16 + 6] >= palette.CARD_DIM


def test_two_rows_that_have_to_be_laid_again_blink_and_both_seats_pulse() -> None:
    shown = rules.start(Setup(rules, 2))
    rules.apply(shown, (rules.DEAL,))
    for player, masks in enumerate(("red-1 red-5 red-9 red-8 red-7", "blue-1 blue-5 blue-9 blue-8 red-7")):
        for card in cards(masks):
            rules.apply(shown, (rules.LAY, player, card))
    assert rules.forgotten(shown) == (0, 1)
    assert number_of(look(shown, 0), 0, 0)
    assert not any(number_of(look(shown), player, 4) for player in (0, 1))
    assert [look(shown, 0).lamps[seat] for seat in SEATS] == [palette.WHITE] * 2


def test_the_preview_of_a_play_includes_what_follows_the_draw() -> None:
    rows = ("blue-2 red-5 violet-10 red-6 yellow-1", ROWS[1])
    hands = ("blue-1 red-1 yellow-6 violet-7 green-7", "green-1 green-2 green-3 green-4")
    shown = position(rows, hands, pile=1, apart="violet-1", points=(20, 30))
    symmetric, other = (rules.PLAY, 0, cards("blue-1")[0], 0, 4), (rules.PLAY, 0, cards("green-7")[0], 0, 1)
    assert len(pawns_on(look(shown, 0, symmetric))) == 2
    assert pawns_on(look(shown, 0, symmetric)) != pawns_on(look(shown, LATE, symmetric))
    # With the mask that is drawn there are five again: that is not the end yet.
    assert pawns_on(look(shown, 0, other)) == pawns_on(look(shown, LATE, other))
    assert look(shown, 0, other).lamps[5] == palette.WHITE


def test_while_a_pass_waits_to_be_confirmed_the_edge_of_that_player_is_amber() -> None:
    table = position(ROWS, (5, 5), phase=WISHING, drums=(0, 2))
    canvas = look(table, 0)
    assert edge(canvas)[:3] == [palette.WARNING] * 3
    assert edge(canvas)[5:] == edge(look(position(ROWS, HANDS), 0))[5:]
    passing, on = look(table, 0, (rules.PASS, 0)), look(table, 0, (rules.PLAY_ON, 0))
    assert palette.WARNING not in edge(passing) + edge(on)
    assert (passing.lamps[2], on.lamps[2]) == (palette.WHITE, palette.SEAT_DIM + 2)


def test_a_preview_that_has_become_impossible_changes_nothing() -> None:
    shown = position(ROWS, HANDS)
    for now_ms in range(0, BEATS * BEAT_MS, BEAT_MS):
        assert look(shown, now_ms, (rules.DRUM, 0)).strips == look(shown, now_ms).strips
