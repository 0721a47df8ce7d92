"""Drift: the untouched readings of electrodes are followed through damp and heat, and nothing else is."""

from random import Random

import pytest

from tavolo.games.cards import code_of
from tavolo.seat import drift, states
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tavolo.wiring import PADS
from tavolo_host.slot.capacitance import InsertedCard
from tavolo_host.slot.geometry import GRID
from tests.seat.bench_seat import Bench, Event, settled

CODE = code_of("david-goliath", 0)
CARD = InsertedCard(CODE)
OTHER_CODE = code_of("david-goliath", 60)


def let_drift(bench: Bench, picofarads: float, seconds: int) -> list[Event]:
    """Let every electrode drift evenly by this much in this many seconds."""
    told = []
    began = bench.slot.drift_pf
    for second in range(1, seconds + 1):
        bench.slot.drift_pf = began + picofarads * second / seconds
        bench.feel()
        told += bench.run(1000)
    return told


@pytest.mark.parametrize("picofarads", [1.5, -1.5])
def test_slow_drift_of_an_empty_slot_presses_nothing_and_keys_and_cards_are_felt_afterwards(picofarads: float) -> None:
    bench = Bench(tick_ms=10).started()
    assert let_drift(bench, picofarads, 300) == []
    bench.run(20_000)
    for key in (LEFT, RIGHT, TAKE):
        bench.touch(key)
        assert bench.run(100) == [(states.KEY, 0, key)]
        bench.touch()
        assert bench.run(100) == []
    bench.put(InsertedCard(OTHER_CODE, gap_mm=GRID.wide_gap_mm))
    assert settled(bench.run(100)) == [(states.READ, OTHER_CODE)]


def test_pads_that_were_calibrated_a_few_counts_wrong_turn_a_card_away_twice_at_most() -> None:
    for seed in range(8):
        known = Bench(seed).started().seat.calibration
        assert known
        empty = [each + (-5 if pad < 3 else 2) for pad, each in enumerate(known.empty)]
        bench = Bench(seed, tick_ms=10, calibration=known.drifted(empty)).started()
        lying = InsertedCard(0b110100010)
        for _ in range(2):
            bench.insert(lying)
            bench.run(700)
            bench.lift(lying)
        assert settled(bench.insert(lying) + bench.run(700)) == [(states.READ, lying.code)]


def test_pads_that_were_touched_while_they_were_calibrated_recover_while_their_owner_keeps_trying() -> None:
    chance = Random(9)
    for seed in range(3):
        known = Bench(seed).started().seat.calibration
        assert known
        touched = chance.sample(range(PADS), 2)
        empty = [each - (22 if pad in touched else 0) for pad, each in enumerate(known.empty)]
        bench = Bench(seed, tick_ms=10, calibration=known.drifted(empty)).started()
        lying = InsertedCard(code_of("tanz-der-hornochsen", chance.randrange(90)))
        for _ in range(20):
            if settled(bench.insert(lying) + bench.run(chance.randrange(300, 1200, 10))) == [(states.READ, lying.code)]:
                break
            bench.lift(lying)
            bench.run(chance.randrange(120, 400, 10))
        else:
            pytest.fail(f"{lying} is still turned away with seed {seed}")


def test_a_key_that_is_held_is_not_learned() -> None:
    bench = Bench(tick_ms=10).started()
    bench.touch(RIGHT)
    bench.run(50_000)
    bench.touch()
    bench.run(100)
    bench.touch(RIGHT)
    assert bench.run(100) == [(states.KEY, 0, RIGHT)]


def test_a_key_that_stays_down_is_learned_and_works_again_when_it_is_wiped() -> None:
    bench = Bench(tick_ms=10).started()
    bench.touch(RIGHT, how_much=0.6)
    assert bench.run(80_000) == [(states.KEY, 0, RIGHT)]
    bench.touch(RIGHT, how_much=1.4)
    assert bench.run(100) == [(states.KEY, 0, RIGHT)]
    bench.touch()
    bench.run(30_000)
    bench.touch(RIGHT)
    assert bench.run(100) == [(states.KEY, 0, RIGHT)]


def followed_key(followed: drift.Drift, count: int, touched: bool = False) -> int:
    """Let the key RIGHT read `count`, five seconds after its last reading; return its baseline."""
    key = PADS + RIGHT
    followed.follow([650] * key + [count] + [650] * (11 - key), touched << key, 5000)
    baselines = [0] * 12
    assert followed.rewrite(baselines)
    return baselines[key]


def test_a_key_that_was_learned_while_it_was_held_works_again_although_it_is_pressed_again_and_again() -> None:
    bench = Bench(tick_ms=10).started()
    bench.touch(RIGHT)
    bench.run(70_000)
    bench.touch()
    told: list[Event] = []
    for _ in range(600):  # six of these take as long as 25 checks of the chip, so that these meet the same moments
        bench.touch(RIGHT)
        told += bench.run(110)
        bench.touch()
        told += bench.run(130)
    assert (states.KEY, 0, RIGHT) in told


