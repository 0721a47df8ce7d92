"""Every game the whole way: cards in slots, keys, chips, firmware and link, to the laptop. In made-up time."""

from random import Random
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.games.tanz_der_hornochsen import rules as hornochsen
from tavolo.games.tanz_der_hornochsen.events import DOUBLE_ROUND, OPEN_ROUND
from tavolo.rules.contract import TABLE, Setup
from tavolo_host.game_parts import choose
from tests.table.evening import LONGEST_GAME_MS, Action, Evening

# Of each game one that is over soon, by options or with the fewest people.
SHORT = [
    ("david-goliath", 3, None),
    ("bambuti", 2, None),
    ("kuh-vadis", 2, None),
    ("yellowstone-park", 4, (10, 1, 0, 0)),
]
LONG = [
    ("david-goliath", 3, (2, 1)),
    ("david-goliath", 6, None),
    ("kuh-vadis", 2, (3, 1, 1)),
    ("yellowstone-park", 5, None),
    ("tanz-der-hornochsen", 8, None),
]


def play(evening: Evening, setup: Setup) -> None:
    """Have a game started by keys and played to its end; board, laptop and people have to agree after every action."""
    game = setup.game
    evening.company.start(setup)
    seen: dict[int, int] = {}

    def is_over() -> bool:
        assert evening.mirror.in_step is not False
        if evening.mirror.record is not None:
            seen[len(evening.mirror.actions)] = evening.mirror.record.digest()
        return bool(evening.mirror.result)

    evening.run_until(is_over, 10 * LONGEST_GAME_MS)
    evening.run_ms(2000)
    record = evening.board.referee.play.record
    assert record.setup.text() == setup.text()
    position = game.start(record.setup)
    for number, action in enumerate(record.actions):
        game.apply(position, action)
        assert seen[number + 1] == game.digest(position)
    known = game.view(evening.company.record.position, TABLE)
    assert game.position_text(known) == game.position_text(position)
    assert evening.sentences("refusal") == evening.sentences("trouble") == []


def test_every_game_is_played() -> None:
    assert {name for name, _, _ in LONG} | {name for name, _, _ in SHORT} == set(names())


@pytest.mark.parametrize(
    ("name", "players", "options"), SHORT + [pytest.param(*game, marks=pytest.mark.slow) for game in LONG]
)
def test_virtual_people_play_a_game_to_its_end_and_board_laptop_and_people_agree_after_every_action(
    name: str, players: int, options: tuple[int, ...] | None
) -> None:
    play(Evening(seed=10 + players), Setup(load(name), players, options))


def test_a_game_is_started_played_and_ended_without_a_laptop() -> None:
    evening = Evening(seed=7, laptop=False)
    evening.start(3)
    evening.run_until(lambda: evening.board.referee.play.is_over())
    evening.run_ms(2000)
    assert evening.board.referee.play.record.digest() == evening.company.record.digest()
    assert evening.cable.board.written < 20_000  # it does not talk to nobody
    evening.press(0, 2)
    assert evening.board.referee.play is None


def test_the_kinds_of_round_and_of_action_of_tanz_der_hornochsen_all_occur_at_the_table() -> None:
    """So that games are not only plain ones: with people who like to buy and to stop, and whose pawns go far."""

    def eager(rules: Any, known: Any, player: int, random: Random) -> Action:
        action = choose(rules, known, player, random)
        liked = [other for other in rules.legal(known, player) if other[0] in (rules.BUY, rules.STOP)]
        return liked[-1] if action and liked and random.random() < 0.5 else action

    evening = Evening(seed=12)
    evening.company.choose = eager
    play(evening, Setup(hornochsen, 2))
    game = hornochsen
    verbs = {action[0] for action in evening.mirror.actions}
    assert verbs >= {game.TURN, game.BUY, game.DRAW, game.CHOOSE, game.REVEAL, game.SHOW, game.KEEP, game.STOP}
    assert {DOUBLE_ROUND, OPEN_ROUND} <= {entry.numbers[0] for entry in evening.mirror.log if entry.numbers}
