"""Sentences for events, refusals and outcomes: what holds for all of them."""

import pytest

from tavolo.games.david_goliath import events as david_goliath
from tavolo.rules import contract
from tavolo_host.texts.options import meaning_of
from tavolo_host.texts.sentences import sentence
from tests.rules.david_goliath_play import card, cards


def test_lists_are_read_with_commas_and_an_and() -> None:
    high = (david_goliath.HIGH_TAKES_REST, 1, card("green-12"))
    text = sentence(high + tuple(cards("green-4 green-7 red-2")))
    assert "green 4, green 7 and red 2" in text, text
    assert "player 0, player 2 and player 3" in sentence((david_goliath.MOST_POINTS, 0, 2, 3))
    assert "player 0 and player 2" in sentence((david_goliath.MOST_POINTS, 0, 2))
    assert " and " not in sentence((david_goliath.MOST_POINTS, 2))


def test_players_are_called_by_their_names() -> None:
    text = sentence((david_goliath.MOST_POINTS, 0, 2), names=("Anna", "Berto", "Carla"))
    assert "Anna and Carla" in text, text
    # A player without a name keeps the number.
    assert "player 3" in sentence((contract.NOT_YOUR_TURN, 3), names=("Anna", "Berto", "Carla"))


def test_a_card_that_there_is_not_is_called_by_its_number() -> None:
    for name in ("", "david-goliath", "bambuti", "yellowstone-park"):
        for number in (-1, 255):
            text = sentence((contract.NOT_IN_THE_DECK, number), game_name=name)
            assert text == f"Card {number} is not in the deck of this game.", (name, text)


@pytest.mark.parametrize(("code", "file"), [(199, "games/david_goliath/__init__.py"), (99, "texts/common.py")])
def test_what_has_no_words_is_refused_in_a_sentence_that_names_the_file_to_write(code: int, file: str) -> None:
    with pytest.raises(ValueError, match=f"^TEMPLATES in host/tavolo_host/{file} has no sentence for {code}.$"):
        sentence((code,))
    with pytest.raises(ValueError, match=r"^OPTIONS in .*/kuh_vadis/__init__.py has no words for colour.$"):
        meaning_of("kuh-vadis", "colour")
