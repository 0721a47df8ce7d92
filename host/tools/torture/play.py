"""One evening: storms, in which everything goes wrong, and calms, in which everything has to be right again."""

from collections.abc import Callable

from host.tools.torture.evening import Evening, setup_at
from host.tools.torture.found import STUCK, Found, Tally
from host.tools.torture.storm import Storm
from tavolo_host.simulator.hardware import TICK_MS


class Play:
    """An evening. A way of playing says below what may go wrong there, how time passes, and what has to hold.

    `kinds` are the faults that may happen, one named more often happens more often, with `pause_ms` between two. There
    are so many `storms` of `storm_ms` each; `back_ms` after one, laptop and board agree.
    """

    kinds: tuple[str, ...] = ()
    storms, storm_ms, pause_ms = 6, (3000, 30_000), (50, 4000)
    back_ms = 40_000
    is_stormy = False

    def __init__(self, evening: Evening, tally: Tally) -> None:
        self.evening, self.tally = evening, tally
        self.random = evening.random("people")
        self.setup = setup_at(evening.number, evening.random("setup"))
        kinds = [kind for kind in self.kinds if kind in evening.kinds]
        self.storm = Storm(self, evening.random("faults"), kinds, tally, self.pause_ms)

    def play(self) -> None:
        """Play the evening; raises Found, and any exception of board, laptop or page."""
        self.wake()
        for _ in range(self.evening.storms or self.storms):
            self.begin()
            self.suffer()
            self.calm()
        self.finish()

    def wake(self) -> None:
        """Switch everything on."""

    def begin(self) -> None:
        """Begin a game, unless one is being played."""

    def suffer(self) -> None:
        """Go through a storm."""
        self.is_stormy = True
        self.run_ms(self.random.randrange(*self.storm_ms))
        self.is_stormy = False

    def calm(self) -> None:
        """Undo all faults, and check that everything is as it should be."""
        self.put_right()
        self.run_until(self.is_clear, self.back_ms, STUCK, "Laptop and board do not come into step.")
        self.check()
        self.goes_on()

    def put_right(self) -> None:
        """Undo all faults."""
        self.storm.heal()

    def is_clear(self) -> bool:
        """Return whether laptop and board say that they are in step."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise Found if anything is not as it should be."""

    def goes_on(self) -> None:
        """Raise Found if the game does not go on."""

    def finish(self) -> None:
        """Do what comes after the last calm."""

    def close(self) -> None:
        """End the evening, also in the middle of it."""
        self.storm.heal()

    # ---- time

    def step(self) -> None:
        """Let a tick pass."""
        self.tally.table_s += TICK_MS / 1000
        if self.is_stormy:
            self.storm.step(TICK_MS)
        self.pass_time()

    def pass_time(self) -> None:
        """Let a tick pass for everybody and everything except the faults."""
        raise NotImplementedError

    def run_ms(self, milliseconds: int) -> None:
        """Let time pass."""
        for _ in range(milliseconds // TICK_MS):
            self.step()

    def run_until(self, condition: Callable[[], object], limit_ms: int, kind: str, sentence: str) -> None:
        """Let time pass until a condition is true; raise Found if it is not within the limit."""
        for _ in range(limit_ms // TICK_MS):
            if condition():
                return
            self.step()
        raise Found(kind, f"{sentence} {self.last_words()}")

    def last_words(self) -> str:
        """Return what a finding says of the state."""
        return ""
