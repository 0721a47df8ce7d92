"""A whole game of each kind on the emulated Pico, from lobby to result: virtual people at slots and keys, lights, and
a laptop that repeats every action. They play fast, so that an evening lasts minutes."""

import pytest

from host.tools.bench.quick_people import hurry
from tavolo.games import load, names
from tavolo.rules.contract import Setup
from tests.pico.pico_evening import PicoEvening
from tests.table.evening import LONGEST_GAME_MS


@pytest.mark.needs_emulator("an emulator, whose people play by themselves")
@pytest.mark.parametrize("name", names())
def test_virtual_people_play_a_whole_game_with_equal_digests_to_its_end(name: str) -> None:
    game = load(name)
    with hurry(), PicoEvening(seed=4) as evening:
        evening.company.start(Setup(game, game.SEATS[0]))
        evening.run_until(lambda: evening.mirror.result, LONGEST_GAME_MS)
        evening.run_ms(2000)  # until all have seen the last lamp
        assert evening.mirror.in_step is True
        assert evening.mirror.game is game
        record, heads = evening.mirror.record, evening.company.record
        assert record.game.outcome(record.position) is not None
        assert heads.digest() == record.digest()
        assert evening.sentences("refusal") == evening.sentences("trouble") == []
