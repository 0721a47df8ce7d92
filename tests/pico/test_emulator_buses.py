"""The emulated Pico's I2C buses: realistic speed, and every fault of two wires."""

from tests.pico.emulator_support import Bench

BUS = """
import time
from machine import I2C, Pin
bus = I2C(0, sda=Pin(4), scl=Pin(5), freq=400000, timeout=3000)
def timed(call, *arguments):
    start = time.ticks_us()
    try:
        result = call(*arguments)
    except OSError as trouble:
        result = trouble.errno
    print(time.ticks_diff(time.ticks_us(), start), result)
"""


def timed(bench: Bench, *calls: str) -> list[tuple[int, str]]:
    lines = bench.run(BUS + "".join(f"timed({call})\n" for call in calls)).splitlines()
    return [(int(line.split(" ", 1)[0]), line.split(" ", 1)[1]) for line in lines]


def test_twenty_four_bytes_take_the_time_that_their_bits_take(bench: Bench) -> None:
    ((short, _), (long, data)) = timed(bench, "bus.readfrom_mem, 0x5a, 4, 4", "bus.readfrom_mem, 0x5a, 4, 24")
    assert 20 * 9 * 2.64 <= long - short <= 20 * (9 * 2.65 + 2)  # the interpreter asks for each byte by itself
    assert 24 * 9 * 2.5 <= long <= 800
    assert data == repr(bytes(24))


def test_a_transfer_without_bytes_asks_whether_a_chip_is_there(bench: Bench) -> None:
    answers = timed(bench, "bus.writeto, 0x5a, b''", "bus.writeto, 0x33, b''", "bus.writeto, 0x33, b'1'")
    assert [answer for _, answer in answers] == ["0", "19", "5"]


def test_a_chip_that_is_taken_away_does_not_answer(bench: Bench) -> None:
    bench.chips[2].present = False
    assert bench.run(BUS + "print(bus.scan())") == "[90, 91, 93]\n"
    bench.chips[2].present = True
    assert bench.run(BUS + "print(bus.scan())") == "[90, 91, 92, 93]\n"


def test_a_held_bus_ends_in_a_timeout_and_works_again_when_it_is_released(bench: Bench) -> None:
    bench.pico.buses[0].held = True
    ((duration, answer),) = timed(bench, "bus.readfrom_mem, 0x5a, 0x5c, 2")
    assert answer == "110"
    assert 3000 <= duration <= 3500
    bench.pico.buses[0].held = False
    assert timed(bench, "bus.readfrom_mem, 0x5a, 0x5c, 2")[0][1] == "b'\\x10$'"


def test_a_chip_that_lost_its_place_lets_go_after_as_many_clocks_as_it_waits_for(bench: Bench) -> None:
    bench.pico.buses[0].unfinished_bits = 250
    script = """
data, clock = Pin(4, Pin.OPEN_DRAIN, value=1), Pin(5, Pin.OPEN_DRAIN, value=1)
levels = []
for _ in range(300):
    clock.value(0)
    clock.value(1)
    levels.append(data.value())
print(levels[0], levels[-1], 150 < levels.count(0) <= 250, levels == sorted(levels))
"""
    assert bench.run("from machine import Pin\n" + script) == "0 1 True True\n"
    assert timed(bench, "bus.readfrom_mem, 0x5a, 0x5c, 2")[0][1] == "b'\\x10$'"
