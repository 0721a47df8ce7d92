"""Whole golden playthroughs on the board, action by action and digest by digest; and one in which the board rolls its
own dice.
"""

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tavolo_host.playthroughs.game_text import Rerun
from tavolo_host.playthroughs.through import play_through
from tests.pico.back import Back
from tests.pico.golden_play import Golden, golden_of, play_golden
from tests.pico.pico_evening import FIRMWARE, PicoEvening, hurry

FIRST, *FURTHER = names()
ROLLS = 7  # actions until the dice were rolled a second time
DECISIONS = 5  # `test_memory` has these games played to their end


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
def test_the_first_decisions_of_every_further_game_have_the_golden_digests(back: Back, name: str) -> None:
    play_golden(back, golden_of(name), decisions=DECISIONS)
    assert back.sentences("refusal") == back.sentences("trouble") == []


@pytest.mark.needs_emulator("an emulator, whose people play by themselves")
def test_virtual_people_play_a_whole_game_with_the_boards_dice_and_equal_digests_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hurry(monkeypatch)
    game = load("kuh-vadis")
    with PicoEvening(seed=4) as evening:
        evening.start_by_keys(Setup(game, game.SEATS[0]))
        evening.run_until(lambda: evening.mirror.result)
        evening.run_ms(2000)  # until all have seen the last lamp
        assert evening.mirror.in_step is True
        record, dealt = evening.mirror.record, evening.virtual_players.record
        assert record.game.outcome(record.position) is not None
        assert game.digest(dealt.position) == record.digest()
        assert evening.sentences("refusal") == evening.sentences("trouble") == []


@pytest.mark.needs_emulator("an emulator, whose journal can be written beforehand")
def test_the_dice_of_a_kept_game_fall_again_as_they_fell() -> None:
    golden = Golden(load("kuh-vadis"), 2)
    digests = play_through(Rerun(golden.setup_text), golden.seats(), golden.record.actions, FIRMWARE)
    assert [next(digests) for _ in range(ROLLS)] == golden.digests[:ROLLS]
