"""The engine of a virtual table for every level; searches run in worker processes beside the program.

So nothing that takes long blocks the page. The workers start with the first search, and end with the program, however
that ends. Where one dies, the answer is that of a sensible player.
"""

import os
import signal
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any

from tavolo.games import load
from tavolo_host.players import costs, levels, thinking
from tavolo_host.players.reasons import Cost
from tavolo_host.players.settings import SENSIBLE, STRONG
from tavolo_host.players.thinking import Answer, Decision, Found, Pending, Thinking
from tavolo_host.runtime import import_paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from random import Random

    from tavolo.rules.game import Action
    from tavolo_host.players.reasons import Reason

WORKERS = max(1, min(2, (os.cpu_count() or 1) - 1))  # one processor is left to table and page
LESS_URGENT = 5  # than table and page: steps of `nice`
MOST_DEATHS = 3  # of workers, after which no more are started


def begin_to_work() -> None:
    """Prepare a worker process: it ignores Ctrl-C, and ends with the program."""
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


def sent(decision: Decision) -> "tuple[str, str, int, Random]":
    """Return a decision as it is sent to workers: a position, compiled or not, as text, and a game by its name."""
    return decision.game.NAME, decision.game.position_text(decision.known), decision.player, decision.random


def searched(
    game_name: str, known: str, player: int, random: "Random", iterations: int | None = None
) -> "tuple[Action, str, Any]":
    """Search a decision that was `sent`; return the answer as a worker sends it back."""
    return tuple(levels.think(_received(game_name, known, player, random), iterations))  # type: ignore[return-value]


def weighed(
    game_name: str, known: str, player: int, random: "Random", played: "Action"
) -> "tuple[Action, float, float, int]":
    """Weigh what an action cost in a decision that was `sent`; return the cost as a worker sends it back."""
    return tuple(costs.cost(_received(game_name, known, player, random), played))  # type: ignore[return-value]


def _received(game_name: str, known: str, player: int, random: "Random") -> Decision:
    game = load(game_name)
    return Decision(game, game.position_from_text(known), player, random, STRONG)


def workers() -> ProcessPoolExecutor:
    """Return the workers, none of them started yet. They share nothing with the program."""
    return ProcessPoolExecutor(WORKERS, get_context("spawn"), begin_to_work)


class Engine(thinking.Engine):
    """Thinks at all LEVELS. `gathered` returns the workers for searches."""

    def __init__(self, gathered: "Callable[[], Executor]" = workers) -> None:
        self._gathered = gathered
        self._workers: Executor | None = None
        self._deaths = 0

    def begin(self, decision: Decision) -> Thinking:
        """Send a search to a worker if the level needs one; otherwise the answer is computed when it is wanted."""
        if decision.level != STRONG:
            return Thinking(lambda: levels.think(decision))
        # The random state is copied: what is computed here instead starts from the same.
        return self._asked(searched, decision, made=Answer, otherwise=lambda: _sensible(decision)) or Thinking(
            lambda: _sensible(decision)
        )

    def cost(self, decision: Decision, played: "Action") -> "Pending[Cost] | None":
        """Have a worker weigh what an action cost; None when no worker can be started any more.

        If the worker dies or fails, the decision is not weighed.
        """
        return self._asked(weighed, decision, played, made=Cost, otherwise=lambda: Cost(played))

    def _asked(
        self,
        work: "Callable[..., Any]",
        decision: Decision,
        *given: Any,
        made: "Callable[..., Found]",
        otherwise: "Callable[[], Found]",
    ) -> "Pending[Found] | None":
        """Send work on a decision to a worker, whose answer `made` makes; None when no worker can be started."""
        future = self._submitted(work, *sent(decision), *given)
        if future is None:
            return None

        def found() -> "Found | None":
            try:
                return made(*future.result()) if future.done() else None
            except Exception:  # whatever it was: the table goes on
                return otherwise()

        return Pending(found, future.cancel)  # which a worker who has started it does not hear

    def why(self, decision: Decision, action: "Action", answer: Answer) -> "Reason":
        """Return the reason for an action, with the figures of the level that answered."""
        return levels.why(decision, action, answer)

    def wake(self, level: str) -> None:
        """Start the workers if the level searches: that takes them a second or two."""
        if level == STRONG and self._workers is None:
            self._submitted(os.getpid)

    def close(self) -> None:
        """Shut the workers down; a running search is finished first."""
        if self._workers is not None:
            self._workers.shutdown(wait=False, cancel_futures=True)
            self._workers = None

    def _submitted(self, work: "Callable[..., Any]", *given: Any) -> "Future[Any] | None":
        """Submit work to the workers, new ones after one has died; None once too many have died."""
        while self._deaths < MOST_DEATHS:
            self._workers = self._workers or self._gathered()
            try:
                with _deaf_to_interrupts():
                    return self._workers.submit(work, *given)
            except (BrokenExecutor, OSError):
                self._deaths += 1
                self.close()
        return None


def _sensible(decision: Decision) -> Answer:
    return levels.think(decision._replace(level=SENSIBLE))


@contextmanager
def _deaf_to_interrupts() -> "Iterator[None]":
    """Keep Ctrl-C from processes started in this context, even before they are ready; the program gets it later."""
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
