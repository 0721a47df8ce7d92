"""A storm: faults happen to a table, several at once, each a story of what goes wrong for a while (see `faults`)."""

from collections.abc import Sequence
from random import Random
from typing import Any

from host.tools.torture.faults import FAULTS, FaultStory
from host.tools.torture.found import Tally

MOST_AT_ONCE = 4
REMEMBERED = 8  # of the last faults, for a finding


class Storm:
    """Inflicts faults of some `kinds` on a target, one more often that is named more often; the tally counts them."""

    def __init__(
        self,
        target: Any,
        random: Random,
        kinds: Sequence[str],
        tally: Tally,
        pause_ms: tuple[int, int] = (50, 4000),
    ) -> None:
        self._target = target
        self._random = random
        self._kinds = kinds
        self._tally = tally
        self._pause_ms = pause_ms  # between the starts of two faults
        self._going_on: dict[str, tuple[FaultStory, int]] = {}
        self._now_ms = self._next_ms = 0

    def step(self, elapsed_ms: int) -> None:
        """Let time pass in the storm."""
        self._now_ms += elapsed_ms
        for kind, (story, left_ms) in list(self._going_on.items()):
            self._go_on(kind, story, left_ms - elapsed_ms)
        if self._now_ms < self._next_ms or not self._kinds:
            return
        self._next_ms = self._now_ms + self._random.randrange(*self._pause_ms)
        kind = self._random.choice(self._kinds)
        if kind not in self._going_on and len(self._going_on) < MOST_AT_ONCE:
            self._tally.faults[kind] += 1
            self._tally.last_faults.append(f"{kind} {self._now_ms / 1000:.1f} s")
            del self._tally.last_faults[:-REMEMBERED]
            self._go_on(kind, FAULTS[kind](self._target, self._random), 0)

    def _go_on(self, kind: str, story: FaultStory, left_ms: int) -> None:
        self._going_on[kind] = story, left_ms
        if left_ms > 0:
            return
        try:
            self._going_on[kind] = story, next(story)
        except StopIteration:
            del self._going_on[kind]

    def heal(self) -> None:
        """Undo all faults: at the garbage collection they would compute, and not every Python bears that."""
        going_on, self._going_on = self._going_on, {}
        for story, _ in going_on.values():
            story.close()
