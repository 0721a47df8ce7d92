"""The life of a card in a slot, through chip, driver and bus: settling, reading, lifting, every trouble."""

from random import Random

import pytest

from tavolo.games.cards import code_of
from tavolo.seat import slot, states
from tavolo_host.slot.capacitance import InsertedCard
from tavolo_host.slot.geometry import GRID
from tests.seat.bench_seat import Bench, settled

CODE = code_of("david-goliath", 0)
OTHER_CODE = code_of("david-goliath", 60)
CARD = InsertedCard(CODE)


def read(code: int) -> list[tuple[int, int]]:
    return [(states.READ, code)]


def trouble(kind: int) -> list[tuple[int, int]]:
    return [(states.TROUBLE, kind)]


def accepted() -> Bench:
    """A slot with an accepted card."""
    bench = Bench().started()
    bench.put(CARD)
    bench.run(100)
    bench.seat.accept()
    return bench


def test_a_card_goes_through_its_whole_life() -> None:
    bench = Bench().started()
    seen = [bench.seat.state]
    told = bench.insert(CARD)
    seen.append(bench.seat.state)
    told += bench.run(100)
    seen.append(bench.seat.state)
    bench.seat.accept()
    seen.append(bench.seat.state)
    assert bench.run(5000) == []
    assert settled(told) == read(CODE)
    assert settled(bench.lift(CARD)) == [(states.EMPTIED, 0)]
    seen.append(bench.seat.state)
    assert seen == [states.IS_EMPTY, states.IS_SETTLING, states.IS_READ, states.IS_ACCEPTED, states.IS_EMPTY]


def test_whole_rounds_with_much_noise_read_every_card_right_at_the_tolerances() -> None:
    bench = Bench(seed=9, noise_counts=1.0).started()
    bench.scatter(2.0)
    random = Random(3)
    for number in range(0, 90, 6):
        lying = InsertedCard(
            code_of("david-goliath", number),
            short_mm=random.uniform(0.0, 1.0),
            shift_mm=random.uniform(-GRID.shift_mm, GRID.shift_mm),
            tilt_deg=random.uniform(-GRID.tilt_deg, GRID.tilt_deg),
            gap_mm=random.uniform(GRID.tight_gap_mm, GRID.wide_gap_mm),
        )
        assert settled(bench.insert(lying) + bench.run(300)) == read(lying.code)
        bench.seat.accept()
        assert settled(bench.lift(lying)) == [(states.EMPTIED, 0)]


@pytest.mark.parametrize("tick_ms", [1, 3, 5, 12])
def test_a_card_that_lies_still_is_read_within_80_ms(tick_ms: int) -> None:
    bench = Bench(tick_ms=tick_ms).started()
    bench.insert(CARD)
    (told,) = bench.run_timed(200)
    assert told[1] == (states.READ, 0, CODE)
    assert told[0] <= 80


def test_a_card_dropped_in_at_once_is_read_within_80_ms_too() -> None:
    for pause in range(6):
        bench = Bench(seed=pause).started()
        bench.run(5 * pause)
        bench.put(CARD)
        ((when, event),) = bench.run_timed(200)
        assert event == (states.READ, 0, CODE)
        assert when <= 80


def test_a_card_is_not_read_while_it_moves() -> None:
    bench = Bench().started()
    told = []
    for step in range(45):
        bench.put(InsertedCard(CODE, short_mm=6.0 - step * 0.1))
        told += bench.run(5)
    assert told == []
    assert settled(bench.run(80)) == read(CODE)


@pytest.mark.parametrize("hidden_ms", [0, 20, 60])
def test_a_card_swapped_without_an_empty_slot_is_no_new_card(
    hidden_ms: int,
) -> None:
    bench = accepted()
    if hidden_ms:
        bench.put()
        assert bench.run(hidden_ms) == []
    bench.put(InsertedCard(OTHER_CODE))
    assert bench.run(3000) == []
    assert bench.seat.state == states.IS_ACCEPTED


