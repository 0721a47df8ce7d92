"""Games on a sheet or board of one's own on the emulated Pico: begun by a laptop, over a power cut, to the end."""

from random import Random
from typing import Any

import pytest

from tavolo.games import load
from tavolo.rules.contract import Setup
from tavolo_host.display.geometry import places
from tavolo_host.players import levels
from tavolo_host.players.settings import STRONG
from tavolo_host.players.thinking import Engine
from tests.pico.pico_evening import PicoEvening, hurry
from tests.rules.own_prints import OWN_BOARD, OWN_SHEET

OWN = [("kuh-vadis", 2, (OWN_SHEET, 0, -1)), ("tanz-der-hornochsen", 2, (OWN_BOARD, 0, 1, 0))]
BEFORE = 30  # actions, before the power cut


def strong(rules: Any, known: Any, player: int, random: Random) -> tuple[int, ...]:
    return levels.choose(rules, known, player, random, STRONG)


@pytest.mark.needs_emulator("an emulator, whose people play by themselves")
@pytest.mark.parametrize(("name", "players", "options"), OWN, ids=[name for name, *_rest in OWN])
def test_the_strong_level_plays_on_what_one_owns_to_the_end_over_a_power_cut(
    name: str, players: int, options: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    setup = Setup(load(name), players, options)
    with PicoEvening(seed=4) as evening:
        assert evening.companion is not None
        evening.virtual_players.engine = Engine(strong)
        evening.virtual_players.follower.laptop = evening.mirror
        evening.run_until(lambda: bool(evening.mirror.in_step))
        evening.companion.ask("new", places(players), setup.text())
        evening.run_until(lambda: len(evening.mirror.actions) >= BEFORE)
        evening.table.pico.cut_power()
        evening.table.pico.power_on()
        evening.virtual_players.follower.power_failed()
        evening.run_until(lambda: evening.mirror.in_step is not True)
        evening.run_until(lambda: evening.mirror.result)
        evening.run_ms(2000)  # until all have seen the last lamp
        assert evening.mirror.in_step is True
        record, dealt = evening.mirror.record, evening.virtual_players.record
        assert record.setup.options == options
        assert record.game.outcome(record.position) is not None
        assert record.game.digest(dealt.position) == record.digest()
        assert evening.sentences("refusal") == evening.sentences("trouble") == []
