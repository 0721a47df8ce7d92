"""The fullest pictures of each game, which random games do not reach: their brightness, and whether colours differ."""

from collections.abc import Callable

import pytest

from tavolo.games import scene_of
from tavolo.games.bambuti.position import Position as Bambuti
from tavolo.games.david_goliath.position import Position as DavidGoliath
from tavolo.games.kuh_vadis import rules as kuh_vadis
from tavolo.games.kuh_vadis.sheet import cell_from_text
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.games.yellowstone_park import rules as yellowstone
from tavolo.lights import palette
from tavolo.lights.stage import BEAT_MS, BEATS, Stage
from tavolo.seat.states import IS_ACCEPTED, IS_EMPTY
from tests.lights.lights_support import Wires, over_a_second, painted, staged
from tests.rules import bambuti_play, hornochsen_play, kuh_vadis_play, yellowstone_play

DAVID_GOLIATH, BAMBUTI, YELLOWSTONE, KUH_VADIS, HORNOCHSEN = (
    scene_of(name) for name in ("david-goliath", "bambuti", "yellowstone-park", "kuh-vadis", "tanz-der-hornochsen")
)
FIVE_SECONDS = range(0, 5 * BEATS * BEAT_MS, BEAT_MS)  # the longest of all rhythms: five markers on one space
ALL = tuple(range(8))


