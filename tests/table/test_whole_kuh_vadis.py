"""A game without cards, from beginning to end: keys, the board's dice, the lights that show them, the laptop."""

from collections.abc import Iterator
from typing import Any

import pytest

from tavolo.games.kuh_vadis import rules as game
from tavolo.play.chooser import NOTHING
from tavolo.rules.contract import Setup
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.players.of_game import choose
from tavolo_host.players.thinking import Engine
from tavolo_host.sources.virtual_source import VirtualSource
from tests.sources.source_support import run_ms, run_until, source_of
from tests.table.evening import Evening
from tests.table.without_laptop import WithoutLaptop


def texts(actions: list[tuple[int, ...]]) -> list[str]:
    return [game.action_text(action) for action in actions]


def test_after_a_power_cut_between_two_dice_virtual_players_find_the_cursor_again() -> None:
    evening = Evening(7, laptop=False)
    virtual_players = evening.virtual_players
    evening.start_by_keys(Setup(game, 2))
    evening.run_until(lambda: evening.board.referee.play is not None)

    def is_between_two_dice() -> bool:
        is_quiet = not any(body.is_moving() for body in evening.table.bodies)
        return is_quiet and any(chooser.preview() for chooser in evening.board.referee.play._choosers)

    for _ in range(3):
        evening.run_until(is_between_two_dice)
        for person in virtual_players.people:
            person.thinking_ms = 2000  # nobody touches a key before the board is awake
        evening.table.power_cycle()
        before = len(evening.board.referee.play.record.actions)
        evening.run_until(lambda before=before: len(evening.board.referee.play.record.actions) > before + 15)
    evening.run_until(evening.board.referee.play.is_over)
    evening.run_ms(2000)
    assert texts(virtual_players.record.actions) == texts(evening.board.referee.play.record.actions)


# ---- visitors


def source_with(options: tuple[int, ...] = (1, 0, 0)) -> VirtualSource:
    return source_of(Setup(game, 2, options))


def press(source: VirtualSource, keys: str) -> None:
    for key in keys:
        source.visitors.key("ada", {"<": LEFT, ">": RIGHT, "v": TAKE}[key], True)
        run_ms(source, 110)
        source.visitors.key("ada", {"<": LEFT, ">": RIGHT, "v": TAKE}[key], False)
        run_ms(source, 130)


@pytest.fixture
def source() -> Iterator[VirtualSource]:
    """A game in which the visitor ada, at seat 0, begins."""
    source = source_with()
    run_until(source, lambda: source.companion.connected)
    run_ms(source, 1500)
    assert source.visitors.sit("ada", 0) is None
    assert source.start(2) is None
    run_until(source, lambda: source.mirror.position is not None and not source.table.bodies[0].is_moving())
    run_ms(source, 500)
    yield source
    source.close()


def test_a_roll_is_learnt_from_the_laptop(source: VirtualSource) -> None:
    press(source, ">v>v")
    known = texts(source.table.virtual_players.record.actions)
    assert known == texts(list(source.mirror.actions))
    assert known[2:] == ["hold 0 1"]


def test_when_a_visitor_leaves_a_virtual_player_goes_on_from_the_cursor(source: VirtualSource) -> None:
    press(source, ">v>>>")
    assert source.mirror.view.choosing[0].index == 2
    wanted: list[tuple[int, ...]] = []

    def remember(*known: Any) -> tuple[int, ...]:
        wanted.append(choose(*known))
        return wanted[-1]

    source.table.virtual_players.engine = Engine(remember)
    before = len(source.mirror.actions)
    source.visitors.stand("ada")
    run_until(source, lambda: len(wanted) > 12)
    run_ms(source, 300)
    done = [action for action in source.mirror.actions[before:] if game.actor(action) >= 0]
    assert texts(wanted)[: len(done)] == texts(done)
    assert len(done) > 10


# ---- where cursors stand, without a laptop


def seen_after(*actions: tuple[int, ...]) -> WithoutLaptop:
    seen: WithoutLaptop = Evening(laptop=False).virtual_players.follower.laptop
    seen.begin(Setup(game, 2, (1, 0, 0)))
    follow(seen, *actions)
    return seen


def follow(seen: WithoutLaptop, *actions: tuple[int, ...]) -> None:
    for action in actions:
        seen.take(action)
        seen.tracked_game.apply(action)


def steps(seen: WithoutLaptop, action: tuple[int, ...]) -> int:
    way = seen.tracked_game.way(0, action, seen.cursor(0))
    assert way is not None
    return way.steps


ROLLED = ((game.ROLL, 0), (game.ROLLED, 1, 2, 3, 4, 5))


def test_virtual_players_move_the_cursor_the_shorter_way() -> None:
    seen = seen_after(*ROLLED)
    assert steps(seen, (game.HOLD, 0, 1)) == 2
    assert steps(seen, (game.DONE, 0)) == -1
    follow(seen, (game.HOLD, 0, 1))
    assert seen.cursor(0) == 1
    assert steps(seen, (game.HOLD, 0, 1)) == 0
    assert steps(seen, (game.HOLD, 0, 3)) == 2
    assert steps(seen, (game.ROLL, 0)) == -3
    assert steps(seen, (game.DONE, 0)) == -2


def test_virtual_players_know_that_a_roll_resets_the_cursor() -> None:
    seen = seen_after(*ROLLED, (game.HOLD, 0, 4), (game.ROLL, 0), (game.ROLLED, 1, 1, 1, 2))
    assert seen.cursor(0) == NOTHING
    follow(seen, (game.HOLD, 0, 4))
    assert seen.cursor(0) == 4
