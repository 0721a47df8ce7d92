"""The journal: the current game, in flash, so that it survives a power cut at any instant.

A game begins in a sector of its own with its start and the seats' calibrations. Each action follows in its public form,
with the digest of the position after it, as a record of one page program. Undoing is a record too, so what was undone
stays known, above all outcomes of chance. Now and then the public position is saved, so that not everything has to be
replayed; that takes less than a quarter of the room. Each record is linked to the one before it, and all to the start,
so that nothing from another journal or another time is taken for a part of this game. The end of the game is a mark in
the head of its first sector. The next game begins one sector further, and the sector before it has a copy of that
start.

Sectors are erased ahead while nobody touches anything: in the lobby all but that of the last start, in a game only when
few are left. What cannot be read is reported (`reading`), and never prevents the game from going on with the rest.
"""

from binascii import crc32

from tavolo import wiring
from tavolo.journal import entries
from tavolo.journal.index import Index
from tavolo.journal.ring import HEAD_BYTES, NOWHERE, PAGES, Ring
from tavolo.rules.packing import packed
from tavolo.wiring import PAGE_BYTES

TYPE_CHECKING = False  # True for type checkers
if TYPE_CHECKING:
    from typing import Any

    from tavolo.journal.reading import Reading

QUIET_MS = 2000  # before a sector is erased: then nobody notices that the table does not respond
BETWEEN_MS = 250  # from one sector to the next
AHEAD = 2  # erased sectors that a game should find
LEAST_BETWEEN = 512  # bytes of actions between two positions: 32 actions with a card
TIMES_BETWEEN = 4  # how many times its own bytes follow a position in actions before the next
_BEFORE_LISTING = 3  # records that are in a sector before the index lists it: with a CUT between GOES_ON and an action
_FEW_SECTORS = 2  # too few for one before that of the first game


