"""Checksums of what is kept, by which damage is found that SQLite does not notice.

A checksum is the sum over all rows of a game, so it changes with each row and without reading the others; other rows
have one each. Triggers of the connection keep it, whatever statement writes a row: what was damaged before a change
does not fit after it either.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator

from tavolo_host.history.tables import WRITER

MASK = 2**62 - 1  # of sums: SQLite's numbers have a sign, and two of them may be added
NAME = "(SELECT text FROM name WHERE id = {row}.name)"
# What is summed of a row, by table, the game's number first; "$" stands behind a text. A game's `head` is what lists
# show, its `content` what is played again.
HEAD = {
    "game": "id, evening, game$, setup$, began, ended, ending$, outcome$, points$, length, rules$, taken_back, board$",
    "player": f"game, player, since, seat, {NAME}$, level$",
}
CONTENT = {
    "action": "game, place, at, action",
    "unfinished": "game, people$",
    "flash": "game, sector, content",
    "deck": "game, commitment$, seed$, since",
}
# The same of tables whose rows have a checksum each, with the key by which that is found.
ROWS = {
    "at_place": ("{row}.place", "place$, saved, people$, game"),
    "evening": ("'evening ' || {row}.id", "id, place$, began"),
    "browser": ("'browser ' || {row}.visitor || ' ' || {row}.game", "visitor$, game"),
}
PARTS = {"head": HEAD, "content": CONTENT}


def row_sum(*values: object) -> int:
    """Return what a row adds to its checksum."""
    return _sum_of(values)


def total(rows: Iterable[tuple[object, ...]]) -> int:
    """Return the checksum of these rows."""
    return sum(map(_sum_of, rows)) & MASK


def _sum_of(row: Iterable[object]) -> int:
    return zlib.crc32(repr([value.encode() if type(value) is str else value for value in row]).encode())


def game_sums(database: sqlite3.Connection, number: int) -> list[int]:
    """Return the checksums that a game's rows have now: of its head, and of its content."""
    sums = []
    for tables in PARTS.values():
        rows: list[tuple[object, ...]] = []
        for table, summed in tables.items():
            key = summed.split(", ")[0]
            query = f"SELECT {columns(summed, table)} FROM main.{table} WHERE {key} = ?"
            rows += database.execute(query, (number,)).fetchall()
        sums.append(total(rows))
    return sums


def columns(summed: str, row: str, as_bytes: bool = False) -> str:
    """Return what is summed of a `row` as columns of a query; texts `as_bytes`, because damaged ones are no UTF-8."""
    found = []
    for value in summed.split(", "):
        name = value.rstrip("$")
        column = name.format(row=row) if name.startswith("(") else f"{row}.{name}"
        found.append(f"CAST({column} AS BLOB)" if as_bytes and value != name else column)
    return ", ".join(found)


def fits(table: str) -> str:
    """Return the condition of a query that a row of a table of `ROWS` is as it was written."""
    key, summed = ROWS[table]
    kept = f"SELECT 1 FROM main.checksum WHERE whose = {key.format(row=table)} AND head = {_sum(summed, table)}"
    return f"EXISTS ({kept})"


def know_checksums(database: sqlite3.Connection) -> None:
    """Let queries of this connection use `fits`."""
    database.create_function("row_sum", -1, row_sum, deterministic=True)


def fitting_rows(database: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a table of `ROWS` that are as they were written."""
    know_checksums(database)
    yield from database.execute(f"SELECT {columns(ROWS[table][1], table)} FROM main.{table} WHERE {fits(table)}")


def keep_checksums(database: sqlite3.Connection) -> None:
    """From now on, let this connection write, and keep the checksums of all that it writes."""
    know_checksums(database)
    database.execute(WRITER)
    database.execute("PRAGMA recursive_triggers = ON")  # for rows that are replaced
    database.executescript("".join((*_of_games(), *_of_rows())))


def add_missing(database: sqlite3.Connection, version: int) -> None:
    """Add the checksums that a file of an earlier version has not: what is damaged there stays unnoticed."""
    if version < 3:
        _add_sums_of_games(database)
    for table, (key, summed) in ROWS.items():
        if version < (3 if table == "at_place" else 4):
            query = f"SELECT {key.format(row=table)}, {columns(summed, table)} FROM main.{table}"
            rows = [(whose, row_sum(*row), 0) for whose, *row in database.execute(query).fetchall()]
            database.executemany("INSERT OR REPLACE INTO checksum VALUES (?, ?, ?)", rows)


def _add_sums_of_games(database: sqlite3.Connection) -> None:
    games = database.execute("SELECT id FROM main.game").fetchall()
    rows = [(number, *game_sums(database, number)) for (number,) in games]
    database.executemany("INSERT OR REPLACE INTO checksum VALUES (?, ?, ?)", rows)


def _of_games() -> Iterator[str]:
    """Yield the triggers that keep the checksums of games in step with their rows."""
    yield _trigger("INSERT ON main.game", f"INSERT INTO checksum VALUES (NEW.id, {_sum(HEAD['game'], 'NEW')}, 0)")
    yield _trigger("DELETE ON main.game", "DELETE FROM checksum WHERE whose = OLD.id")
    for part, tables in PARTS.items():
        for table, summed in tables.items():
            new, old = _sum(summed, "NEW"), _sum(summed, "OLD")
            yield _trigger(f"UPDATE ON main.{table}", _change(part, f"{new} - {old}", f"= NEW.{summed.split(', ')[0]}"))
            if table != "game":
                yield _trigger(f"INSERT ON main.{table}", _change(part, new, "= NEW.game"))
                yield _trigger(f"DELETE ON main.{table}", _change(part, f"-{old}", "= OLD.game"))
    # A name belongs to the rows of all who have it.
    player = _sum(HEAD["player"], "player")
    new, old = (player.replace(NAME.format(row="player"), f"{row}.text") for row in ("NEW", "OLD"))
    difference = f"(SELECT sum({new} - {old}) FROM player WHERE name = NEW.id AND player.game = whose)"
    games = "IN (SELECT game FROM player WHERE name = NEW.id)"
    yield _trigger("UPDATE OF text ON main.name", _change("head", difference, games))


def _of_rows() -> Iterator[str]:
    """Yield the triggers that keep the checksum of each row: an update adds what it changes, as to those of games."""
    for table, (key, summed) in ROWS.items():
        new, old = key.format(row="NEW"), key.format(row="OLD")
        added, gone = _sum(summed, "NEW"), _sum(summed, "OLD")
        change = f"UPDATE checksum SET whose = {new}, head = (head + {added} - {gone}) & {MASK} WHERE whose = {old}"
        yield _trigger(f"INSERT ON main.{table}", f"INSERT OR REPLACE INTO checksum VALUES ({new}, {added}, 0)")
        yield _trigger(f"UPDATE ON main.{table}", change)
        yield _trigger(f"DELETE ON main.{table}", f"DELETE FROM checksum WHERE whose = {old}")


def _sum(summed: str, row: str) -> str:
    return f"row_sum({columns(summed, row, as_bytes=True)})"


def _change(part: str, difference: str, whose: str) -> str:
    return f"UPDATE checksum SET {part} = ({part} + {difference}) & {MASK} WHERE whose {whose}"


def _trigger(event: str, deed: str) -> str:
    name = "checksum_" + "_".join(event.replace("main.", "").split())
    return f"CREATE TEMP TRIGGER {name} AFTER {event} BEGIN {deed}; END;\n"
