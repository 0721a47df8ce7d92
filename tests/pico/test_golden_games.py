"""Whole games as the golden playthroughs have them, on the board, action by action and digest by digest."""

from typing import Any

import pytest

from tavolo.rules import load, names
from tavolo.rules.contract import setup_from_text
from tavolo.rules.record import Record
from tests.pico.back import Back
from tests.pico.golden_play import Golden, play_golden
from tests.rules.play import play_on
from tests.rules.support import Numbers

FIRST, *FURTHER = names()
DECISIONS = 20
# What the board draws by itself is another each time: options with which people do it.
WITH_OWN_DICE = {"kuh-vadis": "real_dice=1 first=0"}
NO_FURTHER_GAME = pytest.param(
    "", id="no further game", marks=pytest.mark.skip(reason=f"The table knows {FIRST} alone: there is no further game.")
)


def fewest(name: str) -> Golden:
    """The golden playthrough for the fewest players; where the board would roll the dice, a game with people's own."""
    game: Any = load(name)
    if name in WITH_OWN_DICE:
        record = Record(setup_from_text(f"{name} players={game.SEATS[0]} {WITH_OWN_DICE[name]} table"))
        play_on(record, Numbers(7), 4 * DECISIONS)
        return Golden.of(record)
    return Golden(game, game.SEATS[0])


@pytest.mark.short
def test_a_whole_game_has_the_golden_digests_on_board_and_mirror_after_every_action(back: Back) -> None:
    golden = fewest(FIRST)
    play_golden(back, golden)
    record = golden.record
    assert back.mirror.game.outcome(back.mirror.position) == record.game.outcome(record.position) is not None
    assert back.mirror.result
    assert back.sentences("refusal") == back.sentences("trouble") == []
    back.leave_the_result()


@pytest.mark.short
@pytest.mark.parametrize("name", FURTHER or [NO_FURTHER_GAME])
def test_the_first_twenty_decisions_of_every_further_game_have_the_golden_digests(back: Back, name: str) -> None:
    play_golden(back, fewest(name), decisions=DECISIONS)
    assert back.sentences("refusal") == back.sentences("trouble") == []
