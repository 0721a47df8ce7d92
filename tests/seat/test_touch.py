"""One chip: its final state beside the driver, what it costs to read, and every way in which it can fail."""

from random import Random

import pytest

from tavolo.seat import keys, reading, states, touch
from tavolo.seat.calibration import nominal
from tavolo.seat.finding import find
from tavolo.seat.seat import Seat
from tavolo_host.virtual.clock import Clock
from tavolo_host.virtual.i2c import ByteBuffer, VirtualI2C
from tavolo_host.virtual.mpr121 import Mpr121
from tests.seat.bench_seat import PASS_MS, Bench, Event

ADDRESS = 0x5A
REGISTERS = range(0x1E, 0x80)


class CountingI2C(VirtualI2C):
    """A bus that counts what goes over it."""

    def __init__(self, chips: dict[int, Mpr121]) -> None:
        super().__init__(chips)
        self.transfers = 0
        self.bytes = 0

    def writeto(self, address: int, buffer: ByteBuffer, stop: bool = True, /) -> int:
        self.transfers += 1
        self.bytes += len(buffer)
        return super().writeto(address, buffer, stop)

    def readfrom_into(self, address: int, buffer: bytearray | memoryview, stop: bool = True, /) -> None:
        self.transfers += 1
        self.bytes += len(buffer)
        super().readfrom_into(address, buffer, stop)


