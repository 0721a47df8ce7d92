"""Files of games as earlier versions wrote them, and rows that are written past the checksums."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tavolo_host.history.tables import GUARDS, VERSION, WRITER

GUARD_NAMES = [line.split()[2] for line in GUARDS.splitlines()]
NO_GUARDS = "".join(f"DROP TRIGGER {name}; " for name in GUARD_NAMES)
# What takes from a file of this version what earlier ones had not, by their versions.
EARLIER = {
    1: f"{NO_GUARDS}DROP TABLE deck; DROP TABLE checksum; DROP TABLE browser; PRAGMA user_version = 1; ",
    2: f"{NO_GUARDS}DROP TABLE deck; DROP TABLE checksum; PRAGMA user_version = 2; ",
    3: f"{NO_GUARDS}DROP TABLE deck; DELETE FROM checksum WHERE whose GLOB 'evening *' OR whose GLOB 'browser *';"
    " PRAGMA user_version = 3; ",
    4: "DROP TABLE deck; PRAGMA user_version = 4; ",
}
assert {*EARLIER} == {*range(1, VERSION)}


def done(file: Path, statements: str) -> None:
    """What a bit that flips, or a program without checksums, does to the file."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.executescript(f"{WRITER}; {statements}")
