"""Whole games as the golden playthroughs have them, on the board, action by action and digest by digest."""

import pytest

from tavolo.games import names
from tests.pico.back import Back
from tests.pico.golden_play import golden_of, play_golden

FIRST, *FURTHER = names()
DECISIONS = 20


@pytest.mark.short
def test_a_whole_game_has_the_golden_digests_on_board_and_mirror_after_every_action(back: Back) -> None:
    golden = golden_of(FIRST)
    play_golden(back, golden)
    record = golden.record
    assert back.mirror.game.outcome(back.mirror.position) == record.game.outcome(record.position) is not None
    assert back.mirror.result
    assert back.sentences("refusal") == back.sentences("trouble") == []
    back.leave_the_result()


@pytest.mark.short
@pytest.mark.parametrize("name", FURTHER)
def test_the_first_twenty_decisions_of_every_further_game_have_the_golden_digests(back: Back, name: str) -> None:
    play_golden(back, golden_of(name), decisions=DECISIONS)
    assert back.sentences("refusal") == back.sentences("trouble") == []
