"""What a visitor does with what is kept here: the games of the file, and sheets and boards of one's own.

Unusable says what is wrong with the file of all games.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tavolo_host.display.model.kept_prints import keep_print
from tavolo_host.display.model.visitor_commands import VisitorCommands
from tavolo_host.display.parts.source import TableSource
from tavolo_host.history.evenings import last_morning
from tavolo_host.history.forgetting import delete_game, export_file, forget_name, rename_person
from tavolo_host.history.history import History
from tavolo_host.history.open_file import OpenFile, Readable
from tavolo_host.seats.rights import Right
from tavolo_host.texts.names import name_key

if TYPE_CHECKING:
    from tavolo_host.display.model.past_game import PastGame
    from tavolo_host.history.kept_game import KeptGame


class FileCommands(VisitorCommands):
    """What `visitor` reads, changes and plays again of what is kept. `now` tells the time in seconds since 1970."""

    def __init__(self, table: TableSource, visitor: str, now: Callable[[], float] = time.time) -> None:
        super().__init__(table, visitor)
        self._now = now

    # ---- the file of all games

    def readable(self) -> Readable | None:
        """Return which games the visitor may read; None for all of them."""
        if self._may_alone(Right.READ_ALL):
            return None
        if not self._may_alone(Right.READ_OWN):
            return Readable(0, "", 0.0)
        return Readable(self._table.evening(), self.visitor, last_morning(self._now()))

    def keep_review(self, path: Path, game_id: int, content: str) -> str | None:
        """Keep the review of a game that the visitor may read."""
        refusal = self._refusal(Right.KEEP_REVIEW)
        if refusal:
            return refusal
        with History(path, self.readable()) as history:
            if history.game(game_id):
                history.keep_review(game_id, content)
        return None

    def delete_game(self, path: Path, game_id: int) -> str | None:
        """Delete a game."""
        refusal = self._refusal(Right.DELETE)
        if not refusal:
            with OpenFile(path) as file:
                delete_game(file, game_id)
        return refusal

    def forget_name(self, path: Path, name: str) -> str | None:
        """Take a name out of all games, and from the table."""
        refusal = self._refusal(Right.FORGET)
        if refusal:
            return refusal
        self._rename_here(name, "")
        with OpenFile(path) as file:
            forget_name(file, name)
        return None

    def rename_person(self, path: Path, name: str, new: str) -> str | None:
        """Give a person another name in all games, and at the table; with that of another person both are one."""
        refusal = self._refusal(Right.RENAME)
        if refusal or new in ("", name):
            return refusal
        with OpenFile(path) as file:
            refusal = rename_person(file, name, new)
        if not refusal:
            self._rename_here(name, new)
        return refusal

    def _rename_here(self, name: str, new: str) -> None:
        """Rename a person at the table, else the game that is played would have the old name again."""
        self._roster.visitor_names.rename(name, new)
        for seat in self._table.seats():
            if name_key(seat.name) == name_key(name):
                self._table.name_seat(seat.seat, new)

    def copy_file(self, path: Path, target: Path) -> str | None:
        """Copy the file of all games."""
        refusal = self._refusal(Right.DOWNLOAD)
        if not refusal:
            with OpenFile(path) as file:
                export_file(file, target)
        return refusal

    # ---- playing on

    def unfinished(self) -> "Sequence[KeptGame]":
        """Return the games with which the visitor may let the table go on, newest first."""
        return [each for each in self._table.unfinished() if self.may(self._to_go_on(each.id))]

    def _to_go_on(self, game_id: int) -> Right:
        return Right.GO_ON_OWN if self.visitor in self._table.sat_in(game_id) else Right.GO_ON

    def go_on(self, game_id: int) -> str | None:
        """Let the table go on with a kept game, its people at their seats; the others stand up."""
        refusal = self._refusal(self._to_go_on(game_id))
        return refusal or self._table.go_on(game_id)

    def play_on(self, past: "PastGame", count: int, player: int) -> str | None:
        """Go on as `player` after so many actions of a game that has ended, against bots."""
        refusal = self._refusal(self._rights.to_play_on(self.visitor))
        return refusal or self._table.play_on(self.visitor, past.kept.setup, past.seats, past.actions[:count], player)

    # ---- the file of sheets and boards

    def keep_print(self, game_name: str, name: str, text: str) -> str | None:
        """Keep a sheet or board of a game under a name; "" instead of its text forgets it."""
        refusal = self._refusal(Right.KEEP_PRINT)
        if refusal:
            return refusal
        try:
            keep_print(game_name, name, text)
        except ValueError as problem:
            return str(problem)
        return None
