"""Reads the file of all games."""

import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Self

from tavolo.games import load, names
from tavolo.rules.packing import unpacked
from tavolo_host.history.checksums import (
    CONTENT,
    ROWS,
    columns,
    fits,
    keep_checksums,
    know_checksums,
    row_sum,
    total,
)
from tavolo_host.history.game_rows import DamagedGame, GameRows
from tavolo_host.history.history_file import COMPANIONS, FAULTS, JOURNALS, Unusable, opened, unusable
from tavolo_host.history.kept_game import OPEN, AtPlace, KeptAction, KeptGame, Unfinished
from tavolo_host.history.tables import VERSION
from tavolo_host.texts.names import name_key

OF_NAME = (
    "game.id IN (SELECT player.game FROM player JOIN name ON name.id = player.name WHERE person(text) = person(?))"
)


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


class History:
    """An open file, as far as it is `readable`, None for the whole of it.

    Everything raises Unusable, with a sentence, where the file cannot be read or written. A connection belongs to its
    thread.
    """

    def __init__(self, path: Path, readable: Readable | None = None) -> None:
        self.path = path
        self.database = opened(path)
        try:
            ((version,),) = self.database.execute("PRAGMA user_version")
            self._has_row_sums = version == VERSION  # not in a file of an earlier version that can only be read
            know_checksums(self.database)
            if readable is not None:
                self.database.executescript(LIMITS.format(seats=self._fits("browser")))
                self.database.execute("INSERT INTO reader VALUES (?, ?, ?)", readable)
            elif self._has_row_sums:
                keep_checksums(self.database)
        except FAULTS as problem:
            self.database.close()
            raise unusable(problem, path) from problem
        self._game_rows = GameRows(self.rows)
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

    def _fits(self, table: str) -> str:
        """Return the condition of a query that a row of the table is as it was written, as far as that is known."""
        return fits(table) if self._has_row_sums else "1"

    def has_all_of(self, table: str) -> bool:
        """Return whether all rows of a table of `ROWS` are there, as they were written, as far as that is known."""
        if not self._has_row_sums:
            return True
        ((rows, fitting, kept),) = self.rows(
            f"SELECT count(*), coalesce(sum({fits(table)}), 0),"
            f" (SELECT count(*) FROM checksum WHERE whose GLOB '{table} *') FROM {table}"
        )
        return bool(rows == fitting == kept)

    # ---- games

    def games(self, player: str = "", game: str = "", limit: int = -1, offset: int = 0) -> list[KeptGame | DamagedGame]:
        """Return the games of a player's name and of a game's name, or of all, those kept last first.

        One that cannot be read is the reason why.
        """
        where, values = _filtered(player, game)
        return self._game_rows.read(f"{where} ORDER BY game.id DESC LIMIT ? OFFSET ?", (*values, limit, offset))

    def all_games(self, kind: str = "") -> Iterator[KeptGame | DamagedGame]:
        """Yield the games of a kind, or of all kinds, those kept first first."""
        which = "WHERE game.game = ? " if kind else ""
        return self._game_rows.each(f"{which}ORDER BY game.id", (kind,) if kind else ())

    def count(self, player: str = "", game: str = "") -> int:
        """Return how many games that are."""
        where, values = _filtered(player, game)
        ((count,),) = self.rows(f"SELECT count(*) FROM game {where}", values)
        return int(count)

    def game(self, game_id: int) -> KeptGame | None:
        """Return a game, None if it is not there. Raises DamagedGame if it cannot be read."""
        found = next(iter(self._game_rows.read("WHERE game.id = ?", (game_id,))), None)
        if isinstance(found, DamagedGame):
            raise found
        return found

    def evening(self, evening: int) -> list[KeptGame | DamagedGame]:
        """Return the games of an evening, in their order; one that cannot be read is the reason why."""
        return self._game_rows.read("WHERE evening = ? ORDER BY game.id", (evening,))

    def actions(self, game_id: int) -> list[KeptAction]:
        """Return a game's actions: with all that was hidden once it has ended, in their public form before.

        Raises DamagedGame if they cannot be read.
        """
        about = self.rows("SELECT game, ended IS NULL FROM game WHERE id = ?", (game_id,))
        if not about:  # or not for this reader
            return []
        ((game, is_open),) = about
        self._check_content(game_id)
        rows = self.rows("SELECT action, at FROM action WHERE game = ? ORDER BY place", (game_id,))
        with _damage(game_id):
            seen: Callable[[tuple[int, ...]], tuple[int, ...]] = load(game).public if is_open else tuple
            return [KeptAction(seen(unpacked(action)), at) for action, at in rows]

    def remains(self, game_id: int) -> list[str]:
        """Return what is left of a game that cannot be read, as lines: its setup, and its actions in words or numbers.

        Of one that does not say that it has ended, they are in their public form.
        """
        ((kind, setup, ending),) = self.rows("SELECT game, setup, ending FROM game WHERE id = ?", (game_id,)) or [
            ("", "", OPEN)
        ]
        lines = [setup]
        if kind not in names():
            return lines
        rules = load(kind)
        for (content,) in self.rows("SELECT action FROM action WHERE game = ? ORDER BY place", (game_id,)):
            try:
                action = unpacked(content)
                lines.append(rules.action_text(action if ending else rules.public(action)))
            except Exception:  # anything that rules raise for what is none of their actions
                lines.append("?")
        return lines

    def _check_content(self, game_id: int) -> None:
        """Raise DamagedGame if a game's actions, or what it takes to go on, are not those that were kept."""
        if not self._game_rows.has_checksums:
            return
        rows = [
            row
            for table, summed in CONTENT.items()
            for row in self.rows(f"SELECT {columns(summed, table)} FROM {table} WHERE game = ?", (game_id,))
        ]
        kept = self.rows("SELECT content FROM checksum WHERE whose = ?", (game_id,))
        if kept != [(total(rows),)] and (rows or kept):
            raise DamagedGame(game_id)

    def people(self) -> list[str]:
        """Return the names of all persons, in the alphabet's order, each as it was written most often."""
        return sorted(set(self.spellings().values()), key=name_key)

    def spellings(self) -> dict[str, str]:
        """Return how the names of persons are written, by `name_key`: as most often, of equals as at first."""
        found = self.rows(
            "SELECT text FROM name JOIN player ON player.name = name.id WHERE level = ''"
            " GROUP BY name.id ORDER BY count(*), name.id DESC"
        )
        return {name_key(name): name for (name,) in found}

    def as_written(self, name: str) -> str:
        """Return how a person's name is written; any other name as it is."""
        return self.spellings().get(name_key(name), name)

    def kinds(self) -> list[str]:
        """Return the names of the games that were played."""
        return [name for (name,) in self.rows("SELECT DISTINCT game FROM game ORDER BY game")]

    # ---- going on

    def places(self) -> dict[int, str]:
        """Return the place of each open game that a table had last."""
        which = f"game IS NOT NULL AND {self._fits('at_place')}"
        return dict(self.rows(f"SELECT game, place FROM at_place WHERE {which}"))

    def unfinished(self, rules: str) -> list[KeptGame]:
        """Return the open games by these rules with which a virtual table can go on, those kept last first."""
        which = (
            "WHERE ended IS NULL AND board = '' AND rules = ? AND game.id IN (SELECT unfinished.game FROM unfinished)"
            " ORDER BY game.id DESC"
        )
        return readable_of(self._game_rows.read(which, (rules,)))

    def to_go_on(self, game_id: int) -> Unfinished | None:
        """Return an open game with all that is hidden, for the table that goes on with it; None if it is not there.

        Raises DamagedGame if it cannot be read.
        """
        found = self.whole(game_id)
        return found if found and found.game.ended is None else None

    def whole(self, game_id: int) -> Unfinished | None:
        """Return the same of any game."""
        game = self.game(game_id)
        return self._whole(game) if game else None

    def newest_at(self, board: str, rules: str) -> Unfinished | None:
        """Return the game that was kept last at a board that is watched, by these rules; None if there is none.

        Raises DamagedGame if it cannot be read.
        """
        which = "WHERE board = ? AND rules = ? ORDER BY game.id DESC LIMIT 1"
        return next(map(self._whole, readable_of(self._game_rows.read(which, (board, rules)))), None)

    def _whole(self, game: KeptGame) -> Unfinished:
        self._check_content(game.id)
        actions = self.rows("SELECT action FROM action WHERE game = ? ORDER BY place", (game.id,))
        sectors = self.rows("SELECT content FROM flash WHERE game = ? ORDER BY sector", (game.id,))
        with _damage(game.id):
            flash = b"".join(zlib.decompress(content) for (content,) in sectors)
            return Unfinished(game, [unpacked(action) for (action,) in actions], self.people_of(game.id), flash)

    def people_of(self, game_id: int) -> str:
        """Return the people of an open game, as in `Ledger.keep`; "" if there are none."""
        ((people,),) = self.rows("SELECT people FROM unfinished WHERE game = ?", (game_id,)) or [("",)]
        return str(people)

    def at_place(self, place: str) -> AtPlace | None:
        """Return the table at a place as it was last, None if there was none; without people if they are damaged."""
        summed = columns(ROWS["at_place"][1], "at_place")
        found = self.rows(f"SELECT {summed} FROM at_place WHERE place = ?", (place,))
        if self._game_rows.has_checksums:
            kept = self.rows("SELECT head FROM checksum WHERE whose = ?", (place,))
            if kept != [(row_sum(*row),) for row in found]:  # a row that was lost has left its checksum
                return AtPlace("", inf, None)
        return next((AtPlace(people, saved / 1000.0, game) for _place, saved, people, game in found), None)

    # ---- reviews

    def review(self, game_id: int) -> str:
        """Return the review that was kept of a game, "" for none, or if it is not what was kept."""
        ((content,),) = self.rows("SELECT content FROM review WHERE game = ?", (game_id,)) or [("",)]
        if str(content).startswith("["):  # an earlier version's, without a checksum
            return str(content)
        checksum, _, text = str(content).partition(" ")
        return text if checksum == f"{row_sum(text):08x}" else ""

    def keep_review(self, game_id: int, content: str) -> None:
        """Keep the review of a game, instead of the last one."""
        with self.writing() as database:
            kept = "INSERT OR REPLACE INTO review SELECT id, ? FROM game WHERE id = ?"  # it may be deleted
            database.execute(kept, (f"{row_sum(content):08x} {content}", game_id))


def _filtered(player: str, game: str) -> tuple[str, list[str]]:
    conditions = [*([OF_NAME] if player else []), *(["game = ?"] if game else [])]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    return where, [each for each in (player, game) if each]


def _identity(path: Path, ending: str) -> tuple[int, int] | None:
    """Return by what the operating system knows a file, None if it is not there."""
    try:
        about = path.with_name(path.name + ending).stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino


def readable_of(games: Sequence[KeptGame | DamagedGame]) -> list[KeptGame]:
    """Return the games that can be read."""
    return [game for game in games if isinstance(game, KeptGame)]


@contextmanager
def _damage(game_id: int) -> Iterator[None]:
    """Turn what is raised for bytes that were never kept into DamagedGame."""
    try:
        yield
    except Unusable:
        raise
    except Exception as problem:
        raise DamagedGame(game_id) from problem
