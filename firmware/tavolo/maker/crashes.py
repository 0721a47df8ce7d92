"""The crash log: what went wrong in a pass, in two sectors of flash of its own, so that it is known after the restart.

Of an exception it holds the type and where it was raised, never what it says, which may tell of a card. While a choice
is secret not even those: where the rules fail may follow from it. A page for each crash:

    magic (4 bytes), how many crashes there were with this one (4), how (1), length of what (1), what, CRC-32 (4)

The pages are filled in their order, round and round; a sector is erased when the first of its pages is next, so the
newest 16 to 32 are there, and both sectors wear alike.
"""

import io
import sys
from binascii import crc32

from tavolo.wiring import CRASHES_BYTES, PAGE_BYTES, SECTOR_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

# How a pass ended. What: the type of the exception, and file:line of the innermost calls, the innermost first.
RAISED = 1
SECRET = 2  # while a choice was secret: nothing more
HUNG = 3  # the watchdog bit: nothing more is known
HOW = ("", "raised", "secret", "hung")  # on the link

MOST_LETTERS = 160
MOST_PLACES = 3

_MAGIC = b"TCL1"
_HEAD, _CRC = 10, 4  # bytes
_PAGES = CRASHES_BYTES // PAGE_BYTES
_PAGES_OF_SECTOR = SECTOR_BYTES // PAGE_BYTES
_BLANK = b"\xff" * PAGE_BYTES


class CrashLog:
    """The log in `flash` (see `tavolo.journal.ring`). `count` is how many crashes there were since it was cleared."""

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
        """Return (number, how, what) of the last crashes, at most so many, the last first."""
        found: "list[tuple[int, int, str]]" = []
        for back in range(_PAGES):
            number, how, what = self._read((self._newest - back) % _PAGES)
            if number and len(found) < most:
                found.append((number, how, what))
        return found

    def keep(self, how: int, what: str = "") -> None:
        """Write one crash down; `what` is ASCII, at most MOST_LETTERS."""
        page = self._free()
        record = _MAGIC + (self.count + 1).to_bytes(4, "little") + bytes((how, len(what))) + what.encode()
        record += crc32(record).to_bytes(_CRC, "little")
        self._flash.program(page * PAGE_BYTES, record + _BLANK[len(record) :])
        self.count += 1
        self._newest = page

    def clear(self) -> None:
        """Forget all crashes."""
        for sector in range(_PAGES // _PAGES_OF_SECTOR):
            if not all([self._is_blank(sector * _PAGES_OF_SECTOR + page) for page in range(_PAGES_OF_SECTOR)]):
                self._flash.erase(sector)
        self.count, self._newest = 0, _PAGES - 1

    def _free(self) -> int:
        """Return the page for the next crash; what a power cut tore is left out."""
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
        """Return (number, how, what) of a page; the number is 0 when it holds no crash."""
        self._flash.read_into(page * PAGE_BYTES, self._page)
        end = _HEAD + self._page[_HEAD - 1]
        record = bytes(self._page[: end + _CRC])
        is_whole = record[:4] == _MAGIC and record[8] in (RAISED, SECRET, HUNG)
        if not is_whole or crc32(record[:end]).to_bytes(_CRC, "little") != record[end:]:
            return 0, 0, ""
        return int.from_bytes(record[4:8], "little"), record[8], record[_HEAD:end].decode()


def write_down(error: Exception, is_secret: bool, flash: "Any") -> None:
    """Write down that a pass ended by this exception; `flash` is that of the log, or None for none."""
    if flash is None:
        return
    if is_secret:
        CrashLog(flash).keep(SECRET)
    else:
        CrashLog(flash).keep(RAISED, described(error))


def described(error: Exception) -> str:
    """Return the type of an exception, and where it was raised: "ValueError tavolo/table.py:60 main.py:98"."""
    print_exception = getattr(sys, "print_exception", None)
    if print_exception is None:
        places = _places_on_a_laptop(error)
    else:
        traceback = _Places()
        print_exception(error, traceback)
        places = traceback.places
    places.reverse()
    return " ".join([type(error).__name__] + places[:MOST_PLACES])[:MOST_LETTERS]


class _Places(io.IOBase):
    """A stream that keeps file and line of the last calls of a traceback that MicroPython prints, and nothing else."""

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


def _places_on_a_laptop(error: Exception) -> "list[str]":
    """Return the same on CPython: of modules that are ours."""
    places = []
    calls = error.__traceback__
    while calls is not None:
        name = calls.tb_frame.f_globals["__name__"]
        if name.startswith("tavolo."):
            places.append(name.replace(".", "/") + ".py:" + str(calls.tb_lineno))
        calls = calls.tb_next
    return places
