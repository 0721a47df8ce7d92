"""The sentences of each game: they name what its numbers stand for, and random games have one for all that happens."""

import pytest

from tavolo.games.bambuti import events as bambuti
from tavolo.games.kuh_vadis import events as kuh_vadis_codes
from tavolo.games.yellowstone_park import events as yellowstone_park_codes
from tavolo.rules.contract import CARD_WAS_PLAYED, Setup
from tavolo.rules.record import Record
from tavolo_host.texts.sentences import sentence
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


# What happens in the golden playthroughs has its whole sentence there (test_words_golden.py).
@pytest.mark.parametrize(
    ("event", "wanted"),
    [
        ((bambuti.SHARED, 0, 1), "The points are equal: player 0 and player 1 share the win."),
        ((bambuti.WISHES_TO_PASS, 1), "Player 1 says that no mask can be played; does player 1 really want to pass?"),
        (
            (bambuti.RISES_OUTWARDS, mask("blue-7"), 1, mask("red-5"), 2),
            "Blue 7 at place 1 would be higher than red 5 at place 2, and the row would rise outwards.",
        ),
        (
            (kuh_vadis_codes.ANOTHER_KIND, 18, 3, 2, 6),
            "E3 shows 3, but the dice allow only a cell that shows 2 and cow.",
        ),
        ((kuh_vadis_codes.BOTH_BLOCKED, 0, 1), "A draw: player 0 and player 1 are both blocked."),
        ((yellowstone_park_codes.COLOUR_HAS_COLUMN, 2, 3, 0), "Green has column d, so it cannot go into a."),
    ],
)
def test_a_sentence_reads_as_people_say_it(event: tuple[int, ...], wanted: str) -> None:
    assert sentence(event) == wanted


def test_what_every_game_has_to_say_speaks_of_the_cards_of_the_game_that_is_named() -> None:
    assert sentence((CARD_WAS_PLAYED, 18), game_name="yellowstone-park") == "Green 5 has already been played."