class Journal:
    """The journal in `length` bytes of `flash` (see `ring`); with None nothing is stored.

    `index` is flash of one sector; without it the journal does not notice wiped sectors.

    At power-on `setup_text`, `seats` and `calibrations` (bytes for each seat, None where there was none) are those of
    the last game's start. `is_unfinished` if it was being played; then `reading` returns what followed. `is_foreign` if
    it was played with other `rules`, or has another format: it cannot be replayed here. `is_damaged` if there was a
    game of which not even the start can be read, or is in doubt.

    `game` is the number of the last game at this board, 0 for none.

    In play `wants_position` says that the last record is an action, and that enough was written since the last position
    to make another worth its room; `keep_position` can wait for a tick that has time.
    """

    def __init__(self, flash: "Any", length: int = wiring.JOURNAL_BYTES, rules: str = "", index: "Any" = None) -> None:
        self.is_unfinished = self.is_foreign = self.is_damaged = self.is_full = False
        self.wants_position = False
        self.game = 0
        self.setup_text = ""
        self.seats: tuple[int, ...] = ()
        self.calibrations: list[bytes | None] = [None] * wiring.SEATS
        self.ring = Ring(flash, length) if flash is not None else None
        self._index = Index(index, self.ring) if index is not None and self.ring is not None else None
        self._rules = crc32(rules.encode()) & 0xFFFFFFFF
        self._sector = NOWHERE  # where the last game begins
        self._before = NOWHERE  # the sector with the copy of its start; the next record there comes behind this byte
        self._behind_before = 0
        self._owners: "list[int]" = []  # the game of each sector, 0 when it is not known
        self._wiped: "list[int]" = []  # sectors of the game without any record of it
        self._opening = 1  # the number of its first action
        self._records = 0  # how many it has
        self._start_link = self._link = entries.NO_LINK  # to its start, and to the last record
        self._cut = b""  # to be written before the next record, because others are missing
        self._void = (0, 0)  # from which record on, and how many actions were left then
        self._takebacks = 0  # how many there were
        self._between = LEAST_BETWEEN  # bytes of actions from the last position to the next
        self._left_to_position = LEAST_BETWEEN  # of these
        self._position_at = 0  # how many actions there were at the last position
        self._is_playing = False
        self._quiet_ms = 0
        self._is_erasing = True
        if self.ring is not None:
            self._find_game(self.ring)

    # ---- at power-on

    def reading(self) -> "Reading":
        """Return a reader of the records after the start; at its end `resume` is to be called with it."""
        return self._reading(self._sector, self._opening)

    def _reading(self, sector: int, opening: int) -> "Reading":
        from tavolo.journal.reading import Reading  # imported here so that `main` can unload it

        assert self.ring is not None
        return Reading(self.ring, sector, self._owners, self.game, opening, self._start_link, self._wiped)

    def takebacks(self, read: int) -> int:
        """Return how many takebacks the game has, of which this many were `read`; MOST_TAKEBACKS if not known."""
        index = self._index
        if index is None:
            return read
        return max(read, index.takebacks) if index.knows(self.game, self._start_link) else entries.MOST_TAKEBACKS

    def knows_more(self, reading: "Reading", takebacks: int) -> bool:
        """Return whether the index shows that something is missing at the end, when so many takebacks were read."""
        index = self._index
        if index is None or not index.knows(self.game, self._start_link):
            return index is not None and index.has_strays
        is_elsewhere = reading.in_last_sector > _BEFORE_LISTING and index.lacks(reading.last_sector)
        return index.has_strays or is_elsewhere or takebacks < index.takebacks < entries.MOST_TAKEBACKS

    def resume(self, reading: "Reading", left: int, takebacks: int = 0) -> None:
        """From now on write behind what was read, of which `left` actions remain."""
        ring = self.ring
        assert ring is not None
        self._records = max(reading.following, self._opening)
        self._link = reading.link
        self._takebacks = takebacks
        if reading.has_lost():
            self._void = self._records, left
            self._records = max(self._records, reading.last) + 2
            self.announce_repair(0)
        for sector in reading.sectors:
            ring.kept[sector] = 1
        self._play(ring)
        ring.reopen(self._sector, reading.last_sector)
        self.is_full = not ring.has_room() or self._records >= entries.MOST_RECORDS
        if self._index is not None:
            self._index.resume(self.game, self._start_link, reading.sectors, takebacks)

    def announce_repair(self, count: int) -> None:
        """Write, with the next record, that `count` actions are being repaired: a power cut then shows some missing."""
        void, left = self._void
        if self._records < entries.MOST_RECORDS:  # else nothing is written any more
            numbers = void, left, count, self._takebacks
            content = b"".join([min(number, 0xFFFF).to_bytes(2, "little") for number in numbers])
            self._cut = entries.record_of(entries.CUT, self.game, max(0, self._records - 1), self._link, content)

    def truncate(self, left: int) -> bool:
        """Write that only the first `left` actions remain, as if the rest were undone: the next one is invalid."""
        self._void = 0, left
        self.announce_repair(0)
        return self.undone(left)

    def lost(self) -> int:
        """Return how many records of a game that `is_damaged` can be read."""
        reading = self._reading(0, 0)
        reading.gap = True
        for _ in reading.entries():
            pass
        return reading.readable

    def _find_game(self, ring: Ring) -> None:
        from tavolo.journal.finding import Finding  # imported here so that `main` can unload it

        found = Finding(ring, self._rules, self._index)
        self._owners, self._wiped, self.game, self._sector = found.owners, found.wiped, found.game, found.sector
        self._start_link = found.link
        self._before, self._behind_before = found.before, found.behind_before
        self._opening, self.seats, self.setup_text = found.opening, found.seats, found.setup_text
        self.is_unfinished, self.is_foreign, self.is_damaged = found.is_unfinished, found.is_foreign, found.is_damaged
        if self._sector != NOWHERE:
            self._read_calibrations()

    def _read_calibrations(self) -> None:
        for kind, content in self.reading().entries():
            if kind != entries.CALIBRATION:
                return
            if content and content[0] < wiring.SEATS:
                self.calibrations[content[0]] = content[1:]

    # ---- in play

    def begin(self, setup_text: str, seats: tuple[int, ...], calibrations: "list[bytes | None]") -> bool:
        """Begin a game; return whether it is stored. A sector that it needs at once is erased now if necessary."""
        ring = self.ring
        if ring is None:
            return True
        self.game += 1
        self._records = self._position_at = self._takebacks = 0
        self._between = self._left_to_position = LEAST_BETWEEN
        self._cut = b""
        self.is_unfinished = self.is_foreign = self.is_damaged = False
        self._find_room(ring)
        self.is_full = self._sector == NOWHERE
        if self.is_full:
            return False
        ring.open(self._sector)
        kept = [bytes((seat,)) + known for seat, known in enumerate(calibrations) if known is not None]
        self._opening = 1 + len(kept)
        start = self._game_bytes() + self._rules.to_bytes(4, "little")
        start += bytes((self._opening, len(seats))) + bytes(seats) + setup_text.encode()
        self._link = entries.link_to_measured(kept)
        self._start_link = entries.link_to(entries.record_of(entries.START, self.game, 0, self._link, start))
        self._play(ring)
        if self._index is not None:
            self._index.begin(self.game, self._start_link)
        is_kept = self._write(entries.START, start)
        self._put_before(ring, entries.BEGUN, bytes((self._sector,)) + start)
        for calibration in kept:
            is_kept = self._write(entries.CALIBRATION, calibration) and is_kept
        return is_kept

    def acted(self, action: tuple[int, ...], digest: int) -> bool:
        """Write an action in its public form, and the digest after it; return False if the journal is full."""
        return self._write(
            entries.ACTION, (digest & 0xFFFFFFFF).to_bytes(entries.DIGEST_BYTES, "little") + packed(action)
        )

    def keep_position(self, count: int, content: bytes) -> None:
        """Save the public position after the last of `count` actions, if there is room for it."""
        ring = self.ring
        assert ring is not None
        self.wants_position = False
        self._between = LEAST_BETWEEN
        content = count.to_bytes(2, "little") + content
        if len(content) <= entries.LONGEST and ring.ahead():  # a position never takes a sector that is not erased yet
            record = entries.record_of(entries.POSITION, self.game, self._records - 1, self._link, content)
            self._between = max(LEAST_BETWEEN, TIMES_BETWEEN * len(record))
            self._position_at = count
            ring.append(record)  # whether or not that works: the game does without it
        self._left_to_position = self._between

    def undone(self, length: int) -> bool:
        """Write that only the first `length` actions are left; a position that this makes void is due sooner."""
        if length < self._position_at:
            self._position_at = 0
            self._left_to_position -= self._between // 2
        is_kept = self._write(entries.BACK, packed((length,)))
        self._takebacks += 1
        if self._index is not None and self.ring is not None:
            self._index.count_takeback(self.ring.sector)
        return is_kept

    def end(self) -> None:
        """End the game, which is over and left, or abandoned: it does not resume."""
        self.put_aside()
        ring = self.ring
        if ring is not None and self._sector != NOWHERE:
            is_marked = ring.is_marked(self._sector)
            for sector in range(ring.sectors):
                ring.kept[sector] = sector == self._sector or (sector == self._before and not is_marked)

    def put_aside(self) -> None:
        """Never resume the game, even if it was not over; it stays in flash until its sectors are needed."""
        self.is_unfinished = self.is_foreign = self._is_playing = self.wants_position = False
        self._is_erasing = True
        self._quiet_ms = 0
        if self.ring is not None and self._sector != NOWHERE:
            self._mark(self.ring)
        if self._index is not None and self.game:
            self._index.end(self.game, self._start_link)

    def _mark(self, ring: Ring) -> None:
        is_marked = ring.mark(self._sector)
        if not self._put_before(ring, entries.ENDED, self._game_bytes()) and not is_marked:
            self._before = ring.erased(self._sector, self._sector)
            self._behind_before = HEAD_BYTES
            self._put_before(ring, entries.ENDED, self._game_bytes())

    def needs_rest(self) -> bool:
        """Return whether `rest` has sectors left to erase."""
        ring = self.ring
        return ring is not None and self._is_erasing and (not self._is_playing or ring.ahead() < AHEAD)

    def rest(self, elapsed_ms: int, is_quiet: bool) -> None:
        """Erase a sector now and then while it `needs_rest` and nobody touches anything."""
        if self.ring is None or not self.needs_rest():
            return
        self._quiet_ms = self._quiet_ms + elapsed_ms if is_quiet else 0
        if self._quiet_ms >= QUIET_MS:
            self._quiet_ms = QUIET_MS - BETWEEN_MS
            if self._index is not None and self._index.wants_erasing():
                self._index.erase()
                return
            sector = self.ring.to_erase(self._sector)
            self._is_erasing = sector != NOWHERE and (self.ring.erase(sector) or True)

    # ---- sectors and records

    def _game_bytes(self) -> bytes:
        return self.game.to_bytes(entries.GAME_BYTES, "little")

    def _play(self, ring: Ring) -> None:
        """From now on write records of this game."""
        self._is_playing = self._is_erasing = True
        ring.owner = entries.record_of(entries.GOES_ON, self.game, 0, self._start_link, self._game_bytes())

    def _find_room(self, ring: Ring) -> None:
        before = self._sector
        for sector in range(ring.sectors):
            ring.kept[sector] = sector == before
        self._behind_before = (PAGES - 1) * PAGE_BYTES
        if before == NOWHERE and ring.sectors > _FEW_SECTORS:
            before = ring.erased(NOWHERE)
            self._behind_before = HEAD_BYTES
        if before != NOWHERE:
            ring.kept[before] = 1
        self._sector = ring.erased(before, before)
        self._before = before
        self._owners = [0] * ring.sectors
        if before != NOWHERE:
            self._owners[before] = entries.NO_OWNER

    def _put_before(self, ring: Ring, kind: int, content: bytes) -> bool:
        """Write a record into the sector before that of the start; return whether that worked."""
        record = entries.record_of(kind, self.game, 0, self._start_link, content)
        page, offset = divmod(self._behind_before, PAGE_BYTES)
        if self._before == NOWHERE or offset + len(record) > PAGE_BYTES:
            return False
        self._behind_before += len(record)
        return ring.put(self._before, page, offset, record)

    def _write(self, kind: int, content: bytes) -> bool:
        if self.ring is None:
            return True
        if self.is_full:
            return False
        if len(content) <= entries.LONGEST and self._records < entries.MOST_RECORDS:
            link = entries.link_to(self._cut) if self._cut else self._link
            record = entries.record_of(kind, self.game, self._records, link, content)
            self._link = link if kind == entries.CALIBRATION else entries.link_to(record)
            record = self._cut + record
            self._records += 1
            self._left_to_position -= len(record)
            self.wants_position = kind == entries.ACTION and self._left_to_position <= 0
            if self.ring.append(record):
                if self._index is not None:
                    self._index.add_sector(self.ring.sector)
                self._cut = b""
                return True
        self.wants_position = False
        self.is_full = True  # after a missing record those behind it are worthless
        return False
