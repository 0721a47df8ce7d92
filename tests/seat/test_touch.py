"""One chip: its final state beside the driver, what reading it costs, and every way in which it can fail."""

from random import Random
from typing import Any

import pytest

from tavolo.seat import keys, reading, states, touch
from tavolo.seat.calibration import nominal
from tavolo.seat.finding import find
from tavolo.seat.registers import blocks_of
from tavolo.seat.seat import Seat
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.i2c import ByteBuffer, VirtualI2C
from tavolo_host.simulator.mpr121 import Mpr121
from tests.seat.bench_seat import TICK_MS, Bench, Event, set_up, settled

ADDRESS = 0x5A
REGISTERS = range(0x1E, 0x80)
USUAL_PF = [12.0] * 11 + [12.1]  # no twelve electrodes read the same


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
        self.virtual.capacitance_pf = USUAL_PF
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
    assert set_up(bed.chip, nominal().settings())
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
    bed.virtual.capacitance_pf = [*USUAL_PF[:3], 15.0, *USUAL_PF[4:]]
    bed.wait(20)
    before = bed.bus.transfers
    assert bed.chip.read_block() == 0b1000
    assert bed.bus.transfers - before == 2
    assert bed.chip.counts == [646, 646, 646, 517] + [646] * 7 + [641]


def test_a_card_that_lies_still_does_not_become_the_chips_baseline(bed: Bed) -> None:
    bed.virtual.capacitance_pf = [15.0] * 4 + USUAL_PF[4:]
    bed.wait(600_000)
    assert bed.chip.read_status() == 0b1111


def test_recovery_restores_exactly_what_the_driver_and_the_final_state_gave(bed: Bed) -> None:
    before = bed.registers()
    bed.virtual.power_cycle()
    assert bed.registers() != before
    assert [bed.chip.check() for _ in range(3)] == [False] * 3
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
    set_up(bed.chip, nominal().settings())
    bed.bus.transfers = 0
    for _ in range(12_000):
        bed.chip.recover(5)
    assert 18 <= bed.bus.transfers <= 25


def test_no_step_of_a_recovery_moves_more_than_a_configuration() -> None:
    bed = Bed()
    bed.virtual.present = False
    set_up(bed.chip, nominal().settings())
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


def test_another_chip_at_the_address_is_no_mpr121(monkeypatch: pytest.MonkeyPatch) -> None:
    bed = Bed()
    monkeypatch.setattr(bed.virtual, "read", lambda count: bytes(count))
    assert not set_up(bed.chip, nominal().settings())
    assert bed.chip.lost == touch.NOT_AN_MPR121
    bed.wait(200)
    assert not bed.chip.recover(200)
    bed.wait(5)
    assert not bed.chip.recover(5)
    assert bed.chip.lost == touch.NOT_AN_MPR121


