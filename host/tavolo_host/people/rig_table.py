"""Hands at the chips of a rig (see `simulator.rig`): what touches the real board that the rig is joined to."""

import time
from collections.abc import Callable
from random import Random

from tavolo_host.people.table import bodies_at
from tavolo_host.simulator.rig import Rig

TICK_S = 0.005


def real_time() -> int:
    """Let a moment pass; return its milliseconds."""
    began = time.monotonic()
    time.sleep(TICK_S)
    return max(1, round((time.monotonic() - began) * 1000))


class RigTable:
    """A rig with hands at each seat. `pass_time` lets a moment pass and returns its ms; `now_ms` is their sum."""

    def __init__(self, rig: Rig, pass_time: Callable[[], int] = real_time) -> None:
        self.rig = rig
        self.bodies = bodies_at(rig.chips, Random(1))
        self.now_ms = 0
        self._pass_time = pass_time

    def pass_time(self) -> int:
        """Let a moment pass for hands and rig too; return its milliseconds."""
        elapsed_ms = self._pass_time()
        self.now_ms += elapsed_ms
        for body in self.bodies:
            body.step(elapsed_ms)
        self.rig.step(elapsed_ms)
        return elapsed_ms
