"""The virtual MPR121 against its data sheet, and on its bus against MicroPython's I2C."""

import errno
from random import Random

import pytest

from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.i2c import VirtualI2C
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.slot.reading import adc_counts

ADDRESS = 0x5A
CONFIG1, CONFIG2, ECR = 0x5C, 0x5D, 0x5E
RUN_FIXED = 0x4C


class Bench:
    """A chip on a bus, as a test wants to hold it."""

    def __init__(self, noise_counts=0.0, seed=1):
        self.clock = Clock()
        self.chip = Mpr121(self.clock, Random(seed), noise_counts)
        self.bus = VirtualI2C({ADDRESS: self.chip})

    def write(self, register, *values):
        self.bus.writeto(ADDRESS, bytes((register, *values)))

    def read(self, register, count=1):
        self.bus.writeto(ADDRESS, bytes((register,)), False)
        data = bytearray(count)
        self.bus.readfrom_into(ADDRESS, data)
        return bytes(data)

    def data(self, electrode=0):
        return int.from_bytes(self.read(0x04 + 2 * electrode, 2), "little")

    def touched(self):
        return int.from_bytes(self.read(0x00, 2), "little")

    def set_picofarads(self, *values):
        self.chip.capacitance_pf = list(values) + [12.0] * (12 - len(values))

    def start(self, mode=RUN_FIXED, charge=48, touch=40, release=30, debounce=0):
        """48 µA and 0.5 µs, a reading each 4 ms: 12 pF read 621; baselines of 155 are 620 counts."""
        self.write(ECR, 0)
        self.write(0x1E, *[155] * 12)
        self.write(0x41, *[touch, release] * 12)
        self.write(0x5B, debounce)
        self.write(CONFIG1, charge, 0x20)
        self.write(ECR, mode)


@pytest.fixture
def bench():
    return Bench()


def test_after_power_on_the_registers_are_those_of_the_data_sheet(bench):
    assert bench.read(CONFIG1, 3) == bytes((0x10, 0x24, 0x00))
    assert bench.read(0x00, 0x5C) == bytes(0x5C)


def test_a_soft_reset_needs_its_word_and_works_in_run_mode(bench):
    bench.start()
    bench.write(0x80, 0x62)
    assert bench.read(ECR) == bytes((RUN_FIXED,))
    bench.write(0x80, 0x63)
    assert bench.read(CONFIG1, 3) == bytes((0x10, 0x24, 0x00))
    assert bench.read(0x41) == bytes(1)


def test_in_run_mode_only_the_electrode_configuration_and_the_outputs_can_be_written(bench):
    bench.start()
    for register in (0x1E, 0x2B, 0x41, 0x5B, CONFIG1, CONFIG2, 0x5F, 0x6C, 0x7B):
        before = bench.read(register)
        bench.write(register, before[0] ^ 0x15)
        assert bench.read(register) == before, hex(register)
    for register in (0x73, 0x7A):
        bench.write(register, 0x15)
        assert bench.read(register) == b"\x15", hex(register)
    bench.write(ECR, 0)
    bench.write(0x41, 0x15)
    assert bench.read(0x41) == b"\x15"
    bench.write(0x00, *[0xFF] * 0x1E)
    assert bench.read(0x00, 0x1E) == bytes(0x1E), "status and data are never written"


def test_counts_are_charge_over_capacitance_and_supply_bend_near_it_and_never_leave_the_converter():
    assert adc_counts(12.0, 16, 0.5) == pytest.approx(16 * 0.5 / 12.0 / 3.3 * 1024)
    assert 806 < adc_counts(12.0, 63, 0.5) < 63 * 0.5 / 12.0 / 3.3 * 1024
    assert adc_counts(1.0, 63, 32) < 1023.5


def test_a_reading_is_ready_after_its_samples_and_not_before(bench):
    bench.write(CONFIG1, 16, 0b001_01_010)  # 6 samples, 4 ms apart
    bench.write(ECR, RUN_FIXED)
    bench.clock.advance_us(23_999)
    assert bench.data() == 0
    bench.clock.advance_us(1)
    assert bench.data() == 207


@pytest.mark.parametrize(("code", "samples"), [(0, 4), (1, 6), (2, 10), (3, 18)])
def test_the_second_filter_takes_as_many_samples_as_the_data_sheet_says(bench, code, samples):
    bench.write(CONFIG1, 16, 0b001_00_010 | code << 3)  # 4 ms apart
    bench.write(ECR, RUN_FIXED)
    bench.clock.advance_us(4000 * samples - 1)
    assert bench.data() == 0
    bench.clock.advance_us(1)
    assert bench.data() == 207


