"""Damaged journals of games: what can happen to flash, with the place of each record, so that the losses are known."""

from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from tavolo import wiring
from tavolo.games import load
from tavolo.journal import entries, ring
from tavolo.journal.journal import Journal
from tavolo.play import reasons
from tavolo.play.referee import Referee
from tavolo.rules.contract import CHANCE, Setup
from tavolo.rules.record import Record
from tavolo.seat.calibration import nominal
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import Buffer, NorFlash, PowerCut
from tests.play.playing import Place, Unseen
from tests.play.test_play import Heard

DAVID = load("david-goliath")
SETUP = Setup(DAVID, 3, (9, -1))
SEATS = (2, 4, 7)
SECTORS = 10
SECTOR, PAGE = wiring.SECTOR_BYTES, wiring.PAGE_BYTES
GAMES = 24  # that are damaged, each many times

Action = tuple[int, ...]
TOLD = (
    reasons.RECORDS_MISSING,
    reasons.LAST_RECORD_MISSING,
    reasons.END_MISSING,
    reasons.JOURNAL_DAMAGED,
    reasons.GAME_OF_OTHER_RULES,
)


class LastSector:
    """The last sector of a flash, as flash of its own that fails with it."""

    def __init__(self, flash: NorFlash) -> None:
        self._flash = flash
        self._number = len(flash.content) // SECTOR - 1

    def read_into(self, address: int, buffer: Buffer) -> None:
        self._flash.read_into(self._number * SECTOR + address, buffer)

    def program(self, address: int, page: Buffer) -> None:
        self._flash.program(self._number * SECTOR + address, page)

    def erase(self, sector: int) -> None:
        self._flash.erase(self._number + sector)


def journal_in(flash: NorFlash, kind: type[Journal] = Journal) -> Journal:
    """A journal, whose index is in the last sector."""
    return kind(flash, len(flash.content) - SECTOR, index=LastSector(flash))


class Kept(NamedTuple):
    """A record: its place, and the state of the game after it."""

    at: int
    end: int
    kind: int
    actions: tuple[Action, ...]
    has_position: bool  # behind it


class Listener(Heard):
    """A publisher that only collects notes, queued ones too."""

    def queue_note(self, reason: tuple[int, ...]) -> None:
        self.notes.append(reason)

    def abandoned(self) -> None:
        """Nothing is told of it."""

    def missing(self, is_closed: bool) -> None:
        """No laptop is there to repair it."""


class Lights(Unseen):
    """Lights that nobody sees, with a picture."""

    def __init__(self) -> None:
        self.picture = self

    def look_at(self, view: Any) -> None:
        """See nothing."""


class Board:
    """A board that was switched on with this flash, and has resumed what it could."""

    def __init__(self, flash: NorFlash) -> None:
        self.flash = flash
        self.heard = Listener()
        self.journal = journal_in(flash)
        places = [Place(number) for number in range(wiring.SEATS)]
        self.referee = Referee(places, self.heard, self.journal, Lights(), lambda n: 0)  # type: ignore[arg-type]
        for _ in range(100_000):
            if not self.referee.replay:
                break
            self.referee.resume()
        assert not self.referee.replay, "it is stuck"

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(self.referee.record.actions) if self.referee.record else ()

    def told(self, code: int) -> list[tuple[int, ...]]:
        return [note[1:] for note in self.heard.notes if note[0] == code]

    @property
    def has_reported(self) -> bool:
        """Whether it has reported that something is missing."""
        return any(note[0] in TOLD for note in self.heard.notes)


