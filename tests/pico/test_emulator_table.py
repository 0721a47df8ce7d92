"""The table with an emulated Pico: the same evening twice, and the firmware as slow code and as translated code."""

from random import Random

import serial

from tavolo.rules.contract import Setup
from tavolo_host.companion import Companion
from tavolo_host.port import Port
from tavolo_host.rescue import to_the_prompt
from tavolo_host.virtual.pico_table import PicoBridge, PicoTable
from tavolo_host.virtual.serial_line import LoopbackServer
from tavolo_host.virtual.table import PASS_MS
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


def test_the_same_evening_twice_is_the_same_to_the_nanosecond_and_another_is_not() -> None:
    evening = trace_of(1, True, 4000)
    assert len(evening) > 100
    assert trace_of(1, True, 4000) == evening
    assert trace_of(2, True, 4000) != evening


def test_the_firmware_runs_the_same_translated_and_step_by_step() -> None:
    slowly = trace_of(1, False, 2500)
    for _ in range(3):  # what was translated for one board is there for the next
        assert trace_of(1, True, 2500) == slowly


def test_a_program_reaches_the_board_by_a_url() -> None:
    line = LoopbackServer()
    with PicoTable(Random(1), FIRMWARE) as table:
        bridge = PicoBridge(table, line)

        def pass_time() -> float:
            table.step()
            bridge.step()
            return PASS_MS

        table.run_ms(500)
        assert to_the_prompt(line.url, pass_time)
        with serial.serial_for_url(line.url, timeout=0) as port:
            came = b""
            port.write(b"\r")
            for _ in range(200):
                pass_time()
                came += port.read(1000)
        line.close()
    assert b">>>" in came
