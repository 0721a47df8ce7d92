"""The journal's records as bytes on a page of flash, and what they hold.

    length of the content (1 byte), kind << 4 | version (1), game (1), number of the record (2), content, CRC-32 (4)

Of the game's number the lowest byte tells records of two games apart. A kind or a version that is not known here may
come from another firmware: its record counts, and what it says is left out.
"""

from binascii import crc32

from tavolo import wiring
from tavolo.journal.ring import BLANK, HEAD_BYTES

# What a sector begins with: a game, more of one, or that one is over. Of the game: all of its number, four bytes.
START = 1  # game, digest of the rules (4), number of the first action, how many seats, those, text of the setup
GOES_ON = 2  # game
ENDED = 3  # game; also behind BEGUN
BEGUN = 4  # in the sector of the start before: the sector of the start, and what that holds
# What a game is told by.
CALIBRATION = 5  # seat, its own bytes
ACTION = 6  # digest of the public position after it (4), its public form
BACK = 7  # how many actions are left
POSITION = 9  # after the record with its number: how many actions (2), the public position after them in bytes
# In the index alone (`tavolo.journal.index`).
LISTED = 10  # game, a sector of it, before which none is listed, how often something was taken back (2)
LISTED_TOO = 11  # game, another sector of it, or one once more, the same
CLOSED = 12  # game, which is over
CUT = 8  # the number from which on the records before are void (2), how many actions are left, how many are filled in
BACK_BEHIND = 13  # never in flash: a BACK behind one that is missing
RUN = 14  # never in flash: several actions
BEHIND = 15  # never in flash: an action that cannot be repeated, because one before it is missing

VERSION = 1
NOBODYS = -1  # the owner of a sector of no game
MOST_RECORDS = 1 << 16
MOST_GAMES = 1 << 30
MOST_TAKEBACKS = 0xFFFF  # that are counted: from then on nobody knows how many there were
KIND_AT, GAME_AT, NUMBER_AT, HEAD = 1, 2, 3, 5  # bytes of a record
_NUMBER, CRC = 2, 4
LEAST = HEAD + CRC
GAME_BYTES = DIGEST_BYTES = 4
OWNER_BYTES = LEAST + GAME_BYTES  # of a GOES_ON
LONGEST = wiring.PAGE_BYTES - HEAD_BYTES - OWNER_BYTES - 2 * LEAST - 12  # content that fits anywhere, also behind a CUT


def record_of(kind: int, game: int, number: int, content: bytes) -> bytes:
    """Return a record, `content` at most LONGEST bytes."""
    data = bytes((len(content), kind << 4 | VERSION, game & 255)) + number.to_bytes(_NUMBER, "little") + content
    return data + crc32(data).to_bytes(CRC, "little")


def is_record(page: bytes, at: int) -> bool:
    """Return whether a whole record is there, of whichever game."""
    if at + LEAST > len(page):
        return False
    end = at + HEAD + page[at]
    behind_crc = end + CRC
    return behind_crc <= len(page) and page[end:behind_crc] == crc32(page[at:end]).to_bytes(CRC, "little")


def is_blank(page: bytes, at: int) -> bool:
    """Return whether nothing is written on the page from there on."""
    return page[at:] == BLANK[at:]


def behind(page: bytes, at: int) -> int:
    """Return where the next record is."""
    return at + LEAST + page[at]


def kind_at(page: bytes, at: int) -> int:
    """Return the kind of the record that is there; 0 when its version is not known."""
    kind = page[at + KIND_AT]
    return kind >> 4 if kind & 15 == VERSION else 0


def content_at(page: bytes, at: int) -> bytes:
    """Return the content of the record that is there."""
    return page[at + HEAD : at + HEAD + page[at]]


def whole_of(content: bytes, at: int = 0, size: int = 4) -> int:
    """Return the number that `size` bytes of a content are, by which it is also a game's; -1 when it is too short."""
    return int.from_bytes(content[at : at + size], "little") if at + size <= len(content) else -1
