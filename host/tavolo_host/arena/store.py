"""The file with an arena's plans and results: SQLite, so that other programs can read it too.

A stretch of matches is stored completely or not at all, whenever the process ends. What is planned and missing is
played again, and comes out the same.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self

from tavolo_host.arena.playing import Match
from tavolo_host.arena.schedule import Contest

SCHEMA_VERSION = 2
APPLICATION = 0x7461766F  # "tavo", the type of the file
SCHEMA = """
CREATE TABLE contest (  -- what is planned: `deals` of them, by the rules and players of a fingerprint (`edition`)
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, seats INTEGER NOT NULL, levels TEXT NOT NULL, deals INTEGER NOT NULL,
    edition TEXT NOT NULL, alone TEXT NOT NULL, UNIQUE (game, seats, levels, alone));
CREATE TABLE match (  -- what was played; of each seat its level, points and share of the win, as JSON
    contest INTEGER NOT NULL REFERENCES contest, number INTEGER NOT NULL, deal INTEGER NOT NULL, line_up TEXT NOT NULL,
    points TEXT NOT NULL, shares TEXT NOT NULL, actions INTEGER NOT NULL, PRIMARY KEY (contest, number)) WITHOUT ROWID;
CREATE TABLE sitting (  -- when, where and on how many workers, and how many seconds it has lasted
    id INTEGER PRIMARY KEY, began TEXT NOT NULL, machine TEXT NOT NULL, versions TEXT NOT NULL,
    workers INTEGER NOT NULL, seconds REAL NOT NULL);
CREATE TABLE work (  -- the processor seconds of the matches that a sitting has kept
    sitting INTEGER NOT NULL REFERENCES sitting, contest INTEGER NOT NULL REFERENCES contest,
    matches INTEGER NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (sitting, contest)) WITHOUT ROWID;
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


class Work(NamedTuple):
    """The cost of a contest's matches: their number, and their processor time in seconds."""

    matches: int
    seconds: float


class Store:
    """An open file of results, created if there is none. ValueError, in a sentence, for a file of another kind."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = sqlite3.connect(path)
        try:
            self._open()
        except sqlite3.DatabaseError as problem:
            self._connection.close()
            raise ValueError(f"{path} is no file of an arena, or cannot be read: {problem}.") from problem
        except ValueError:
            self._connection.close()
            raise

    def _open(self) -> None:
        with closing(self._connection.execute("PRAGMA user_version")) as found:
            version = found.fetchone()[0]
        application = self._connection.execute("PRAGMA application_id").fetchone()[0]
        if version == 0 and not self._connection.execute("SELECT name FROM sqlite_master").fetchone():
            self._connection.executescript(
                f"BEGIN; {SCHEMA} PRAGMA application_id = {APPLICATION};"
                f" PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
            )
        elif application != APPLICATION:
            raise ValueError(f"{self._path} is no file of an arena.")
        elif version != SCHEMA_VERSION:
            raise ValueError(
                f"{self._path} was written by another Tavolo: it has schema {version}, this one reads {SCHEMA_VERSION}."
            )

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
                "INSERT INTO contest (game, seats, levels, deals, edition, alone) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET deals = max(deals, excluded.deals)",
                (contest.game, contest.seats, ",".join(contest.levels), deals, fingerprint, contest.alone),
            )

    def planned(self) -> list[Planned]:
        """Return all planned contests, in the order in which they were planned."""
        rows = self._connection.execute(
            "SELECT id, game, seats, levels, deals, edition, alone FROM contest ORDER BY id"
        )
        return [
            Planned(contest, Contest(game, seats, tuple(levels.split(",")), alone), deals, fingerprint)
            for contest, game, seats, levels, deals, fingerprint, alone in rows
        ]

    def missing(self, planned: Planned) -> list[range]:
        """Return the stretches of matches that are still missing."""
        edge, found = 0, []
        numbers = self._connection.execute(
            "SELECT number FROM match WHERE contest = ? AND number < ? ORDER BY number", (planned.id, planned.matches)
        )
        for (number,) in numbers:
            if number > edge:
                found.append(range(edge, number))
            edge = number + 1
        return [*found, range(edge, planned.matches)] if edge < planned.matches else found

    # ---- what was played

    def begin_sitting(self, began: str, machine: str, versions: str, workers: int) -> int:
        """Record that a session begins, and return its number."""
        with self._connection:
            cursor = self._connection.execute(
                "INSERT INTO sitting (began, machine, versions, workers, seconds) VALUES (?, ?, ?, ?, 0)",
                (began, machine, versions, workers),
            )
        return int(cursor.lastrowid or 0)

    def add(self, planned: Planned, matches: Iterable[Match], sitting: int, seconds: float, lasted: float) -> None:
        """Store matches with their processor time; `lasted` is the session's time so far, both in seconds."""
        whole = planned.contest.per_deal
        rows = [
            (
                planned.id,
                each.number,
                each.number // whole,
                _as_text(each.line_up),
                json.dumps(each.points),
                _as_text(each.shares),
                each.actions,
            )
            for each in matches
        ]
        with self._connection:
            self._connection.executemany("INSERT OR IGNORE INTO match VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            self._connection.execute("UPDATE sitting SET seconds = ? WHERE id = ?", (lasted, sitting))
            self._connection.execute(
                "INSERT INTO work VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
                " SET matches = matches + excluded.matches, seconds = seconds + excluded.seconds",
                (sitting, planned.id, len(rows), seconds),
            )

    def deals(self, planned: Planned) -> Iterator[Sequence[Match]]:
        """Yield the complete deals of a contest, each as its matches in order."""
        whole = planned.contest.per_deal
        deal: list[Match] = []
        rows = self._connection.execute(
            "SELECT number, line_up, points, shares, actions FROM match WHERE contest = ? ORDER BY number",
            (planned.id,),
        )
        for number, line_up, points, shares, actions in rows:
            if number % whole == 0:
                deal = []
            seats = [tuple(json.loads(text)) for text in (line_up, points, shares)]
            deal.append(Match(number, seats[0], seats[1], seats[2], actions))
            if number % whole == whole - 1 and len(deal) == whole:
                yield deal

    def sittings(self) -> list[Sitting]:
        """Return the sessions that have stored matches, in order."""
        return [
            Sitting(*row)
            for row in self._connection.execute(
                "SELECT began, machine, versions, workers, sitting.seconds, sum(matches)"
                " FROM sitting JOIN work ON work.sitting = sitting.id GROUP BY sitting.id ORDER BY sitting.id"
            )
        ]

    def work(self, planned: Planned) -> Work:
        """Return the cost of a contest's matches, in all sessions."""
        row = self._connection.execute("SELECT sum(matches), sum(seconds) FROM work WHERE contest = ?", (planned.id,))
        matches, seconds = row.fetchone()
        return Work(matches or 0, seconds or 0.0)
