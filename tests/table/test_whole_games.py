"""Every game from start to end: cards in slots, keys, chips, firmware and link, to the laptop. Time is simulated."""

from random import Random
from typing import Any

import pytest

from tavolo.games import load
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.games.tanz_der_hornochsen.events import DOUBLE_ROUND, OPEN_ROUND
from tavolo.rules.contract import Setup
from tavolo_host.players.of_game import choose
from tavolo_host.players.thinking import Engine
from tests.table.evening import Action, Evening, play_out

# What is soon over, tests/games/test_plays.py has of each game.
LONG = [
    ("david-goliath", 3, (2, 1)),
    ("david-goliath", 6, None),
    ("kuh-vadis", 2, (3, 1, 1)),
    ("yellowstone-park", 5, None),
    ("tanz-der-hornochsen", 8, None),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options"), LONG)
def test_virtual_players_play_a_long_game_to_its_end_and_all_agree_after_every_action(
    name: str, players: int, options: tuple[int, ...] | None
) -> None:
    play_out(Evening(seed=10 + players), Setup(load(name), players, options))


def test_a_game_is_started_played_and_ended_without_a_laptop() -> None:
    evening = Evening(seed=7, laptop=False)
    evening.start(3)
    evening.run_until(lambda: evening.board.referee.play.is_over())
    evening.run_ms(2000)
    record = evening.virtual_players.record
    assert evening.board.referee.play.record.digest() == record.game.digest(record.position)
    assert evening.cable.board.written < 20_000  # without a laptop it does not send
    evening.press(0, 2)
    assert evening.board.referee.play is None


def test_the_kinds_of_round_and_of_action_of_tanz_der_hornochsen_all_occur_at_the_table() -> None:
    """Unusual games too: with players who like to buy and to stop, and whose pawns go far."""

    def eager(rules: Any, known: Any, player: int, random: Random) -> Action:
        action = choose(rules, known, player, random)
        liked = [other for other in rules.legal(known, player) if other[0] in (rules.BUY, rules.STOP)]
        return liked[-1] if action and liked and random.random() < 0.5 else action

    evening, game = Evening(seed=56), hornochsen
    evening.virtual_players.engine = Engine(eager)
    evening.start_by_keys(Setup(game, 2))
    verbs = {game.TURN, game.BUY, game.DRAW, game.CHOOSE, game.REVEAL, game.SHOW, game.KEEP, game.STOP}
    rounds = {DOUBLE_ROUND, OPEN_ROUND}
    while verbs or rounds:
        assert not evening.mirror.result, f"these have not occurred: {verbs}, {rounds}"
        evening.run_ms(500)
        verbs -= {action[0] for action in evening.mirror.actions}
        rounds -= {entry.numbers[0] for entry in evening.mirror.log if entry.numbers}
