"""Bambuti in light: what people read off field, track and lamps, up to its greatest values."""

import pytest

from tavolo.games.bambuti import rules
from tavolo.games.bambuti import scene as bambuti
from tavolo.games.bambuti.position import OVER, WISHING, Position
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS
from tavolo.rules.contract import TABLE, Setup
from tests.lights.lights_support import Wires, painted, pawns_on, staged
from tests.rules.bambuti_play import ROWS, cards, position

CYCLE = range(0, 4 * BEATS * BEAT_MS, BEAT_MS)  # four seconds: the longest of its rhythms
SEATS = (5, 2)
HANDS = ("green-7 blue-3 red-1 yellow-6 violet-7", "green-1 green-2 green-3 green-4 green-5")
LATE = 4 * BEAT_MS  # the half of a second that shows the table as it is
LIT, BRIGHT, WHITE, MIDDLE = palette.CARD_DIM, palette.CARD, palette.WHITE_DIM, palette.WHITE_MIDDLE


def look(shown: Position, now_ms: int = LATE, preview: tuple[int, ...] | None = None) -> Canvas:
    return painted(bambuti, staged(shown, SEATS, now_ms, preview))


def block(canvas: Canvas, player: int, place: int) -> list[list[int]]:
    """The pixels of a mask, row by row."""
    top = 5 * player
    return [list(canvas.field[row * 16 + 3 * place : row * 16 + 3 * place + 3]) for row in range(top, top + 3)]


def number_of(canvas: Canvas, player: int, place: int) -> int:
    """The number of a mask as people read it: its pixels, and one more for a bright one."""
    pixels = [index for line in block(canvas, player, place) for index in line if index]
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


def facing(mine: str, other: str) -> Canvas:
    """Two masks in the centre, with ones around that have no indicator."""
    rows = (f"blue-1 red-1 {mine} green-1 yellow-1", f"violet-1 blue-1 {other} red-1 green-1")
    shown = position(ROWS, HANDS)
    shown.rows = bytearray(cards(rows[0]) + cards(rows[1]))
    return look(shown)


@pytest.mark.parametrize("number", range(1, 11))
@pytest.mark.parametrize("colour", ["blue", "yellow", "green", "red", "violet"])
def test_every_mask_has_its_colour_and_as_many_pixels_as_its_number_says(colour: str, number: int) -> None:
    canvas = facing(f"{colour}-{number}", "blue-10" if colour != "blue" else "red-10")
    index = palette.CARD_COLOURS.index(colour)
    assert number_of(canvas, 0, 2) == number
    assert {pixel for line in block(canvas, 0, 2) for pixel in line} <= {0, LIT + index, BRIGHT + index}


def test_both_rows_lie_in_their_places_with_the_masks_of_player_1_below() -> None:
    canvas = look(position(ROWS, HANDS))
    assert [[number_of(canvas, player, place) for place in range(5)] for player in (0, 1)] == [
        [2, 5, 10, 6, 1],
        [3, 8, 9, 4, 3],
    ]
    assert block(canvas, 1, 0)[0] == [LIT + 3, 0, 0]
    assert [points_of(canvas, place) for place in range(5)] == [(0, 1), (0, 2), (1, 8), (1, 2), (1, 1)]


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
    assert block(late, 1 - upper, 2)[0][0] == palette.SEAT_DIM + seats[1]
    assert block(late, upper, 2)[0][0] >= palette.CARD_DIM


@pytest.mark.parametrize(
    ("pair", "points"),
    [
        (("red-2", "blue-3"), 1),
        (("red-4", "blue-6"), 2),
        (("red-3", "blue-9"), 3),
        (("red-5", "blue-6"), 4),
        (("red-6", "blue-7"), 5),
        (("red-2", "blue-10"), 6),
        (("red-1", "blue-9"), 7),
        (("red-9", "blue-10"), 8),
    ],
)
def test_an_indicator_shows_its_points_beside_the_one_who_has_them(pair: tuple[str, str], points: int) -> None:
    first, second = facing(*pair), facing(*reversed(pair))
    owner, seen = points_of(first, 2)
    assert seen == points
    assert points_of(second, 2) == (1 - owner, points)
    own, other = indicators(first, owner, 2), indicators(first, 1 - owner, 2)
    assert any(own)
    assert not any(other) or (own == [MIDDLE] * 3 and not other[0] and not other[2])  # it ends where its place does


def test_while_a_pass_waits_to_be_confirmed_the_edge_of_that_player_is_amber() -> None:
    canvas = look(position(ROWS, HANDS, phase=WISHING, drums=(0, 2)), now_ms=0)
    assert edge(canvas)[:3] == [palette.WARNING] * 3
    assert edge(canvas)[5:] == edge(look(position(ROWS, HANDS), now_ms=0))[5:]


# ---- rows are laid in secret


def laying(first: str, second: str) -> Position:
    shown = rules.start(Setup(rules, 2))
    rules.apply(shown, (rules.DEAL,))
    for player, masks in ((0, first), (1, second)):
        for card in cards(masks):
            rules.apply(shown, (rules.LAY, player, card))
    return shown


def test_of_a_row_that_is_laid_everybody_sees_how_many_lie_and_where_the_next_one_goes() -> None:
    back = [[WHITE, 0, WHITE], [0, WHITE, 0], [WHITE, 0, WHITE]]
    dark, following = [[0] * 3] * 3, [[0] * 3, [0, WHITE, 0], [0] * 3]
    shown = laying("red-1 red-5", "blue-1 blue-2 blue-3")
    early, late = look(shown, 0), look(shown)
    assert [block(early, 0, place) for place in range(5)] == [back, back, following, dark, dark]
    assert [block(late, 1, place) for place in range(5)] == [back, back, back, dark, dark]
    assert [early.lamps[seat] for seat in SEATS] == [palette.WHITE] * 2
    assert [late.lamps[seat] for seat in SEATS] == [palette.WHITE_DIM] * 2


