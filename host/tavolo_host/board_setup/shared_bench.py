"""The automatic part of the selftest beside a page: the same check, on the connection that the page has already.

The check waits for the board, and the page may not wait. So it runs in a thread of its own, but never at the same time
as the page: each gives way to the other, and nothing has to be locked.
"""

from collections.abc import Callable
from threading import Semaphore, Thread
from typing import Any

from tavolo.wiring import SEATS
from tavolo_host.board.client import Request
from tavolo_host.board.companion import Companion
from tavolo_host.board.serial_port import PortError
from tavolo_host.selftest.bench import Bench
from tavolo_host.selftest.check import Check
from tavolo_host.selftest.report import Report


class SharedBench(Bench):
    """A bench on the connection of a `companion`, which sends and receives for it; `rests` lets its owner go on."""

    def __init__(self, companion: Companion, rests: Callable[[], float]) -> None:
        super().__init__(companion.port, rests)
        self._companion = companion

    def step(self, elapsed_ms: float | None = None) -> None:
        """Let the owner of the connection go on for a moment. Raises PortError when the board was lost."""
        self._now_ms += self._pass_time()
        if self._has_begun and not self.connected:
            raise PortError(self.port.sentence)

    def ask(self, kind: str, *values: Any) -> Request:
        """Send a request through the companion."""
        return self._companion.ask(kind, *values)

    def hear(self, kind: str, values: tuple[Any, ...]) -> None:
        """Take a message that the companion has received."""
        self._take(kind, values)


class RunningCheck:
    """The check of all that the settings say is built; nobody is asked.

    When it `is_over` there is a `report`, or a `problem` in a sentence if it could not be finished.
    """

    def __init__(self, companion: Companion) -> None:
        self.report: Report | None = None
        self.problem = ""
        self.is_over = False
        self.bench = SharedBench(companion, self._give_way)
        self._elapsed_ms = 0.0
        self._is_left = False
        self._turn, self._page = Semaphore(0), Semaphore(0)
        self._thread = Thread(target=self._run, name="check", daemon=True)
        self._thread.start()

    def step(self, elapsed_ms: float) -> None:
        """Let the check go on until it waits again."""
        if not self.is_over:
            self._elapsed_ms = elapsed_ms
            self._turn.release()
            self._page.acquire()

    def leave(self) -> None:
        """End the check where it is."""
        self._is_left = True
        self.step(0)

    def _give_way(self) -> float:
        self._page.release()
        self._turn.acquire()
        if self._is_left:
            raise PortError("The check was left.")
        return self._elapsed_ms

    def _run(self) -> None:
        self._turn.acquire()
        try:
            self.report = Check(self.bench, range(SEATS), range(3), None, False, lambda _words: None).run()
        except (PortError, ValueError) as problem:
            self.problem = str(problem)
        finally:
            self.is_over = True
            self._page.release()
