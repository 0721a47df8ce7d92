"""A storm: faults that come over a table, several at once, each a story of what goes wrong for a while.

A story is a generator that does something to a `Target`, yields the milliseconds until its next moment, and has
everything as it was before when it is closed, whether it has come to its end or not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from tavolo_host.simulator.body import Body

FaultStory = Iterator[int]

PAUSE_MS = (50, 4000)  # between the beginnings of two faults
MOST_AT_ONCE = 4


class Target(Protocol):
    """A table under torture, virtual or with an emulated Pico in it."""

    bodies: Sequence[Body]
    chips: Sequence[Any]
    buses: Sequence[Any]
    sinks: Sequence[Any]  # where the hands' capacitances arrive: `extra_pf` of each electrode comes to them

    def set_line_odds(self, odds: float) -> None:
        """Damage so much of what goes over the line."""

    def pull_cable(self, is_out: bool) -> None:
        """Pull the cable out, or put it in again."""

    def say_on_line(self, data: bytes, to_board: bool) -> None:
        """Have foreign bytes arrive."""

    def kill_laptop(self) -> None:
        """End the laptop's program, and start it anew."""

    def set_unread(self, is_unread: bool) -> None:
        """Have the laptop leave the port open, but not read it."""

    def cut_power(self, in_operation: int | None, share: float) -> None:
        """Take the power away now, or in one of the flash operations to come (0 for the next), after a share of it."""

    def fail_flash(self, odds: float) -> None:
        """Have the flash fail to program or erase so often."""

    def flip_bits(self, random: Random, count: int) -> None:
        """Let bits of the journal lose what they hold; with a count of 0, all of some sectors."""

    def ask(self, what: str) -> None:
        """Have the laptop ask for "undo" or "abandon"."""

    def click(self, random: Random) -> None:
        """Have a visitor of the page do anything."""


Stories = Mapping[str, Callable[[Target, Random], FaultStory]]


class Storm:
    """Those of `stories` come over a target that are of some `kinds`; `count` is told the kind of each."""

    def __init__(
        self,
        target: Target,
        random: Random,
        stories: Stories,
        kinds: Sequence[str],
        count: Callable[[str], None],
    ) -> None:
        self._target = target
        self._random = random
        self._stories = stories
        self._kinds = [kind for kind in stories if kind in kinds]
        self._count = count
        self._going_on: dict[str, tuple[FaultStory, int]] = {}
        self._next_ms = 0

    def step(self, elapsed_ms: int) -> None:
        """Let time pass for those that are going on, and have new ones begin."""
        for kind, (story, left_ms) in list(self._going_on.items()):
            self._go_on(kind, story, left_ms - elapsed_ms)
        self._next_ms -= elapsed_ms
        if self._next_ms > 0 or not self._kinds:
            return
        self._next_ms = self._random.randrange(*PAUSE_MS)
        kind = self._random.choice(self._kinds)
        if kind not in self._going_on and len(self._going_on) < MOST_AT_ONCE:
            self._count(kind)
            self._go_on(kind, self._stories[kind](self._target, self._random), 0)

    def _go_on(self, kind: str, story: FaultStory, left_ms: int) -> None:
        self._going_on[kind] = story, left_ms
        if left_ms > 0:
            return
        try:
            self._going_on[kind] = story, next(story)
        except StopIteration:
            del self._going_on[kind]

    def heal(self) -> None:
        """Put everything right."""
        going_on, self._going_on = self._going_on, {}
        for story, _ in going_on.values():
            story.close()
