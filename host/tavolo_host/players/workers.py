"""Thinks for the people at a virtual table, at each level; whoever searches does so in processes beside the program.

So nothing that takes long is on the page's own loop. The processes are started when somebody is to search, and end with
the program, however that ends. Where one dies, what it was to find is what a sensible player finds.
"""

import os
import signal
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any

from tavolo.games import load
from tavolo_host.players import levels, thinking
from tavolo_host.players.settings import SENSIBLE, STRONG
from tavolo_host.players.thinking import Answer, Moment, Thinking
from tavolo_host.runtime import import_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from random import Random

    from tavolo.rules.game import Action

WORKERS = max(1, min(2, (os.cpu_count() or 1) - 1))  # a processor is left to table and page
LESS_URGENT = 5  # than table and page: steps of `nice`
MOST_DEATHS = 3  # of workers, after which nobody is sent to work any more


def begin_to_work() -> None:
    """Make a process ready in which somebody searches: of Ctrl-C it hears nothing, and it ends with the program."""
    import_paths.prepend()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has none
        os.nice(LESS_URGENT)
    program = parent_process()

    def end_with_it() -> None:
        if program is not None:
            program.join()
            os._exit(0)

    threading.Thread(target=end_with_it, daemon=True).start()


def sent(moment: Moment) -> "tuple[str, str, int, Random]":
    """Return a moment as it is sent to workers: positions, compiled or not, travel as text, a game by its name."""
    return moment.game.NAME, moment.game.position_text(moment.known), moment.player, moment.random


def searched(
    game_name: str, known: str, player: int, random: "Random", iterations: int | None, besides: "Action" = ()
) -> "tuple[Action, str, Any]":
    """Return the answer of a player who searches in a moment that was `sent`, as a worker sends it back."""
    game = load(game_name)
    moment = Moment(game, game.position_from_text(known), player, random, STRONG)
    return tuple(levels.think(moment, iterations, besides))  # type: ignore[return-value]


def workers() -> ProcessPoolExecutor:
    """Return the workers, none of them started yet. Each begins anew: nothing is shared with the program."""
    return ProcessPoolExecutor(WORKERS, get_context("spawn"), begin_to_work)


class Search(Thinking):
    """A search that goes on in a worker; where that has died or failed, the answer is what is found `instead`."""

    def __init__(self, future: "Future[tuple[Action, str, Any]]", instead: "Callable[[], Answer]") -> None:
        super().__init__(instead)
        self._future = future

    def answer(self) -> Answer | None:
        """Return what was found, None as long as it is not there."""
        if self._answer is None and self._future.done():
            try:
                self._answer = Answer(*self._future.result())
            except Exception:  # whatever it was: the table goes on
                return super().answer()
        return self._answer

    def forget(self) -> None:
        """Have nobody begin with it; one who has begun ends it."""
        self._future.cancel()


class Engine(thinking.Engine):
    """Thinkers of all LEVELS. `gathered` returns those who search."""

    def __init__(self, gathered: "Callable[[], Executor]" = workers) -> None:
        self._gathered = gathered
        self._workers: Executor | None = None
        self._deaths = 0

    def begin(self, moment: Moment) -> Thinking:
        """Have a worker search, if the level is to; the others find it when they are asked for the answer."""
        if moment.level != STRONG:
            return Thinking(lambda: levels.think(moment))
        return self.weigh(moment, None) or Thinking(lambda: _sensible(moment))

    def weigh(self, moment: Moment, iterations: int | None, besides: "Action" = ()) -> Thinking | None:
        """Have a worker search, and think about the action `besides` too; None when nobody can be sent any more."""
        # The chance is sent as it is: what is thought here in its place begins with the same.
        found = self._submitted(searched, *sent(moment), iterations, besides)
        return Search(found, lambda: _sensible(moment)) if found else None

    def why(self, moment: Moment, action: "Action", answer: Answer, is_own: bool) -> str:
        """Return what speaks for an action by the figures of the level that has answered."""
        return levels.why(moment, action, answer, is_own)

    def wake(self, level: str) -> None:
        """Have the workers begin, if there is going to be a search: that takes them a second or two."""
        if level == STRONG and self._workers is None:
            self._submitted(os.getpid)

    def close(self) -> None:
        """Send the workers home; whoever is searching ends that first."""
        if self._workers is not None:
            self._workers.shutdown(wait=False, cancel_futures=True)
            self._workers = None

    def _submitted(self, work: "Callable[..., Any]", *given: Any) -> "Future[Any] | None":
        """Give work to workers; None once too many have died. They are others after one of them has."""
        while self._deaths < MOST_DEATHS:
            self._workers = self._workers or self._gathered()
            try:
                with _deaf_to_interrupts():
                    return self._workers.submit(work, *given)
            except (BrokenExecutor, OSError):
                self._deaths += 1
                self.close()
        return None


def _sensible(moment: Moment) -> Answer:
    return levels.think(moment._replace(level=SENSIBLE))


@contextmanager
def _deaf_to_interrupts() -> "Iterator[None]":
    """Have what is started meanwhile never hear of Ctrl-C, not even before it is ready; the program hears it later."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
