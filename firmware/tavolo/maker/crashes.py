"""The crash log: which exception ended a tick, in two flash sectors of its own, so that it survives the restart.

It has the type of the exception and where it was raised, never its text, which may reveal a card. While a choice is
secret it has not even these: where the rules fail may depend on it. A page for each crash:

    magic (4 bytes), the number of this crash (4), how (1), length of what (1), what, CRC-32 (4)

The pages are used in turn. A sector is erased when its first page is next, so the newest 16 to 32 crashes are there,
and both sectors wear alike.
"""

import io
import sys
from binascii import crc32

from tavolo.wiring import CRASHES_BYTES, PAGE_BYTES, SECTOR_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

# How a tick ended. What: the type of the exception, and file:line of the innermost calls, the innermost first.
RAISED = 1
SECRET = 2  # while a choice was secret: nothing more
HUNG = 3  # the watchdog reset the chip: nothing more is known
HOW = ("", "raised", "secret", "hung")  # on the link

MOST_LETTERS = 160
MOST_PLACES = 3

_MAGIC = b"TCL1"
_HEAD, _CRC = 10, 4  # bytes
_PAGES = CRASHES_BYTES // PAGE_BYTES
_PAGES_OF_SECTOR = SECTOR_BYTES // PAGE_BYTES
_BLANK = b"\xff" * PAGE_BYTES


class CrashLog:
    """The log in `flash` (see `tavolo.journal.ring`). `count` is the number of crashes since it was cleared."""

    def __init__(self, flash: "Any") -> None:
        self.count = 0
        self._flash = flash
        self._page = bytearray(PAGE_BYTES)
        self._newest = _PAGES - 1  # the page of the last crash
        for page in range(_PAGES):
            number = self._read(page)[0]
            if number > self.count:
                self.count, self._newest = number, page

    def newest(self, most: int) -> "list[tuple[int, int, str]]":
        """Return (number, how, what) of the last crashes, at most `most` of them, newest first."""
        found = [self._read((self._newest - back) % _PAGES) for back in range(_PAGES)]
        return [crash for crash in found if crash[0]][:most]

    def keep(self, how: int, what: str = "") -> None:
        """Write a crash; `what` is ASCII, at most MOST_LETTERS."""
        page = self._free()
        record = _MAGIC + (self.count + 1).to_bytes(4, "little") + bytes((how, len(what))) + what.encode()
        record += crc32(record).to_bytes(_CRC, "little")
        self._flash.program(page * PAGE_BYTES, record + _BLANK[len(record) :])
        self.count += 1
        self._newest = page

    def clear(self) -> None:
        """Erase all crashes."""
        for sector in range(_PAGES // _PAGES_OF_SECTOR):
            if not all([self._is_blank(sector * _PAGES_OF_SECTOR + page) for page in range(_PAGES_OF_SECTOR)]):
                self._flash.erase(sector)
        self.count, self._newest = 0, _PAGES - 1

    def _free(self) -> int:
        """Return the page for the next crash; pages that a power cut tore are skipped."""
        page = (self._newest + 1) % _PAGES
        while not self._is_blank(page):
            if page % _PAGES_OF_SECTOR == 0:
                self._flash.erase(page // _PAGES_OF_SECTOR)
                return page
            page = (page + 1) % _PAGES
        return page

    def _is_blank(self, page: int) -> bool:
        self._flash.read_into(page * PAGE_BYTES, self._page)
        return self._page == _BLANK

    def _read(self, page: int) -> "tuple[int, int, str]":
        """Return (number, how, what) of a page; the number is 0 if it has no crash."""
        self._flash.read_into(page * PAGE_BYTES, self._page)
        end = _HEAD + self._page[_HEAD - 1]
        record = bytes(self._page[: end + _CRC])
        is_whole = record[:4] == _MAGIC and record[8] in (RAISED, SECRET, HUNG)
        if not is_whole or crc32(record[:end]).to_bytes(_CRC, "little") != record[end:]:
            return 0, 0, ""
        return int.from_bytes(record[4:8], "little"), record[8], record[_HEAD:end].decode()


def log_crash(error: Exception, is_secret: bool, flash: "Any") -> None:
    """Write the exception that ended a tick into the log in `flash`; do nothing if that is None."""
    if flash is not None:
        how, what = (SECRET, "") if is_secret else (RAISED, described(error))
        CrashLog(flash).keep(how, what)


def described(error: Exception) -> str:
    """Return the type of an exception, and where it was raised: "ValueError tavolo/table.py:60 main.py:98"."""
    if hasattr(sys, "print_exception"):
        traceback = _Places()
        sys.print_exception(error, traceback)
        places = traceback.places
    else:
        from traceback import walk_tb  # on a laptop

        calls = [(frame.f_globals["__name__"], line) for frame, line in walk_tb(error.__traceback__)]
        places = [f"{name.replace('.', '/')}.py:{line}" for name, line in calls if name.startswith("tavolo.")]
    places.reverse()
    return " ".join([type(error).__name__] + places[:MOST_PLACES])[:MOST_LETTERS]


class _Places(io.IOBase):
    """A stream that keeps file and line of the last calls in the traceback that MicroPython prints."""

    def __init__(self) -> None:
        self.places: "list[str]" = []
        self._line = b""

    def write(self, part: bytes) -> int:
        """Take a part of a line:   File "tavolo/table.py", line 60, in step"""
        self._line += bytes(part)
        if self._line.endswith(b"\n"):
            words = self._line.split(b'"')
            if words[0] == b"  File " and len(words) == 3:
                self.places.append(words[1].decode() + ":" + words[2].split(b",")[1].split()[-1].decode())
                del self.places[:-MOST_PLACES]
            self._line = b""
        return len(part)