def six_with_every_card(is_over: bool = False) -> Stage:
    """Three and more of every colour captured by each of six, and a trick lacking one card; or the end of the game."""
    position = DavidGoliath(6, (1, -1), False)
    for card in range(90):
        position.where[card] = card % 6
        position.counts[card % 6 * 5 + card // 18] += 1
        position.sums[card % 6 * 5 + card // 18] += card % 18 + 1
    position.totals = [3, 13, 23, 33, 43, 53]
    position.trick, position.remaining = [18 + number for number in (5, 5, 5, 5, 4)], 1
    if is_over:
        position.totals = [59] * 6
        position.trick, position.remaining, position.deal = [], 0, 1
    return staged(position, ALL[:6])


def tens_against_nines(opposite: str = "yellow-9", seats: tuple[int, int] = (3, 7)) -> Stage:
    """All tens against all nines, of other colours: five indicators of 8; or one of two dim pixels, opposite a 6."""
    tens, nines = "blue-10 yellow-10 green-10 red-10 violet-10", f"{opposite} blue-9 red-9 violet-9 green-9"
    hands = ("green-7 blue-3 red-1 yellow-6 violet-7", "green-1 green-2 green-3 green-4 green-5")
    position: Bambuti = bambuti_play.position(bambuti_play.ROWS, hands, points=(59, 58))
    position.rows = bytearray(bambuti_play.cards(tens) + bambuti_play.cards(nines))
    return staged(position, seats)


def nine_twins(hands: tuple[int, ...], penalties: tuple[int, ...]) -> Stage:
    """Five players, a frame of nine twins in the three brightest colours, and penalty piles of this many cards."""
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
    position = yellowstone_play.arranged(5, board, "", lines, hands, (31, 32, 33, 34, 30)).position
    return staged(position, (0, 2, 3, 5, 7), 0, yellowstone.action_from_text("place 0 red-6 f"))


def every_cell_but_one(seats: tuple[int, int]) -> Stage:
    """Everything is marked but one cow, five cows lie, and one has to be marked with the cursor on it."""
    record = kuh_vadis_play.table()
    position = record.position
    for cell in range(49):
        if not position.marks[cell]:
            position.marks[cell] = 1 + cell % 2
    position.marks[cell_from_text("d3")] = 0
    kuh_vadis_play.throw(record, "cow cow cow cow cow")
    position.held = kuh_vadis.ALL_HELD
    return staged(position, seats, 0, (kuh_vadis.MARK, 0, cell_from_text("d3")))


def thirty_marks(seats: tuple[int, int]) -> Stage:
    record = kuh_vadis_play.table()
    position = record.position
    for cell in range(0, 48, 2):
        if not position.marks[cell]:
            position.marks[cell] = 1 + cell // 2 % 2
    kuh_vadis_play.roll(record, "5 5 5 cow cow")
    return staged(position, seats, 0, (kuh_vadis.DONE, 0))


def eight_after_a_double_round() -> Stage:
    """Eight who are to choose two tiles after a double round, all of whose tiles still lie; everybody looks to buy."""
    rows = {"L5": "60 61 62 63 64 65", "R3": "70 71 72 73 74 75", "L1": "80 81 82 83 84", "R1": "90"}
    each = ",".join(["2"] * 8)
    stage = staged(
        hornochsen_play.scene(
            players=8, rows=rows, is_double="1", left=each, held=each, pawns="9,15,22,28,33,35,37,39"
        ),
        ALL,
    )
    tiles = " ".join(str(number) for number in (*range(60, 66), *range(70, 76), *range(81, 85)))
    choices = [(hornochsen.CHOOSE, player) for player in ALL for _ in range(2)]
    stage.actions = [*choices, hornochsen.action_from_text(f"reveal {tiles}")]
    stage.previews = [(player, hornochsen.action_from_text(f"buy {player} 3")) for player in ALL]
    stage.preview_player, stage.preview = stage.previews[0]
    return stage


@pytest.mark.parametrize(
    ("scene", "stage", "slots", "least", "at_least_ma"),
    [
        (DAVID_GOLIATH, six_with_every_card, ALL, 64, 350),
        (DAVID_GOLIATH, lambda: six_with_every_card(is_over=True), ALL, 64, 340),
        (BAMBUTI, tens_against_nines, (3, 7), 48, 380),
        (YELLOWSTONE, lambda: nine_twins((6, 6, 6, 6, 6), (1, 1, 1, 1, 1)), ALL, 64, 330),
        (YELLOWSTONE, lambda: nine_twins((6, 6, 6, 6, 6), ()), ALL, 64, 330),
        (YELLOWSTONE, lambda: nine_twins((6, 1, 1, 1, 1), (5, 5, 5, 5, 7)), ALL, 64, 330),
        (KUH_VADIS, lambda: every_cell_but_one((7, 3)), (), 22, 375),  # below 22 a cell with a 4 would go out
        (KUH_VADIS, lambda: every_cell_but_one((3, 7)), (), 22, 375),
        (KUH_VADIS, lambda: every_cell_but_one((0, 1)), (), 22, 375),
        (KUH_VADIS, lambda: every_cell_but_one((2, 4)), (), 22, 375),
        (KUH_VADIS, lambda: thirty_marks((7, 3)), (), 32, 390),
        (KUH_VADIS, lambda: thirty_marks((0, 4)), (), 56, 340),
        (HORNOCHSEN, eight_after_a_double_round, ALL, 48, 390),
    ],
)
def test_the_fullest_pictures_keep_to_the_default_limit_and_most_of_their_light(
    scene: object, stage: Callable[[], Stage], slots: tuple[int, ...], least: int, at_least_ma: int
) -> None:
    wires, full = Wires(), stage()
    currents = []
    for full.now_ms in FIVE_SECONDS:
        for state in (IS_EMPTY, IS_ACCEPTED):
            for seat in slots:
                full.slots[seat] = state
            wires.show(painted(scene, full))
            currents.append(wires.milliamperes())
            assert wires.lights.scale() >= least  # of 64
    assert at_least_ma <= max(currents) <= 400


@pytest.mark.parametrize(
    ("scene", "stage", "limit_ma"),
    [
        (DAVID_GOLIATH, six_with_every_card, 300),
        (BAMBUTI, lambda: tens_against_nines("yellow-6", (5, 7)), 300),
        (KUH_VADIS, lambda: every_cell_but_one((7, 3)), 400),
        (KUH_VADIS, lambda: every_cell_but_one((3, 7)), 400),
        (KUH_VADIS, lambda: every_cell_but_one((0, 1)), 400),
        (KUH_VADIS, lambda: every_cell_but_one((2, 4)), 400),
        (HORNOCHSEN, eight_after_a_double_round, 400),
    ],
)
def test_colours_in_the_fullest_pictures_stay_distinct_however_they_are_dimmed(
    scene: object, stage: Callable[[], Stage], limit_ma: int
) -> None:
    wires = Wires(limit_ma)
    for canvas in over_a_second(scene, stage()):
        looks = wires.looks(canvas)
        assert wires.milliamperes() <= limit_ma
        if scene is BAMBUTI:
            assert sum(looks[palette.WHITE_MIDDLE]) >= 2 * sum(looks[palette.WHITE_DIM])
