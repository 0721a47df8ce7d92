"""The page of a board whose seats are played by phone: hands, rights and bots are those of a virtual table."""

from collections.abc import Mapping
from random import Random

import pytest

from tavolo.games import names, setup_from_text
from tavolo_host.display.parts.what_to_do import Deed, State
from tavolo_host.people.table import VirtualTable
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.sources.phone_source import PhoneSource
from tests.sources.source_support import SHORT, Line, check_hands, run_ms, run_until

PLAYERS = {"bambuti": 2, "kuh-vadis": 2}


class AtBoard(PhoneSource):
    """The page's source, with a board at its line that has no slot."""

    def __init__(self, text: str, seed: int = 5) -> None:
        line = Line()
        self.board = VirtualTable(Random(seed), line.board, b"seats = none\nphones = all")
        super().__init__(setup_from_text(f"{text} table"), line, Random(seed))

    def step(self, elapsed_ms: float) -> None:
        for _ in range(int(elapsed_ms / TICK_MS)):
            self.board.step()
            super().step(TICK_MS)


def begun(text: str, visitors: Mapping[str, int]) -> AtBoard:
    source = AtBoard(text)
    run_until(source, lambda: source.companion.connected)
    run_ms(source, 2000)
    for visitor, seat in visitors.items():
        assert source.visitors.sit(visitor, seat) is None
    assert source.start(source.offered.players) is None
    run_until(source, lambda: source.mirror.record is not None, 5000)
    return source


@pytest.mark.parametrize("game", names())
def test_a_visitor_and_bots_play_a_whole_game_at_a_board_without_slots(game: str) -> None:
    random = Random(game)
    source = begun(f"{game} players={PLAYERS.get(game, 3)} {SHORT[game]}", {"ada": 0})
    while not source.mirror.result:
        what = source.what_to_do("ada")
        acts = [choice for choice in what.choices if choice.deed == Deed.ACT]
        if what.state is State.CHOOSE and acts:
            source.do("ada", random.choice(acts))
        run_ms(source, 50)
    check_hands(source)
    record = source.board.board.referee.play.record
    assert source.mirror.record is not None
    assert source.mirror.record.digest() == record.digest()
