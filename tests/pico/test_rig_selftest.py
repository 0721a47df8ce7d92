"""`tavolo selftest --rig`: a rig as it should be passes, and one with a fault in it is found by its board."""

import pytest

from tavolo_host.board.port import Port
from tavolo_host.people.rig_table import RigTable
from tavolo_host.selftest.report import Report
from tavolo_host.selftest.strips import STRIPS
from tavolo_host.workshop.selftest.rig import RigBench, checked
from tests.pico.joined_table import JoinedTable

pytestmark = pytest.mark.needs_rig

SEATS, TRACK = range(8), 0

# A line of the rig's firmware, and what stands there instead.
# Twice in a read, some 0.2 ms each: less than the 3 ms of a transfer.
LATE = "    answer = 0\n", "    answer = 0\n    for _ in range(1000):\n        pass\n"
ABSENT = "= chips >> i2c.CHIPS", "= (chips & ~4) >> i2c.CHIPS"  # the chip of seat 3
LOSES_A_BIT = "value = (~word & 0xFF) << AT\n", "value = (~word & (0xFF if s[HEARD] % 61 else 0xFE)) << AT\n"
SWAPPED = "bus.show(place, values)\n", "bus.show(place ^ 1 if chip < 4 else place, values)\n"
LEAVES_RUN = "self._reset.value(not first)\n", "pass\n"
MISSES_FRAMES = "if frame is None:\n", "if frame is None or line._frames % 20 == 0:\n"


def report_of(planted: tuple[str, str] | None, seats: range, strips: range) -> Report:
    """Check a rig with this fault, at these seats and strips."""
    table = JoinedTable(planted=planted)
    rig = RigTable(table.open_rig(), table.pass_time)
    bench = RigBench(Port("cable", opener=table.open_board, first_session=7), rig, table.open_board)
    try:
        return checked(bench, rig, seats, strips, lambda _: None)
    finally:
        bench.close()
        table.close()


def test_a_rig_as_it_should_be_passes() -> None:
    report = report_of(None, SEATS, range(len(STRIPS)))
    assert report.all_faults == []
    assert report.strips == {"track": "as described", "field": "as described", "lamps": "as described"}
    assert all(seat.keys == {0: True, 1: True, 2: True} for seat in report.seats)
    assert all(seat.card and seat.card.code >= 0 for seat in report.seats)


def test_a_rig_that_answers_a_bit_late_is_found() -> None:
    (fault,) = report_of(LATE, range(1, 2), range(0)).all_faults
    assert fault.startswith("Seat 2: the rig answers late: the board takes")


def test_a_rig_that_cannot_reset_the_board_is_found() -> None:
    (fault,) = report_of(LEAVES_RUN, range(0), range(0)).all_faults
    assert fault.endswith("check the wire RUN-GP10 and its resistor.")


def test_a_rig_one_of_whose_chips_does_not_answer_is_found() -> None:
    (fault,) = report_of(ABSENT, range(2, 4), range(0)).all_faults
    assert fault.startswith(
        "Seat 3: no chip answers at address 0x5C of I2C0 (SDA GP4, SCL GP5): check the wires GP4-GP4"
    )


def test_a_rig_that_drops_a_bit_now_and_then_is_found() -> None:
    (fault,) = report_of(LOSES_A_BIT, range(1, 2), range(0)).all_faults
    assert "read back wrong" in fault


def test_a_rig_with_two_chips_swapped_is_found() -> None:
    faults = report_of(SWAPPED, range(2, 3), range(0)).all_faults
    assert any("was felt at seat 4" in fault for fault in faults), faults


def test_a_rig_that_misses_frames_of_pixels_is_found() -> None:
    faults = report_of(MISSES_FRAMES, range(0), range(TRACK, TRACK + 1)).all_faults
    assert any("the rig has not seen the light at" in fault for fault in faults), faults
