"""Kuh Vadis: how likely a mark is under best rolling, in exact fractions, by the rules' own judgement of a roll.

A turn is worked out backwards over multisets of dice. The figures are those of the game's page, to all its digits;
they would differ if a roll marked anything else, or if a player could roll more or less often.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from tavolo.rules.kuh_vadis_dice import COW, DICE, FACES, FOUR, ROLLS, counted, is_four, kinds


def greatest_chance(succeeds, rolls=ROLLS):
    """The greatest probability that the last of at most so many rolls succeeds."""

    @cache
    def after_rolling(kept, left):
        """The chance when these dice are kept, the others rolled now, and `left` rolls may follow."""
        if len(kept) < DICE:
            more = [after_rolling(tuple(sorted((*kept, face))), left) for face in FACES]
            return sum(more, Fraction(0)) / len(FACES)
        if left == 0:
            return Fraction(bool(succeeds(kept)))
        return max(after_rolling(part, left - 1) for size in range(DICE + 1) for part in combinations(kept, size))

    return after_rolling((), rolls - 1)


def marks_cow(dice):
    return COW in kinds(dice)


def marks_a_three(dice):
    return 3 in kinds(dice)


def has_four(dice):
    return any(is_four(dice, face) for face in kinds(dice))


@pytest.mark.parametrize(
    ("succeeds", "rolls", "printed"),
    [
        (marks_cow, 3, "0.698839"),
        (marks_a_three, 3, "0.354850"),
        (lambda dice: is_four(dice, 3), 3, "0.104426"),
        (lambda dice: is_four(dice, COW), 3, "0.104426"),
        (kinds, 3, "0.872737"),
        (has_four, 3, "0.290794"),
        (kinds, 1, "0.367284"),
        (has_four, 1, "0.020062"),
    ],
)
def test_the_chance_of_a_mark_is_that_of_the_page_to_all_its_digits(succeeds, rolls, printed):
    assert f"{float(greatest_chance(succeeds, rolls)):.6f}" == printed


def test_keeping_what_is_wanted_is_best_for_one_named_face():
    # Each die has three rolls of its own, so the number of dice with that face is a binomial one.
    hit = 1 - Fraction(5, 6) ** 3
    binomial = [hit**n * (1 - hit) ** (DICE - n) for n in range(DICE + 1)]
    assert greatest_chance(marks_cow) == 1 - binomial[0] - 5 * binomial[1]
    assert greatest_chance(lambda dice: is_four(dice, 5)) == 5 * binomial[4] + binomial[5]


def test_a_single_roll_counts_all_7776_falls():
    falls = list(product(FACES, repeat=DICE))
    assert greatest_chance(kinds, 1) == Fraction(sum(bool(kinds(dice)) for dice in falls), len(falls))


def test_the_judgement_of_every_roll_is_what_the_rulebook_says():
    for dice in product(FACES, repeat=DICE):
        numbers = tuple(face for face in FACES if face != COW and dice.count(face) >= 3)
        assert kinds(dice) == numbers + ((COW,) if dice.count(COW) >= 2 else ())
        assert [is_four(dice, face) for face in FACES] == [dice.count(face) >= FOUR for face in FACES]
        assert counted(dice)[COW] == dice.count(COW)
