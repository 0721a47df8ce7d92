"""A storm: faults happen at a table, several at once, each a story of what goes wrong for a while.

A story is a generator. It does something to a `Target`, yields the milliseconds until its next step, and undoes
everything when it is closed, whether it is finished or not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from tavolo_host.simulator.body import Body
from tavolo_host.simulator.mpr121 import ELECTRODES, Mpr121

FaultStory = Iterator[int]

PAUSE_MS = (50, 4000)  # between the starts of two faults
MOST_AT_ONCE = 4


class Target(Protocol):
    """A table under torture, virtual or with an emulated Pico in it."""

    bodies: Sequence[Body]
    chips: Sequence[Any]
    buses: Sequence[Any]
    sinks: Sequence[Any]  # receive the hands' capacitances, and add `extra_pf` to each electrode

    def set_line_odds(self, odds: float) -> None:
        """Damage this share of what goes over the line."""

    def pull_cable(self, is_out: bool) -> None:
        """Unplug the cable, or plug it in again."""

    def say_on_line(self, data: bytes, to_board: bool) -> None:
        """Inject foreign bytes."""

    def kill_laptop(self) -> None:
        """End the laptop's program, and restart it."""

    def set_unread(self, is_unread: bool) -> None:
        """Let the laptop keep the port open without reading it."""

    def cut_power(self, in_operation: int | None, share: float) -> None:
        """Cut the power now, or during a coming flash operation (0 is the next), after a share of its time."""

    def fail_flash(self, odds: float) -> None:
        """Let programming and erasing fail with these odds."""

    def flip_bits(self, random: Random, count: int) -> None:
        """Flip bits of the journal; with a count of 0, wipe whole sectors."""

    def ask(self, what: str) -> None:
        """Let the laptop ask for "undo" or "abandon"."""

    def click(self, random: Random) -> None:
        """Let a visitor to the page do anything."""


Stories = Mapping[str, Callable[[Target, Random], FaultStory]]


class Storm:
    """Inflicts those `stories` on a target that are of some `kinds`; calls `count` with the kind of each."""

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
        going_on, self._going_on = self._going_on, {}
        for story, _ in going_on.values():
            story.close()


# ---- drops and fingertips on single electrodes, between hands and chips


class Sink:
    """A chip's electrodes, with `extra_pf` on each beside what hands and cards add."""

    def __init__(self, chip: Mpr121) -> None:
        self.extra_pf = [0.0] * ELECTRODES
        self._chip = chip

    @property
    def capacitance_pf(self) -> list[float]:
        return self._chip.capacitance_pf

    @capacitance_pf.setter
    def capacitance_pf(self, values: Sequence[float]) -> None:
        pairs = zip(values, self.extra_pf, strict=True)
        self._chip.capacitance_pf = [value + extra for value, extra in pairs]


def between(bodies: Sequence[Body], chips: Sequence[Mpr121]) -> list[Sink]:
    """Put a sink between the hands and the chip of each of these seats."""
    sinks = [Sink(chip) for chip in chips]
    for body, sink in zip(bodies, sinks, strict=True):
        body._chip = sink
    return sinks
