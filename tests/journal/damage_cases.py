"""Kinds of damage to a board's journal, and what may follow.

Each case takes the flash of a board that has lost its power in the middle of a game, does something to it, and switches
the board on. The board must give the game back as it was at some moment, never with other actions. If it is not the
last moment, the board must report that something is missing, unless the flash could be like that without any damage:
if in all sectors of the game and in the index it equals what the board itself has had there at a moment of this game,
or between two moments, when the power is cut while a page is programmed; or what it has there when the last thing that
it does is to put the game aside.
"""

from collections.abc import Callable
from functools import cache
from random import Random

from tavolo.games import names
from tavolo.journal import entries, ring
from tavolo.play import reasons
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import NorFlash
from tests.journal.damaged import Board
from tests.journal.kept_journals import PAGE, PAGES, SECTOR, SECTORS, Kept, kept_journal

ANOTHER = 1000  # from one board to another
SAME, OTHERWISE, LATER, FAR = range(4)  # what another journal has in common


@cache
def a_journal(number: int) -> Kept:
    """Journal `number`: a game of each kind in turn."""
    return kept_journal(names()[number % len(names())], board=number, moves=number, number=1 + number // 5 % 4)


@cache
def another(number: int, what: int) -> Kept:
    """A journal from another board, whose game is of the same kind as in journal `number`."""
    like, board = a_journal(number), ANOTHER + number
    if what == OTHERWISE:
        return kept_journal(like.name, board, number, like.number, parting=like.length // 2)
    if what == FAR:
        return kept_journal(like.name, board, board, like.number, first=257)
    return kept_journal(like.name, board, board, like.number + (what == LATER))


class Case:
    """A journal of a board, and what a `random` damage leaves of it in `content`."""

    def __init__(self, kept: Kept, number: int, random: Random) -> None:
        self.kept, self.number, self.random = kept, number, random
        self.content = bytearray(kept.content)

    # ---- places

    def sector(self) -> int:
        """A sector of the game; now and then that of the copy of its start, or the index."""
        return self.random.choice(self.kept.sectors * 3 + [self.kept.before, SECTORS])

    def page(self) -> int:
        """Where a used page begins, or the blank one behind."""
        begin = self.sector() * SECTOR
        used = [at for at in range(begin, begin + SECTOR, PAGE) if any(b != 255 for b in self.content[at : at + PAGE])]
        return self.random.choice([*used, min(begin + SECTOR - PAGE, (used or [begin])[-1] + PAGE)])

    def byte(self) -> int:
        """A byte of such a page."""
        return self.page() + self.random.randrange(PAGE)

    def put(self, at: int, data: bytes) -> None:
        """Set some bytes."""
        self.content[at : at + len(data)] = data

    # ---- damage

    def bits(self) -> None:
        """One bit, or several."""
        for _ in range(self.random.choice((1, 1, 2, 5, 30))):
            self.content[self.byte()] ^= 1 << self.random.randrange(8)

    def a_byte(self) -> None:
        """A byte."""
        self.put(self.byte(), self.random.randbytes(1))

    def a_word(self) -> None:
        """A word: any, zeros or ones."""
        self.put(self.byte() & -4, self.random.choice((self.random.randbytes(4), bytes(4), b"\xff" * 4)))

    def page_of_zeros(self) -> None:
        """A page of zeros."""
        self.put(self.page(), bytes(PAGE))

    def page_of_ones(self) -> None:
        """A page of ones."""
        self.put(self.page(), b"\xff" * PAGE)

    def sector_of_zeros(self) -> None:
        """A sector of zeros."""
        self.put(self.sector() * SECTOR, bytes(SECTOR))

    def sector_of_ones(self) -> None:
        """A sector of ones."""
        self.put(self.sector() * SECTOR, b"\xff" * SECTOR)

    def cut_at_a_record(self) -> None:
        """All is blank from a record on."""
        self._cut(self.random.choice(self.kept.places))

    def cut_anywhere(self) -> None:
        """All is blank from a byte on."""
        at = self.random.choice(self.kept.places)
        self._cut(at + self.random.randrange(-8, 24))

    def _cut(self, at: int) -> None:
        later = self.kept.sectors[self.kept.sectors.index(at // SECTOR) + 1 :]
        self.put(at, b"\xff" * (SECTOR - at % SECTOR))
        head = self.random.choice((0, ring.HEAD_BYTES))  # with the second they look erased ahead
        for sector in later:
            self.put(sector * SECTOR + head, b"\xff" * (SECTOR - head))

    def cut_index(self) -> None:
        """The index is blank from a page on."""
        at = self.random.randrange(PAGES) * PAGE
        self.put(SECTORS * SECTOR + at, b"\xff" * (SECTOR - at))

    def swap_pages(self) -> None:
        """Two pages in each other's place."""
        one, other = self.page(), self.page()
        self.content[one : one + PAGE], self.content[other : other + PAGE] = (
            self.content[other : other + PAGE],
            self.content[one : one + PAGE],
        )

    def swap_sectors(self) -> None:
        """Two sectors in each other's place."""
        one, other = self.sector(), self.random.randrange(SECTORS + 1)
        first, second = bytes(self._sector_of(one)), bytes(self._sector_of(other))
        self.put(one * SECTOR, second)
        self.put(other * SECTOR, first)

    def _sector_of(self, sector: int) -> bytearray:
        return self.content[sector * SECTOR : (sector + 1) * SECTOR]

    def repeat_record(self) -> None:
        """A record once more, on another's place or behind all."""
        at = self.random.choice(self.kept.places)
        page = self.kept.content[at // PAGE * PAGE : (at // PAGE + 1) * PAGE]
        record = page[at % PAGE : entries.behind(page, at % PAGE)]
        to = self.random.choice([*self.kept.places, self.kept.end])
        self.put(to, record[: PAGE - to % PAGE])

    def repeat_page(self) -> None:
        """A page of the same journal in another place."""
        at = self.page()
        self.put(self.page(), bytes(self.content[at : at + PAGE]))

    def repeat_sector(self) -> None:
        """A sector of the same journal in another place."""
        self.put(self.random.randrange(SECTORS) * SECTOR, bytes(self._sector_of(self.sector())))

    def page_as_before(self) -> None:
        """A page as it was at an earlier time."""
        at = self.page()
        self.put(at, self.kept.image(self._earlier())[at : at + PAGE])

    def sector_as_before(self) -> None:
        """A sector as it was at an earlier time."""
        at = self.sector() * SECTOR
        self.put(at, self.kept.image(self._earlier())[at : at + SECTOR])

    def _earlier(self) -> int:
        """A moment: mostly of this game, and mostly of its last actions."""
        last, begin = len(self.kept.operations), self.kept.begin
        return self.random.choice((self.random.randrange(last), self.random.randrange(begin, last), max(0, last - 9)))


def pasted(what: int, length: int) -> Callable[[Case], None]:
    """Paste a page or a sector from another journal, into the same place or any other."""

    def paste(case: Case) -> None:
        other = another(case.number, what)
        theirs = Case(other, case.number, case.random)
        place = theirs.page() if length == PAGE else theirs.sector() * SECTOR
        at = place if case.random.random() < 0.7 else case.page() // length * length
        case.put(at, other.content[place : place + length])

    of = {
        SAME: "another board, with the same number",
        OTHERWISE: "another board, with the same number and at first the same moves",
        LATER: "another board, with the next number",
        FAR: "another board, with a number that ends in the same byte",
    }
    paste.__doc__ = f"A {'page' if length == PAGE else 'sector'} of {of[what]}."
    return paste


KINDS: list[Callable[[Case], None]] = [
    Case.bits,
    Case.a_byte,
    Case.a_word,
    Case.page_of_zeros,
    Case.page_of_ones,
    Case.sector_of_zeros,
    Case.sector_of_ones,
    Case.cut_at_a_record,
    Case.cut_anywhere,
    Case.cut_index,
    Case.swap_pages,
    Case.swap_sectors,
    Case.repeat_record,
    Case.repeat_page,
    Case.repeat_sector,
    Case.page_as_before,
    Case.sector_as_before,
    *[pasted(what, length) for what in (SAME, OTHERWISE, LATER, FAR) for length in (PAGE, SECTOR)],
]
TOLD, SAME_GAME, POSSIBLE, IMPOSSIBLE, OTHER_GAME = "told", "nothing lost", "possible", "impossible", "other actions"


def judged(case: Case) -> str:
    """Switch a board on with this content, and judge what it gives back and reports."""
    kept = case.kept
    flash = NorFlash(Clock(), len(case.content))
    flash.content[:] = case.content
    board = Board(flash)
    play, journal = board.referee.play, board.journal
    if play is not None:
        is_ours = (journal.setup_text, journal.seats) == (kept.setup_text, kept.seats)
        if not is_ours or hash((board.actions, play.record.digest())) not in kept.states:
            return OTHER_GAME
        measured = zip(journal.calibrations, kept.calibrations, strict=True)
        if any(known is not None and known != right for known, right in measured):
            return OTHER_GAME
    if board.has_reported or board.told(reasons.RECORDS_UNKNOWN):
        return TOLD
    if play is not None and board.actions == kept.actions:
        return SAME_GAME
    return POSSIBLE if kept.is_possible(bytes(case.content)) else IMPOSSIBLE


def tried(place: int, journals: int) -> tuple[str, str]:
    """Try a case of one of so many journals; return what the damage was, and how it was judged."""
    random = Random(f"short {place}")
    number, kind = random.randrange(journals), KINDS[place % len(KINDS)]
    case = Case(a_journal(number), number, random)
    while case.content == case.kept.content:
        kind(case)
    return str(kind.__doc__), judged(case)
