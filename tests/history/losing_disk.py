"""A disk that loses what SQLite has not synced, or is full: a VFS in the same library that Python's sqlite3 uses.

It passes everything on to the operating system's own VFS, and keeps the writes of each file since its last sync.
"""

import ctypes
import ctypes.util
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

SQLITE_OK, SECTOR_BYTES = 0, 512
POINTER, INT, INT64 = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
OPEN = ctypes.CFUNCTYPE(INT, POINTER, POINTER, POINTER, INT, POINTER)  # the name goes on as it is: more follows it
DELETE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT)
WRITE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT, INT64)
TRUNCATE = ctypes.CFUNCTYPE(INT, POINTER, INT64)
SYNC = ctypes.CFUNCTYPE(INT, POINTER, INT)


class Vfs(ctypes.Structure):
    """The first part of sqlite3_vfs, version 1 to 3 (https://sqlite.org/c3ref/vfs.html)."""

    _fields_ = (
        ("version", INT),
        ("file_bytes", INT),
        ("longest_path", INT),
        ("next", POINTER),
        ("name", ctypes.c_char_p),
        ("data", POINTER),
        ("open", POINTER),
        ("delete", POINTER),
        ("others", POINTER * 14),
    )


class Methods(ctypes.Structure):
    """sqlite3_io_methods, version 3 (https://sqlite.org/c3ref/io_methods.html)."""

    _fields_ = (
        ("version", INT),
        ("close", POINTER),
        ("read", POINTER),
        ("write", POINTER),
        ("truncate", POINTER),
        ("sync", POINTER),
        ("others", POINTER * 13),
    )


class File:
    """A file: what is surely on the disk, and the changes since then, as (place, bytes) or a new length."""

    def __init__(self, content: bytes) -> None:
        self.synced = bytearray(content)
        self.pending: list[tuple[int, bytes] | int] = []

    def sync(self) -> None:
        self.synced = self.left(None)
        self.pending = []

    def left(self, random: Random | None) -> bytearray:
        """What is left when the power fails; None for everything."""
        content = bytearray(self.synced)
        for change in self.pending:
            if isinstance(change, int):
                if random is None or random.random() < 0.5:
                    content = content[:change].ljust(change, b"\0")
                continue
            place, written = change
            for at in range(0, len(written), SECTOR_BYTES):
                piece = written[at : at + SECTOR_BYTES]
                if random is None or random.random() < 0.5:
                    content = content.ljust(place + at, b"\0")
                    content[place + at : place + at + len(piece)] = piece
        return content


class LosingDisk:
    """While it is open, SQLite's default; the disk is this `folder`. `before_write` is called before each change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.files: dict[str, File] = {}
        self.is_full = False
        self.before_write: Callable[[], None] = lambda: None
        library = ctypes.util.find_library("sqlite3")
        if not library:
            raise OSError("There is no library of SQLite's here.")
        self._sqlite = ctypes.CDLL(library)
        self._sqlite.sqlite3_vfs_find.restype = POINTER
        self._usual = ctypes.cast(self._sqlite.sqlite3_vfs_find(None), ctypes.POINTER(Vfs))
        self._vfs = Vfs.from_buffer_copy(self._usual.contents)
        self._vfs.name = b"losing-disk"
        self._open, self._delete = OPEN(self._opened), DELETE(self._deleted)
        self._vfs.open = ctypes.cast(self._open, POINTER)
        self._vfs.delete = ctypes.cast(self._delete, POINTER)
        self._methods: dict[int, tuple[Methods, Methods]] = {}  # by the address of the usual ones: theirs, ours
        self._paths: dict[int, str] = {}  # by the address of an open file
        self._callbacks = WRITE(self._written), TRUNCATE(self._truncated), SYNC(self._synced)

    def __enter__(self) -> "LosingDisk":
        assert self._sqlite.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == SQLITE_OK
        return self

    def __exit__(self, *_: object) -> None:
        self._sqlite.sqlite3_vfs_register(self._usual, 1)
        self._sqlite.sqlite3_vfs_unregister(ctypes.byref(self._vfs))

    def left(self, random: Random) -> dict[str, bytes]:
        """The files, by name, that would be left if the power failed now."""
        return {Path(path).name: bytes(file.left(random)) for path, file in self.files.items()}

    # ---- SQLite's calls

    def _opened(self, vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        code = OPEN(self._usual.contents.open)(ctypes.addressof(self._usual.contents), name, file, flags, out)
        address = POINTER.from_address(file).value
        path = ctypes.string_at(name).decode() if name else ""
        if code == SQLITE_OK and address and Path(path).parent == self._folder:
            if path not in self.files:
                self.files[path] = File(Path(path).read_bytes())
            if address not in self._methods:
                usual = Methods.from_address(address)
                ours = Methods.from_buffer_copy(usual)
                for field, callback in zip(("write", "truncate", "sync"), self._callbacks, strict=True):
                    setattr(ours, field, ctypes.cast(callback, POINTER))
                self._methods[address] = usual, ours
                self._methods[ctypes.addressof(ours)] = usual, ours
            self._paths[file] = path
            POINTER.from_address(file).value = ctypes.addressof(self._methods[address][1])
        return code

    def _deleted(self, vfs: int, name: int, sync: int) -> int:
        self.before_write()
        code = DELETE(self._usual.contents.delete)(ctypes.addressof(self._usual.contents), name, sync)
        if code == SQLITE_OK:
            self.files.pop(ctypes.string_at(name).decode(), None)
        return code

    def _of(self, file: int) -> tuple[Methods, File]:
        return self._methods[POINTER.from_address(file).value or 0][0], self.files[self._paths[file]]

    def _written(self, file: int, content: int, length: int, place: int) -> int:
        self.before_write()
        if self.is_full:
            return sqlite3.SQLITE_FULL
        usual, kept = self._of(file)
        kept.pending.append((place, ctypes.string_at(content, length)))
        return WRITE(usual.write)(file, content, length, place)

    def _truncated(self, file: int, length: int) -> int:
        self.before_write()
        usual, kept = self._of(file)
        kept.pending.append(length)
        return TRUNCATE(usual.truncate)(file, length)

    def _synced(self, file: int, flags: int) -> int:
        usual, kept = self._of(file)
        code = SYNC(usual.sync)(file, flags)
        if code == SQLITE_OK:
            kept.sync()
        return code
