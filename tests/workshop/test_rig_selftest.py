"""The check of a rig, without one: what chips that are late or do not answer lead to, and what its owner reads."""

import re
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tavolo import wiring
from tavolo_host.board.prompt import RUN, result_of
from tavolo_host.selftest.report import Report
from tavolo_host.selftest.strips import STRIPS
from tavolo_host.workshop.selftest import rig
from tavolo_host.workshop.selftest.rig import RESET_PIN
from tests.workshop.test_selftest import Workshop

SEATS = range(wiring.SEATS)
USUAL_US = 200
FILES = "that the rig's files are of this version"


class Board:
    """The modules of a board's MicroPython; a read of a chip takes USUAL_US, and fails for these places.

    `speeds` are the frequencies and time limits of its buses.
    """

    def __init__(self, *absent: tuple[int, int]) -> None:
        self._absent = absent
        self._now_us = 0
        self.speeds: list[tuple[int, int]] = []
        self.machine = SimpleNamespace(I2C=self._bus, Pin=int)
        self.time = SimpleNamespace(ticks_us=lambda: self._now_us, ticks_diff=lambda after, before: after - before)

    def _bus(self, number: int, freq: int, timeout: int, **_: int) -> SimpleNamespace:
        self.speeds.append((freq, timeout))

        def read(address: int, _: bytearray) -> None:
            if (number, address) in self._absent:
                raise OSError(5)
            self._now_us += USUAL_US

        return SimpleNamespace(writeto=lambda *_: None, readfrom_into=read)


def times_at(
    board: Board, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], khz: int = 400
) -> list[int]:
    """What a rig's bench hears of its script when it runs on a board."""
    monkeypatch.setitem(sys.modules, "machine", board.machine)
    monkeypatch.setitem(sys.modules, "time", board.time)
    trouble = b""
    try:
        exec(rig.TIMING % {"khz": khz}, {})
    except OSError as error:
        trouble = repr(error).encode()
    answer = b"OK" + capsys.readouterr().out.encode() + RUN + trouble + RUN
    return [int(each) for each in result_of(answer).split()]


def report_of(
    times_us: list[int],
    workshop: Workshop,
    seats: Any = SEATS,
    strips: Any = (),
    khz: int = 400,
    obeys_run: bool = True,
) -> Report:
    """Check a virtual table as if it were a rig, whose chips took this long to answer."""
    hardware = workshop.hardware
    lines = {number: SimpleNamespace(listener=None) for number in range(len(STRIPS))}
    table: Any = SimpleNamespace(
        bodies=workshop.table.bodies,
        rig=SimpleNamespace(
            track=hardware.track, field=hardware.field, lamps=hardware.lamps, strips=lines, troubles=[]
        ),
    )
    bench: Any = workshop.bench
    bench.times_of_reads = lambda: times_us
    bench.bus_khz, bench.obeys_run = khz, obeys_run
    bench.look = lambda: [line.listener() for line in lines.values()]
    return rig.checked(bench, table, seats, strips, lambda _: None)


def test_chips_that_do_not_answer_are_minus_one_in_the_board_s_own_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = Board((0, 0x5C), (1, 0x5D))
    assert times_at(board, monkeypatch, capsys) == [200, 200, -1, 200, 200, 200, 200, -1]
    assert board.speeds == [(wiring.I2C_HERTZ, wiring.I2C_TIMEOUT_US)] * 2


def test_a_board_with_a_slow_bus_is_timed_at_its_speed_and_has_the_longer_bits_allowed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = Board()
    times_at(board, monkeypatch, capsys, khz=100)
    assert board.speeds == [(100_000, 4 * wiring.I2C_TIMEOUT_US)] * 2
    late_us = 400 + 371  # 49.5 periods of 10 µs instead of 2.5
    report = report_of([late_us, late_us + 1, *[0] * 6], Workshop(), (0, 1), khz=100)
    assert [fault[:6] for fault in report.all_faults] == ["Seat 2"]
    assert any(f"in {late_us + 1} µs at most; on emulated Picos chips take 525 µs" in it for it in report.remarks)


def test_a_chip_that_does_not_answer_is_named_with_bus_and_wires_and_not_called_late() -> None:
    workshop = Workshop()
    workshop.hardware.chips[2].present = False
    report = report_of([-1 if seat == 2 else USUAL_US for seat in SEATS], workshop, range(2, 4))
    assert report.all_faults == [
        "Seat 3: no chip answers at address 0x5C of I2C0 (SDA GP4, SCL GP5): check the wires GP4-GP4 and GP5-GP5,"
        f" their resistors and GND, and {FILES}."
    ]
    assert any("in 200 µs at most" in remark for remark in report.remarks)


def test_a_rig_of_which_nothing_answers_is_named_bus_by_bus() -> None:
    workshop = Workshop()
    for chip in workshop.hardware.chips:
        chip.present = False
    report = report_of([-1] * wiring.SEATS, workshop)
    assert report.all_faults == [
        f"No chip answers on I2C{bus} (SDA GP{data}, SCL GP{clock}): check the wires GP{data}-GP{data} and"
        f" GP{clock}-GP{clock}, their resistors and GND, and {FILES}."
        for bus, (data, clock) in enumerate(wiring.BUSES)
    ]
    assert not any("µs" in remark for remark in report.remarks)


def test_a_board_that_the_rig_cannot_restart_is_told_with_the_wire() -> None:
    assert report_of([USUAL_US] * wiring.SEATS, Workshop(), (0,), obeys_run=False).all_faults == [
        f"The board does not restart when the rig holds its RUN low: check the wire RUN-GP{RESET_PIN} and its resistor."
    ]


def test_a_chip_that_failed_only_while_it_was_timed_is_named() -> None:
    report = report_of([USUAL_US, -1, *[USUAL_US] * 6], Workshop(), (0, 1))
    assert report.all_faults == ["Seat 2: its chip answers, but failed once: look for a loose contact."]


def test_only_the_chosen_seats_are_called_late() -> None:
    report = report_of([rig.LATE_US, rig.LATE_US + 1, *[999] * 6], Workshop(), (0, 1))
    (fault,) = report.all_faults
    assert fault.startswith("Seat 2: the rig answers late: the board takes 401 µs to read two registers, more than 400")
    assert any("in 401 µs at most" in remark for remark in report.remarks)


def test_no_advice_for_a_table_is_given_for_a_rig() -> None:
    workshop = Workshop()
    workshop.hardware.i2c(1).held = True
    workshop.set_stray(0, 4, 0.01)
    workshop.begin_again()
    workshop.hardware.lamps.bytes_per_pixel = 4
    faults = report_of([USUAL_US] * wiring.SEATS, workshop, (0, 4, 5), (2,)).all_faults
    wires = [re.findall(r"GP\d-GP\d", fault) for fault in faults]
    assert wires == [["GP8-GP8"], ["GP6-GP6", "GP7-GP7"], ["GP8-GP8"], ["GP4-GP4", "GP5-GP5"]]
    assert not re.search(r"solder|joint|supply|ADDR|DIN|pull-up|settings \w+=", " ".join(faults))
