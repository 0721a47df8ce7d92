"""What is kept of an evening at a virtual table: who sits where, and the game with all hands.

It is written as the game goes, so that both go on after the program was killed. The file is for its user's eyes only.
"""

import json
import os
import sqlite3
import time
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import typer

from tavolo_host.people.hidden_hands import Action
from tavolo_host.runtime.source_digests import firmware_digests

FILE = "evenings.sqlite"
EVENING_S = 24 * 60 * 60  # after it seats are free again; the game is kept
UNREADABLE = (OSError, ValueError, TypeError, sqlite3.Error, zlib.error)  # of a file that is damaged, or cannot be used
TABLE = "CREATE TABLE IF NOT EXISTS evening (port INTEGER PRIMARY KEY, saved REAL, rules TEXT, people TEXT, flash BLOB)"


@dataclass(frozen=True)
class Evening:
    """An evening to be kept.

    `seats` and `names` are by visitor. `game` is the text of the game's setup, "" for none; `players` are the seats of
    its players, `actions` what was done, with what is hidden. `level` and `unhurried` are those of the virtual players,
    `invited` and `address` as in `Invited`. `flash` is what the board has in its journal.
    """

    seats: dict[str, int]
    names: dict[str, str]
    level: str = ""
    unhurried: float = 1.0
    invited: list[str] = field(default_factory=list)
    address: str = ""
    game: str = ""
    players: tuple[int, ...] = ()
    actions: list[Action] = field(default_factory=list)
    flash: bytes = field(default=b"", repr=False)


def store_file() -> Path:
    """Return where this user's evenings are kept."""
    return Path(typer.get_app_dir("tavolo")) / FILE


class Store:
    """The evening of the table whose page is at this `port`, which no other program can have at the same time.

    Raises OSError or sqlite3.Error where a file cannot be read or written.
    """

    def __init__(self, file: Path, port: int, now: Callable[[], float] = time.time) -> None:
        self._now = now
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT, 0o600))
        file.chmod(0o600)
        self._port = port
        self._database = sqlite3.connect(file, isolation_level=None)
        # A killed program loses nothing by it, and nobody waits for the disk.
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute(TABLE)

    def read(self) -> Evening | None:
        """Return what was kept, None if nothing; without the game if its rules have changed since."""
        found = self._database.execute("SELECT saved, rules, people, flash FROM evening WHERE port = ?", (self._port,))
        saved, rules, people, flash = found.fetchone() or (0.0, "", "", b"")
        if not people:
            return None
        kept = Evening(**json.loads(people))
        if self._now() > saved + EVENING_S:
            kept = replace(kept, seats={}, names={}, invited=[], address="")
        if rules != firmware_digests()[1]:
            return replace(kept, game="")
        actions = [tuple(action) for action in kept.actions]
        return replace(kept, players=tuple(kept.players), actions=actions, flash=zlib.decompress(flash))

    def write(self, evening: Evening) -> None:
        """Keep an evening instead of the last one."""
        people = {name: value for name, value in asdict(evening).items() if name != "flash"}
        row = self._port, self._now(), firmware_digests()[1], json.dumps(people), zlib.compress(evening.flash, 1)
        self._database.execute("INSERT OR REPLACE INTO evening VALUES (?, ?, ?, ?, ?)", row)

    def close(self) -> None:
        """Close the file."""
        self._database.close()
