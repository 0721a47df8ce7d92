"""Sealed rounds: cards chosen in secret, forgotten, asked for again and shown; and the small parts that rules share."""

from tavolo.rules import sealed
from tavolo.rules.parts import drawn, players_with, without
from tavolo.rules.sealed import UNKNOWN


def test_a_card_of_which_only_is_known_that_it_lies_is_learnt_in_place_of_the_first_such():
    cards = [[5], []]
    assert sealed.seal(cards, 0, UNKNOWN)
    assert sealed.seal(cards, 0, UNKNOWN)
    assert sealed.seal(cards, 1, 8)
    assert (sealed.forgotten(cards), sealed.known(cards, 0), sealed.known(cards, 1)) == ((0,), [5], [8])
    assert sealed.revealed(cards) is None
    assert not sealed.seal(cards, 0, 7)
    assert cards == [[5, 7, UNKNOWN], [8]]
    assert sealed.forgotten(cards) == (0,)
    assert not sealed.seal(cards, 0, 6)
    assert sealed.seal(cards, 1, 9)  # nothing is missing any more: another card
    assert (sealed.forgotten(cards), sealed.revealed(cards)) == ((), (5, 7, 6, 8, 9))


def test_the_same_card_twice_makes_all_forgotten_when_everything_is_known():
    for before, after in (
        ([[1, 2], [3]], [[1, 2], [3]]),
        ([[1, 2], [2]], [[UNKNOWN, UNKNOWN], [UNKNOWN]]),
        ([[1, 2], [2, UNKNOWN]], [[1, 2], [2, UNKNOWN]]),
        ([[UNKNOWN], [UNKNOWN]], [[UNKNOWN], [UNKNOWN]]),
    ):
        sealed.forget_doubles(before)
        assert before == after, after


def test_a_reveal_has_the_right_number_of_different_cards_and_the_known_ones():
    lies = [[5, UNKNOWN], [], [8]]
    assert sealed.shown(lies, (5, 6, 8)) == [[5, 6], [], [8]]
    for cards in ((), (5, 6), (5, 6, 8, 9), (6, 5, 8), (5, 6, 9), (5, 5, 8), (5, 8, 8)):
        assert sealed.shown(lies, cards) is None, cards
    assert sealed.shown([[UNKNOWN], [UNKNOWN]], (2, 1)) == [[2], [1]]


def test_cards_are_drawn_one_after_the_other_from_those_that_are_left():
    pile, asked = [10, 20, 30, 40], []

    def last(limit):
        asked.append(limit)
        return limit - 1

    assert drawn(pile, 3, last) == (40, 10, 20)
    assert (asked, pile) == ([4, 3, 2], [10, 20, 30, 40])
    assert drawn(pile, 4, lambda limit: 0) == (10, 20, 30, 40)


def test_cards_are_taken_where_they_are_all_there_and_players_found_by_a_value():
    cards = [3, 1, 3, 2]
    for taken, left in (((3, 2), [1, 3]), ((3, 3), [1, 2]), ((), cards), ((1, 1), None), ((4,), None)):
        assert without(cards, taken) == left, taken
    assert players_with(5, (5, 4, 5)) == (0, 2)