def test_two_rows_that_have_to_be_laid_anew_come_and_go_and_both_seats_pulse() -> None:
    shown = laying("red-1 red-5 red-9 red-8 red-7", "blue-1 blue-5 blue-9 blue-8 red-7")
    assert rules.forgotten(shown) == (0, 1)
    assert any(block(look(shown, 0), 0, 0)[0])
    assert not any(index for player in (0, 1) for line in block(look(shown), player, 4) for index in line)
    assert [look(shown, 0).lamps[seat] for seat in SEATS] == [palette.WHITE] * 2


def test_nothing_that_is_laid_in_secret_is_in_the_picture() -> None:
    one = laying("red-1 red-5", "blue-1")
    other = laying("green-2 yellow-2", "violet-9")
    for now_ms in CYCLE:
        plain = look(one, now_ms).strips
        assert plain == look(other, now_ms).strips == look(rules.view(one, TABLE), now_ms).strips
        assert plain == look(one, now_ms, (rules.LAY, 0, cards("red-9")[0])).strips
        assert plain == look(one, now_ms, (rules.LAY, 0)).strips


# ---- what ✓ would do


def test_a_play_that_brings_a_scoring_shows_the_pawns_where_it_would_bring_them() -> None:
    rows = ("blue-2 red-5 violet-10 red-6 yellow-1", ROWS[1])
    shown = position(rows, ("blue-1 red-1 yellow-6 violet-7 green-7", HANDS[1]), points=(20, 30))
    covering = (rules.PLAY, 0, cards("blue-1")[0], 0, 4)
    assert pawns_on(look(shown, LATE, covering)) == [(20, palette.SEAT + 5), (30, palette.SEAT + 2)]
    early = look(shown, 0, covering)
    sums = [
        sum(points for owner, points in [points_of(early, place) for place in range(5)] if owner == each)
        for each in (0, 1)
    ]
    assert pawns_on(early) == [(20 + sums[0], palette.SEAT + 5), (30 + sums[1], palette.SEAT + 2)]
    assert min(sums) > 0


def test_what_follows_a_play_is_foreseen_while_there_is_a_pile_to_draw_from() -> None:
    rows = ("blue-2 red-5 violet-10 red-6 yellow-1", ROWS[1])
    hands = ("blue-1 red-1 yellow-6 violet-7 green-7", "green-1 green-2 green-3 green-4")
    shown = position(rows, hands, pile=1, apart="violet-1", points=(20, 30))
    symmetric, other = (rules.PLAY, 0, cards("blue-1")[0], 0, 4), (rules.PLAY, 0, cards("green-7")[0], 0, 1)
    assert len(pawns_on(look(shown, 0, symmetric))) == 2
    assert pawns_on(look(shown, 0, symmetric)) != pawns_on(look(shown, LATE, symmetric))
    # With the mask that is drawn there are five again: that is not the end yet.
    assert pawns_on(look(shown, 0, other)) == pawns_on(look(shown, LATE, other))
    assert look(shown, 0, other).lamps[5] == palette.WHITE


def test_wishing_to_pass_meaning_it_and_playing_on_look_different() -> None:
    table = position(ROWS, (5, 5))
    wish = look(table, 0, (rules.WISH, 0))
    assert edge(wish)[:3] == [palette.WARNING] * 3
    rules.apply(table, (rules.WISH, 0))
    passing, on = look(table, 0, (rules.PASS, 0)), look(table, 0, (rules.PLAY_ON, 0))
    assert palette.WARNING not in edge(passing) + edge(on)
    assert (passing.lamps[2], on.lamps[2]) == (palette.WHITE, palette.SEAT_DIM + 2)


def test_a_preview_that_has_become_impossible_changes_nothing() -> None:
    shown = position(ROWS, HANDS)
    for now_ms in CYCLE:
        assert look(shown, now_ms, (rules.DRUM, 0)).strips == look(shown, now_ms).strips


# ---- the end, the limit


def test_when_the_points_are_level_both_are_celebrated() -> None:
    late = look(position(ROWS, HANDS, phase=OVER, points=(50, 50)), 2000)
    assert [late.lamps[seat] for seat in SEATS] == [palette.SEAT + seat for seat in SEATS]


def fullest() -> Position:
    """All tens against all nines, of other colours: five indicators of 8."""
    shown = position(ROWS, HANDS, points=(59, 58))
    tens, nines = "blue-10 yellow-10 green-10 red-10 violet-10", "yellow-9 blue-9 red-9 violet-9 green-9"
    shown.rows = bytearray(cards(tens) + cards(nines))
    return shown


def test_the_fullest_scene_is_hardly_dimmed_with_the_default_limit() -> None:
    assert Wires().brightest(bambuti, staged(fullest(), (3, 7)), CYCLE, least=48, slots=(3, 7)) > 380


def test_with_half_the_light_dim_and_bright_and_all_colours_are_still_told_apart() -> None:
    wires = Wires(300)
    shown = fullest()
    shown.rows[5] = cards("yellow-6")[0]  # an indicator of two dim pixels
    looks = wires.looks(painted(bambuti, staged(shown, (5, 7))))
    assert wires.milliamperes() <= 300
    assert set(looks) >= {0, WHITE, MIDDLE}
    assert sum(looks[MIDDLE]) >= 2 * sum(looks[WHITE])
