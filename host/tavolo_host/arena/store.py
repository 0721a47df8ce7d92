"""The file with an arena's plans and results: SQLite, so that other programs can read it too.

A stretch of matches is stored completely or not at all, whenever the process ends. What is planned and missing is
played again, and comes out the same.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Self

from tavolo_host.arena.playing import Match
from tavolo_host.arena.schedule import Contest

KIND = 0x74617603  # the type of the file: "tav", and the version of these tables
TABLES = f"""
BEGIN;
CREATE TABLE contest (  -- what is planned: `deals` of them, by the rules and players of a fingerprint (`edition`)
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, levels TEXT NOT NULL, alone TEXT NOT NULL,
    deals INTEGER NOT NULL, edition TEXT NOT NULL, UNIQUE (game, seats, levels, alone));
CREATE TABLE sitting (  -- when, where and on how many workers, and how many seconds it has lasted
    id INTEGER PRIMARY KEY, began TEXT NOT NULL, machine TEXT NOT NULL, versions TEXT NOT NULL,
    workers INTEGER NOT NULL, seconds REAL NOT NULL);
CREATE TABLE match (  -- what was played; of each seat its level, points and share of the win; its processor seconds
    contest INTEGER NOT NULL REFERENCES contest, number INTEGER NOT NULL, line_up TEXT NOT NULL, points TEXT NOT NULL,
    shares TEXT NOT NULL, actions INTEGER NOT NULL, sitting INTEGER NOT NULL REFERENCES sitting, seconds REAL NOT NULL,
    PRIMARY KEY (contest, number)) WITHOUT ROWID;
PRAGMA application_id = {KIND};
COMMIT;
"""


# There are few line-ups, and few ways to share a win.
_as_text = lru_cache(maxsize=1024)(json.dumps)


class Planned(NamedTuple):
    """A planned contest, its number of deals, and the fingerprint of its rules and players."""

    id: int
    contest: Contest
    deals: int
    fingerprint: str

    @property
    def matches(self) -> int:
        """How many matches that is."""
        return self.deals * self.contest.per_deal


class Sitting(NamedTuple):
    """A session of the arena: when, on what machine, for how many seconds, and how many matches it gave."""

    began: str
    machine: str
    versions: str
    workers: int
    seconds: float
    matches: int


class Store:
    """An open file of results, created if there is none. ValueError, in a sentence, for a file of another kind."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._connection = sqlite3.connect(path)
        except sqlite3.OperationalError as problem:
            raise ValueError(f"{path} cannot be opened or made: {problem}.") from problem
        try:
            ((kind,),) = self._connection.execute("PRAGMA application_id")
            if not kind and not self._connection.execute("SELECT name FROM sqlite_master").fetchone():
                self._connection.executescript(TABLES)
            elif kind != KIND:
                raise sqlite3.DatabaseError("it has other tables")
        except sqlite3.DatabaseError as problem:
            self._connection.close()
            raise ValueError(
                f"{path} is no file of an arena of this version of Tavolo, or cannot be read: {problem}."
            ) from problem

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    # ---- what is planned

    def plan(self, contest: Contest, deals: int, fingerprint: str) -> None:
        """Plan that many deals of a contest, or as many as were planned before, if those are more.

        ValueError if the file has this game with another fingerprint: results of different players do not mix.
        """
        for known in self.planned():
            if known.contest.game == contest.game and known.fingerprint != fingerprint:
                raise ValueError(
                    f"{self._path} has games of {contest.game} with other rules or players than this Tavolo"
                    f" (fingerprint {known.fingerprint}, here {fingerprint}). They do not mix: name another file."
                )
        with self._connection:
            self._connection.execute(
                "INSERT INTO contest VALUES (NULL, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (game, seats, levels, alone) DO UPDATE SET deals = max(deals, excluded.deals)",
                (contest.game, contest.seats, ",".join(contest.levels), contest.alone, deals, fingerprint),
            )

    def planned(self) -> list[Planned]:
        """Return all planned contests, in the order in which they were planned."""
        return [
            Planned(contest, Contest(game, seats, tuple(levels.split(",")), alone), deals, fingerprint)
            for contest, game, seats, levels, alone, deals, fingerprint in self._connection.execute(
                "SELECT * FROM contest ORDER BY id"
            )
        ]

    def missing(self, planned: Planned) -> list[range]:
        """Return the stretches of matches that are still missing."""
        gaps = self._connection.execute(
            "SELECT number + 1, lead(number, 1, ?1) OVER (ORDER BY number) FROM"
            " (SELECT -1 AS number UNION ALL SELECT number FROM match WHERE contest = ?2 AND number < ?1)",
            (planned.matches, planned.id),
        )
        return [range(first, beyond) for first, beyond in gaps if first < beyond]

    # ---- what was played

    def begin_sitting(self, began: str, machine: str, versions: str, workers: int) -> int:
        """Record that a session begins, and return its number."""
        with self._connection:
            place = began, machine, versions, workers
            cursor = self._connection.execute("INSERT INTO sitting VALUES (NULL, ?, ?, ?, ?, 0)", place)
        return int(cursor.lastrowid or 0)

    def add(self, planned: Planned, matches: Sequence[Match], sitting: int, seconds: float, lasted: float) -> None:
        """Store matches with their processor time; `lasted` is the session's time so far, both in seconds."""
        rows = [
            (planned.id, number, *map(_as_text, of_seats), actions, sitting, seconds / len(matches))
            for number, *of_seats, actions in matches
        ]
        with self._connection:
            self._connection.executemany("INSERT OR IGNORE INTO match VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            self._connection.execute("UPDATE sitting SET seconds = ? WHERE id = ?", (lasted, sitting))

    def deals(self, planned: Planned) -> Iterator[Sequence[Match]]:
        """Yield the complete deals of a contest, each as its matches in order."""
        whole = planned.contest.per_deal
        rows = self._connection.execute(
            "SELECT number, line_up, points, shares, actions FROM match WHERE contest = ? ORDER BY number",
            (planned.id,),
        )
        for _, deal in groupby(rows, lambda row: row[0] // whole):
            matches = [Match._make((row[0], *(tuple(json.loads(text)) for text in row[1:4]), row[4])) for row in deal]
            if len(matches) == whole:
                yield matches

    def sittings(self) -> list[Sitting]:
        """Return the sessions that have stored matches, in order."""
        rows = self._connection.execute(
            "SELECT began, machine, versions, workers, sitting.seconds, count(*)"
            " FROM sitting JOIN match ON match.sitting = sitting.id GROUP BY sitting.id ORDER BY sitting.id"
        )
        return [Sitting(*row) for row in rows]

    def seconds(self, planned: Planned) -> float:
        """Return the mean processor time of a contest's matches, in all sessions; 0 before the first."""
        ((mean,),) = self._connection.execute("SELECT avg(seconds) FROM match WHERE contest = ?", (planned.id,))
        return mean or 0.0