def test_a_chip_that_an_over_current_stopped_is_lost_and_reset(bed: Bed, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(bed.virtual, "read", lambda count: bytes((0, 0x80)) + bytes(count - 2))
        assert [bed.chip.read_status() for _ in range(3)] == [-1] * 3
    assert bed.chip.lost == touch.OVER_CURRENT
    bed.recover()
    assert not bed.chip.lost


@pytest.mark.parametrize("stuck", [0xFFFF, 0x0400, 0x0FFF])
def test_implausible_counts_are_ignored_and_lose_the_chip_if_they_go_on(stuck: int, bed: Bed) -> None:
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


class Forgetful(Mpr121):
    """A chip with a register in which one bit is always 0."""

    def _write_register(self, register: int, value: int) -> None:
        super()._write_register(register, value & ~0x40 if register == 0x5F + 4 else value)


def flip_once(bus: VirtualI2C, bit: int) -> None:
    """Flip the bit with this number, of all that pass over a bus from now on, and no other."""
    left = bit

    def flip(data: bytes) -> bytes:
        nonlocal left
        left, now = left - 8 * len(data), left
        flipped = bytearray(data)
        if 0 <= now < 8 * len(data):
            flipped[now // 8] ^= 0x80 >> now % 8
        return bytes(flipped)

    bus.flip = flip


def settled_registers(bed: Bed) -> bytes:
    """What the registers hold of what is written, once the chip is settled, recovered first if it was lost."""
    for _ in range(200):
        bed.wait(5)
        if bed.chip.lost:
            bed.chip.recover(5)
        elif bed.chip.settle(5) and bed.chip.unverified:
            bed.chip.verify()
        elif not bed.chip.unverified:
            assert bed.chip.check()
            registers = bed.registers()
            ours = [range(block[0], block[0] + len(block) - 1) for block in blocks_of(bed.chip.settings)]
            return bytes(registers[number - REGISTERS[0]] for numbers in ours for number in numbers)
    raise AssertionError("The chip does not settle.")


@pytest.mark.parametrize("is_taken_back", [False, True])
def test_whichever_bit_flips_on_the_bus_the_chip_is_configured_right_in_the_end(is_taken_back: bool) -> None:
    bed = Bed()
    set_up(bed.chip, nominal().settings())
    right = settled_registers(bed)
    for bit in range(0, 8 * 150, 3):
        if is_taken_back:
            bed.virtual.power_cycle()
            bed.virtual.capacitance_pf = USUAL_PF
            bed.chip._lose(touch.FORGOT)
        flip_once(bed.bus, bit)
        if not is_taken_back:
            bed.chip.configure()
        assert settled_registers(bed) == right, f"bit {bit}"
        bed.bus.flip = None


def test_a_chip_that_does_not_keep_a_bit_is_lost_as_long_as_that_lasts() -> None:
    bed = Bed()
    bed.bus.chips[ADDRESS] = virtual = Forgetful(bed.clock, Random(1))
    settings = nominal().settings()
    settings.charges[4] |= 0x40
    set_up(bed.chip, settings)
    for _ in range(1000):
        bed.wait(5)
        if bed.chip.lost:
            assert not bed.chip.recover(5)
        elif bed.chip.settle(5) and bed.chip.unverified:
            bed.chip.verify()
    assert bed.chip.lost == touch.FORGOT
    bed.bus.chips[ADDRESS] = bed.virtual
    bed.recover()
    assert not virtual.is_frozen


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


def repair(bench: Bench) -> None:
    bench.chip.present = True
    bench.bus.held = False
    bench.chip.stuck_value = None


FAULTS = {
    "absent": touch.NO_ANSWER,
    "held": touch.BUS_HELD,
    "forgot": touch.BAD_READING,  # it reads 0 everywhere, which is checked first
    "stuck": touch.BAD_READING,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_seat_reports_that_its_chip_is_lost_and_back_and_reads_cards_again(fault: str) -> None:
    bench = Bench().started()
    lose(bench, fault)
    told: list[Event] = bench.run(3000 if fault == "forgot" else 1000)
    if fault != "forgot":
        assert told == [(states.CHIP_LOST, 0, FAULTS[fault])]
        assert bench.seat.state == states.IS_ABSENT
        repair(bench)
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
    repair(bench)
    assert states.READ not in [kind for kind, _, _ in bench.run(5000)]
    assert bench.seat.state == states.IS_ACCEPTED
    bench.put()
    assert bench.run(200) == [(states.EMPTIED, 0, 0)]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("there", [(), (CARD,), (0b010100110,)], ids=["nothing", "the same", "another"])
def test_an_unjudged_card_is_read_again_after_the_chip_was_lost(fault: str, there: tuple[int, ...]) -> None:
    bench = Bench().started()
    bench.put(CARD)
    bench.run(100)
    assert bench.seat.state == states.IS_READ
    lose(bench, fault)
    bench.run(100)
    bench.put(*there)
    repair(bench)
    told: list[Event] = []
    shown = set()
    for _ in range(1000):
        told += bench.run(TICK_MS)
        if (states.CHIP_BACK, 0, 0) in told and bench.seat.state == states.IS_READ:
            shown.add(bench.seat.slot.code)
    assert told[-2 - len(there) :] == [
        (states.CHIP_BACK, 0, 0),
        (states.EMPTIED, 0, 0),
        *[(states.READ, 0, code) for code in there],
    ]
    assert shown == set(there)


def takes_no_data(register: int, written: int, read: int) -> bool:
    return written > 0


def gives_no_long_answer(register: int, written: int, read: int) -> bool:
    return read > 8


def gives_no_settings(register: int, written: int, read: int) -> bool:
    return read > 0 and register >= 0x5B


BROKEN = [
    *[("refuses", refuses) for refuses in (takes_no_data, gives_no_long_answer, gives_no_settings)],
    *[("stuck_byte", byte) for byte in (0x00, 0xFF, 0x01, 0x02, 0x08, 0x0F, 0x24)],
    *[("stuck_value", value) for value in (0, 0x0101, 0x03FF)],
    ("is_frozen", True),
]


@pytest.mark.parametrize("what", ["nothing", "read", "accepted"])
@pytest.mark.parametrize(("fault", "value"), BROKEN)
def test_a_chip_that_answers_but_fails_is_reported_within_15_s_moves_no_card_and_comes_back(
    fault: str, value: Any, what: str
) -> None:
    bench = Bench(tick_ms=10).started()
    if what != "nothing":
        bench.put(CARD)
        bench.run(100)
    if what == "accepted":
        bench.seat.accept()
    setattr(bench.chip, fault, value)
    bench.put()  # a lift that is not felt
    told = bench.run(15_000)
    felt = (states.KEY, states.EMPTIED) if fault == "refuses" else (states.KEY,)  # what is felt still is right there
    assert [kind for kind, _, _ in told if kind not in felt] == [states.CHIP_LOST]
    assert (states.KEY, 0, states.TAKE) not in told
    setattr(bench.chip, fault, None if fault != "is_frozen" else False)
    assert (states.CHIP_BACK, 0, 0) in bench.run(5000)
    bench.put(0b010100110)
    assert bench.run(200) == [(states.READ, 0, 0b010100110)]


@pytest.mark.parametrize(("fault", "value"), BROKEN)
def test_a_chip_that_fails_at_power_on_is_reported_and_calibrates_when_it_works(fault: str, value: Any) -> None:
    bench = Bench(tick_ms=10)
    setattr(bench.chip, fault, value)
    bench.seat.set_up(find)
    assert [kind for kind, _, _ in bench.run(15_000) if kind != states.NOT_CALIBRATED] == [states.CHIP_LOST]
    setattr(bench.chip, fault, None if fault != "is_frozen" else False)
    assert [kind for kind, _, _ in bench.run(5000)] == [states.CHIP_BACK, states.CALIBRATED]


def test_an_electrode_with_impossible_readings_is_reported_within_15_s_and_comes_back() -> None:
    bench = Bench(tick_ms=10).started()
    usual_pf, bench.slot.pad_stray_pf[4] = bench.slot.pad_stray_pf[4], 0.2
    bench.feel()
    assert settled(bench.run(15_000)) == [(states.CHIP_LOST, touch.BAD_READING)]
    bench.slot.pad_stray_pf[4] = usual_pf
    bench.feel()
    assert settled(bench.run(5000)) == [(states.CHIP_BACK, 0)]


def change(bench: Bench, register: int, bits: int) -> bytes:
    """Let a register change by itself; return what all held before that, without the mark."""
    before = registers_of(bench)
    bench.chip._registers[register] ^= bits
    return before


def registers_of(bench: Bench) -> bytes:
    bench.chip.write(bytes((0x1E,)))
    return bench.chip.read(0x73 - 0x1E)


@pytest.mark.parametrize("register", [0x1E + 4, 0x41 + 7, 0x5C, 0x5E, 0x5F + 11])
def test_a_register_that_changes_by_itself_is_rewritten_without_a_report(register: int) -> None:
    bench = Bench(tick_ms=10, calibration=Bench().started().seat.calibration).started()
    bench.put(CARD)
    bench.run(200)
    bench.seat.accept()
    before = change(bench, register, 0x02)
    assert bench.run(95_000) == []
    assert (registers_of(bench), bench.seat.state) == (before, states.IS_ACCEPTED)
    bench.put()
    assert settled(bench.run(200)) == [(states.EMPTIED, 0)]
    bench.touch(states.TAKE)
    assert settled(bench.run(100)) == [(states.KEY, states.TAKE)]


def test_a_card_that_came_while_a_register_was_wrong_is_not_the_one_before() -> None:
    bench = Bench(tick_ms=10).started()
    bench.put(CARD)
    bench.run(200)
    change(bench, 0x1E + 4, 0x10)  # the pad is felt now, whatever is there
    bench.put()
    bench.run(200)
    bench.put(0b010100110)
    assert settled(bench.run(95_000)) == [(states.EMPTIED, 0), (states.READ, 0b010100110)]


def test_the_time_of_rewriting_a_register_does_not_reveal_the_card() -> None:
    seen: list[list[tuple[int, int]]] = []
    for card in (CARD, 0b010100110):
        bench = Bench(tick_ms=10).started()
        bench.put(card)
        bench.run(200)
        change(bench, 0x41 + 7, 0x10)
        seen.append([])
        for _ in range(9500):
            bench.run(10)
            seen[-1].append((bench.seat.state, bench.seat.chip.unverified))
    assert seen[0] == seen[1]
    assert max(unverified for _, unverified in seen[0]) > 0


def test_a_chip_that_does_not_keep_a_rewritten_register_is_reported() -> None:
    bench = Bench(tick_ms=10).started()
    change(bench, 0x41 + 7, 0x10)
    keep, wrong = bench.chip._write_register, 0x41 + 7
    bench.chip._write_register = lambda register, value: keep(  # type: ignore[method-assign]
        register, value ^ 0x10 if register == wrong else value
    )
    assert settled(bench.run(95_000)) == [(states.CHIP_LOST, touch.FORGOT)]


def test_a_bit_that_flips_at_set_up_leaves_no_key_dead_and_no_card_stuck() -> None:
    known = Bench().started().seat.calibration
    for bit in range(5, 8 * 90, 23):
        bench = Bench(tick_ms=10, calibration=known)
        flip_once(bench.bus, bit)
        bench.seat.set_up(find)
        bench.run(400)
        for key in (states.LEFT, states.RIGHT, states.TAKE):
            bench.touch(key)
            assert bench.run(100) == [(states.KEY, 0, key)], f"bit {bit}"
            bench.touch()
            bench.run(100)
        bench.put(CARD)
        assert bench.run(200) == [(states.READ, 0, CARD)], f"bit {bit}"
        bench.put()
        assert bench.run(200) == [(states.EMPTIED, 0, 0)], f"bit {bit}"


def test_a_chip_that_loses_its_configuration_is_not_calibrated_with_it() -> None:
    bench = Bench().started()
    usual, writes = bench.seat.calibration, []
    bench.seat.calibration = None  # there is none to compare with
    bench.seat.calibrate()
    write = bench.chip.write

    def write_some(data: bytes) -> None:
        writes.append(data)
        if len(writes) > 1:  # it should be stopped for what follows, and has missed that
            write(data)

    bench.chip.write = write_some  # type: ignore[method-assign]
    assert settled(bench.run(1000)) == [(states.CALIBRATED, 0)]
    assert usual is not None
    assert bench.seat.calibration is not None
    assert bench.seat.calibration.charges == pytest.approx(usual.charges, abs=2)
    bench.put(CARD)
    assert bench.run(200) == [(states.READ, 0, CARD)]


def test_single_flipped_bits_on_the_bus_lose_no_chip_read_no_card_and_take_nothing() -> None:
    bench, random = Bench(tick_ms=10).started(), Random(2)

    def flip(data: bytes) -> bytes:
        bit = random.randrange(8 * len(data)) if random.random() < 0.02 else -1
        return bytes(byte ^ (1 << bit % 8 if bit // 8 == place else 0) for place, byte in enumerate(data))

    bench.bus.flip = flip
    told = bench.run(100_000)
    assert {kind for kind, _, _ in told} <= {states.KEY}
    assert (states.KEY, 0, states.TAKE) not in told


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


def test_eight_idle_seats_read_two_bytes_each_and_never_all_need_more_in_one_tick() -> None:
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
            assert not seat.step(5)
        costs.append(sum(bus.bytes for bus in buses) - before)
    costs = costs[60:]  # what was written is read back, a seat after the other
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
