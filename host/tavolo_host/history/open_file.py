"""The open file of all games: its rows, what is written completely or not at all, and whether it is still there."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

from tavolo_host.history.checksums import fits, keep_checksums, know_checksums
from tavolo_host.history.history_file import COMPANIONS, FAULTS, JOURNALS, opened, unusable
from tavolo_host.history.tables import VERSION


class Readable(NamedTuple):
    """The games that a visitor may read: those in which this browser had a seat, and those of an evening.

    Of the evening these are the games that have begun `since`, in seconds since 1970: it may go on with an older one.
    """

    evening: int
    visitor: str
    since: float


# These views hide the tables of the same names from all queries of a connection.
LIMITS = """
CREATE TEMP TABLE reader (evening INTEGER, visitor TEXT, since REAL);
CREATE TEMP VIEW game AS SELECT * FROM main.game
    WHERE (evening = (SELECT evening FROM reader) AND began >= (SELECT 1000 * since FROM reader))
    OR id IN (SELECT browser.game FROM main.browser WHERE visitor = (SELECT visitor FROM reader) AND {seats});
CREATE TEMP VIEW player AS SELECT * FROM main.player WHERE game IN (SELECT id FROM temp.game);
"""


class OpenFile:
    """An open file, as far as it is `readable`, None for the whole of it.

    Everything raises Unusable, with a sentence, where the file cannot be read or written. A connection belongs to its
    thread.
    """

    def __init__(self, path: Path, readable: Readable | None = None) -> None:
        self.path = path
        self.database = opened(path)
        try:
            ((version,),) = self.database.execute("PRAGMA user_version")
            # One of an earlier version that can only be read has no decks, and may have no checksums of rows, or none.
            self.is_of_this_version = version == VERSION
            of_games = self.database.execute("SELECT 1 FROM main.sqlite_master WHERE name = 'checksum'")
            self.has_checksums = of_games.fetchone() is not None
            know_checksums(self.database)
            if readable is not None:
                self.database.executescript(LIMITS.format(seats=self.fits("browser")))
                self.database.execute("INSERT INTO reader VALUES (?, ?, ?)", readable)
            elif self.is_of_this_version:
                keep_checksums(self.database)
        except FAULTS as problem:
            self.database.close()
            raise unusable(problem, path) from problem
        self._files = {ending: _identity(path, ending) for ending in COMPANIONS}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        is_in_place = self.is_in_place()
        self.database.close()
        if not is_in_place:
            for ending in JOURNALS:  # SQLite would write the changes of the file that is gone into the one that came
                if self._files[ending] and _identity(self.path, ending) == self._files[ending]:
                    with suppress(OSError):
                        self.path.with_name(self.path.name + ending).unlink()

    def is_in_place(self) -> bool:
        """Return whether the file is still where it was opened: other programs may delete or replace it."""
        return _identity(self.path, "") == self._files[""]

    def written(self) -> int:
        """Return when the file was written last, apart from its journal; 0 if it is not there."""
        try:
            return self.path.stat().st_mtime_ns
        except OSError:
            return 0

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        try:
            return self.database.execute(query, values).fetchall()
        except FAULTS as problem:
            raise unusable(problem, self.path) from problem

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Do what follows completely or not at all, before any other program's changes."""
        try:
            self.database.execute("BEGIN IMMEDIATE")
            yield self.database
            self.database.execute("COMMIT")
        except BaseException as problem:
            if self.database.in_transaction:
                self.database.execute("ROLLBACK")
            if isinstance(problem, FAULTS):
                raise unusable(problem, self.path) from problem
            raise

    def fits(self, table: str) -> str:
        """Return the condition of a query that a row of the table is as it was written, as far as that is known."""
        return fits(table) if self.is_of_this_version else "1"

    def has_all_of(self, table: str) -> bool:
        """Return whether all rows of a table of `ROWS` are there, as they were written, as far as that is known."""
        if not self.is_of_this_version:
            return True
        ((rows, fitting, kept),) = self.rows(
            f"SELECT count(*), coalesce(sum({fits(table)}), 0),"
            f" (SELECT count(*) FROM checksum WHERE whose GLOB '{table} *') FROM {table}"
        )
        return bool(rows == fitting == kept)


def _identity(path: Path, ending: str) -> tuple[int, int] | None:
    """Return by what the operating system knows a file, None if it is not there."""
    try:
        about = path.with_name(path.name + ending).stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino
