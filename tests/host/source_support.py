"""For tests of the table as a visitor's page uses it, in made-up time; only its line to the laptop is a real socket."""

from collections.abc import Callable
from random import Random

from tavolo.rules.contract import Setup
from tavolo_host.virtual.serial_line import LoopbackServer
from tavolo_host.virtual.source import VirtualSource
from tavolo_host.virtual.table import VirtualTable

STEP_MS = 10.0
LIMIT_MS = 30 * 60 * 1000


def source_of(setup: Setup, quickened: float = 1.0) -> VirtualSource:
    line = LoopbackServer()
    return VirtualSource(VirtualTable(Random(5), line), setup, line, quickened=quickened)


def run_until(source: VirtualSource, condition: Callable[[], bool], limit_ms: int = LIMIT_MS) -> None:
    for _ in range(int(limit_ms / STEP_MS)):
        if condition():
            return
        source.step(STEP_MS)
    raise AssertionError("it has not happened in all that time")


def run_ms(source: VirtualSource, milliseconds: float) -> None:
    for _ in range(int(milliseconds / STEP_MS)):
        source.step(STEP_MS)
