"""The emulated Pico's processor: native code, and every run is the same to the nanosecond."""

import zlib
from random import Random

from tavolo.rules.contract import Setup
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port
from tavolo_host.people.pico_table import TICK_NS, PicoTable
from tavolo_host.simulator.hardware import TICK_MS
from tests.pico.emulator_support import Bench
from tests.pico.pico_evening import FIRMWARE
from tests.table.evening import DAVID
from tests.table.without_laptop import WithoutLaptop

VIPER = """
@micropython.viper
def crc(data: ptr8, count: int) -> uint:
    value = uint(0xffffffff)
    for i in range(count):
        value = value ^ data[i]
        for _ in range(8):
            value = (value >> 1) ^ (uint(0xedb88320) if value & 1 else uint(0))
    return value
@micropython.native
def total(numbers):
    result = 0
    for number in numbers:
        result += number * number
    return result
data = bytes(range(256))
for _ in range(50):
    value = crc(data, 256)
print(hex(value), total(range(200)))
"""


def test_native_code_in_memory_is_executed_even_when_other_code_takes_its_place(bench: Bench) -> None:
    first = bench.run(VIPER)
    assert first.split() == [hex(zlib.crc32(bytes(range(256))) ^ 0xFFFFFFFF), str(sum(n * n for n in range(200)))]
    again = bench.run("import gc\ngc.collect()\n" + VIPER.replace("number * number", "number * 3"))
    assert first.split()[0] == again.split()[0]
    assert again.split()[1] == str(sum(3 * number for number in range(200)))


Trace = list[tuple[int, ...] | tuple[int, bytes] | tuple[int, int, bytes]]


def trace_of(seed: int, quick: bool, parts: int = 1) -> Trace:
    """Return all that leaves the board in an evening's first moments, with its nanoseconds; a tick may be in parts."""
    trace: Trace = []
    with PicoTable(Random(seed), FIRMWARE, quick=quick) as table:
        companion = Companion(Port("cable", opener=table.open_port, first_session=1))
        table.pico.on_serial = lambda now_ns, data: trace.append((now_ns, data))
        for strip in table.hardware.strips.values():
            strip.listener = lambda start, end, levels: trace.append((start, end, levels))
        advance = table.pico.advance_to_ns

        def in_parts(end_ns: int) -> None:
            for part in reversed(range(parts)):
                advance(end_ns - part * TICK_NS // parts)

        table.pico.advance_to_ns = in_parts  # type: ignore[method-assign]
        for place in range(500):
            table.step()
            companion.step(TICK_MS)
            if place == 300:
                WithoutLaptop(table).start(Setup(DAVID, 3))
        trace += [(each.number, each.address, each.start_ns, each.end_ns) for each in table.pico.operations]
    return sorted(trace, key=str)  # what ends in one part arrives in any order


def test_the_same_evening_is_the_same_to_the_nanosecond_translated_or_step_by_step_and_another_is_not() -> None:
    slowly = trace_of(1, False)
    assert len(slowly) > 100
    for parts in (1, 1, 10):  # translations for one board are there for the next
        assert trace_of(1, True, parts) == slowly
    assert trace_of(2, True) != slowly
