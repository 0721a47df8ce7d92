"""A sheet or board of one's own at the whole table: begun by a laptop, kept by the board without one, played on."""

import pytest

from tavolo.games import load
from tavolo.rules.contract import Setup
from tavolo_host.display.parts.geometry import places
from tests.rules.own_prints import OWN_BOARD, OWN_SHEET
from tests.table.evening import Evening

OWN = [("kuh-vadis", 2, (OWN_SHEET, 0, -1)), ("tanz-der-hornochsen", 2, (OWN_BOARD, 0, 1, 0))]


@pytest.mark.parametrize(("name", "players", "options"), OWN)
def test_a_game_on_what_one_owns_goes_on_after_a_power_cut_without_a_laptop_and_ends(
    name: str, players: int, options: tuple[int, ...]
) -> None:
    setup, evening = Setup(load(name), players, options), Evening(seed=5)
    evening.virtual_players.follower.laptop = evening.mirror
    assert evening.companion is not None
    evening.run_until(lambda: bool(evening.mirror.in_step))
    evening.companion.ask("new", places(players), setup.text())
    evening.run_until(lambda: len(evening.mirror.actions) > 12)
    evening.companion = None
    evening.cable.pull()
    evening.table.power_cycle()
    evening.run_until(lambda: evening.board.referee.play is not None)
    assert evening.board.referee.play.record.setup.text() == setup.text()
    evening.plug_in()
    evening.virtual_players.follower.laptop = evening.mirror
    evening.run_until(lambda: evening.mirror.result)
    evening.run_ms(2000)
    record, dealt = evening.board.referee.play.record, evening.virtual_players.record
    assert record.setup.options == evening.mirror.setup.options == options
    assert record.digest() == evening.mirror.record.digest() == record.game.digest(dealt.position)
    assert evening.sentences("refusal") == evening.sentences("trouble") == []
