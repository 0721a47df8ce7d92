"""The sentences of each game: they name what its numbers stand for, and random games have one for all that happens."""

import pytest

from tavolo.games.bambuti import events as bambuti
from tavolo.games.david_goliath import events as david_goliath_codes
from tavolo.games.kuh_vadis import events as kuh_vadis_codes
from tavolo.games.tanz_der_hornochsen import events as hornochsen
from tavolo.games.yellowstone_park import events as yellowstone_park_codes
from tavolo.rules.contract import CARD_WAS_PLAYED, Setup
from tavolo.rules.record import Record
from tavolo_host.words import sentence
from tests.rules.bambuti_play import card as mask
from tests.rules.play import dealt_setups, joined, new_record, play_on
from tests.rules.support import Numbers

EACH_DEALT = [pytest.param(*each, id=f"{each[0].text()} {place}") for place, each in enumerate(dealt_setups(3))]


def assert_each_has_a_sentence(record: Record, numbers: Numbers) -> None:
    """Play the game to its end: what happens, and the outcome, each has a whole sentence."""
    told = joined(play_on(record, numbers))
    for event in [*told, record.game.outcome(record.position)]:
        text = sentence(event)
        assert text.endswith("."), event
        assert text[0] == text[0].upper(), event
        assert "{" not in text, event


@pytest.mark.parametrize(("setup", "numbers"), EACH_DEALT)
def test_every_event_and_outcome_of_a_random_game_has_a_sentence(setup: Setup, numbers: Numbers) -> None:
    assert_each_has_a_sentence(Record(setup), numbers)


@pytest.mark.parametrize("options", ["", "real_dice=1 sheet=2"])
@pytest.mark.parametrize("start", range(12))
def test_every_event_and_outcome_of_kuh_vadis_at_the_table_has_a_sentence(start: int, options: str) -> None:
    assert_each_has_a_sentence(new_record(f"kuh-vadis players=2 {options} table"), Numbers(start))


@pytest.mark.parametrize(
    ("event", "wanted"),
    [
        ((david_goliath_codes.REVOKED, 1, 2, 1, 3), ("layer 1", "green", "trick 1", "trick 3")),
        (
            (bambuti.INDICATOR_TURNED, 3, mask("red-7"), mask("red-3"), 4, 3, 1, 1),
            ("lace 3", "red 7", "red 3", "4", "the same", "player 1"),
        ),
        ((bambuti.SHARED, 0, 1), ("player 0 and player 1",)),
        (
            (bambuti.PLAYED_OWN, 0, mask("green-7"), 3, mask("red-5")),
            ("layer 0", "green 7", "red 5", "place 3", "own"),
        ),
        (
            (bambuti.PLAYED_OPPOSITE, 0, mask("green-7"), 3, mask("green-5"), 1, 2),
            ("layer 0", "green 7", "green 5", "place 3", "player 1"),
        ),
        ((bambuti.SYMMETRY, 1, 0, 4), ("layer 1", "blue", "violet", "symmetric")),
        ((bambuti.FOUR_LEFT, 0, 4, 1, 3), ("layer 0: 4", "layer 1: 3", "ends")),
        ((bambuti.FEWER_BEGINS, 1, 3, 11), ("layer 1", "3", "11")),
        ((bambuti.RISES_OUTWARDS, mask("blue-7"), 1, mask("red-5"), 2), ("lue 7", "red 5", "1", "2")),
        ((bambuti.ROW_SHOWN, 1, 0, 11, 22), ("layer 1", "blue 1, yellow 2 and green 3")),
        ((bambuti.WISHES_TO_PASS, 1), ("layer 1", "?")),
        ((hornochsen.LOSES, 0, 63), ("player 0", "loses")),
    ],
)
def test_a_sentence_names_what_its_numbers_stand_for(event: tuple[int, ...], wanted: tuple[str, ...]) -> None:
    text = sentence(event)
    for word in wanted:
        assert word in text


