"""Reads the file of all games."""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, Self

from tavolo.games import load
from tavolo.rules.packing import unpacked
from tavolo_host.history.history_file import opened, unusable
from tavolo_host.history.kept_game import AtPlace, KeptAction, KeptGame, KeptPlayer, Unfinished
from tavolo_host.texts.names import name_key

COLUMNS = (
    "game.id, evening, game.game, setup, game.began / 1000.0, ended / 1000.0, ending, length, rules, board, taken_back,"
    " outcome, points"
)
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
    OR id IN (SELECT browser.game FROM main.browser WHERE visitor = (SELECT visitor FROM reader));
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
        if readable is not None:
            self.database.executescript(LIMITS)
            self.database.execute("INSERT INTO reader VALUES (?, ?, ?)", readable)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        try:
            return self.database.execute(query, values).fetchall()
        except sqlite3.Error as problem:
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
            if isinstance(problem, sqlite3.Error):
                raise unusable(problem, self.path) from problem
            raise

    # ---- games

    def games(self, player: str = "", game: str = "", limit: int = -1, offset: int = 0) -> list[KeptGame]:
        """Return the games of a player's name and of a game's name, or of all, newest first."""
        where, values = _filtered(player, game)
        return self._games(f"{where} ORDER BY game.began DESC, game.id DESC LIMIT ? OFFSET ?", (*values, limit, offset))

    def count(self, player: str = "", game: str = "") -> int:
        """Return how many games that are."""
        where, values = _filtered(player, game)
        ((count,),) = self.rows(f"SELECT count(*) FROM game {where}", values)
        return int(count)

    def game(self, game_id: int) -> KeptGame | None:
        """Return a game, None if it is not there."""
        return next(iter(self._games("WHERE game.id = ?", (game_id,))), None)

    def evening(self, evening: int) -> list[KeptGame]:
        """Return the games of an evening, in their order."""
        return self._games("WHERE evening = ? ORDER BY game.began, game.id", (evening,))

    def actions(self, game_id: int) -> list[KeptAction]:
        """Return a game's actions: with all that was hidden once it has ended, in their public form before."""
        ((game, is_open),) = self.rows("SELECT game, ended IS NULL FROM game WHERE id = ?", (game_id,)) or [("", False)]
        rows = self.rows("SELECT action, at FROM action WHERE game = ? ORDER BY place", (game_id,))
        if not is_open:
            return [KeptAction(unpacked(action), at) for action, at in rows]
        public = load(game).public
        return [KeptAction(public(unpacked(action)), at) for action, at in rows]

    def people(self) -> list[str]:
        """Return the names of all persons, in the alphabet's order, each as it was written most often."""
        return sorted(set(self.written().values()), key=name_key)

    def written(self) -> dict[str, str]:
        """Return how the names of persons are written, by `name_key`: as most often, of equals as at first."""
        found = self.rows(
            "SELECT text FROM name JOIN player ON player.name = name.id WHERE level = ''"
            " GROUP BY name.id ORDER BY count(*), name.id DESC"
        )
        return {name_key(name): name for (name,) in found}

    def as_written(self, name: str) -> str:
        """Return how a person's name is written; any other name as it is."""
        return self.written().get(name_key(name), name)

    def kinds(self) -> list[str]:
        """Return the names of the games that were played."""
        return [name for (name,) in self.rows("SELECT DISTINCT game FROM game ORDER BY game")]

    def _games(self, which: str, values: Sequence[Any]) -> list[KeptGame]:
        found = self.rows(f"SELECT {COLUMNS} FROM game {which}", values)
        players = self._players([row[0] for row in found])
        games = []
        for *row, taken_back, outcome, points in found:
            read = bool(taken_back), tuple(json.loads(outcome)), tuple(json.loads(points)), players.get(row[0], ())
            games.append(KeptGame(*[*row, *read]))
        return games

    def _players(self, games: list[int]) -> dict[int, tuple[KeptPlayer, ...]]:
        rows = self.rows(
            "SELECT player.game, player, seat, coalesce(text, ''), level, since FROM player"
            " LEFT JOIN name ON name.id = player.name WHERE player.game IN (SELECT value FROM json_each(?))"
            " ORDER BY player.game, since, player",
            (json.dumps(games),),
        )
        return {game: tuple(KeptPlayer(*row[1:]) for row in some) for game, some in groupby(rows, lambda row: row[0])}

    # ---- going on

    def places(self) -> dict[int, str]:
        """Return the place of each open game that a table had last."""
        return dict(self.rows("SELECT game, place FROM at_place WHERE game IS NOT NULL"))

    def unfinished(self, rules: str) -> list[KeptGame]:
        """Return the open games by these rules with which a virtual table can go on, newest first."""
        which = (
            "WHERE ended IS NULL AND board = '' AND rules = ? AND game.id IN (SELECT unfinished.game FROM unfinished)"
            " ORDER BY game.began DESC, game.id DESC"
        )
        return self._games(which, (rules,))

    def to_go_on(self, game_id: int) -> Unfinished | None:
        """Return an open game with all that is hidden, for the table that goes on with it; None if it is not there."""
        game = self.game(game_id)
        return self._whole(game) if game and game.ended is None else None

    def newest_at(self, board: str, rules: str) -> Unfinished | None:
        """Return the newest game at a board that is watched, by these rules; None if there is none."""
        which = "WHERE board = ? AND rules = ? ORDER BY game.began DESC, game.id DESC LIMIT 1"
        return next(map(self._whole, self._games(which, (board, rules))), None)

    def _whole(self, game: KeptGame) -> Unfinished:
        actions = self.rows("SELECT action FROM action WHERE game = ? ORDER BY place", (game.id,))
        sectors = self.rows("SELECT content FROM flash WHERE game = ? ORDER BY sector", (game.id,))
        people = self.people_of(game.id)
        try:
            flash = b"".join(zlib.decompress(content) for (content,) in sectors)
        except zlib.error as problem:
            raise unusable(problem, self.path) from problem
        return Unfinished(game, [unpacked(action) for (action,) in actions], people, flash)

    def people_of(self, game_id: int) -> str:
        """Return the people of an open game, as in `Ledger.keep`; "" if there are none."""
        ((people,),) = self.rows("SELECT people FROM unfinished WHERE game = ?", (game_id,)) or [("",)]
        return str(people)

    def at_place(self, place: str) -> AtPlace | None:
        """Return the table at a place as it was last, None if there was none."""
        found = self.rows("SELECT people, saved / 1000.0, game FROM at_place WHERE place = ?", (place,))
        return AtPlace(*found[0]) if found else None

    # ---- reviews

    def review(self, game_id: int) -> str:
        """Return the review that was kept of a game, "" for none."""
        ((content,),) = self.rows("SELECT content FROM review WHERE game = ?", (game_id,)) or [("",)]
        return str(content)

    def keep_review(self, game_id: int, content: str) -> None:
        """Keep the review of a game, instead of the last one."""
        with self.writing() as database:
            kept = "INSERT OR REPLACE INTO review SELECT id, ? FROM game WHERE id = ?"  # it may be deleted
            database.execute(kept, (content, game_id))


def _filtered(player: str, game: str) -> tuple[str, list[str]]:
    conditions = [*([OF_NAME] if player else []), *(["game = ?"] if game else [])]
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    return where, [each for each in (player, game) if each]
