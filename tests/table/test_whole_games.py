"""Every game the whole way: cards in slots, keys, chips, firmware and link, to the laptop. In made-up time."""

import time

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import TABLE, Setup
from tests.table.evening import LONGEST_GAME_MS, Evening


@pytest.fixture(autouse=True)
def nobody_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    def slept(seconds: float) -> None:
        raise AssertionError(f"slept for {seconds} s")

    monkeypatch.setattr(time, "sleep", slept)


@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in names() for players in sorted(set(load(name).SEATS))]
)
def test_virtual_people_play_a_game_to_its_end_and_board_laptop_and_people_agree_after_every_action(
    name: str, players: int
) -> None:
    game = load(name)
    evening = Evening(seed=10 + players)
    evening.company.start(Setup(game, players))
    seen: dict[int, int] = {}

    def over() -> bool:
        assert evening.mirror.in_step is not False
        if evening.mirror.record is not None:
            seen[len(evening.mirror.actions)] = evening.mirror.record.digest()
        return bool(evening.mirror.result)

    evening.run_until(over, 10 * LONGEST_GAME_MS)
    evening.run_ms(2000)
    record = evening.board.referee.play.record
    position = game.start(record.setup)
    for number, action in enumerate(record.actions):
        game.apply(position, action)
        assert seen[number + 1] == game.digest(position)
    known = game.view(evening.company.record.position, TABLE)
    assert game.position_text(known) == game.position_text(position)
    assert evening.sentences("refusal") == evening.sentences("trouble") == []