def test_a_read_card_that_is_lifted_before_the_answer_is_gone() -> None:
    bench = Bench().started()
    bench.put(CARD)
    assert settled(bench.run(100)) == read(CODE)
    bench.put()
    assert settled(bench.run(200)) == [(states.EMPTIED, 0)]
    bench.seat.accept()
    assert bench.seat.state == states.IS_EMPTY


def test_a_hand_in_the_slot_is_reported_once_and_nothing_is_read() -> None:
    bench = Bench().started()
    bench.put(hand=0.8)
    assert settled(bench.run(3000)) == trouble(states.HAND)
    assert bench.seat.trouble() == states.HAND
    bench.put()
    assert settled(bench.run(200)) == [(states.EMPTIED, 0)]
    assert bench.seat.trouble() == 0


def test_a_hand_that_only_passes_is_not_reported() -> None:
    bench = Bench().started()
    told = []
    for level in [*range(20), *range(20, -1, -1)]:
        bench.put(hand=level / 20)
        told += bench.run(10)
    assert told + bench.run(500) == []


def test_a_hand_that_moves_is_reported_too() -> None:
    bench = Bench().started()
    told = []
    for step in range(60):
        bench.put(hand=0.5 + 0.4 * (step % 2))
        told += bench.run(50)
    assert settled(told) == trouble(states.HAND)


@pytest.mark.parametrize("short_mm", [12.0, 14.0, 17.0])
def test_a_card_half_in_is_reported_as_unclear_and_read_when_pushed_home(short_mm: float) -> None:
    bench = Bench().started()
    told = bench.insert(InsertedCard(CODE, short_mm)) + bench.run(2000)
    assert settled(told) == trouble(states.UNCLEAR)
    told = bench.slide(CARD, short_mm, 0.0, 60)
    assert settled(told + bench.run(100)) == read(CODE)


def test_a_card_that_stops_where_no_pad_feels_it_is_missed_and_read_when_pushed_home() -> None:
    bench = Bench().started()
    told = bench.insert(InsertedCard(CODE, short_mm=9.5)) + bench.run(2000)
    assert settled(told) == trouble(states.LIFTED_EARLY)
    bench.put(CARD)
    assert settled(bench.run(100)) == read(CODE)


def test_nothing_is_read_at_any_depth_but_the_card_itself_near_the_stop() -> None:
    for code in (CODE, OTHER_CODE, 0b111100000, 0b001000111, 0b101010001):
        bench = Bench(tick_ms=10).started()
        for short_mm in range(60, -1, -2):
            bench.put(InsertedCard(code, short_mm))
            told = bench.run(300)
            assert all(kind != states.READ or (value == code and short_mm <= 6) for kind, _, value in told)
        assert bench.seat.state == states.IS_READ


def test_two_cards_are_reported_and_the_one_that_stays_is_read() -> None:
    bench = Bench().started()
    bench.put(CARD, OTHER_CODE)
    assert settled(bench.run(3000)) == trouble(states.TWO_CARDS)
    bench.put(InsertedCard(OTHER_CODE))
    assert settled(bench.run(200)) == read(OTHER_CODE)


def test_a_second_card_behind_a_read_one_is_neither_read_nor_reported() -> None:
    bench = accepted()
    bench.put(CARD, OTHER_CODE)
    assert bench.run(3000) == []


def test_a_card_lifted_too_early_is_reported_and_the_slot_is_empty() -> None:
    bench = Bench().started()
    told = bench.insert(CARD)
    told += bench.run(20)
    told += bench.lift(CARD)
    assert settled(told) == trouble(states.LIFTED_EARLY)
    assert bench.seat.state == states.IS_EMPTY
    bench.put(CARD)
    assert settled(bench.run(100)) == read(CODE)


def test_time_that_a_card_lay_still_before_it_was_gone_for_a_moment_does_not_count() -> None:
    life = slot.Slot([650] * 12)
    lying = [520 if CODE >> pad & 1 else 640 for pad in range(9)]
    passes = [1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1]
    happened = [life.step(present, lying, 10) for present in passes]
    assert happened == [slot.QUIET] * 9 + [slot.CARD_READ, slot.QUIET]
