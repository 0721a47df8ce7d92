"""Calibration: charge and empty readings of a seat, what is refused, what is stored, the margins."""

from itertools import pairwise

import pytest

from tavolo.games.cards import code_of
from tavolo.seat import calibrating, calibration, states
from tavolo.seat.finding import find
from tavolo_host.slot.capacitance import InsertedCard
from tests.seat.bench_seat import Bench, Event, measure, set_up, settled

CODE = 0b001000111


def powered(bench: Bench) -> Bench:
    """The bench with its chip set up, nothing more."""
    assert set_up(bench.seat.chip, calibration.nominal().settings())
    return bench


def measured(bench: Bench) -> calibration.Calibration:
    result, running = measure(bench)
    assert result == calibrating.DONE
    assert running.result is not None
    return running.result


@pytest.mark.parametrize("seed", range(4))
def test_every_electrode_reads_600_to_700_counts_with_the_charge_that_is_chosen(seed: int) -> None:
    result = measured(powered(Bench(seed=seed)))
    assert all(600 <= empty <= 700 for empty in result.empty)
    assert all(1 <= charge <= 63 for charge in result.charges)
    assert all(1 <= noise <= 8 for noise in result.noise)
    assert result.charge_time == 1


def test_electrodes_with_much_stray_capacitance_are_charged_for_longer() -> None:
    bench = powered(Bench())
    bench.slot.drift_pf = 12.0
    bench.feel()
    result = measured(bench)
    assert result.charge_time == 2
    assert all(600 <= empty <= 700 for empty in result.empty)


def test_calibrating_takes_half_a_second_and_one_read_or_configuration_a_tick() -> None:
    bench = Bench()
    bench.seat.set_up(find)
    ((when, event),) = bench.run_timed(1000)
    assert event == (states.CALIBRATED, 0, 0)
    assert when <= 500


def test_most_cards_that_were_forgotten_in_the_slot_are_refused_at_the_first_calibration() -> None:
    refused = 0
    for seed in range(20):
        bench = powered(Bench(seed=seed))
        bench.put(code_of("david-goliath", 4 * seed))
        refused += measure(bench)[0] == calibrating.NOT_EMPTY
    assert refused >= 15


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_in_the_slot_or_on_a_key_is_refused_when_there_is_an_earlier_calibration(
    seed: int,
) -> None:
    bench = powered(Bench(seed=seed))
    earlier = measured(bench)
    for gap_mm in (0.5, 1.0):
        bench.put(InsertedCard(CODE, gap_mm=gap_mm))
        assert measure(bench, earlier)[0] == calibrating.NOT_EMPTY
    bench.put(hand=0.6)
    assert measure(bench, earlier)[0] == calibrating.NOT_EMPTY
    bench.put()
    bench.touch(2)
    result, running = measure(bench, earlier)
    assert (result, running.electrode) == (calibrating.NOT_EMPTY, 11)
    bench.touch()
    assert measure(bench, earlier)[0] == calibrating.DONE


def test_damp_and_heat_since_the_last_calibration_are_no_reason_to_refuse() -> None:
    bench = powered(Bench())
    earlier = measured(bench)
    bench.slot.drift_pf = 0.3
    bench.feel()
    assert measure(bench, earlier)[0] == calibrating.DONE


def test_a_noisy_electrode_is_refused_as_unstable() -> None:
    assert measure(powered(Bench(noise_counts=6.0)))[0] == calibrating.UNSTABLE


@pytest.mark.parametrize("picofarads", [0.3, 900.0])
def test_an_electrode_that_no_charge_fits_is_refused(picofarads: float) -> None:
    bench = powered(Bench())
    bench.chip.capacitance_pf = [12.0] * 11 + [picofarads]
    result, running = measure(bench)
    assert (result, running.electrode) == (calibrating.OUT_OF_REACH, 11)


def test_a_seat_keeps_trying_until_its_slot_is_left_alone_and_reports_why() -> None:
    bench = Bench(noise_counts=0.7)
    bench.seat.set_up(find)
    told: list[Event] = []
    for step in range(200):
        bench.put(hand=0.1 + 0.4 * (step % 2))
        told += bench.run(20)
    reasons = [value for kind, value in settled(told) if kind == states.NOT_CALIBRATED]
    assert len(reasons) == len(told)
    assert calibrating.UNSTABLE in reasons
    assert all(before != after for before, after in pairwise(reasons))
    assert bench.seat.state == states.IS_CALIBRATING
    bench.put()
    assert settled(bench.run(1000))[-1] == (states.CALIBRATED, 0)
    assert bench.seat.state == states.IS_EMPTY


def test_a_refused_recalibration_leaves_the_seat_as_it_was() -> None:
    bench = Bench().started()
    before = bench.seat.calibration
    bench.touch(2)
    bench.run(100)
    bench.seat.calibrate()
    assert settled(bench.run(1000)) == [(states.NOT_CALIBRATED, calibrating.NOT_EMPTY)]
    assert bench.seat.calibration is before
    bench.touch()
    bench.run(100)
    bench.put(CODE)
    assert settled(bench.run(100)) == [(states.READ, CODE)]


def test_a_seat_whose_chip_is_lost_while_it_calibrates_calibrates_when_it_is_back() -> None:
    bench = Bench()
    bench.seat.set_up(find)
    bench.run(100)
    bench.chip.present = False
    assert settled(bench.run(200)) == [(states.NOT_CALIBRATED, calibrating.CHIP_IS_LOST), (states.CHIP_LOST, 1)]
    bench.chip.present = True
    assert settled(bench.run(3000)) == [(states.CHIP_BACK, 0), (states.CALIBRATED, 0)]


# --- what is stored ---


def some() -> calibration.Calibration:
    return calibration.Calibration(list(range(44, 56)), 1, list(range(640, 652)), [3, 4] * 6)


def test_equal_calibrations_have_equal_ids_and_different_ones_do_not() -> None:
    one, other = [some(), None], [some(), None]
    assert calibration.id_of(one) == calibration.id_of(other)
    for change, by in (("charges", 1), ("empty", 1), ("empty", 256), ("noise", 1)):
        changed = some()
        getattr(changed, change)[7] += by
        assert calibration.id_of([changed, None]) != calibration.id_of(one)
    assert calibration.id_of([None, some()]) != calibration.id_of(one)


def test_a_seat_with_a_stored_calibration_reads_at_once() -> None:
    kept = Bench().started().seat.calibration
    bench = Bench(calibration=kept).started()
    bench.put(CODE)
    assert settled(bench.run(100)) == [(states.READ, CODE)]


# --- margins ---
