"""The journal: the game that is being played, in flash, so that it outlives a power cut at any instant.

A game begins in a sector of its own with its start and the seats' calibrations; each action follows, in its public
form, as a record of one page program. Taking back is a record too, so what was undone stays known, outcomes of chance
above all. The end of the game is a mark in the head of its first sector. The next game begins one sector further, and
before it does, all sectors but that of the last start have been erased: in the lobby, when nobody touches anything.

The number of a record says which is missing. What a power cut tore has no right CRC and nothing behind it; what is
damaged otherwise has something behind it.
"""

from tavolo import wiring
from tavolo.journal.entries import (
    ACTION,
    BACK,
    CALIBRATION,
    LONGEST,
    MOST_RECORDS,
    START,
    behind,
    content_at,
    has_record,
    is_record,
    kind_at,
    number_at,
    record_of,
    seed_of,
)
from tavolo.journal.ring import HEAD_BYTES, NOWHERE, WRITTEN, Ring
from tavolo.rules.packing import packed

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

QUIET_MS = 2000  # in the lobby, before a sector is erased: nobody notices that the table does not listen
BETWEEN_MS = 250  # from one sector to the next


class Damaged(Exception):
    """The journal of the game is not whole. str() is a sentence."""


class Journal:
    """The journal in `length` bytes of `flash` (see `ring`), or none at all with None: then nothing is kept.

    At power-on, `setup_text`, `seats` and `calibrations` (one a seat in its own bytes, None where there was none)
    tell how the last game began; `is_unfinished` says that it was being played, and `entries` what followed.
    `is_damaged` says that there was a game of which not even the start can be read.
    """

    def __init__(self, flash: "Any", length: int = wiring.JOURNAL_BYTES) -> None:
        self.is_unfinished = False
        self.is_damaged = False
        self.is_full = False
        self.setup_text = ""
        self.seats: tuple[int, ...] = ()
        self.calibrations: list[bytes | None] = [None] * wiring.SEATS
        self.ring = Ring(flash, length) if flash is not None else None
        self._sector = NOWHERE  # where the last game begins
        self._game = 0  # its number
        self._records = 0  # written of it
        self._quiet_ms = 0
        self._is_erasing = True
        if self.ring is not None:
            self._find_game(self.ring)

    # ---- at power-on

    def entries(self) -> "Iterator[tuple[int, bytes]]":
        """Yield (kind, content) of each record after the start; then the journal can be written on.

        Damaged when a record is missing.
        """
        ring = self.ring
        assert ring is not None
        seed = seed_of(self._game)
        expected = 1
        last = self._sector
        for distance in range(ring.sectors):
            sector = (self._sector + distance) % ring.sectors
            if distance and self._starts_another(ring, sector):
                continue
            if ring.states[sector] == WRITTEN:
                last = sector
            for page in range(ring.used[sector]):
                ring.read(sector, page)
                content = bytes(ring.page)
                at = HEAD_BYTES if page == 0 else 0
                if distance == page == 0:
                    at = behind(content, at)
                while at < len(content):
                    number = number_at(content, at, seed)
                    if number == expected:
                        expected += 1
                        yield kind_at(content, at), content_at(content, at)
                    elif number > expected or (number < 0 and has_record(content, at, seed)):
                        raise Damaged(f"Record {expected} of the game cannot be read.")
                    elif number < 0:
                        break  # torn, or nothing more on this page
                    at = behind(content, at)
        self._records = expected
        ring.reopen(self._sector, last)
        self.is_full = not ring.has_room()

    def _find_game(self, ring: Ring) -> None:
        for sector in range(ring.sectors):
            if ring.used[sector]:
                ring.read(sector, 0)
                content = bytes(ring.page)
                if _is_start(content):
                    start = content_at(content, HEAD_BYTES)
                    game = int.from_bytes(start[:4], "little")
                    if game > self._game:
                        self._game, self._sector = game, sector
                        self.seats = tuple(start[5 : 5 + start[4]])
                        self.setup_text = start[5 + start[4] :].decode()
        if self._game and not ring.is_marked(self._sector):
            self.is_unfinished = True
        if self._game:
            self._read_calibrations()
        self.is_damaged = not self.is_unfinished and self._has_lost_a_start(ring)

    def _starts_another(self, ring: Ring, sector: int) -> bool:
        """Return whether a game begins in the sector: none but that one is written there until it is erased."""
        if not ring.used[sector]:
            return False
        ring.read(sector, 0)
        return _is_start(bytes(ring.page))

    def _has_lost_a_start(self, ring: Ring) -> bool:
        """Return whether there are records of a game after the last: the start of the last but one stays so long."""
        last, following = seed_of(self._game), seed_of(self._game + 1)
        for sector in range(ring.sectors):
            for page in range(1, ring.used[sector]):
                ring.read(sector, page)
                content = bytes(ring.page)
                if is_record(content, 0, following):
                    return True
                if is_record(content, 0, last):
                    break  # the last game's own sector
        return False

    def _read_calibrations(self) -> None:
        try:
            for kind, content in self.entries():
                if kind != CALIBRATION:
                    return
                self.calibrations[content[0]] = content[1:]
        except (Damaged, ValueError, IndexError):
            return  # whoever takes the game up finds that out too

    # ---- in play

    def begin(self, setup_text: str, seats: tuple[int, ...], calibrations: "list[bytes | None]") -> bool:
        """Begin a game; return whether it is kept. Erases first what is not erased yet, which should be nothing."""
        ring = self.ring
        if ring is None:
            return True
        sector = ring.to_erase(self._sector)
        while sector != NOWHERE:
            ring.erase(sector)
            sector = ring.to_erase(self._sector)
        self._sector = ring.erased_after(self._sector)
        self._game += 1
        self._records = 0
        self._is_erasing = False
        self.is_damaged = False
        self.is_full = self._sector == NOWHERE
        if self.is_full:
            return False
        ring.open(self._sector)
        start = self._game.to_bytes(4, "little") + bytes((len(seats),)) + bytes(seats) + setup_text.encode()
        kept = self._write(START, start, 0)
        for seat, calibration in enumerate(calibrations):
            if calibration is not None:
                kept = self._write(CALIBRATION, bytes((seat,)) + calibration, self._game) and kept
        return kept

    def acted(self, action: tuple[int, ...]) -> bool:
        """Keep an action in its public form; return whether it is kept, be it that nothing has to be."""
        return self._write(ACTION, packed(action), self._game)

    def went_back(self, length: int) -> bool:
        """Keep that only the first `length` actions are left."""
        return self._write(BACK, packed((length,)), self._game)

    def end(self) -> None:
        """The game is over and left, or abandoned: it is not taken up again."""
        self.is_unfinished = False
        self._is_erasing = True
        self._quiet_ms = 0
        if self.ring is not None and self._sector != NOWHERE:
            self.ring.mark(self._sector)

    @property
    def needs_rest(self) -> bool:
        """Return whether sectors are left that `rest` would erase."""
        return self.ring is not None and self._is_erasing

    def rest(self, elapsed_ms: int, is_quiet: bool) -> None:
        """Let time pass in the lobby: erase a sector now and then, while nobody touches anything."""
        if self.ring is None or not self._is_erasing:
            return
        self._quiet_ms = self._quiet_ms + elapsed_ms if is_quiet else 0
        if self._quiet_ms >= QUIET_MS:
            self._quiet_ms = QUIET_MS - BETWEEN_MS
            sector = self.ring.to_erase(self._sector)
            self._is_erasing = sector != NOWHERE and (self.ring.erase(sector) or True)

    # ---- records

    def _write(self, kind: int, content: bytes, game: int) -> bool:
        if self.ring is None:
            return True
        if self.is_full:
            return False
        if len(content) <= LONGEST and self._records < MOST_RECORDS:
            record = record_of(kind, self._records, content, seed_of(game))
            self._records += 1
            if self.ring.append(record):
                return True
        self.is_full = True  # with a record missing, those behind it are worth nothing
        return False


def _is_start(page: bytes) -> bool:
    """Return whether a game begins on this first page of a sector."""
    return is_record(page, HEAD_BYTES, seed_of(0)) and kind_at(page, HEAD_BYTES) == START