def test_a_reading_in_whose_middle_the_capacitance_changed_lies_between(bench):
    bench.start()
    bench.clock.advance_ms(6)
    bench.set_picofarads(15.0)
    bench.clock.advance_ms(2)
    assert bench.data() == pytest.approx((621 + 496) / 2, abs=1)
    bench.clock.advance_ms(4)
    assert bench.data() == 496


def test_an_electrode_s_own_charge_goes_before_the_common_one(bench):
    bench.write(0x5F, 0, 32)
    bench.write(0x6C, 0x20 | 0x00)  # electrode 1: 1 µs
    bench.start(charge=16)
    bench.clock.advance_ms(4)
    assert bench.data(0) == 207
    assert bench.data(1) == round(adc_counts(12.0, 32, 1.0))
    assert bench.data(2) == 207


def test_only_enabled_electrodes_are_measured(bench):
    bench.start(mode=0x43)
    bench.clock.advance_ms(4)
    assert [bench.data(electrode) for electrode in range(5)] == [621, 621, 621, 0, 0]


def test_touch_and_release_have_thresholds_of_their_own(bench):
    bench.start(touch=40, release=30)
    for picofarads, expected in ((12.7, 0), (12.9, 1), (12.7, 1), (12.5, 0)):
        bench.set_picofarads(picofarads)
        bench.clock.advance_ms(8)
        assert bench.touched() == expected, picofarads


def test_a_listener_hears_when_readings_change_however_late_it_is_asked():
    heard = []
    bench = Bench(noise_counts=1.0)
    bench.set_picofarads(12.75)  # near the threshold, where no reading is skipped
    bench.start()
    bench.chip.listener = lambda at_us, touched: heard.append((at_us, touched))
    bench.clock.advance_us(13_000)
    bench.touched()
    bench.set_picofarads(14.0)  # after one of four samples
    bench.clock.advance_us(30_000)
    assert heard == [(4000, 0)]
    bench.touched()
    assert heard == [(4000, 0), (16_000, 1), (20_000, 1)]


def test_debounce_wants_more_readings_that_agree(bench):
    bench.start(debounce=0x21)  # touch after 2 readings, release after 3
    bench.clock.advance_ms(4)
    seen = []
    for picofarads, readings in ((15.0, 3), (12.0, 4)):
        bench.set_picofarads(picofarads)
        for _ in range(readings):
            bench.clock.advance_ms(4)
            seen.append(bench.touched())
    assert seen == [0, 1, 1, 1, 1, 0, 0]


def test_noise_has_the_asked_spread():
    bench = Bench(noise_counts=2.0)
    bench.start()
    readings = []
    for _ in range(1000):
        bench.clock.advance_ms(4)
        readings.append(bench.data(5))
    mean = sum(readings) / len(readings)
    spread = (sum((reading - mean) ** 2 for reading in readings) / len(readings)) ** 0.5
    assert mean == pytest.approx(620.6, abs=0.4)
    assert spread == pytest.approx(2.0, abs=0.3)


def test_a_chip_does_not_notice_how_often_it_is_read():
    often, seldom = Bench(noise_counts=3.0), Bench(noise_counts=3.0)
    for bench in (often, seldom):
        bench.start(debounce=0x11)
    for step in range(300):
        for bench in (often, seldom):
            if step % 30 == 7:
                bench.set_picofarads(12.9 if step % 60 == 7 else 12.5)
            bench.clock.advance_us(1700)
        often.touched()
        often.data(step % 12)
    assert often.touched() == seldom.touched()
    assert often.read(0x04, 24) == seldom.read(0x04, 24)


def test_a_power_cut_loses_the_configuration(bench):
    bench.start()
    bench.clock.advance_ms(4)
    bench.chip.power_cycle()
    bench.clock.advance_ms(100)
    assert bench.read(CONFIG1, 3) == bytes((0x10, 0x24, 0x00))
    assert bench.data() == 0


def test_a_stuck_chip_gives_its_value_for_status_and_data_and_keeps_its_configuration(bench):
    bench.start()
    bench.chip.stuck_value = 0xFFFF
    assert bench.touched() == 0xFFFF
    assert bench.data(11) == 0xFFFF
    assert bench.read(ECR) == bytes((RUN_FIXED,))


def test_a_chip_that_is_not_there_does_not_acknowledge(bench):
    bench.chip.present = False
    with pytest.raises(OSError) as refusal:
        bench.touched()
    assert refusal.value.errno == errno.ENODEV


def test_a_held_bus_times_out(bench):
    bench.bus.held = True
    with pytest.raises(OSError) as refusal:
        bench.touched()
    assert refusal.value.errno == errno.ETIMEDOUT
