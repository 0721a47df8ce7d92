"""The virtual player of Kuh Vadis: exact with dice, sensible on the sheet."""

from collections import Counter
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

import numpy
import pytest

from tavolo.games.kuh_vadis import events as codes
from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis.sheet import COW, DICE, FACES, cell_from_text
from tavolo.games.kuh_vadis.turn import is_four, kinds
from tavolo_host.games.kuh_vadis.dice import LAST, MARKS, Rolls, parts
from tavolo_host.games.kuh_vadis.network import resistances, shares
from tavolo_host.games.kuh_vadis.plan import Plan
from tavolo_host.games.kuh_vadis.ways import FAR, costs, distance
from tavolo_host.players import levels
from tavolo_host.players.of_game import choose
from tests.rules.kuh_vadis_play import sheet_with, throw, with_marks


def rolls_for(wanted) -> Rolls:
    """The optimum for marks that are all that is wanted, or nothing."""
    return Rolls(numpy.array([1.0 if wanted(face, four) else -numpy.inf for face, four in MARKS]), 0.0)


@pytest.mark.parametrize(
    ("wanted", "printed"),
    [
        (lambda face, four: face == COW, "0.698839"),
        (lambda face, four: face == 4, "0.354850"),
        (lambda face, four: True, "0.872737"),
        (lambda face, four: four, "0.290794"),
    ],
)
def test_its_rolls_are_worth_what_exact_fractions_say(wanted, printed: str) -> None:
    rolls = rolls_for(wanted)
    assert f"{rolls.start:.6f}" == printed
    assert f"{rolls.chance((), 3):.6f}" == printed


def test_the_chance_of_a_mark_is_that_of_the_rolls_that_follow_as_they_are_kept() -> None:
    worths = {(COW, False): 1.0, (2, False): 0.5}  # what is kept depends on how many rolls follow
    rolls = Rolls(numpy.array([worths.get(mark, -numpy.inf) for mark in MARKS]), 0.0)

    @cache
    def chance(kept: tuple[int, ...], left: int) -> float:
        ends = Counter(tuple(sorted((*kept, *more))) for more in product(FACES, repeat=DICE - len(kept)))
        found = {dice: chance(rolls.kept(dice, left - 1), left - 1) for dice in ends} if left > 1 else None
        may_mark = found or {dice: any((face, is_four(dice, face)) in worths for face in kinds(dice)) for dice in ends}
        return sum(count * may_mark[dice] for dice, count in ends.items()) / ends.total()

    for kept in ((), (COW,), (1, 1), (2, 2, 3)):
        for left in (1, 2, 3):
            assert rolls.chance(kept, left) == pytest.approx(chance(kept, left)), (kept, left)


def test_it_keeps_what_is_worth_most_and_stops_when_nothing_better_can_come() -> None:
    cows = rolls_for(lambda face, four: face == COW)
    assert cows.kept((1, 1, 1, 2, COW), 1) == (COW,)
    assert cows.kept((1, 1, 1, COW, COW), 2) == (1, 1, 1, COW, COW)
    for dice in LAST:
        for left in (1, 2):
            most = cows.worth(cows.kept(dice, left), left)
            assert all(most > cows.worth(part, left) - 1e-9 for part in parts(dice))


def test_the_distance_is_that_of_the_cheapest_cells_between_three_starts() -> None:
    # Crosses of the first sheet: a1, g1, d7.
    position = with_marks(1)
    starts = [cell_from_text(cell) for cell in ("a1", "g1", "d7")]
    before = distance(costs(position.cells, position.marks, 0), starts)
    # What is marked costs nothing any more.
    joined = with_marks(1, crosses="b2 c3 d4 d5 d6 e3 f2")
    assert distance(costs(joined.cells, joined.marks, 0), starts) == 0
    one_less = with_marks(1, crosses="b2 c3 d4 d5 e3 f2")
    assert distance(costs(one_less.cells, one_less.marks, 0), starts) == 1  # the cow of e6
    wall = with_marks(1, circles="a4 b4 c4 d4 e4 f4 g4")
    assert distance(costs(wall.cells, wall.marks, 0), starts) == FAR
    assert 0 < before < FAR
    # Three ways meet in d4, a cow that is marked only once.
    meeting = with_marks(1, crosses="b2 c3 e3 f2 d5 d6")
    assert distance(costs(meeting.cells, meeting.marks, 0), starts) == 1


def test_a_mark_is_worth_what_it_takes_from_the_other() -> None:
    position = with_marks(1, crosses="b2 c3 e3 f2 d5 d6")
    plan = Plan(bytes(position.cells), bytes(position.marks), 1)
    # Without d4 the crosses need d3, a cow, and c4 or e4, numbers.
    assert plan.value(cell_from_text("d4"), False) > 1.3 * plan.value(cell_from_text("a2"), False)
    assert plan.value(cell_from_text("d4"), True) >= plan.value(cell_from_text("d4"), False)


def test_two_ways_resist_less_than_one_and_a_wall_lets_nothing_through() -> None:
    whole, narrow, wall = (with_marks(1, circles=circles) for circles in ("", "a4 b4 c4", "a4 b4 c4 d4 e4 f4 g4"))
    sheets = numpy.array([[*position.marks] for position in (whole, narrow, wall)], numpy.uint8)
    resists = resistances(bytes(whole.cells), sheets, 0)
    assert resists[0] < resists[1] < resists[2] == numpy.inf
    share = shares(bytes(whole.cells), sheets, 0, True)
    assert share[0] > 0.5 > share[2]
    assert list(share + shares(bytes(whole.cells), sheets, 1, False)) == pytest.approx([1, 1, 1])


@pytest.mark.parametrize("choose", [choose, partial(levels.choose, level=levels.STRONG)])
def test_it_marks_what_wins_when_the_dice_allow_it(choose: Any) -> None:
    record = sheet_with(crosses="b2 c3 d4 d5 e3 f2")
    throw(record, "cow cow cow 1 2")
    for _ in range(5):
        action = choose(game, game.view(record.position, 0), 0, Random(1))
        assert action[0] == game.MARK
        again = record.position.copy()
        game.apply(again, action)
        assert game.outcome(again) == (codes.CONNECTED, 0)