@pytest.mark.parametrize(
    ("event", "wanted"),
    [
        (
            (hornochsen.SMALLEST_DIFFERENCE, 1, 13, 2, 7, 6, 4, 9),
            "Rule 2: 14 (player 1) goes into row L3 behind 8: difference 6; behind 5 it would be 9.",
        ),
        (
            (hornochsen.SMALLEST_DIFFERENCE, 0, 64, 2, 59, 5, 39, 25),
            "Rule 2: 65 (player 0) goes into row L3 behind 60: difference 5; behind 40 it would be 25.",
        ),
        (
            (hornochsen.SMALLEST_DIFFERENCE, 0, 44, 0, 39, 5, 29, 15),
            "Rule 2: 45 (player 0) goes into row L1 behind 40: difference 5; behind 30 it would be 15.",
        ),
        (
            (hornochsen.ONLY_LOWER, 0, 38, 1, 29, 9),
            "Rule 1: 39 (player 0) goes into row L2 behind 30, the only last tile that is lower: difference 9.",
        ),
        (
            (hornochsen.LOWER_THAN_ALL, 0, 6, 29, 3, 79),
            "Rule 3: 7 (player 0) is lower than every last tile (the lowest is 30), "
            "so it goes into row L4 behind the highest, 80.",
        ),
        ((hornochsen.FORWARD, 0, 10, 15), "The pawn of player 0 goes from 10 to 15."),
        (
            (hornochsen.WENT_FURTHER, 0, 10, 15, 16),
            "The pawn of player 0 starts on 10; space 15 is occupied, so it goes on to 16, the first free one.",
        ),
        (
            (hornochsen.EYE, 0, 40),
            "Player 0 reaches or passes the bull's eye on 40, "
            "and nobody else is there or beyond: the next round is open.",
        ),
        (
            (hornochsen.EYE, 0, 50),
            "Player 0 reaches or passes the bull's eye on 50, "
            "and nobody else is there or beyond: the next round is open.",
        ),
        (
            (hornochsen.EYE_IS_OLD, 0, 40, 1),
            "Player 0 reaches or passes the bull's eye on 40; nothing follows, since player 1 is there or beyond.",
        ),
        (
            (hornochsen.REACHED_HEAP, 0, 63),
            "Player 0 reaches the dung heap, on space 63: this round is the last.",
        ),
        ((hornochsen.SHOWED, 1, 10), "Player 1 shows 11."),
        (
            (hornochsen.OPENED_ROW, 62, 0, 4),
            "Row L1 is complete: 63 moves to the first space of the next free row, L5.",
        ),
        ((kuh_vadis_codes.ROLLED_ALL, 0, 4, 6, 1, 1, 2), "Player 0 rolls all five dice: 4, cow, 1, 1 and 2."),
        ((kuh_vadis_codes.MARKED, 1, 18, 3), "Player 1 marks e3: 3."),
        (
            (kuh_vadis_codes.NONE_ADJACENT, 6, 18),
            "No free cell of the kind cow is adjacent to e3, the cell just marked.",
        ),
        (
            (kuh_vadis_codes.ANOTHER_KIND, 18, 3, 2, 6),
            "E3 bears 3, and the dice let a cell be marked that bears 2 and cow.",
        ),
        ((kuh_vadis_codes.BOTH_BLOCKED, 0, 1), "Drawn: player 0 and player 1 are both blocked."),
        (
            (yellowstone_park_codes.PLACED_IN_COLUMN, 2, 18, 3, 2),
            "Player 2 lays green 5 into column d, where green lies.",
        ),
        (
            (yellowstone_park_codes.KEPT, 0, 13, 4),
            "Player 0 keeps the frame of columns d to f, rows 3 to 5; cards in it: 4.",
        ),
        (
            (yellowstone_park_codes.ALL_FIT, 28),
            "All cards fit one frame, columns d to f, rows 7 and 1: nothing is taken.",
        ),
        (
            (yellowstone_park_codes.TOOK, 1, 2, 5, 18, 19),
            "Player 1 takes 2 outside it, and has 5 in the penalty pile: green 5 and green 6.",
        ),
        ((yellowstone_park_codes.NEAREST_ZERO, 0, 2), "Nearest to 0: player 0 and player 2."),
        ((yellowstone_park_codes.COLOUR_HAS_COLUMN, 2, 3, 0), "Green lies in column d, so it cannot go into a."),
    ],
)
def test_a_sentence_reads_as_people_say_it(event: tuple[int, ...], wanted: str) -> None:
    assert sentence(event) == wanted


def test_what_every_game_has_to_say_speaks_of_the_cards_of_the_game_that_is_named() -> None:
    assert sentence((CARD_WAS_PLAYED, 18), game_name="yellowstone-park") == "Green 5 has already been played."
