"""Games on what was typed at the front door, on the emulated Pico, over a power cut, to the end."""

from random import Random
from typing import Any

import pytest

from tavolo_host.display.parts.geometry import places
from tavolo_host.players import levels
from tavolo_host.players.settings import STRONG
from tavolo_host.players.thinking import Engine
from tests.display.lobby.test_own_print import EACH, Editor
from tests.pico.pico_evening import PicoEvening, hurry

BEFORE = 30  # actions, before the power cut


def strong(rules: Any, known: Any, player: int, random: Random) -> tuple[int, ...]:
    return levels.choose(rules, known, player, random, STRONG)


@pytest.mark.needs_emulator("an emulator, whose people play by themselves")
@EACH
def test_the_strong_level_plays_on_what_was_typed_to_the_end_over_a_power_cut(
    name: str, text: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    door = Editor(f"{name} players=2")
    door.paste(text)
    door.press("Play on it")
    door.press("Play")
    assert door.started is not None
    setup = door.started[0]
    with PicoEvening(seed=4) as evening:
        assert evening.companion is not None
        evening.virtual_players.engine = Engine(strong)
        evening.virtual_players.follower.laptop = evening.mirror
        evening.run_until(lambda: bool(evening.mirror.in_step))
        evening.companion.ask("new", places(setup.players), setup.text())
        evening.run_until(lambda: len(evening.mirror.actions) >= BEFORE)
        evening.table.pico.cut_power()
        evening.table.pico.power_on()
        evening.virtual_players.follower.power_failed()
        evening.run_until(lambda: evening.mirror.in_step is not True)
        evening.run_until(lambda: evening.mirror.result)
        evening.run_ms(2000)  # until all have seen the last lamp
        assert evening.mirror.in_step is True
        record, dealt = evening.mirror.record, evening.virtual_players.record
        assert record.setup.options == setup.options
        assert setup.options[0] == number
        assert record.game.outcome(record.position) is not None
        assert record.game.digest(dealt.position) == record.digest()
        assert evening.sentences("refusal") == evening.sentences("trouble") == []
