"""Hands at the chips of a rig (see `simulator.rig`): what touches the real board that the rig is joined to."""

from collections.abc import Callable
from random import Random

from tavolo_host.board.client import real_time
from tavolo_host.people.table import bodies_at
from tavolo_host.simulator.rig import Rig

TICK_S = 0.005
RESET_MS = 100  # that RUN is held low


class RigTable:
    """A rig with hands at each seat. `pass_time` lets a moment pass and returns its ms (None: real time); `now_ms` is
    their sum.
    """

    def __init__(self, rig: Rig, pass_time: Callable[[], int] | None = None) -> None:
        self.rig = rig
        self.bodies = bodies_at(rig.chips, Random(1))
        self.now_ms = 0
        self._pass_time = pass_time or real_time(TICK_S)

    def pass_time(self) -> int:
        """Let a moment pass for hands and rig too; return its milliseconds."""
        elapsed_ms = self._pass_time()
        self.now_ms += elapsed_ms
        for body in self.bodies:
            body.step(elapsed_ms)
        self.rig.step(elapsed_ms)
        return elapsed_ms

    def reset_board(self) -> None:
        """Reset the board by its RUN pin."""
        self.rig.hold_reset(True)
        left_ms = RESET_MS
        while left_ms > 0:
            left_ms -= self.pass_time()
        self.rig.hold_reset(False)
