"""Checksums of what is kept, by which damage is found that SQLite does not notice.

A checksum is the sum over all rows of a game, so it changes with each row and without reading the others. Triggers of
the connection keep it, whatever statement writes a row: what was damaged before a change does not fit after it either.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator

MASK = 2**62 - 1  # of sums: SQLite's numbers have a sign, and two of them may be added
NAME = "(SELECT text FROM name WHERE id = {row}.name)"
# What is summed of a row, by table, the game's number first; "$" stands behind a text. A game's `head` is what lists
# show, its `content` what is played again.
HEAD = {
    "game": "id, evening, game$, setup$, began, ended, ending$, outcome$, points$, length, rules$, taken_back, board$",
    "player": f"game, player, since, seat, {NAME}$, level$",
}
CONTENT = {"action": "game, place, at, action", "unfinished": "game, people$", "flash": "game, sector, content"}
AT_PLACE = "place$, saved, people$, game"


def row_sum(*values: object) -> int:
    """Return what a row adds to its checksum."""
    plain = [value.encode() if isinstance(value, str) else value for value in values]
    return zlib.crc32(repr(plain).encode())


def total(rows: Iterable[tuple[object, ...]]) -> int:
    """Return the checksum of these rows."""
    return sum(row_sum(*row) for row in rows) & MASK


def columns(summed: str, row: str, is_called_by_sqlite: bool = False) -> str:
    """Return what is summed of a `row` as columns of a query, or for `row_sum` when SQLite calls it.

    SQLite passes on texts as bytes: where they are damaged they are no UTF-8.
    """
    found = []
    for value in summed.split(", "):
        name = value.rstrip("$")
        column = name.format(row=row) if name.startswith("(") else f"{row}.{name}"
        found.append(f"CAST({column} AS BLOB)" if is_called_by_sqlite and value != name else column)
    return ", ".join(found)


def keep_checksums(database: sqlite3.Connection) -> None:
    """From now on, let this connection keep the checksums of all that it writes."""
    database.create_function("row_sum", -1, row_sum, deterministic=True)
    database.execute("PRAGMA recursive_triggers = ON")  # for rows that are replaced
    database.executescript("".join((*_of_games(), *_of_places())))


def add_missing(database: sqlite3.Connection) -> None:
    """Add the checksums to a file of an earlier version, which has none: what is damaged there stays unnoticed."""
    sums: dict[str, dict[object, int]] = {"head": {}, "content": {}}
    for part, tables in (("head", HEAD), ("content", CONTENT)):
        for table, summed in tables.items():
            for row in database.execute(f"SELECT {columns(summed, table)} FROM main.{table}"):
                sums[part][row[0]] = sums[part].get(row[0], 0) + row_sum(*row)
    games = [number for (number,) in database.execute("SELECT id FROM main.game")]
    rows = [(number, *(sums[part].get(number, 0) & MASK for part in sums)) for number in games]
    places = database.execute(f"SELECT {columns(AT_PLACE, 'at_place')} FROM main.at_place").fetchall()
    rows += [(row[0], row_sum(*row), 0) for row in places]
    database.executemany("INSERT OR REPLACE INTO checksum VALUES (?, ?, ?)", rows)


def _of_games() -> Iterator[str]:
    """Yield the triggers that keep the checksums of games in step with their rows."""
    yield _trigger("INSERT ON main.game", f"INSERT INTO checksum VALUES (NEW.id, {_sum(HEAD['game'], 'NEW')}, 0)")
    yield _trigger("DELETE ON main.game", "DELETE FROM checksum WHERE whose = OLD.id")
    for part, tables in (("head", HEAD), ("content", CONTENT)):
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


def _of_places() -> Iterator[str]:
    new = f"INSERT OR REPLACE INTO checksum VALUES (NEW.place, {_sum(AT_PLACE, 'NEW')}, 0)"
    yield _trigger("INSERT ON main.at_place", new)
    yield _trigger("UPDATE ON main.at_place", new)
    yield _trigger("DELETE ON main.at_place", "DELETE FROM checksum WHERE whose = OLD.place")


def _sum(summed: str, row: str) -> str:
    return f"row_sum({columns(summed, row, is_called_by_sqlite=True)})"


def _change(part: str, difference: str, whose: str) -> str:
    return f"UPDATE checksum SET {part} = ({part} + {difference}) & {MASK} WHERE whose {whose}"


def _trigger(event: str, deed: str) -> str:
    name = "checksum_" + "_".join(event.replace("main.", "").split())
    return f"CREATE TEMP TRIGGER {name} AFTER {event} BEGIN {deed}; END;\n"
