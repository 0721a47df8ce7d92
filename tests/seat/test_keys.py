"""Keys: presses at once, releases debounced, the long hold of two."""

import pytest

from tavolo.seat import keys, states
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tests.seat.bench_seat import Bench


@pytest.mark.parametrize("key", [LEFT, RIGHT, TAKE])
def test_a_press_is_reported_once_and_within_two_ticks(key: int) -> None:
    bench = Bench().started()
    bench.touch(key)
    assert bench.run_timed(2000) in ([(5, (states.KEY, 0, key))], [(10, (states.KEY, 0, key))])
    bench.touch()
    assert bench.run(500) == []
    bench.touch(key)
    assert bench.run(100) == [(states.KEY, 0, key)]


def test_a_flutter_while_pressing_is_one_press() -> None:
    bench = Bench().started()
    told = []
    for _ in range(8):
        bench.touch(TAKE)
        told += bench.run(10)
        bench.touch(TAKE, how_much=0.2)
        told += bench.run(10)
    assert told == [(states.KEY, 0, TAKE)]


def test_a_key_that_is_up_for_a_moment_only_was_not_released() -> None:
    down = keys.Keys()
    touched = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1]
    assert [down.step(bits, 5) for bits in touched] == [1] + [0] * 11 + [1]


def test_noise_alone_presses_nothing() -> None:
    bench = Bench(noise_counts=1.0).started()
    bench.scatter(2.0)
    assert bench.run(20_000) == []


def test_both_held_for_three_seconds_are_reported_once_and_the_two_presses_cancel_out() -> None:
    bench = Bench().started()
    bench.touch(LEFT)
    assert bench.run(80) == [(states.KEY, 0, LEFT)]
    bench.touch(LEFT, RIGHT)
    assert bench.run(80) == [(states.KEY, 0, RIGHT)]
    assert bench.run(2900) == []
    assert bench.run(100) == [(states.BOTH_HELD, 0, 0)]
    assert bench.run(5000) == []


def test_both_pressed_at_once_report_no_press() -> None:
    down = keys.Keys()
    assert down.step(0b011, 5) == 0
    assert [down.step(0b011, 5) for _ in range(601)].count(keys.HELD_BOTH) == 1


def test_after_a_hold_of_both_no_press_counts_until_both_are_up() -> None:
    bench = Bench().started()
    bench.touch(LEFT, RIGHT)
    bench.run(3200)
    bench.touch(LEFT)
    bench.run(200)
    bench.touch(LEFT, RIGHT)
    assert bench.run(4000) == []
    bench.touch()
    assert bench.run(100) == []
    bench.touch(RIGHT)
    assert bench.run(100) == [(states.KEY, 0, RIGHT)]


def test_an_interrupted_hold_starts_over() -> None:
    bench = Bench().started()
    bench.touch(LEFT, RIGHT)
    bench.run(2500)
    bench.touch(LEFT)
    bench.run(100)
    bench.touch(LEFT, RIGHT)
    assert bench.run(2500) == []
    assert bench.run(700) == [(states.BOTH_HELD, 0, 0)]


def test_a_hand_laid_over_the_keys_takes_nothing() -> None:
    bench = Bench().started()
    bench.touch(LEFT, RIGHT)
    bench.run(100)
    bench.touch(LEFT, RIGHT, TAKE)
    assert bench.run(1000) == []
    bench.touch(TAKE)
    assert bench.run(1000) == []
