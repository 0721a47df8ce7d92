"""The code table against its promises: four ones, the row nearest the mouth, little overlap."""

import pytest

from tavolo.seat import cards

SIZES = {
    "tanz-der-hornochsen": 99,
    "david-goliath": 90,
    "bambuti": 50,
    "yellowstone-park": 28,
    "kuh-vadis": 0,
}

# Cards of the first game that are noticed as foreign while the second is played.
NOTICED_AS_FOREIGN = {
    ("tanz-der-hornochsen", "david-goliath"): 21,
    ("tanz-der-hornochsen", "bambuti"): 57,
    ("tanz-der-hornochsen", "yellowstone-park"): 75,
    ("david-goliath", "tanz-der-hornochsen"): 12,
    ("david-goliath", "bambuti"): 53,
    ("david-goliath", "yellowstone-park"): 70,
    ("bambuti", "tanz-der-hornochsen"): 8,
    ("bambuti", "david-goliath"): 13,
    ("bambuti", "yellowstone-park"): 50,
    ("yellowstone-park", "tanz-der-hornochsen"): 4,
    ("yellowstone-park", "david-goliath"): 8,
    ("yellowstone-park", "bambuti"): 28,
}


def codes_of(game: str) -> list[int]:
    return [cards.code_of(game, card) for card in range(SIZES[game])]


def codes_by_the_definition() -> list[int]:
    return [code for code in range(512) if code.bit_count() == 4 and code >= 64]


@pytest.mark.parametrize("game", SIZES)
def test_every_card_of_a_game_has_a_code_of_its_own_and_comes_back_from_it(game: str) -> None:
    codes = codes_of(game)
    assert len(set(codes)) == len(codes) == SIZES[game] == cards.cards_in(game)
    assert set(codes) <= set(codes_by_the_definition())
    assert [cards.card_of(game, code) for code in codes] == list(range(SIZES[game]))


@pytest.mark.parametrize("game", SIZES)
def test_whatever_is_no_code_of_the_game_is_no_card_of_it(game: str) -> None:
    own = set(codes_of(game))
    strangers = [bits for bits in range(-2, 1030) if bits not in own]
    assert {cards.card_of(game, bits) for bits in strangers} == {-1}


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


@pytest.mark.parametrize("pair", NOTICED_AS_FOREIGN)
def test_as_many_foreign_cards_are_noticed_as_the_module_states(pair: tuple[str, str]) -> None:
    stray, played = pair
    noticed = sum(1 for code in codes_of(stray) if cards.card_of(played, code) == -1)
    assert noticed == NOTICED_AS_FOREIGN[pair]
    row = next(line for line in str(cards.__doc__).splitlines() if line.startswith(heading(stray)))
    assert f"{noticed} of {SIZES[stray]} " in row


def heading(game: str) -> str:
    return {
        "tanz-der-hornochsen": "| Hornochsen",
        "david-goliath": "| David & Goliath",
        "bambuti": "| Bambuti",
        "yellowstone-park": "| Yellowstone Park",
    }[game]


def test_games_share_as_few_codes_as_the_number_of_codes_allows() -> None:
    games = [game for game in SIZES if SIZES[game]]
    shared = 0
    for index, one in enumerate(games):
        for other in games[index + 1 :]:
            shared += len(set(codes_of(one)) & set(codes_of(other)))
    uses, remainder = divmod(sum(SIZES.values()), cards.CODES)
    used_once_more, used_evenly = remainder, cards.CODES - remainder
    least = used_once_more * uses * (uses + 1) // 2 + used_evenly * uses * (uses - 1) // 2
    assert shared == least == 201


def test_the_assignment_never_changes_because_cards_are_printed_with_it() -> None:
    assert cards.code_of("tanz-der-hornochsen", 0) == 0b001000111
    assert cards.code_of("tanz-der-hornochsen", 98) == 0b110010100
    assert cards.code_of("david-goliath", 0) == 0b010001011
    assert cards.code_of("david-goliath", 89) == 0b111100000
    assert cards.code_of("bambuti", 49) == cards.code_of("tanz-der-hornochsen", 49)
    assert cards.code_of("yellowstone-park", 27) == cards.code_of("tanz-der-hornochsen", 65)


def test_an_unknown_game_or_card_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="There is no game called whist"):
        cards.code_of("whist", 0)
    with pytest.raises(ValueError, match="There is no game called whist"):
        cards.card_of("whist", 71)
    for card in (-1, 90):
        with pytest.raises(ValueError, match="david-goliath has no card numbered"):
            cards.code_of("david-goliath", card)
