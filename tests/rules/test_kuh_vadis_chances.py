"""Kuh Vadis: how likely a mark is under best rolling, in exact whole numbers, by the rules' own judgement of a roll.

A turn is worked out backwards over multisets of dice. The figures are those of the game's page, to all its digits;
they would differ if a roll marked anything else, or if a player could roll more or less often.
"""

from tavolo.games.kuh_vadis.sheet import COW, DICE, FACES, ROLLS
from tavolo.games.kuh_vadis.turn import FOUR, counted, is_four, kinds

SIDES = len(FACES)
FALLS = SIDES**DICE  # of all dice
DIGITS = 1_000_000  # as many as the page gives


def greatest_chance(succeeds, rolls=ROLLS):
    """The greatest chance that the last of at most so many rolls succeeds: as a number of FALLS ** rolls."""
    known = {}

    def after_rolling(kept, left):
        """The chance when these dice are kept, the others rolled now, and `left` rolls may follow.

        As a number of SIDES ** (the dice that are rolled now) * FALLS ** left.
        """
        if (kept, left) not in known:
            known[kept, left] = worked_out(kept, left)
        return known[kept, left]

    def worked_out(kept, left):
        if len(kept) < DICE:
            return sum([after_rolling(tuple(sorted(kept + (face,))), left) for face in FACES])
        if left == 0:
            return int(bool(succeeds(kept)))
        return max([after_rolling(part, left - 1) * SIDES ** len(part) for part in parts_of(kept)])

    return after_rolling((), rolls - 1)


def parts_of(dice):
    """Every choice of dice that can be kept."""
    return [tuple([dice[die] for die in range(DICE) if chosen >> die & 1]) for chosen in range(1 << DICE)]


def all_falls():
    """Each way in which all dice can fall."""
    for number in range(FALLS):
        yield tuple([FACES[number // SIDES**die % SIDES] for die in range(DICE)])


def marks_cow(dice):
    return COW in kinds(dice)


def marks_a_three(dice):
    return 3 in kinds(dice)


def has_four(dice):
    return any([is_four(dice, face) for face in kinds(dice)])


def test_the_chance_of_a_mark_is_that_of_the_page_to_all_its_digits():
    for succeeds, rolls, printed in (
        (marks_cow, 3, 698839),
        (marks_a_three, 3, 354850),
        (lambda dice: is_four(dice, 3), 3, 104426),
        (lambda dice: is_four(dice, COW), 3, 104426),
        (kinds, 3, 872737),
        (has_four, 3, 290794),
        (kinds, 1, 367284),
        (has_four, 1, 20062),
    ):
        whole = FALLS**rolls
        rounded = (greatest_chance(succeeds, rolls) * DIGITS + whole // 2) // whole
        assert rounded == printed, (rolls, rounded, printed)


def test_keeping_what_is_wanted_is_best_for_one_named_face():
    # Each die has three rolls of its own, so the number of dice with that face is a binomial one: of 216 ways 91 hit.
    hit, miss = 91, 125
    binomial = [hit**n * miss ** (DICE - n) for n in range(DICE + 1)]
    assert greatest_chance(marks_cow) == FALLS**3 - binomial[0] - 5 * binomial[1]
    assert greatest_chance(lambda dice: is_four(dice, 5)) == 5 * binomial[4] + binomial[5]


def test_a_single_roll_counts_all_7776_falls():
    marked = 0
    for dice in all_falls():
        marked += bool(kinds(dice))
    assert greatest_chance(kinds, 1) == marked


def test_the_judgement_of_every_roll_is_what_the_rulebook_says():
    for dice in all_falls():
        numbers = tuple([face for face in FACES if face != COW and dice.count(face) >= 3])
        assert kinds(dice) == numbers + ((COW,) if dice.count(COW) >= 2 else ()), dice
        assert [is_four(dice, face) for face in FACES] == [dice.count(face) >= FOUR for face in FACES], dice
        assert counted(dice)[COW] == dice.count(COW), dice
