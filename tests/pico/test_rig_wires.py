"""The rig's state machines, on wires to the board: every edge of both ends is emulated."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pico.emulator_support import begin, result
from tests.pico.joined_bench import STRIP_PINS, JoinedBench

pytestmark = [pytest.mark.needs_rig, pytest.mark.short]

BUS = """
from machine import I2C, Pin
bus = I2C({0}, sda=Pin(4 + 2 * {0}), scl=Pin(5 + 2 * {0}), freq=400000, timeout=3000)
"""
PRESENT = """
from buses import Buses
buses = Buses((4, 6))
buses.set_present(0x5f)
"""
# Frees the first bus as the firmware does, and reads on the second; what fails there is told.
BOTH_BUSES = """
from time import sleep_us
def free():
    data, clock = [Pin(gp, Pin.OPEN_DRAIN, value=1) for gp in (4, 5)]
    for pin, level in 9 * [(clock, 0), (clock, 1)] + [(data, 0), (data, 1)]:
        pin(level)
        sleep_us(5)
def read():
    try:
        return bus.readfrom_mem(0x5a, 0x5c, 2)
    except OSError as problem:
        return problem
def give_up(first):
    try:
        first.readfrom(0x5a, 2)
    except OSError as problem:
        print(problem)
"""
LET_GO_US = range(21_000, 27_000, 1037)  # after they were asked, both begin; reads go on for 35 ms
# Sends 16 pixels on each line, three times, with other colours each time, by the firmware's own state machine program.
STRIPS = """
from time import sleep_ms
from rp2 import StateMachine
program = _pixel_program()
machines = [StateMachine(n, program, freq=BITS_HERTZ * CYCLES, sideset_base=Pin(pin)) for n, pin in enumerate({pins})]
for machine in machines:
    machine.active(1)
for number in range(3):
    for machine in machines:
        machine.put(bytes((37 * at + 11 * number) & 255 for at in range(48)), 24)
    sleep_ms(3)
"""
FRAMES = """
for line in lines:
    frame = line.frame()
    while frame:
        print(line.gp, frame[0], frame[1].hex(), frame[2] or 'whole')
        frame = line.frame()
"""


@pytest.fixture(scope="module")
def bench() -> Iterator[JoinedBench]:
    with JoinedBench() as made:
        made.run(made.rig, PRESENT)
        yield made


def test_chips_of_the_rig_are_read_and_written_on_both_buses(bench: JoinedBench) -> None:
    assert bench.run(bench.board, BUS.format(0) + "print(bus.scan())") == "[90, 91, 92, 93]\n"
    assert bench.run(bench.board, BUS.format(1) + "print(bus.scan())") == "[90, 92]\n"
    assert bench.run(bench.board, "print(bus.readfrom_mem(0x5c, 0x5c, 2))") == "b'\\x10$'\n"
    bench.run(bench.board, "bus.writeto_mem(0x5a, 0x41, bytes(range(2, 26)))")
    assert (
        bench.run(bench.board, "print(bus.readfrom_mem(0x5a, 0x41, 26) == bytes(range(2, 26)) + bytes(2))") == "True\n"
    )
    assert bench.run(bench.board, "print(bus.readfrom_mem(0x5c, 0x41, 4))") == "b'\\x00\\x00\\x00\\x00'\n"


def test_a_chip_that_starts_has_its_first_reading_at_once_as_the_data_sheet_has_it(bench: JoinedBench) -> None:
    farads = [6 + 2 * electrode for electrode in range(12)]
    rates = [round(256 * 1024 * 0.5 / (each * 3.3)) for each in farads]
    bench.run(bench.rig, f"for electrode, rate in enumerate({rates}): buses.set_rate(2, electrode, rate)")
    # Eight electrodes run: the common charge of 20 µA for 1 µs, but the second has 10 µA, the fourth 2 µs of its own.
    bench.run(bench.board, BUS.format(0))
    bench.run(bench.board, "bus.writeto_mem(0x5c, 0x5f, b'\\0\\x0a' + bytes(12) + b'\\x30')")
    bench.run(bench.board, "bus.writeto_mem(0x5c, 0x5c, bytes((20, 2 << 5, 8)))")
    microamperes, microseconds = [20, 10] + 6 * [20], [1, 1, 1, 2] + 4 * [1]
    parts = zip(microamperes, microseconds, farads, strict=False)
    expected = [min(1023, 1024 * current * time / (each * 3.3)) for current, time, each in parts]
    read = bench.run(bench.board, "from struct import unpack\nprint(*unpack('<12H', bus.readfrom_mem(0x5c, 4, 24)))")
    counts = [int(each) for each in read.split()]
    assert counts == pytest.approx(expected + 4 * [0], abs=1)


def test_a_reading_is_never_half_of_one_and_half_of_another(bench: JoinedBench) -> None:
    begin(bench.picos, bench.rig, "for number in range(1000): buses.show(1, 0, bytes((number & 255,)) * 28)")
    reads = "values = [bus.readfrom_mem(0x5b, 0, 28) for _ in range(100)]\n"
    told = bench.run(bench.board, BUS.format(0) + reads + "print(*map(len, map(set, values)), len(set(values)))")
    result(bench.picos, bench.rig)
    *different, readings = map(int, told.split())
    assert set(different) == {1}
    assert readings > 10


def test_a_line_that_is_let_go_in_the_middle_of_a_transfer_disturbs_none_on_the_other_bus(bench: JoinedBench) -> None:
    bench.run(bench.board, BUS.format(1) + BOTH_BUSES)
    for let_go_us in LET_GO_US:
        bench.run(bench.board, "free()\nfirst = I2C(0, sda=Pin(4), scl=Pin(5), freq=400000, timeout=3000)")
        bench.run(bench.board, "first.writeto(0x5a, b'\\0', False)")
        bench.run(bench.rig, "buses.hold(0, 1)")
        assert bench.run(bench.board, "give_up(first)") == "[Errno 110] ETIMEDOUT\n"
        begin(bench.picos, bench.rig, f"from time import sleep_us\nsleep_us({let_go_us})\nbuses.hold(0, 0)")
        told = bench.run(bench.board, "print({str(each) for each in [read() for _ in range(160)]})")
        assert told == "{\"b'\\\\x10$'\"}\n"
        result(bench.picos, bench.rig)


def test_frames_that_the_rig_decodes_are_those_of_the_board_bit_for_bit(bench: JoinedBench) -> None:
    bench.run(
        bench.rig, f"from pixels import Line\nlines = [Line(number, pin) for number, pin in enumerate({STRIP_PINS})]"
    )
    bench.run(bench.board, Path("firmware/adapters/pico.py").read_text(encoding="utf-8"))
    bench.run(bench.board, "from machine import Pin\n" + STRIPS.format(pins=STRIP_PINS))
    seen = [line.split() for line in bench.run(bench.rig, FRAMES).splitlines()]
    assert [(int(pin), bytes.fromhex(levels), how) for pin, _, levels, how in seen] == [
        (pin, levels, "whole") for pin in STRIP_PINS for at, _, levels in bench.frames if at == pin
    ]
    began = {(int(pin), bytes.fromhex(levels)): int(micros) for pin, micros, levels, _ in seen}
    late = [began[pin, levels] - start / 1000 for pin, start, levels in bench.frames]
    assert len(late) == 9
    assert min(late) >= 0
    assert max(late) - min(late) < 20  # µs: the rig's clock starts a little later than the board's
