"""The journal's records, as bytes on a page of flash.

    length of link and content (1 byte), kind << 4 | version (1), game (1), number of the record (2), link (2), content,
    CRC-32 (4)

The lowest byte of the game's number distinguishes records of two games. A record of an unknown kind or version may come
from other firmware: it counts, but its content is ignored.

The link is the first half of the CRC of another record, so that a record from another journal, or from another place in
this one, does not fit: of the record before, by its number, for an action and a BACK; of the one with its number for a
POSITION; of the start for the first action, and for all others but CUT. A start's own link is that of its calibrations.
"""

from binascii import crc32

from tavolo import wiring
from tavolo.journal.ring import BLANK, HEAD_BYTES

# The first record of a sector: a game begins, continues, or is over. All of the game's number, four bytes.
START = 1  # game, digest of the rules (4), number of the first action, how many seats, those, text of the setup
GOES_ON = 2  # game
ENDED = 3  # game; also behind BEGUN
BEGUN = 4  # in the sector before that of the start: the start's sector, and its content
# The records of a game.
CALIBRATION = 5  # seat, its own bytes
ACTION = 6  # digest of the public position after it (4), its public form
BACK = 7  # how many actions are left
POSITION = 9  # with the number of the record before it: how many actions (2), the public position after them in bytes
# In the index only (`tavolo.journal.index`).
LISTED = 10  # game, its first listed sector, takebacks (2)
LISTED_TOO = 11  # the same for another sector of the game, or once more for one
CLOSED = 12  # game, which is over
# The number from which on earlier records are void, how many actions are left, how many are being repaired, takebacks
# (two bytes each). Its link is that of the record before that number; with number 0, of the record before it in flash.
CUT = 8
BACK_BEHIND = 13  # never in flash: a BACK behind a missing record
RUN = 14  # never in flash: several actions
BEHIND = 15  # never in flash: an action that cannot be replayed, because one before it is missing

VERSION = 2
NO_OWNER = -1  # the owner of a sector without a game
MOST_RECORDS = 1 << 16
MOST_GAMES = 1 << 30
MOST_TAKEBACKS = 0xFFFF  # the counter stops here: the number is not known any more
KIND_AT, GAME_AT, NUMBER_AT, HEAD = 1, 2, 3, 5  # bytes of a record
_NUMBER, LINK, CRC = 2, 2, 4
CONTENT_AT = HEAD + LINK
LEAST = HEAD + CRC  # what a record of any version has
AROUND = LEAST + LINK  # the bytes of a record beside its content
GAME_BYTES = DIGEST_BYTES = 4
OWNER_BYTES = AROUND + GAME_BYTES  # of a GOES_ON
CUT_BYTES = 8  # of its content
LONGEST = (
    wiring.PAGE_BYTES - HEAD_BYTES - OWNER_BYTES - 2 * AROUND - CUT_BYTES
)  # so that a content fits even behind CUT
NO_LINK = bytes(LINK)


def record_of(kind: int, game: int, number: int, link: bytes, content: bytes) -> bytes:
    """Return a record; `content` has at most LONGEST bytes."""
    head = bytes((LINK + len(content), kind << 4 | VERSION, game & 255))
    data = head + number.to_bytes(_NUMBER, "little") + link + content
    return data + crc32(data).to_bytes(CRC, "little")


def link_to(record: bytes) -> bytes:
    """Return the link of a record that comes behind this one."""
    return record[-CRC : LINK - CRC]


def link_to_measured(calibrations: "list[bytes]") -> bytes:
    """Return the link of a game's start: no two boards measure the same, so no other journal has the same one."""
    return crc32(b"".join(calibrations)).to_bytes(CRC, "little")[:LINK]


def is_record(page: bytes, at: int) -> bool:
    """Return whether there is a whole record at this place of a page, of any game."""
    if at + LEAST > len(page):
        return False
    end = at + HEAD + page[at]
    behind_crc = end + CRC
    return behind_crc <= len(page) and page[end:behind_crc] == crc32(page[at:end]).to_bytes(CRC, "little")


def is_blank(page: bytes, at: int) -> bool:
    """Return whether the page is blank from this place on."""
    return page[at:] == BLANK[at:]


def behind(page: bytes, at: int) -> int:
    """Return the place of the next record."""
    return at + LEAST + page[at]


def kind_at(page: bytes, at: int) -> int:
    """Return the kind of a record; 0 when its version is unknown."""
    kind = page[at + KIND_AT]
    return kind >> 4 if kind & 15 == VERSION else 0


def link_at(page: bytes, at: int) -> bytes:
    """Return the link of a record."""
    return page[at + HEAD : at + CONTENT_AT]


def link_before(page: bytes, end: int) -> bytes:
    """Return the link to the record that ends at this place."""
    return page[end - CRC : end - CRC + LINK]


def content_at(page: bytes, at: int) -> bytes:
    """Return the content of a record."""
    return page[at + CONTENT_AT : at + HEAD + page[at]]


def int_at(content: bytes, at: int = 0, size: int = 4) -> int:
    """Return the number in `size` bytes of a content, as a game's; -1 if it is too short."""
    return int.from_bytes(content[at : at + size], "little") if at + size <= len(content) else -1
