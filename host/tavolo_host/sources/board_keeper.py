"""Keeps the games at a board that is watched, with the names of the players, and finds them again after a restart."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tavolo.rules.record import Record
from tavolo_host.board.companion import Companion
from tavolo_host.history.kept_game import Standing, Unfinished
from tavolo_host.history.recorder import Recorder
from tavolo_host.players.of_game import final_points
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.seats.roster import Roster
from tavolo_host.sources.kept_people import KeptPeople

MOST_TAKEN_BACK = 8  # actions, while no laptop was there
LATE_S = 5.0  # between two tries to read what could not be read
LEAST_ALIKE = 3  # actions: every game begins with a deal


class BoardKeeper:
    """Keeps the games that `companion` hears of, and the people of its page at this `port`.

    `seat_names` are the names at the seats of people who have no phone; `called` returns those at all seats.
    """

    def __init__(
        self,
        companion: Companion,
        roster: Roster,
        seat_names: list[str],
        called: Callable[[], list[str]],
        path: Path,
        port: int,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._companion = companion
        self._roster = roster
        self._seat_names = seat_names
        self._called = called
        self._now = now
        self.recorder = Recorder(path, f"watch {port}", firmware_digests()[1], self._tell, now)
        self._key = "", 0  # the board, and the number of its game as this laptop counts, 0 without one
        self._standing: Standing | None = None
        self._is_late = False  # whether the table as it was last could not be read yet
        self._tried_s = 0.0  # when, at either
        self._is_silent = False  # whether it could not tell whether it has the board's game
        self._known: tuple[object, ...] = ()  # what the standing follows from
        self._kept: tuple[object, ...] = ()

    def resume(self) -> None:
        """Seat the people who sat here; after a day all seats are free."""
        last = self.recorder.at_place()
        self._is_late, self._tried_s = last is None and self.recorder.is_failing, self._now()
        kept_people = KeptPeople.of_evening(last, self._now(), self._tell)
        if kept_people and not self._roster.seats:  # nobody has sat down since
            kept_people.resume(self._roster, self._now())
            self._seat_names[:] = kept_people.seat_names

    def keep(self) -> None:
        """Keep what has changed; called before anybody looks at it."""
        self.recorder.look()
        if self._is_late and abs(self._now() - self._tried_s) >= LATE_S:
            self.resume()
        if self._is_late:
            return  # with what is there now, the people and the board's game in the file would be lost
        mirror = self._companion.mirror
        if mirror.in_step and self._companion.connected:
            length = len(mirror.actions)
            heard = mirror.record, length, mirror.actions[-1] if length else (), mirror.is_taken_back
            if (*heard, self._called()) != self._known and self._look(mirror.record, self._companion.port.board_id):
                self._known = (*heard, self._called())
        kept_people = replace(KeptPeople.of(self._roster), seat_names=tuple(self._seat_names))
        kept = self._known, kept_people
        if kept != self._kept or self.recorder.is_behind:
            self._kept = kept
            self.recorder.keep(self._key, self._standing, kept_people.text())

    def _look(self, record: Record | None, board: str) -> bool:
        """Look at the game that the board has, if any; a new one may be in the file, or follow one that was left.

        Return False if the file could not tell: it is asked again later, as a game that it has must not begin again.
        """
        key = board, self._companion.mirror.game_number if record else 0
        last = None
        if key != self._key:
            if self._is_silent and abs(self._now() - self._tried_s) < LATE_S:
                return False
            last, self._tried_s = self.recorder.newest_at(board), self._now()
            self._is_silent = last is None and self.recorder.is_failing
            if self._is_silent:
                return False
        if last and record and self._is_same(last, record):
            self.recorder.go_on(last, key)
            self._have_names_back(last)
        elif last and last.game.ended is None:
            self.recorder.go_on(last, self._key)
        self._key = key
        self._standing = self._standing_of(record, board) if record else None
        return True

    def _is_same(self, kept: Unfinished, record: Record) -> bool:
        """Return whether a game in the file is the one that the board has."""
        if kept.game.setup != record.setup.text():
            return False
        if tuple(each.seat for each in kept.game.at_end()) != tuple(self._companion.mirror.seats):
            return False
        pairs = zip(kept.actions, record.actions, strict=False)
        alike = next((place for place, (one, other) in enumerate(pairs) if one != other), len(record.actions))
        return alike >= max(len(kept.actions) - MOST_TAKEN_BACK, min(LEAST_ALIKE, len(kept.actions)))

    def _have_names_back(self, kept: Unfinished) -> None:
        names = self._called()
        for each in kept.game.at_end():
            if not names[each.seat]:
                self._seat_names[each.seat] = each.name

    def _standing_of(self, record: Record, board: str) -> Standing:
        mirror, names = self._companion.mirror, self._called()
        return Standing(
            setup=record.setup.text(),
            seats=tuple(mirror.seats),
            people=tuple((names[seat], "") for seat in mirror.seats),
            actions=list(record.actions),
            is_taken_back=mirror.is_taken_back,
            outcome=record.game.outcome(record.position) or (),
            points=final_points(record.game, record.position),
            board=board,
            visitors=[visitor for visitor, seat in self._roster.seats.items() if seat in mirror.seats],
        )

    def _tell(self, sentence: str) -> None:
        self._companion.mirror.log.add("note", sentence)

    def close(self) -> None:
        """Close the file."""
        self.recorder.close()
