"""Opens the file of all games, and puts what is wrong with it into sentences."""

import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from functools import cache
from itertools import count
from pathlib import Path

import platformdirs

from tavolo_host.history.checksums import add_missing
from tavolo_host.history.tables import KIND, TABLES, UPDATES, VERSION
from tavolo_host.texts.deferred import DeferredText, deferred
from tavolo_host.texts.names import name_key

FILE = "tavolo.sqlite"
PATIENCE_S = 0.1  # for another program that is writing; the page waits too
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_FORMAT)
# Python's own, for what is no text in UTF-8, or longer than anything, in a damaged file or in what SQLite says of it.
FAULTS = (sqlite3.Error, UnicodeDecodeError, MemoryError, OverflowError)
JOURNALS = ("-wal", "-shm")
COMPANIONS = ("", *JOURNALS)  # the files that belong together
OLDEST_SQLITE = (3, 37, 0)  # has strict tables
LITTLE_BYTES = 64 * 1024  # on a disk: SQLite needs half of it to read a file that programs share
PARTS = (
    "SELECT m.type, m.name, coalesce(c.name, ''), coalesce(c.type, '') FROM sqlite_master m"
    " LEFT JOIN pragma_table_xinfo(m.name) c WHERE m.name NOT LIKE 'sqlite%'"
)


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
    """Return a connection to the file, which is created if there is none, for its user's eyes only. Raises Unusable.

    A file that can only be read is opened for that, also one of an earlier version.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed, found = ".".join(map(str, OLDEST_SQLITE)), sqlite3.sqlite_version
        raise Unusable(deferred("Games are kept with SQLite {} or a newer one; Python has {} here.", needed, found))
    try:
        is_fixed = path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
        database = _fixed(path) if is_fixed else _connected(path)
    except (OSError, *FAULTS) as problem:
        raise unusable(problem, path) from problem
    try:
        _prepare(database, path, is_fixed)
    except FAULTS as problem:
        database.close()
        raise unusable(problem, path) from problem
    except Unusable:
        database.close()
        raise
    return database


def _connected(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    with suppress(PermissionError):  # of a file that others have put there
        path.chmod(0o600)
    return sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)


def _fixed(path: Path) -> sqlite3.Connection:
    """Return a connection that only reads. Where SQLite cannot share the file with writers, there are none."""
    for way in ("mode=ro", "immutable=1"):
        address = f"{path.resolve().as_uri()}?{way}"
        database = sqlite3.connect(address, timeout=PATIENCE_S, isolation_level=None, uri=True)
        try:
            database.execute("SELECT 1 FROM sqlite_master").fetchall()
        except sqlite3.OperationalError as problem:
            database.close()
            if way == "immutable=1" or not _is_of_sharing(problem):
                raise
        else:
            break
    return database


def _is_of_sharing(problem: sqlite3.OperationalError) -> bool:
    return problem.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)


def _prepare(database: sqlite3.Connection, path: Path, is_fixed: bool) -> None:
    database.create_function("person", 1, name_key, deterministic=True)
    database.text_factory = _text
    # What a page has shown must be on the disk, whatever happens to the machine.
    database.execute("PRAGMA synchronous = FULL")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("PRAGMA secure_delete = ON")
    kind, version = _kind_and_version(database)
    ((tables,),) = database.execute("SELECT count(*) FROM sqlite_master")
    is_new = not kind and not tables
    if is_new:
        database.execute("PRAGMA journal_mode = WAL")
    if is_new or (kind == KIND and version in UPDATES and not is_fixed):
        try:
            database.executescript(TABLES) if is_new else _update(database)
        except sqlite3.OperationalError as problem:
            if database.in_transaction:
                database.execute("ROLLBACK")
            if problem.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                raise
            # Otherwise another program was faster.
        kind, version = _kind_and_version(database)
    if kind != KIND:
        raise Unusable(deferred("{} is not a file of Tavolo's games. It stays as it is.", path))
    if version not in (VERSION, *(UPDATES if is_fixed else ())):
        raise Unusable(deferred("{} was written by a newer version of Tavolo. It stays as it is.", path))
    if version == VERSION and not _parts() <= {*database.execute(PARTS)}:
        raise Unusable(deferred("{} is damaged.", path), True)


def _kind_and_version(database: sqlite3.Connection) -> tuple[int, int]:
    ((kind,),) = database.execute("PRAGMA application_id")
    ((version,),) = database.execute("PRAGMA user_version")
    return kind, version


def _update(database: sqlite3.Connection) -> None:
    database.execute("BEGIN IMMEDIATE")
    version = _kind_and_version(database)[1]  # another program may have been faster
    for statement in UPDATES.get(version, "").split(";\n"):
        database.execute(statement)
    if version in UPDATES:
        add_missing(database, version)
    database.execute(f"PRAGMA user_version = {VERSION}")
    database.execute("COMMIT")


def _text(content: bytes) -> str:
    return content.decode(errors="replace")  # the checksum tells that it is damaged


@cache
def _parts() -> frozenset[tuple[object, ...]]:
    """Return tables, their columns and indexes of a file that is not damaged."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.executescript(TABLES)
        return frozenset(database.execute(PARTS))


def unusable(problem: Exception, path: Path) -> Unusable:
    """Return the sentence for a fault of the operating system or of SQLite."""
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    is_of_python = isinstance(problem, FAULTS) and not isinstance(problem, sqlite3.Error)
    is_missing = code == sqlite3.SQLITE_ERROR and str(problem).startswith("no such ")
    if code in DAMAGED or is_of_python or is_missing:
        return Unusable(deferred("{} is damaged.", path), True)
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path)):
        return Unusable(deferred("The disk with {} is full.", path))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return in_use(path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM) or isinstance(problem, PermissionError):
        return Unusable(deferred("{} cannot be written: the disk, the folder or the file is read-only.", path))
    if code == sqlite3.SQLITE_CANTOPEN or isinstance(problem, OSError):
        reason = getattr(problem, "strerror", None) or problem
        return Unusable(deferred("{} cannot be opened: {}.", path, reason))
    return Unusable(deferred("{} cannot be used: {}.", path, problem))


def _is_full(path: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(path.parent).free < LITTLE_BYTES
    return False


def in_use(path: Path) -> Unusable:
    """Return the sentence for a file that another program is reading or writing."""
    return Unusable(deferred("Another program is using {}.", path))


def set_aside(path: Path) -> Path:
    """Rename a damaged file, so that a new one can take its place; return its new name. Raises Unusable."""
    aside = plain = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    further = count(2)
    while aside.exists():
        aside = plain.with_name(f"{plain.name}-{next(further)}")
    try:
        for ending in COMPANIONS:
            with suppress(FileNotFoundError):
                os.replace(f"{path}{ending}", f"{aside}{ending}")
    except OSError as problem:
        raise unusable(problem, path) from problem
    return aside
