"""How long one waits for virtual players, in simulated time: they think while others do, and choose together."""

import pytest

from tavolo.games import load
from tavolo.rules.contract import CHANCE
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.sources.virtual_source import VirtualSource
from tests.sources.source_support import begun, run_ms, run_until

OXEN = load("tanz-der-hornochsen")
LIMIT_MS = 60_000


def now_ms(source: VirtualSource) -> int:
    return source.table.clock.now_us // 1000


def acting(source: VirtualSource) -> tuple[int, ...]:
    record = source.table.board.referee.play.record
    found: tuple[int, ...] = record.game.to_act(record.position)
    return found


def reveals(source: VirtualSource) -> int:
    return sum(action[0] == OXEN.REVEAL for action in source.mirror.actions)


@pytest.mark.parametrize(("pace", "longest_ms"), [("slow", 7500), ("normal", 4500), ("quick", 2500), ("instant", 2500)])
def test_eight_choose_in_the_time_that_one_takes(pace: str, longest_ms: int) -> None:
    """In the first round they buy tiles before, too."""
    source = begun("tanz-der-hornochsen players=8", {})
    source.visitors.set_pace(pace)
    run_until(source, lambda: len(acting(source)) == 8, LIMIT_MS)
    began_ms = now_ms(source)
    run_until(source, lambda: reveals(source) == 1, LIMIT_MS)
    assert now_ms(source) - began_ms < longest_ms


@pytest.mark.parametrize(("pace", "longest_ms"), [("normal", 2600), ("instant", 1000)])
def test_others_have_chosen_while_a_visitor_thinks(pace: str, longest_ms: int) -> None:
    source = begun("tanz-der-hornochsen players=8", {"ada": 3})
    source.visitors.set_pace(pace)
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE, LIMIT_MS)
    run_until(source, lambda: acting(source) == (3,), LIMIT_MS)
    began_ms = now_ms(source)
    assert source.visitors.play("ada", source.visitors.own("ada").hand[0]) is None
    run_until(source, lambda: reveals(source) == 1)
    assert now_ms(source) - began_ms < longest_ms


def test_the_last_who_chooses_has_a_moment_for_a_second_thought() -> None:
    source = begun("tanz-der-hornochsen players=2", {"ada": 0})
    run_until(source, lambda: acting(source) == (0,), LIMIT_MS)
    first, second = source.visitors.own("ada").hand[:2]  # type: ignore[union-attr]
    assert source.visitors.play("ada", first) is None
    run_ms(source, 1600)
    assert source.visitors.play("ada", second) is None
    run_until(source, lambda: reveals(source) == 1, 2600)
    reveal = next(action for action in source.mirror.actions if action[0] == OXEN.REVEAL)
    assert second in reveal
    assert first not in reveal


@pytest.mark.parametrize(
    ("text", "longest_ms"),
    [("david-goliath players=4", 750), ("yellowstone-park players=4", 1600), ("kuh-vadis players=2", 1300)],
)
def test_at_an_instant_pace_nobody_thinks_longer_than_hands_move(text: str, longest_ms: int) -> None:
    source = begun(text, {})
    source.visitors.set_pace("instant")
    run_until(source, lambda: CHANCE not in acting(source), LIMIT_MS)
    for _ in range(8):
        length, began_ms = len(source.mirror.actions), now_ms(source)
        run_until(source, lambda length=length: len(source.mirror.actions) > length, LIMIT_MS)  # type: ignore[misc]
        assert now_ms(source) - began_ms < longest_ms