def test_a_finger_that_hovers_does_not_draw_the_baseline_down() -> None:
    followed = drift.Drift([650] * 12)
    assert [followed_key(followed, 630) for _ in range(10)] == [650] * 10
    assert 640 <= [followed_key(followed, 640) for _ in range(10)][-1] <= 641


def test_a_reading_above_the_baseline_is_followed_quickly_even_on_a_key_that_seems_touched() -> None:
    assert followed_key(drift.Drift([600] * 12), 640, touched=True) == 620


def test_a_key_that_leaps_up_once_is_not_followed_because_a_bit_may_have_flipped() -> None:
    followed = drift.Drift([650] * 12)
    assert [followed_key(followed, count) for count in (778, 650, 778, 778, 778, 778)] == [650] * 5 + [778]


def pads_followed(followed: drift.Drift, readings: list[int], seconds: int) -> list[int]:
    """Let the pads read that for this long; return their baselines."""
    for _ in range(seconds // 5):
        followed.follow([*readings, 650, 650, 650], 0, 5000)
    baselines = [0] * 12
    assert followed.rewrite(baselines)
    return baselines[:PADS]


def test_a_slot_with_one_baseline_too_low_recovers_after_some_seconds() -> None:
    readings = [640, 640, 640, 640, 670, 640, 640, 640, 640]
    followed = drift.Drift([650] * 12)
    assert pads_followed(followed, readings, 15) == [650] * PADS
    assert all(
        abs(now - reading) <= 3 for now, reading in zip(pads_followed(followed, readings, 25), readings, strict=True)
    )


def test_noise_on_one_pad_does_not_become_its_baseline() -> None:
    followed = drift.Drift([650] * 12)
    for _ in range(20):
        pads_followed(followed, [650] * 4 + [680] + [650] * 4, 5)
        assert pads_followed(followed, [650] * 4 + [620] + [650] * 4, 5) == [650] * PADS


def test_noise_on_a_pad_whose_baseline_was_corrected_does_not_become_that() -> None:
    followed = drift.Drift([650] * 12)
    corrected = pads_followed(followed, [650] * 4 + [670] + [650] * 4, 20)
    assert corrected != [650] * PADS
    assert pads_followed(followed, [650] * 4 + [700] + [650] * 4, 5) == corrected


def test_a_card_that_lies_for_long_never_becomes_the_baseline() -> None:
    bench = Bench(tick_ms=20).started()
    bench.put(CARD)
    bench.run(200)
    bench.seat.refuse()
    assert bench.run(120_000) == []
    assert bench.seat.state == states.IS_REFUSED
    assert settled(bench.lift(CARD)) == [(states.EMPTIED, 0)]
    bench.put(CARD)
    assert settled(bench.run(100)) == [(states.READ, CODE)]


def test_a_faint_card_half_in_an_empty_slot_is_not_learned() -> None:
    bench = Bench(tick_ms=20).started()
    empty = list(bench.seat.slot.thresholds.empty)
    bench.put(InsertedCard(0b111100000, short_mm=28.0))
    assert bench.run(60_000) == []
    assert bench.seat.state == states.IS_EMPTY
    assert bench.seat.slot.thresholds.empty == empty


def test_a_slot_that_drifted_while_a_card_lay_in_it_is_empty_again_a_minute_after_the_lift() -> None:
    bench = Bench(tick_ms=10).started()
    bench.put(CARD)
    bench.run(200)
    bench.seat.accept()
    assert let_drift(bench, 0.9, 60) == []
    bench.put()
    assert bench.run(30_000) == []
    assert bench.seat.state == states.IS_ACCEPTED
    assert settled(bench.run(40_000)) == [(states.EMPTIED, 0)]
    bench.put(CARD)
    assert settled(bench.run(100)) == [(states.READ, CODE)]


def test_a_hand_that_rests_in_the_slot_is_not_learned_for_good() -> None:
    bench = Bench(tick_ms=10).started()
    bench.put(hand=0.25)
    bench.run(120_000)
    bench.put()
    bench.run(30_000)
    bench.put(CARD)
    assert settled(bench.run(100)) == [(states.READ, CODE)]


def test_moments_in_which_all_pads_are_lowered_do_not_add_up_to_a_minute() -> None:
    followed = drift.Drift([650] * 12)
    lowered, with_card = [620] * 9 + [650] * 3, [520] * 4 + [630] * 5 + [650] * 3
    for _ in range(8):
        followed.follow(lowered, 0b1, 5_000)
        followed.follow(lowered, 0b1, 5_000)
        followed.follow(with_card, 0b1111, 10_000)
    assert not followed.rewrite([650] * 12)
    for _ in range(13):
        followed.follow(lowered, 0b1, 5_000)
    assert followed.rewrite([650] * 12)