class Bed:
    """A virtual chip of 12 pF an electrode with the firmware's chip on it, set up for that."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.virtual = Mpr121(self.clock, Random(1), noise_counts=0.0)
        self.bus = CountingI2C({ADDRESS: self.virtual})
        self.chip = touch.Chip(self.bus, ADDRESS, self.bus.free)

    def registers(self) -> bytes:
        self.virtual.write(bytes((REGISTERS[0],)))
        return self.virtual.read(len(REGISTERS))

    def register(self, number: int) -> int:
        return self.registers()[number - REGISTERS[0]]

    def wait(self, milliseconds: int) -> None:
        self.clock.advance_ms(milliseconds)

    def recover(self) -> int:
        """Step until the chip is back; how many ms that took."""
        for now in range(0, 20_000, 5):
            self.wait(5)
            if self.chip.recover(5):
                return now + 5
        raise AssertionError("The chip does not come back.")


@pytest.fixture
def bed() -> Bed:
    bed = Bed()
    assert bed.chip.set_up(nominal().settings(), find)
    bed.wait(touch.RESTART_MS)
    return bed


def test_the_final_state_is_not_the_drivers(bed: Bed) -> None:
    assert bed.register(0x5E) == 0b01_00_1100, "tracking off, 12 electrodes"
    assert bed.register(0x5B) == 0x20
    assert bed.register(0x5D) == 0x20
    assert [bed.register(0x5F + electrode) for electrode in range(12)] == [50] * 12
    assert [bed.register(0x1E + electrode) for electrode in range(12)] == [(647 + 2) >> 2] * 12
    touched = [bed.register(0x41 + 2 * electrode) for electrode in range(12)]
    assert touched == [647 * reading.TOUCHED_PER_MILLE // 1000] * 9 + [647 * keys.TOUCHED_PER_MILLE // 1000] * 3
    assert bed.register(0x7B) == bed.register(0x7C) == 0, "no auto-configuration"


def test_an_idle_read_is_two_bytes_in_one_write_and_one_read(bed: Bed) -> None:
    before = bed.bus.transfers, bed.bus.bytes
    assert bed.chip.read_status() == 0
    assert (bed.bus.transfers - before[0], bed.bus.bytes - before[1]) == (2, 1 + 2)


def test_a_block_read_is_one_transfer_with_status_and_all_filtered_data(bed: Bed) -> None:
    bed.virtual.capacitance_pf = [12.0] * 3 + [15.0] + [12.0] * 8
    bed.wait(20)
    before = bed.bus.transfers
    assert bed.chip.read_block() == 0b1000
    assert bed.bus.transfers - before == 2
    assert bed.chip.counts == [646, 646, 646, 517] + [646] * 8


def test_a_card_that_lies_still_does_not_become_the_chips_baseline(bed: Bed) -> None:
    bed.virtual.capacitance_pf = [15.0] * 4 + [12.0] * 8
    bed.wait(600_000)
    assert bed.chip.read_status() == 0b1111


def test_recovery_restores_exactly_what_the_driver_and_the_final_state_gave(bed: Bed) -> None:
    before = bed.registers()
    bed.virtual.power_cycle()
    assert bed.registers() != before
    bed.chip.check()
    assert bed.chip.lost == touch.FORGOT
    bed.recover()
    after = bed.registers()
    # The driver also sets the baseline filter (0x2B-0x35), which does nothing with tracking off.
    filters = slice(0x2B - REGISTERS[0], 0x36 - REGISTERS[0])
    assert after[: filters.start] == before[: filters.start]
    assert after[filters.stop :] == before[filters.stop :]


def test_attempts_become_rare() -> None:
    bed = Bed()
    bed.virtual.present = False
    bed.chip.set_up(nominal().settings(), find)
    bed.bus.transfers = 0
    for _ in range(12_000):
        bed.chip.recover(5)
    assert 18 <= bed.bus.transfers <= 25


def test_no_step_of_a_recovery_moves_more_than_a_configuration() -> None:
    bed = Bed()
    bed.virtual.present = False
    bed.chip.set_up(nominal().settings(), find)
    bed.virtual.present = True
    most = 0
    for _ in range(100):
        before = bed.bus.bytes
        bed.wait(5)
        if bed.chip.recover(5):
            break
        most = max(most, bed.bus.bytes - before)
    assert not bed.chip.lost
    assert most <= 110


def test_something_else_at_the_address_is_not_taken_for_an_mpr121(monkeypatch: pytest.MonkeyPatch) -> None:
    bed = Bed()
    monkeypatch.setattr(bed.virtual, "read", lambda count: bytes(count))
    assert not bed.chip.set_up(nominal().settings(), find)
    assert bed.chip.lost == touch.NOT_AN_MPR121
    bed.wait(200)
    assert not bed.chip.recover(200)
    bed.wait(5)
    assert not bed.chip.recover(5)
    assert bed.chip.lost == touch.NOT_AN_MPR121


def test_a_chip_that_an_over_current_stopped_is_lost_and_reset(bed: Bed, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(bed.virtual, "read", lambda count: bytes((0, 0x80)) + bytes(count - 2))
        assert bed.chip.read_status() == -1
    assert bed.chip.lost == touch.OVER_CURRENT
    bed.recover()
    assert not bed.chip.lost


@pytest.mark.parametrize("stuck", [0xFFFF, 0x0400, 0x0FFF])
def test_counts_that_the_converter_cannot_give_are_no_news_and_lose_the_chip_if_they_go_on(
    stuck: int, bed: Bed
) -> None:
    bed.virtual.stuck_value = stuck
    assert bed.chip.read_block() == -1
    assert not bed.chip.lost
    bed.virtual.stuck_value = None
    assert bed.chip.read_block() == 0
    bed.virtual.stuck_value = stuck
    assert [bed.chip.read_block() for _ in range(3)] == [-1] * 3
    assert bed.chip.lost == touch.BAD_READING


def test_a_single_failed_transfer_is_forgiven(bed: Bed) -> None:
    for _ in range(5):
        bed.virtual.present = False
        assert bed.chip.read_status() == -1
        assert bed.chip.read_status() == -1
        bed.virtual.present = True
        assert bed.chip.read_status() == 0
    assert not bed.chip.lost


# --- the same at a seat ---

CARD = 0b001000111


def lose(bench: Bench, fault: str) -> None:
    if fault == "absent":
        bench.chip.present = False
    elif fault == "held":
        bench.bus.held = True
    elif fault == "forgot":
        bench.chip.power_cycle()
    else:
        bench.chip.stuck_value = 0xFFFF


def mend(bench: Bench) -> None:
    bench.chip.present = True
    bench.bus.held = False
    bench.chip.stuck_value = None


FAULTS = {
    "absent": touch.NO_ANSWER,
    "held": touch.BUS_HELD,
    "forgot": touch.FORGOT,
    "stuck": touch.BAD_READING,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_seat_tells_that_its_chip_is_lost_and_back_and_reads_cards_again(fault: str) -> None:
    bench = Bench().started()
    lose(bench, fault)
    told: list[Event] = bench.run(3000 if fault == "forgot" else 1000)
    if fault != "forgot":
        assert told == [(states.CHIP_LOST, 0, FAULTS[fault])]
        assert bench.seat.state == states.IS_ABSENT
        mend(bench)
        told += bench.run(4000)
    assert told == [(states.CHIP_LOST, 0, FAULTS[fault]), (states.CHIP_BACK, 0, 0)]
    assert bench.seat.state == states.IS_EMPTY
    bench.put(CARD)
    assert bench.run(100) == [(states.READ, 0, CARD)]


@pytest.mark.parametrize("fault", FAULTS)
def test_an_accepted_card_is_not_read_again_after_the_chip_was_lost(fault: str) -> None:
    bench = Bench().started()
    bench.put(CARD)
    bench.run(100)
    bench.seat.accept()
    lose(bench, fault)
    bench.run(1500)
    mend(bench)
    assert states.READ not in [kind for kind, _, _ in bench.run(5000)]
    assert bench.seat.state == states.IS_ACCEPTED
    bench.put()
    assert bench.run(200) == [(states.EMPTIED, 0, 0)]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("there", [(), (CARD,), (0b010100110,)], ids=["nothing", "the same", "another"])
def test_a_card_that_nobody_had_judged_when_the_chip_was_lost_is_read_anew(fault: str, there: tuple[int, ...]) -> None:
    bench = Bench().started()
    bench.put(CARD)
    bench.run(100)
    assert bench.seat.state == states.IS_READ
    lose(bench, fault)
    bench.run(100)
    bench.put(*there)
    mend(bench)
    told: list[Event] = []
    shown = set()
    for _ in range(1000):
        told += bench.run(PASS_MS)
        if (states.CHIP_BACK, 0, 0) in told and bench.seat.state == states.IS_READ:
            shown.add(bench.seat.slot.code)
    assert told[-2 - len(there) :] == [
        (states.CHIP_BACK, 0, 0),
        (states.EMPTIED, 0, 0),
        *[(states.READ, 0, code) for code in there],
    ]
    assert shown == set(there)


def test_a_key_that_is_down_when_the_chip_comes_back_was_not_pressed() -> None:
    bench = Bench().started()
    bench.chip.present = False
    bench.run(100)
    bench.touch(states.TAKE)
    bench.chip.present = True
    assert [kind for kind, _, _ in bench.run(3000)] == [states.CHIP_BACK]
    bench.touch()
    bench.run(100)
    bench.touch(states.TAKE)
    assert bench.run(100) == [(states.KEY, 0, states.TAKE)]


def test_a_seat_without_a_chip_leaves_the_others_on_its_bus_alone() -> None:
    clock = Clock()
    chips = {0x5A: Mpr121(clock, Random(1)), 0x5B: Mpr121(clock, Random(2))}
    chips[0x5A].present = False
    bus = VirtualI2C(chips)
    missing, working = (Seat(number, touch.Chip(bus, 0x5A + number, bus.free), nominal()) for number in (0, 1))
    told = []
    for seat in (missing, working):
        seat.set_up(find)
    for step in range(400):
        clock.advance_ms(5)
        if step == 200:
            chips[0x5B].capacitance_pf = [12.0] * 11 + [14.0]
        told += [event for seat in (missing, working) for event in seat.step(5)]
    assert told == [(states.CHIP_LOST, 0, touch.NO_ANSWER), (states.KEY, 1, states.TAKE)]


def test_eight_idle_seats_read_two_bytes_each_and_never_all_need_more_in_one_pass() -> None:
    clock = Clock()
    buses = [CountingI2C({0x5A + at: Mpr121(clock, Random(at)) for at in range(4)}) for _ in range(2)]
    table = [Seat(n, touch.Chip(buses[n // 4], 0x5A + n % 4, buses[n // 4].free), nominal()) for n in range(8)]
    for seat in table:
        seat.set_up(find)
    costs = []
    for _ in range(4000):
        clock.advance_ms(5)
        before = sum(bus.bytes for bus in buses)
        for seat in table:
            assert seat.step(5) == []
        costs.append(sum(bus.bytes for bus in buses) - before)
    costs = costs[20:]
    assert costs.count(8 * 3) > 0.95 * len(costs)
    assert max(costs) <= 8 * 3 + 1 + 28


def test_a_bus_that_a_chip_holds_is_clocked_free_and_the_seats_come_back() -> None:
    clock = Clock()
    bus = VirtualI2C({0x5A: Mpr121(clock, Random(1))})
    seat = Seat(0, touch.Chip(bus, 0x5A, bus.free), nominal())
    seat.set_up(find)
    bus.unfinished_bits = 7
    kinds = []
    for _ in range(400):
        clock.advance_ms(5)
        kinds += [(kind, value) for kind, _, value in seat.step(5)]
    assert kinds == [(states.CHIP_LOST, touch.BUS_HELD), (states.CHIP_BACK, 0)]
