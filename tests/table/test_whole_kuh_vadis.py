"""A game without cards, the whole way: keys, the board's dice, lights that people read them from, the laptop."""

from collections.abc import Iterator
from typing import Any

import pytest

from tavolo.games.kuh_vadis import rules as game
from tavolo.play.chooser import NOTHING
from tavolo.rules.contract import Setup
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo_host.people.heads import Heads
from tavolo_host.players.of_game import choose
from tavolo_host.sources.virtual_source import VirtualSource
from tests.host.source_support import run_ms, run_until, source_of
from tests.table.evening import Evening


def texts(actions: list[tuple[int, ...]]) -> list[str]:
    return [game.action_text(action) for action in actions]


def test_after_a_power_cut_between_two_dice_the_people_find_the_cursor_again() -> None:
    evening = Evening(7, laptop=False)
    company = evening.company
    company.start(Setup(game, 2))
    evening.run_until(lambda: evening.board.referee.play is not None)

    def is_between_two_dice() -> bool:
        is_quiet = not any(body.is_moving() for body in evening.table.bodies)
        return is_quiet and any(chooser.preview() for chooser in evening.board.referee.play._choosers)

    for _ in range(3):
        evening.run_until(is_between_two_dice)
        for person in company.people:
            person.thinking_ms = 2000  # nobody touches a key before the board is awake
        evening.table.power_cycle()
        before = len(evening.board.referee.play.record.actions)
        evening.run_until(lambda before=before: len(evening.board.referee.play.record.actions) > before + 15)
    evening.run_until(evening.board.referee.play.is_over)
    evening.run_ms(2000)
    assert texts(company.record.actions) == texts(evening.board.referee.play.record.actions)


# ---- visitors


def source_with(options: tuple[int, ...] = (1, 0, 0)) -> VirtualSource:
    return source_of(Setup(game, 2, options))


def press(source: VirtualSource, keys: str) -> None:
    for key in keys:
        source.key("ada", {"<": LEFT, ">": RIGHT, "v": TAKE}[key], True)
        run_ms(source, 110)
        source.key("ada", {"<": LEFT, ">": RIGHT, "v": TAKE}[key], False)
        run_ms(source, 130)


@pytest.fixture
def source() -> Iterator[VirtualSource]:
    """A game in which the visitor ada, at seat 0, begins."""
    source = source_with()
    run_until(source, lambda: source.companion.connected)
    run_ms(source, 1500)
    assert source.sit("ada", 0) is None
    assert source.start(2) is None
    run_until(source, lambda: source.mirror.position is not None and not source.table.bodies[0].is_moving())
    run_ms(source, 500)
    yield source
    source.close()


def test_a_roll_is_learnt_from_the_laptop_where_the_lights_do_not_show_it(source: VirtualSource) -> None:
    source.table.company._field = lambda: [(0, 0, 0)] * 128
    press(source, ">v>v")
    known = texts(source.table.company.record.actions)
    assert known == texts(list(source.mirror.actions))
    assert known[2:] == ["hold 0 1"]


def test_when_a_visitor_stands_up_a_virtual_person_goes_on_from_where_the_cursor_is(source: VirtualSource) -> None:
    press(source, ">v>>>")
    assert source.mirror.view.choosing[0].index == 2
    wanted: list[tuple[int, ...]] = []

    def remember(*known: Any) -> tuple[int, ...]:
        wanted.append(choose(*known))
        return wanted[-1]

    source.table.company.choose = remember
    before = len(source.mirror.actions)
    source.stand("ada")
    run_until(source, lambda: len(wanted) > 12)
    run_ms(source, 300)
    done = [action for action in source.mirror.actions[before:] if game.actor(action) >= 0]
    assert texts(wanted)[: len(done)] == texts(done)
    assert len(done) > 10


# ---- heads


def heads_after(*actions: tuple[int, ...]) -> Heads:
    heads = Heads(Setup(game, 2, (1, 0, 0), dealt=True))
    for action in actions:
        heads.apply(action)
    return heads


ROLLED = ((game.ROLL, 0), (game.ROLLED, 1, 2, 3, 4, 5))


def test_people_walk_from_where_the_cursor_has_stayed_the_shorter_way() -> None:
    heads = heads_after(*ROLLED)
    assert heads.way(0, (game.HOLD, 0, 1)).steps == 2
    assert heads.way(0, (game.DONE, 0)).steps == -1
    heads.apply((game.HOLD, 0, 1))
    assert heads.choosers[0].index == 1
    assert heads.way(0, (game.HOLD, 0, 1)).steps == 0
    assert heads.way(0, (game.HOLD, 0, 3)).steps == 2
    assert heads.way(0, (game.ROLL, 0)).steps == -3
    assert heads.way(0, (game.DONE, 0)).steps == -2


def test_people_know_that_a_roll_and_taking_back_put_the_cursor_away() -> None:
    heads = heads_after(*ROLLED, (game.HOLD, 0, 4), (game.ROLL, 0), (game.ROLLED, 1, 1, 1, 2))
    assert heads.choosers[0].index == NOTHING
    heads.apply((game.HOLD, 0, 4))
    assert heads.choosers[0].index == 4
    heads.undo(2)
    assert heads.choosers[0].index == NOTHING
