"""A board that is slower than time: it gets its share, the page the rest, and its speed is told."""

from random import Random

import pytest

from tavolo.rules.contract import Setup
from tavolo_host.people.pace import MEASURED_MS, SHARE, Pace
from tavolo_host.people.table import VirtualTable
from tavolo_host.sources.virtual_source import VirtualSource
from tests.sources.source_support import Line
from tests.table.evening import DAVID

STEP_MS = 20.0


class SlowTable(VirtualTable):
    """A table whose tick takes `cost_ms` on the clock `clock_s`."""

    cost_ms = 10.0
    clock_s = 100.0

    def step(self) -> None:
        super().step()
        self.clock_s += self.cost_ms / 1000


def slow_source(cost_ms: float) -> tuple[VirtualSource, SlowTable]:
    line = Line()
    table = SlowTable(Random(1), line.board)
    table.cost_ms = cost_ms
    return VirtualSource(table, Setup(DAVID, 3), line, Pace("Slow board", lambda: table.clock_s)), table


def test_a_slow_board_takes_no_more_than_its_share_of_a_step() -> None:
    source, table = slow_source(cost_ms=10.0)
    for _ in range(300):
        before = table.clock_s
        source.step(STEP_MS)
        assert (table.clock_s - before) * 1000 <= SHARE * STEP_MS + 10.0


@pytest.mark.parametrize(("cost_ms", "speed"), [(10.0, 0.5), (1.0, 1.0)])
def test_its_speed_is_shown_once_measured(cost_ms: float, speed: float) -> None:
    source, table = slow_source(cost_ms)
    assert source.of_board == ""
    for _ in range(int(MEASURED_MS / STEP_MS) + 1):
        source.step(STEP_MS)
    assert source.of_board == f"Slow board: runs at {speed:.2f} times real time."
    assert table.clock.now_us / 1000 == pytest.approx(speed * MEASURED_MS, rel=0.1)
