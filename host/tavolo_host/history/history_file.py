"""Opens the file of all games, and puts what is wrong with it into sentences."""

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

from tavolo_host.history.tables import KIND, TABLES, UPDATES, VERSION
from tavolo_host.texts.deferred import DeferredText, deferred
from tavolo_host.texts.names import name_key

FILE = "tavolo.sqlite"
PATIENCE_S = 0.1  # for another program that is writing; the page waits too
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
COMPANIONS = ("", "-wal", "-shm")  # the files that belong together


class Unusable(Exception):
    """The file cannot be read or written; `sentence` says why, `is_damaged` if its content is to blame."""

    def __init__(self, sentence: DeferredText, is_damaged: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.is_damaged = is_damaged


def history_file() -> Path:
    """Return where this user's games are kept."""
    return platformdirs.user_data_path("tavolo", appauthor=False) / FILE


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection to the file, which is created if there is none, for its user's eyes only. Raises Unusable."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        with suppress(PermissionError):  # of a file that others have put there
            path.chmod(0o600)
        database = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
    except (OSError, sqlite3.Error) as problem:
        raise unusable(problem, path) from problem
    try:
        _prepare(database, path)
    except sqlite3.Error as problem:
        database.close()
        raise unusable(problem, path) from problem
    except Unusable:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    database.create_function("person", 1, name_key, deterministic=True)
    # What a page has shown must be on the disk, whatever happens to the machine.
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA secure_delete = ON")
    ((kind,),) = database.execute("PRAGMA application_id")
    ((version,),) = database.execute("PRAGMA user_version")
    ((tables,),) = database.execute("SELECT count(*) FROM sqlite_master")
    is_new = not kind and not tables
    if is_new:
        database.execute("PRAGMA journal_mode = WAL")
    if is_new or (kind == KIND and version in UPDATES):
        try:
            database.executescript(TABLES if is_new else UPDATES[version])
        except sqlite3.OperationalError as problem:
            if database.in_transaction:
                database.execute("ROLLBACK")
            if problem.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                raise
            # Otherwise another program was faster.
        ((kind,),) = database.execute("PRAGMA application_id")
        ((version,),) = database.execute("PRAGMA user_version")
    if kind != KIND:
        raise Unusable(deferred("{} is not a file of Tavolo's games. It stays as it is.", path))
    if version != VERSION:
        raise Unusable(deferred("{} was written by a newer version of Tavolo. It stays as it is.", path))


def unusable(problem: Exception, path: Path) -> Unusable:
    """Return the sentence for a fault of the operating system or of SQLite."""
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    if code in DAMAGED:
        return Unusable(deferred("{} is damaged.", path), True)
    if code == sqlite3.SQLITE_FULL:
        return Unusable(deferred("The disk with {} is full.", path))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return in_use(path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM) or isinstance(problem, PermissionError):
        return Unusable(deferred("{} cannot be written: the disk, the folder or the file is read-only.", path))
    if code == sqlite3.SQLITE_CANTOPEN or isinstance(problem, OSError):
        reason = getattr(problem, "strerror", None) or problem
        return Unusable(deferred("{} cannot be opened: {}.", path, reason))
    return Unusable(deferred("{} cannot be used: {}.", path, problem))


def in_use(path: Path) -> Unusable:
    """Return the sentence for a file that another program is reading or writing."""
    return Unusable(deferred("Another program is using {}.", path))


def set_aside(path: Path) -> Path:
    """Rename a damaged file, so that a new one can take its place; return its new name. Raises Unusable."""
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    try:
        for ending in COMPANIONS:
            with suppress(FileNotFoundError):
                os.replace(f"{path}{ending}", f"{aside}{ending}")
    except OSError as problem:
        raise unusable(problem, path) from problem
    return aside