class Spied(Journal):
    """A journal that knows where its records are."""

    def __init__(self, flash: NorFlash, length: int, index: Any) -> None:
        super().__init__(flash, length, index=index)
        self.record = Record(SETUP)
        self.kept: list[Kept] = []
        found = self.ring
        assert found is not None
        append = found.append

        def noted(data: bytes) -> bool:
            self.append_data = data
            return append(data)

        found.append = noted  # type: ignore[method-assign]

    def write(self, kind: int, *values: Any) -> None:
        assert getattr(self, "acted" if kind == entries.ACTION else "undone")(*values)
        found = self.ring
        assert found is not None
        end = found.sector * SECTOR + found._next_page * PAGE + found._offset
        length = len(self.append_data)
        self.kept.append(Kept(end - length, end, kind, tuple(self.record.actions), self.wants_position))
        if self.wants_position:
            self.keep_position(len(self.record.actions), DAVID.position_bytes(self.record.position))

    def act(self, action: Action) -> None:
        self.record.apply(action)
        self.write(entries.ACTION, action, self.record.digest())

    def undo(self) -> None:
        length = self.record.before_last_decision()
        self.record.undo(length)
        self.write(entries.BACK, length)


def legal_action(record: Record, random: Random) -> Action:
    player = DAVID.to_act(record.position)[0]
    if player == CHANCE:
        action = record.chance(random.randrange)
        assert action is not None
        return action
    return random.choice(DAVID.legal(record.position, player))


@cache
def played(number: int) -> tuple[bytes, tuple[Kept, ...], int, int]:
    """A journal with an unfinished game: flash, its records, first sector and the one before it."""
    random = Random(number)
    flash = NorFlash(Clock(), (SECTORS + 1) * SECTOR)
    for game in range(number % 4 + 1):
        journal = journal_in(flash, Spied)
        assert isinstance(journal, Spied)
        for _ in range(400):
            journal.rest(200, True)
        assert journal.begin(SETUP.text(), SEATS, [nominal().to_bytes()] * wiring.SEATS)
        if game == number % 4:
            break
        for _ in range(random.choice((3, 300))):
            journal.act(legal_action(journal.record, random))
        journal.end()
    for _ in range(random.choice((1, 20, 57, 150, 300, 500, 700))):
        if DAVID.outcome(journal.record.position) is not None:
            break
        if random.random() < 0.03 and len(journal.record.actions) > 1:
            journal.undo()
        journal.act(legal_action(journal.record, random))
    return bytes(flash.content), tuple(journal.kept), journal._sector, journal._before


