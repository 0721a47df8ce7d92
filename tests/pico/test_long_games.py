"""A long game from the journal where memory is shorter: the firmware in ROMFS, and a laptop that comes afterwards."""

import pytest

from host.tools.bench.long_games import journal_of, longest_game
from host.tools.bench.resuming import resume_ms
from host.tools.bench.watched_table import ROMFS
from tavolo.games import load


@pytest.mark.short
@pytest.mark.needs_emulator("a journal that was written elsewhere")
@pytest.mark.parametrize("name", ["kuh-vadis", "tanz-der-hornochsen", "yellowstone-park"])
def test_a_long_game_that_comes_back_from_romfs_is_told_to_the_laptop(name: str) -> None:
    record = longest_game(load(name))
    count = len(record.actions) - 1
    assert count > 400
    assert resume_ms(ROMFS, "typical", journal_of(record), count) is not None
