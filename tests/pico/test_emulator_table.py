"""The table with an emulated Pico: the same evening, with the firmware as slow code and as translated code."""

from random import Random

from tavolo.rules.contract import Setup
from tavolo_host.companion import Companion
from tavolo_host.port import Port
from tavolo_host.virtual.pico_table import PicoTable
from tests.pico.pico_evening import FIRMWARE
from tests.table.evening import DAVID

Trace = list[tuple[int, ...] | tuple[int, bytes] | tuple[int, int, bytes]]


def trace_of(seed: int, quick: bool, milliseconds: int) -> Trace:
    """Everything that leaves the board in an evening's first moments, with its nanoseconds."""
    trace: Trace = []
    with PicoTable(Random(seed), FIRMWARE, quick=quick) as table:
        companion = Companion(Port("cable", opener=table.open_port, first_session=1))
        table.pico.on_serial = lambda now_ns, data: trace.append((now_ns, data))
        for strip in table.hardware.strips.values():
            strip.listener = lambda start, end, levels: trace.append((start, end, levels))
        for place in range(milliseconds // 5):
            table.step()
            companion.step(5)
            if place == 300:
                table.company.start(Setup(DAVID, 3))
        trace += [(each.number, each.address, each.start_ns, each.end_ns) for each in table.pico.operations]
    return trace


def test_the_same_evening_is_the_same_to_the_nanosecond_translated_or_step_by_step_and_another_is_not() -> None:
    slowly = trace_of(1, False, 2500)
    assert len(slowly) > 100
    for _ in range(3):  # what was translated for one board is there for the next
        assert trace_of(1, True, 2500) == slowly
    assert trace_of(2, True, 2500) != slowly
