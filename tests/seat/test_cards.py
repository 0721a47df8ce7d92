"""The codes against their promises: four ones, the row nearest the mouth."""

import pytest

from tavolo.seat import cards

RANGES = ((107, 4), (13, 8), (50, 16))
CARDS = [*range(107, 111), *range(13, 21), *range(50, 66)]  # the code of each


def codes_by_the_definition() -> list[int]:
    return [code for code in range(512) if code.bit_count() == 4 and code >= 64]


def test_every_card_of_a_game_has_its_code_and_comes_back_from_it() -> None:
    codes = [cards.code_in(RANGES, card) for card in range(len(CARDS))]
    assert codes == [codes_by_the_definition()[number] for number in CARDS]
    assert [cards.card_in(RANGES, code) for code in codes] == list(range(len(CARDS)))


def test_whatever_is_no_code_of_the_game_is_no_card_of_it() -> None:
    own = {cards.code_in(RANGES, card) for card in range(len(CARDS))}
    strangers = [bits for bits in range(-2, 1030) if bits not in own]
    assert {cards.card_in(RANGES, bits) for bits in strangers} == {-1}


def test_there_are_111_codes_and_they_are_those_with_four_ones_that_use_the_row_nearest_the_mouth() -> None:
    assert [bits for bits in range(-2, 1030) if cards.is_code(bits)] == codes_by_the_definition()
    assert len(codes_by_the_definition()) == cards.CODES == 111


def test_a_code_moved_rows_towards_the_mouth_never_keeps_its_four_ones() -> None:
    for code in codes_by_the_definition():
        for rows in (1, 2):
            assert ((code << 3 * rows) & 0b111111111).bit_count() < 4


def test_two_different_cards_together_never_show_four_ones() -> None:
    codes = codes_by_the_definition()
    for one in codes:
        for other in codes:
            assert one == other or (one | other).bit_count() > 4


def test_an_unknown_card_is_refused_with_a_sentence() -> None:
    for card in (-1, len(CARDS)):
        with pytest.raises(ValueError, match="There is no card numbered"):
            cards.code_in(RANGES, card)
