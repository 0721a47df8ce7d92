"""The codes of games: each card has its own, and games share as few as possible."""

from collections import Counter

import pytest

from tavolo.games import manifest, names
from tavolo.games.cards import card_of, code_of, ranges_of
from tavolo.seat.cards import CODES, code_in, is_code
from tavolo_host.workshop import codes


def codes_of(game: str) -> list[int]:
    return [code_of(game, card) for card in range(manifest(game).CARDS)]


@pytest.mark.parametrize("game", names())
def test_every_card_of_a_game_has_a_code_of_its_own_and_comes_back_from_it(game: str) -> None:
    own = codes_of(game)
    assert len(set(own)) == len(own)
    assert len(own) == sum(count for _, count in ranges_of(game)), "delete its codes.py, and `tavolo codes` writes it"
    assert all(is_code(code) for code in own)
    assert [card_of(game, code) for code in own] == list(range(len(own)))


def test_games_share_as_few_codes_as_there_have_to_be() -> None:
    """That holds when no code is used twice more often than another: a move to a rarer code would spare one."""
    uses = Counter(code for game in names() for code in codes_of(game))
    assert max(uses.values()) - min(uses[code] for code in map(all_codes, range(CODES))) <= 1


def all_codes(number: int) -> int:
    return code_in(((0, CODES),), number)


@pytest.mark.parametrize("sizes", [(99, 90, 50, 28), (28, 50, 90, 99), (54, 54, 54), (111, 1, 1, 110)])
def test_codes_are_given_evenly_in_whatever_order_games_are_added(sizes: tuple[int, ...]) -> None:
    given: list[codes.Ranges] = []
    for size in sizes:
        given.append(codes.chosen(size, given))
        assert sum(count for _, count in given[-1]) == size
    uses = Counter(code for ranges in given for first, count in ranges for code in range(first, first + count))
    assert max(uses.values()) - min(uses[code] for code in range(CODES)) <= 1


def test_a_game_with_more_cards_than_codes_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="at most 111 different cards"):
        codes.chosen(112, [])


def test_codes_that_were_given_stay_because_cards_are_printed_with_them() -> None:
    assert codes.give() == []
    assert code_of("tanz-der-hornochsen", 0) == 0b001000111
    assert code_of("tanz-der-hornochsen", 98) == 0b110010100
    assert code_of("david-goliath", 0) == 0b010001011
    assert code_of("david-goliath", 89) == 0b111100000
    assert code_of("bambuti", 49) == code_of("tanz-der-hornochsen", 49)
    assert code_of("yellowstone-park", 27) == code_of("tanz-der-hornochsen", 65)


def test_an_unknown_game_or_card_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="There is no game whist"):
        code_of("whist", 0)
    with pytest.raises(ValueError, match="There is no game whist"):
        card_of("whist", 71)
    for card in (-1, 90):
        with pytest.raises(ValueError, match="There is no card numbered"):
            code_of("david-goliath", card)
