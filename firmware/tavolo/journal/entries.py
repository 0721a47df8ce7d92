"""The journal's records as bytes on a page of flash, and what they hold.

    length of the content (1 byte), kind << 14 | number of the record (2), content, CRC-32 (4)

The CRC covers the number of the game too, so a record that an older game left is none of this one: it goes on from the
`seed` of the game.
"""

from binascii import crc32

from tavolo import wiring
from tavolo.journal.ring import HEAD_BYTES

START, CALIBRATION, ACTION, BACK = range(4)

_KIND_SHIFT = 14
MOST_RECORDS = 1 << _KIND_SHIFT
_LENGTH, _NUMBER, _CRC = 1, 2, 4  # bytes
LONGEST = wiring.PAGE_BYTES - HEAD_BYTES - _LENGTH - _NUMBER - _CRC  # content that fits anywhere
_BLANK = b"\xff" * wiring.PAGE_BYTES


def seed_of(game: int) -> int:
    """Return the seed of the game of this number; 0 has one too, for the start of any game."""
    return crc32(game.to_bytes(4, "little"))


def record_of(kind: int, number: int, content: bytes, seed: int) -> bytes:
    """Return a record, `content` at most LONGEST bytes."""
    data = bytes((len(content),)) + (kind << _KIND_SHIFT | number).to_bytes(2, "little") + content
    return data + crc32(data, seed).to_bytes(_CRC, "little")


def is_record(page: bytes, at: int, seed: int) -> bool:
    """Return whether a whole record of the game is there."""
    end = at + _LENGTH + _NUMBER + page[at]
    behind_crc = end + _CRC
    return behind_crc <= len(page) and page[end:behind_crc] == crc32(page[at:end], seed).to_bytes(_CRC, "little")


def number_at(page: bytes, at: int, seed: int) -> int:
    """Return the number of the record of the game that is there, -1 when none is."""
    if not is_record(page, at, seed):
        return -1
    return int.from_bytes(page[at + _LENGTH : at + _LENGTH + _NUMBER], "little") & MOST_RECORDS - 1


def has_record(page: bytes, at: int, seed: int) -> bool:
    """Return whether a record of the game is anywhere behind a place that has none."""
    if page[at:] == _BLANK[at:]:
        return False
    for place in range(at + 1, len(page) - _LENGTH - _NUMBER - _CRC):
        if page[place] <= LONGEST and is_record(page, place, seed):
            return True
    return False


def behind(page: bytes, at: int) -> int:
    """Return where the next record is."""
    return at + _LENGTH + _NUMBER + page[at] + _CRC


def kind_at(page: bytes, at: int) -> int:
    """Return the kind of the record that is there."""
    return page[at + _LENGTH + 1] >> _KIND_SHIFT - 8


def content_at(page: bytes, at: int) -> bytes:
    """Return the content of the record that is there."""
    return page[at + _LENGTH + _NUMBER : at + _LENGTH + _NUMBER + page[at]]
