"""Takes out of a damaged file the games that can still be read whole, into the file that has taken its place."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from tavolo_host.history.history import History
from tavolo_host.history.history_file import FAULTS, Unusable, opened

NUMBERS = ("SELECT whose FROM checksum ORDER BY whose", "SELECT id FROM game ORDER BY id")
NEEDED = {"game": "id", "action": "game", "unfinished": "game", "flash": "game"}
WELCOME = ("review", "browser")  # without which a game can be played again
PLAYERS = (
    "SELECT game, player, since, seat, (SELECT text FROM name WHERE id = player.name), level FROM player WHERE game = ?"
)
NEW_PLAYER = "INSERT INTO player VALUES (?, ?, ?, ?, (SELECT id FROM name WHERE text = ?), ?)"


def is_whole(history: History) -> bool:
    """Return whether SQLite finds nothing wrong with the file: neither its pages nor its indexes. Raises Unusable."""
    history.rows("PRAGMA shrink_memory")  # which forgets pages that other programs may have overwritten
    return history.rows("PRAGMA integrity_check(1)") == [("ok",)]


def rescue(aside: Path, history: History) -> int:
    """Add the games of a damaged file, with their numbers; return how many. Raises Unusable if they cannot be kept."""
    try:
        old = opened(aside)
    except Unusable:
        return 0
    with closing(old), history.writing() as new:
        saved = [number for number in sorted(_numbers(old)) if _is_saved(old, new, number)]
        for place, at, people, game in _rows(old, "SELECT * FROM at_place", ()):
            row = place, at, people, game if game in saved else None
            with suppress(sqlite3.IntegrityError):  # a damaged row must not cost the games
                new.execute("INSERT OR REPLACE INTO at_place VALUES (?, ?, ?, ?)", row)
        return len(saved)


def _numbers(old: sqlite3.Connection) -> set[int]:
    """Return the numbers of the games: all that are found on the way to a damaged page, from both ends."""
    found = (row[0] for query in NUMBERS for order in ("", " DESC") for row in _rows(old, query + order, ()))
    return {number for number in found if isinstance(number, int)}


def _rows(old: sqlite3.Connection, query: str, values: tuple[int, ...]) -> Iterator[tuple[object, ...]]:
    """Yield the rows before the first damage."""
    with suppress(*FAULTS):
        yield from old.execute(query, values)


def _is_saved(old: sqlite3.Connection, new: sqlite3.Connection, number: int) -> bool:
    """Copy a game, and return whether it is the one that was kept; otherwise nothing of it stays."""
    new.execute("SAVEPOINT game")
    is_same = False
    with suppress(*FAULTS):
        _copy(old, new, number)
        sums = "SELECT head, content FROM checksum WHERE whose = ?"
        is_same = new.execute(sums, (number,)).fetchall() == old.execute(sums, (number,)).fetchall() != []
    if not is_same:
        new.execute("ROLLBACK TO game")
    new.execute("RELEASE game")
    return is_same


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, number: int) -> None:
    of_game = "SELECT evening, began FROM game WHERE id = ?"
    for evening, began in old.execute(of_game, (number,)).fetchall():
        row = next(_rows(old, "SELECT * FROM evening WHERE id = ?", (evening,)), (evening, "", began))
        new.execute("INSERT OR IGNORE INTO evening VALUES (?, ?, ?)", row)
    for table, key in NEEDED.items():
        _add(new, table, old.execute(f"SELECT * FROM {table} WHERE {key} = ?", (number,)).fetchall())
    players = old.execute(PLAYERS, (number,)).fetchall()
    new.executemany("INSERT OR IGNORE INTO name (text) VALUES (?)", [(row[4],) for row in players if row[4]])
    new.executemany(NEW_PLAYER, players)
    for table in WELCOME:
        _add(new, table, list(_rows(old, f"SELECT * FROM {table} WHERE game = ?", (number,))))


def _add(new: sqlite3.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    if rows:
        new.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