class Damage:
    """Journal `number` of `played` with `random` damage: `content` is what is left of it."""

    def __init__(self, number: int, random: Random) -> None:
        self.whole, self.kept, self.sector, self.before = played(number)
        self.content = bytearray(self.whole)
        self._right = bytearray(self.whole)  # what is there of a record that is not damaged
        self.random = random
        last = self.kept[-1].at // SECTOR
        self.sectors = sorted({self.sector, *(kept.at // SECTOR for kept in self.kept)})
        self.last_page = self.kept[-1].at // PAGE * PAGE
        self.last = last

    def flip(self, count: int) -> None:
        for _ in range(count):
            sector = self.random.choice(self.sectors)
            used = self.last_page + PAGE if sector == self.last else (sector + 1) * SECTOR
            self.content[self.random.randrange(sector * SECTOR, used)] ^= 1 << self.random.randrange(8)

    def flip_one(self) -> None:
        self.flip(1)

    def flip_some(self) -> None:
        self.flip(self.random.choice((2, 5, 30)))

    def fill(self, at: int, length: int, value: int) -> None:
        self.content[at : at + length] = bytes((value,)) * length

    def zero_sector(self) -> None:
        self.fill(self.random.choice(self.sectors) * SECTOR, SECTOR, 0)

    def blank_sector(self) -> None:
        self.fill(self.random.choice(self.sectors) * SECTOR, SECTOR, 255)

    def wipe_sectors(self) -> None:
        """Some of the journal's sectors, or all of them; the game's own more often."""
        known = [*self.sectors, self.before]
        among = self.random.choice((known, range(SECTORS)))
        for sector in self.random.sample(among, self.random.randrange(1, len(among) + 1)):
            self.fill(sector * SECTOR, SECTOR, self.random.choice((0, 255)))

    def zero_pages(self) -> None:
        at = self.random.choice(self.sectors) * SECTOR + self.random.randrange(16) * PAGE
        self.fill(at, PAGE, 0)

    def erase_half(self) -> None:
        flash = NorFlash(Clock(), len(self.content), seed=self.random.randrange(1 << 30))
        flash.content[:] = self.content
        flash.cut_at = 0
        try:
            flash.erase(self.random.choice(self.sectors))
        except PowerCut:
            self.content = flash.content

    def damage_last_page(self) -> None:
        way = self.random.randrange(3)
        for place in range(self.last_page, self.last_page + PAGE):
            noise = self.random.randrange(256)
            self.content[place] = (0, noise, self.content[place] & noise)[way]

    def double(self) -> None:
        taken, given = self.random.randrange(SECTORS), self.random.choice(self.sectors)
        self.content[taken * SECTOR : (taken + 1) * SECTOR] = self.whole[given * SECTOR : (given + 1) * SECTOR]

    def forge(self, at: int, kind: int, content: bytes, version: int = entries.VERSION) -> None:
        """Let another record be written there, of the same number; those behind are linked to it."""
        link, number = entries.link_at(self.whole, at), self.whole[at + 3] | self.whole[at + 4] << 8
        record = entries.record_of(kind, self.whole[at + 2], number, link, content)
        record = _with_crc(record[:1] + bytes((kind << 4 | version,)) + record[2:-4])
        places = self._places()
        relink(self.content, places[places.index(at) :], record)
        self._right[:] = self.content
        self._right[at] ^= 1

    # ---- what to expect

    def _places(self) -> list[int]:
        """The places of all records of the game, with those of its beginning and its positions, in their order."""
        return places_in(self.whole, dict.fromkeys((self.sector, *(kept.at // SECTOR for kept in self.kept))))

    def is_whole(self, kept: Kept) -> bool:
        return self.content[kept.at : kept.end] == self._right[kept.at : kept.end]

    def expected(self) -> tuple[tuple[Action, ...], int, int]:
        """The actions before the first damaged record, how many are damaged, and how many behind it are not."""
        whole = [self.is_whole(kept) for kept in self.kept]
        first = whole.index(False) if False in whole else len(whole)
        actions = self.kept[first - 1].actions if first else ()
        return actions, whole.count(False), sum(whole[first:])


WAYS: tuple[Callable[[Damage], None], ...] = (
    Damage.flip_one,
    Damage.flip_some,
    Damage.zero_sector,
    Damage.blank_sector,
    Damage.wipe_sectors,
    Damage.zero_pages,
    Damage.erase_half,
    Damage.damage_last_page,
    Damage.double,
)


def places_in(content: bytes | bytearray, sectors: Iterable[int]) -> list[int]:
    """Return the places of all whole records in these sectors."""
    found = []
    for sector in sectors:
        for page_at in range(sector * SECTOR, (sector + 1) * SECTOR, PAGE):
            page, at = content[page_at : page_at + PAGE], 0 if page_at % SECTOR else ring.HEAD_BYTES
            while entries.is_record(page, at):
                found.append(page_at + at)
                at = entries.behind(page, at)
    return found


def relink(content: bytearray, places: list[int], record: bytes) -> None:
    """Put another record in the first of these places, and link those in the others to it."""
    links = {bytes(entries.link_before(content, entries.behind(content, places[0]))): entries.link_to(record)}
    content[places[0] : places[0] + len(record)] = record
    for place in places[1:]:
        old = bytes(content[place : entries.behind(content, place)])
        link = links.get(old[entries.HEAD : entries.CONTENT_AT])
        if link is not None:
            new = _with_crc(old[: entries.HEAD] + link + old[entries.CONTENT_AT : -4])
            links[entries.link_to(old)] = entries.link_to(new)
            content[place : place + len(new)] = new


def linked_to(record: bytes, link: bytes) -> bytes:
    """The record with another link."""
    return _with_crc(record[: entries.HEAD] + link + record[entries.CONTENT_AT : -entries.CRC])


def _with_crc(data: bytes) -> bytes:
    return data + entries.crc32(data).to_bytes(entries.CRC, "little")


def a_flash_with(content: bytes | bytearray) -> NorFlash:
    flash = NorFlash(Clock(), len(content))
    flash.content[:] = content
    return flash
