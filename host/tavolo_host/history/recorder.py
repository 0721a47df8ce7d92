"""Keeps the games at one place, whatever becomes of the file: faults are told once, and tried again later."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tavolo_host.history.game_rows import DamagedGame
from tavolo_host.history.history_file import Unusable, set_aside
from tavolo_host.history.kept_game import AtPlace, KeptGame, Standing, Unfinished
from tavolo_host.history.ledger import Ledger
from tavolo_host.history.open_file import OpenFile
from tavolo_host.history.rescue import is_whole, rescue
from tavolo_host.history.unfinished_games import UnfinishedGames
from tavolo_host.texts.deferred import DeferredText, deferred

T = TypeVar("T")

LOOK_S = 2.0  # between two looks at whether the file is still there
DAMAGED_ROWS = {
    "evening": deferred("Which games are an evening is damaged in the file; the next one may begin another evening."),
    "browser": deferred("Who played in which game is damaged in the file: some browsers cannot read their games."),
}
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
        passed: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._place = place
        self._rules = rules
        self._tell = tell
        self._is_running = is_running
        self._now = now
        self._passed = passed
        self._looked_s = passed()  # when, at whether the file is still there
        self._written = 0  # when the file was, at that moment
        self._is_checked = False  # whether SQLite has looked for damage in all of it
        self._file: OpenFile | None = None
        self._ledger: Ledger | None = None
        self._lost: Ledger | None = None  # of a file that is not there any more
        self._damaged: set[int | str] = set()  # games and tables of which that was told
        # Damaged files whose games are still to be copied, with what is to be told of each.
        self._aside: list[tuple[Path, DeferredText | None]] = []
        self._fault = ""  # the last one that was told
        self._has_failed = False  # when it was needed last
        self._failed_s = self._pause_s = 0.0
        self.is_behind = False  # whether something is still to be kept

    def at_place(self) -> AtPlace | None:
        """Return the table as it was last."""
        return self._try(lambda kept, _: kept.at_place(self._place))

    def unfinished(self) -> list[KeptGame]:
        """Return the open games with which this virtual table can go on, newest first."""
        games, places = self._try(lambda kept, _: (kept.unfinished(self._rules), kept.places())) or ([], {})
        running = {place for place in {*places.values()} - {self._place} if self._is_running(place)}
        return [game for game in games if places.get(game.id) not in running]

    def to_go_on(self, game_id: int) -> Unfinished | None:
        """Return such a game, with all that is hidden; None if it is not there."""
        found = self._try(lambda kept, _: kept.to_go_on(game_id))
        return found if found and found.game.rules == self._rules else None

    def people_of(self, game_id: int) -> str:
        """Return the people of an open game, as in `Ledger.keep`; "" if there are none."""
        return self._try(lambda kept, _: kept.people_of(game_id)) or ""

    def newest_at(self, board: str) -> Unfinished | None:
        """Return the newest game at a board that is watched, by this program's rules; None if there is none."""
        return self._try(lambda kept, _: kept.newest_at(board, self._rules))

    def go_on(self, unfinished: Unfinished, key: object) -> None:
        """Go on with a game instead of the last one."""
        self._try(lambda _, ledger: ledger.go_on(unfinished, key))

    def evening(self) -> int:
        """Return the number of the evening to which the game kept last belongs, 0 for none."""
        return self._try(lambda _, ledger: ledger.evening()) or 0

    def keep(self, key: object, standing: Standing | None, people: str, flash: bytes = b"") -> None:
        """Keep everything that has changed; if it cannot be kept, the recorder `is_behind` until that is repeated."""
        self.is_behind = True
        self._look_at_file()
        if abs(self._now() - self._failed_s) < self._pause_s:
            return
        if self._try(lambda _, ledger: ledger.keep(key, standing, people, flash)):
            self.is_behind = False
            self._pause_s = 0.0
            if self._fault:
                self._tell(deferred("What is played is kept again."))
            self._fault = ""

    @property
    def is_failing(self) -> bool:
        """Return whether the file could not be used when it was needed last."""
        return self._has_failed

    def look(self) -> None:
        """Notice within seconds that the file has been deleted or replaced; the recorder then `is_behind`."""
        if abs(self._passed() - self._looked_s) >= LOOK_S:
            self._look_at_file()

    def _look_at_file(self) -> None:
        self._looked_s = self._passed()
        if self._file is None:
            return
        if self._file.written() != self._written:  # by SQLite now and then, or by a program that copies files
            self._is_checked = False
        if not self._file.is_in_place():
            self._leave()
            self.is_behind = True
            gone = deferred("{} was deleted or replaced by another program.", self._path)
            self._tell(deferred("{} What is played is kept in a new file, or in the one that is there.", gone))

    def _leave(self) -> None:
        """Close the file for another one, in which the game may be too."""
        self._lost = self._ledger or self._lost
        self._is_checked = False
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._file:
            self._file.close()
        self._file = self._ledger = None

    def _try(self, action: Callable[[UnfinishedGames, Ledger], T]) -> T | None:
        """Do something with the file, open it before; return None if that is impossible, and say why."""
        self._has_failed = False
        for _ in range(2):  # again in a new file if this one is damaged
            try:
                return action(*self._opened())
            except DamagedGame as damaged:
                self._tell_damage(damaged)
                return None
            except Unusable as problem:
                if not self._is_new(problem):
                    break
        self._has_failed = True
        return None

    def _tell_damage(self, damaged: DamagedGame) -> None:
        if damaged.id not in self._damaged:
            self._damaged.add(damaged.id)
            self._tell(deferred("{} Its page in the history has what is left of it.", damaged.sentence))

    def _opened(self) -> tuple[UnfinishedGames, Ledger]:
        if self._file is None or self._ledger is None:
            self.close()
            self._file = OpenFile(self._path)
            self._save_games(self._file)
            self._ledger = Ledger(self._file, self._place, self._rules, self._now, self._passed)
            if self._lost:
                self._ledger.resume(self._lost)
                self._lost = None
        if not self._is_checked:
            if not is_whole(self._file):
                raise Unusable(deferred("{} is damaged.", self._path), True)
            self._tell_damaged_rows(self._file)
            self._is_checked, self._written = True, self._file.written()
        return UnfinishedGames(self._file), self._ledger

    def _tell_damaged_rows(self, file: OpenFile) -> None:
        """Tell what is damaged beside games and tables, which tell it themselves."""
        for table, sentence in DAMAGED_ROWS.items():
            if table not in self._damaged and not file.has_all_of(table):
                self._damaged.add(table)
                self._tell(sentence)

    def _is_new(self, problem: Unusable) -> bool:
        """Return whether a new file has taken the place of a damaged one; otherwise say what is wrong."""
        if problem.is_damaged:
            self._leave()
            try:
                aside = set_aside(self._path)
            except Unusable as other:
                problem = other
            else:
                again = deferred("{} It is called {} now, and a new file begins.", problem.sentence, aside.name)
                self._aside.append((aside, again))
                return True
        self._tell_aside()
        self._failed_s = self._now()
        self._pause_s = min(LONGEST_PAUSE_S, 2 * self._pause_s or FIRST_PAUSE_S)
        if problem.sentence != self._fault:
            self._fault = problem.sentence
            self._tell(deferred("{} What is played now is not kept.", problem.sentence))
        return False

    def _save_games(self, file: OpenFile) -> None:
        """Add to a new file the games of those that were set aside, before anything else is kept. Raises Unusable."""
        while self._aside:
            aside, again = self._aside[0]
            saved = rescue(aside, file)
            if not again:
                self._tell(deferred("Games of {} that are in the file again: {}.", aside.name, saved))
            else:
                self._tell(deferred("{} Games that are in it again: {}.", again, saved) if saved else again)
            self._aside.pop(0)

    def _tell_aside(self) -> None:
        """Tell that games are still in a file that was set aside: that they cannot be copied yet is told next."""
        for place, (aside, again) in enumerate(self._aside):
            if again:
                self._tell(deferred("{} Its games are not in it yet.", again))
                self._aside[place] = aside, None
