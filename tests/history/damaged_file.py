"""What damages does to a file of games, and what of its rows is as it was."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from tavolo_host.history.history_file import FAULTS
from tavolo_host.history.tables import WRITER

TABLES = ["game", "player", "action", "name", "unfinished", "flash", "at_place", "checksum", "evening", "browser"]
ROWS = (
    "SELECT * FROM game WHERE id = ?",
    "SELECT player, since, seat, (SELECT text FROM name WHERE id = player.name), level FROM player WHERE game = ?",
    "SELECT * FROM action WHERE game = ?",
    "SELECT * FROM unfinished WHERE game = ?",
    "SELECT * FROM flash WHERE game = ?",
    "SELECT * FROM checksum WHERE whose = ?",
)
REST = (
    "SELECT * FROM evening",
    "SELECT * FROM browser",
    "SELECT * FROM at_place WHERE place = ?",
    "SELECT whose, head FROM checksum WHERE whose GLOB 'evening *' OR whose GLOB 'browser *' OR whose = ?",
)


def rows_in(content: bytes, folder: Path, games: int) -> dict[int, object]:
    """The rows of each game in a file, as they can be read without checksums; None where they cannot."""
    copy = folder / "copy.sqlite"
    copy.write_bytes(content)
    found: dict[int, object] = dict.fromkeys(range(1, games + 1))
    with suppress(*FAULTS), closing(sqlite3.connect(copy)) as database:
        database.text_factory = bytes
        for number in found:
            with suppress(*FAULTS):
                found[number] = [database.execute(query, (number,)).fetchall() for query in ROWS]
    copy.unlink()
    return found


def rest_in(content: bytes, folder: Path, place: str) -> object:
    """The rows beside those of games, as `rows_in`, with the table at a place as it was last; None for damage."""
    copy = folder / "copy.sqlite"
    copy.write_bytes(content)
    try:
        with closing(sqlite3.connect(copy)) as database:
            database.text_factory = bytes
            return [database.execute(query.replace("?", f"'{place}'")).fetchall() for query in REST]
    except FAULTS:
        return None
    finally:
        copy.unlink()


def damaged(content: bytes, kind: str, random: Random, folder: Path) -> bytes | None:
    """The file after something was done to it; None if it is deleted."""
    place = random.randrange(len(content))
    if kind == "bit":
        return content[:place] + bytes((content[place] ^ 1 << random.randrange(8),)) + content[place + 1 :]
    if kind == "byte":
        return content[:place] + random.randbytes(1) + content[place + 1 :]
    if kind == "cut":
        return content[:place]
    if kind == "replace":
        return random.choice((random.randbytes(place), b"", b"text\n" * 1000, content[:4096] * 3))
    if kind == "delete":
        return None
    copy = folder / "copy.sqlite"
    copy.write_bytes(content)
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        _set_a_value(database, random)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return copy.read_bytes()


def _set_a_value(database: sqlite3.Connection, random: Random) -> None:
    """Set a column of a row to a value that nobody has kept there."""
    database.execute(WRITER)
    table = random.choice(TABLES)
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    key = "rowid" if table in ("game", "name", "unfinished", "evening", "at_place") else columns[0]
    chosen = random.choice(database.execute(f"SELECT {key} FROM {table} ORDER BY 1").fetchall())[0]
    value = random.choice((0, 77, -1, 2**62, 146140539 * 31_557_600_000, "", "{", "[]", "x" * 999, b"\xff\x98", None))
    with suppress(*FAULTS):  # what the tables do not take
        database.execute(f"UPDATE {table} SET {random.choice(columns)} = ? WHERE {key} = ?", (value, chosen))
