"""Keeps the games at one place, whatever becomes of the file: faults are told once, and tried again later."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable, set_aside
from tavolo_host.history.kept_game import AtPlace, KeptGame, Standing, Unfinished
from tavolo_host.history.ledger import Ledger
from tavolo_host.texts.deferred import deferred

T = TypeVar("T")

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0  # after a fault: trying again stops the page for a moment


class Recorder:
    """A `Ledger` on the file at `path`, as there. `tell` gets a sentence when something is wrong, and when it is not.

    `is_running` returns whether a program has the table at a place now; no other table goes on with its game.

    Nothing raises: while the file cannot be used, nothing is kept, and there is nothing in it.
    """

    def __init__(
        self,
        path: Path,
        place: str,
        rules: str,
        tell: Callable[[str], None],
        now: Callable[[], float] = time.time,
        is_running: Callable[[str], bool] = lambda _place: False,
    ) -> None:
        self._path = path
        self._place = place
        self._rules = rules
        self._tell = tell
        self._is_running = is_running
        self._now = now
        self._history: History | None = None
        self._ledger: Ledger | None = None
        self._fault = ""  # the last one that was told
        self._failed_s = self._pause_s = 0.0
        self.is_behind = False  # whether something is still to be kept

    def at_place(self) -> AtPlace | None:
        """Return the table as it was last."""
        return self._try(lambda history, _: history.at_place(self._place))

    def unfinished(self) -> list[KeptGame]:
        """Return the open games with which this virtual table can go on, newest first."""
        games, places = self._try(lambda history, _: (history.unfinished(self._rules), history.places())) or ([], {})
        running = {place for place in {*places.values()} - {self._place} if self._is_running(place)}
        return [game for game in games if places.get(game.id) not in running]

    def to_go_on(self, game_id: int) -> Unfinished | None:
        """Return such a game, with all that is hidden; None if it is not there."""
        found = self._try(lambda history, _: history.to_go_on(game_id))
        return found if found and found.game.rules == self._rules else None

    def people_of(self, game_id: int) -> str:
        """Return the people of an open game, as in `Ledger.keep`; "" if there are none."""
        return self._try(lambda history, _: history.people_of(game_id)) or ""

    def newest_at(self, board: str) -> Unfinished | None:
        """Return the newest game at a board that is watched, by this program's rules; None if there is none."""
        return self._try(lambda history, _: history.newest_at(board, self._rules))

    def go_on(self, unfinished: Unfinished, key: object) -> None:
        """Go on with a game instead of the last one."""
        self._try(lambda _, ledger: ledger.go_on(unfinished, key))

    def evening(self) -> int:
        """Return the number of the evening to which the game kept last belongs, 0 for none."""
        return self._try(lambda _, ledger: ledger.evening()) or 0

    def keep(self, key: object, standing: Standing | None, people: str, flash: bytes = b"") -> None:
        """Keep everything that has changed; if it cannot be kept, the recorder `is_behind` until that is repeated."""
        self.is_behind = True
        if abs(self._now() - self._failed_s) < self._pause_s:
            return
        for _ in range(2):  # again in a new file if this one is damaged
            if self._try(lambda _, ledger: ledger.keep(key, standing, people, flash)):
                self.is_behind = False
                self._pause_s = 0.0
                if self._fault:
                    self._tell(deferred("What is played is kept again."))
                self._fault = ""
                return
            if self._pause_s:
                return

    def close(self) -> None:
        """Close the file."""
        if self._history:
            self._history.close()
        self._history = self._ledger = None

    def _try(self, action: Callable[[History, Ledger], T]) -> T | None:
        """Do something with the file, open it before; return None if that is impossible, and say why."""
        try:
            if self._history is None or self._ledger is None:
                self._history = History(self._path)
                self._ledger = Ledger(self._history, self._place, self._rules, self._now)
            return action(self._history, self._ledger)
        except Unusable as problem:
            self._failed(problem)
            return None

    def _failed(self, problem: Unusable) -> None:
        if problem.is_damaged:
            self.close()
            try:
                aside = set_aside(self._path)
            except Unusable as other:
                problem = other
            else:
                self._tell(deferred("{} It is called {} now, and a new file begins.", problem.sentence, aside.name))
                return
        self._failed_s = self._now()
        self._pause_s = min(LONGEST_PAUSE_S, 2 * self._pause_s or FIRST_PAUSE_S)
        if problem.sentence != self._fault:
            self._fault = problem.sentence
            self._tell(deferred("{} What is played now is not kept.", problem.sentence))
