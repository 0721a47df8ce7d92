"""David & Goliath in light: what people read off lamps, field and track, up to its greatest values."""

from tavolo.games.david_goliath import scene as david_goliath
from tavolo.games.david_goliath.position import HAND, Position
from tavolo.lights import palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS
from tests.lights.lights_support import Wires, over_a_second, painted, pawns_on, played, staged

SIX = (0, 1, 2, 3, 4, 5)
CYCLE = range(0, 4 * BEATS * BEAT_MS, BEAT_MS)  # four seconds: the longest of its rhythms

BLUE, YELLOW, GREEN, RED, VIOLET = (18 * colour for colour in range(5))


def blank(players: int) -> Position:
    """A deal in which nothing has been captured yet."""
    position = Position(players, (1, -1), False)
    position.remaining = players * HAND
    return position


def capture(position: Position, player: int, *cards: int) -> None:
    for card in cards:
        position.where[card] = player
        position.counts[player * 5 + card // 18] += 1
        position.sums[player * 5 + card // 18] += card % 18 + 1


def over_time(position: Position, seats: tuple[int, ...]) -> list[Canvas]:
    return over_a_second(david_goliath, staged(position, seats))


def test_a_row_shows_none_one_two_or_three_and_more_of_each_colour_at_its_physical_seat() -> None:
    position = blank(3)
    capture(position, 1, BLUE + 3, GREEN, GREEN + 4, RED, RED + 1, RED + 2, VIOLET, *range(VIOLET + 1, VIOLET + 6))
    canvas = painted(david_goliath, staged(position, (2, 6, 0)))
    row = list(canvas.field[6 * 16 : 7 * 16])
    dim = palette.CARD_DIM
    blue, none, green = [dim, 0, 0], [0, 0, 0], [dim + 2, dim + 2, 0]
    assert row == [*blue, *none, *green, *[dim + 3] * 3, *[dim + 4] * 3, palette.SEAT + 6]


def test_lamps_have_the_colours_of_the_trick_with_the_highest_bright_and_the_lowest_coming_and_going() -> None:
    position = blank(4)
    position.leader = 1
    position.trick = [GREEN + 3, RED + 8, YELLOW + 1]
    position.remaining -= 3
    canvases = over_time(position, (0, 2, 4, 6))
    assert {canvas.lamps[2] for canvas in canvases} == {palette.CARD_DIM + 2}
    assert {canvas.lamps[4] for canvas in canvases} == {palette.CARD + 3}
    assert [canvas.lamps[6] for canvas in canvases] == [palette.CARD_DIM + 1] * 4 + [palette.OFF] * 4
    assert canvases[0].lamps[0] == palette.WHITE


def test_a_pawn_stands_on_the_points_of_the_finished_deals_and_of_this_one() -> None:
    position = blank(3)
    position.totals = [10, 0, 0]
    capture(position, 0, BLUE + 6, BLUE + 1)
    pawns = pawns_on(painted(david_goliath, staged(position, (5, 6, 7))))
    assert pawns == [(0, palette.SEAT + 6), (10 + 7 + 2, palette.SEAT + 5)]


def test_a_finished_deal_is_not_counted_twice() -> None:
    position = played(3, 45, deals=2)
    assert position.deal == 1
    assert position.deal_points(0) > 0
    for player in range(3):
        assert david_goliath.running_total(position, player) == position.totals[player]


def fullest() -> tuple[Position, tuple[int, ...]]:
    """Six players, three of every colour before each, a trick that lacks one card, all slots green."""
    position = blank(6)
    for card in range(90):
        capture(position, card % 6, card)
    position.totals = [3, 13, 23, 33, 43, 53]
    position.trick = [YELLOW + number for number in (5, 5, 5, 5, 4)]
    position.remaining = 1
    return position, SIX


def test_the_fullest_scene_is_shown_undimmed_with_the_default_limit() -> None:
    position, seats = fullest()
    assert Wires().brightest(david_goliath, staged(position, seats), CYCLE) > 350


def test_the_fullest_end_of_a_game_is_shown_undimmed_with_the_default_limit() -> None:
    position, seats = fullest()
    position.trick, position.remaining, position.deal = [], 0, 1
    position.totals = [59] * 6
    Wires().brightest(david_goliath, staged(position, seats), CYCLE)


def test_with_half_the_light_the_fullest_scene_still_has_all_its_colours() -> None:
    wires = Wires(300)
    assert len(wires.looks(painted(david_goliath, staged(*fullest())))) == 1 + 5 + 6
    assert wires.milliamperes() <= 300


def test_no_trick_is_left_on_the_lamps_after_the_next_deal() -> None:
    stage = staged(blank(3), (0, 3, 5))
    stage.actions = [(1, 0, GREEN + 3), (1, 1, RED + 1), (1, 2, GREEN + 7), (0,)]
    canvas = painted(david_goliath, stage)
    assert [canvas.lamps[seat] for seat in (0, 3, 5)] == [palette.WHITE, palette.OFF, palette.OFF]
