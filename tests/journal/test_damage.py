"""Any damage to the journal's flash: the game resumes before the first damage, and losses are reported.

With TAVOLO_DAMAGES=N there are N damaged journals instead of a few.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from itertools import repeat
from random import Random
from typing import Any

import pytest

from tavolo import wiring
from tavolo.journal import entries, ring
from tavolo.play import reasons
from tavolo.play.council import take_back
from tavolo.rules.contract import CHANCE
from tavolo.rules.packing import packed
from tavolo.rules.record import Record
from tavolo.seat.calibration import nominal
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import Buffer, NorFlash, PowerCut
from tests.journal.damaged import (
    DAVID,
    GAMES,
    PAGE,
    SEATS,
    SECTOR,
    SECTORS,
    SETUP,
    WAYS,
    Action,
    Board,
    Damage,
    Kept,
    Spied,
    a_flash_with,
    journal_in,
    legal_action,
    played,
)

DAMAGES = int(os.environ.get("TAVOLO_DAMAGES", "96"))
OVERHEAD = entries.AROUND
EACH_GOES_ON = 4  # one game in this many boots is played on, which takes two more boots
EACH = DAMAGES // (len(WAYS) + 4)


def act(board: Board, random: Random, count: int, stood: list[tuple[tuple[int, ...], ...]]) -> None:
    """Play on; note the state of the game before each stored action, and after the last."""
    stood.append(board.actions)
    record = board.referee.record
    for _ in range(count):
        if record is None or DAVID.outcome(record.position) is not None:
            break
        action = legal_action(record, random)
        stood.append((*board.actions, action))
        record.apply(action)
        if not board.journal.acted(action, record.digest()):
            assert board.journal.is_full
            stood.pop()
            break


def assert_it_goes_on_from_there(board: Board, random: Random) -> None:
    """A power cut a few actions later finds these actions, whatever lies behind the damage; so does the next."""
    flash = board.flash
    flash.cut_at = flash.operations + random.randrange(6)
    stood: list[tuple[tuple[int, ...], ...]] = []
    try:
        act(board, random, 4, stood)
        stood = stood[-1:]
    except PowerCut:
        pass
    flash.power_on()
    again = Board(flash)
    assert again.actions in stood[-2:]
    stood = []
    act(again, random, 3, stood)
    last = Board(flash)
    assert last.actions == stood[-1]
    assert len(stood) == 1 or not last.told(reasons.RECORDS_MISSING) + last.told(reasons.END_MISSING)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_game_resumes_before_the_damage_and_reports_what_is_lost(way: Callable[[Damage], None]) -> None:
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        way(damage)
        actions, _, readable = damage.expected()
        board = Board(a_flash_with(damage.content))
        assert board.actions == actions, seed
        counts = board.told(reasons.RECORDS_MISSING) or board.told(reasons.JOURNAL_DAMAGED) or [(0, 0)]
        # A whole sector in another's place hides what is between.
        assert counts[0][-1] == readable or (way is Damage.double and 0 < counts[0][-1] < readable), seed
        assert board.has_reported or actions == damage.kept[-1].actions, seed
        if board.referee.record and seed % EACH_GOES_ON == 0:
            assert_it_goes_on_from_there(board, random)


def test_records_of_another_version_are_skipped_and_reported() -> None:
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        place = random.randrange(len(damage.kept) + 1)
        kept = damage.kept[min(place, len(damage.kept) - 1)]
        kind = random.choice((entries.ACTION, entries.BACK, *range(10, 14)))
        version = random.choice((1, *range(3, 16))) if kind < 9 else entries.VERSION
        if place < len(damage.kept):
            damage.forge(kept.at, kind, random.randbytes(kept.end - kept.at - OVERHEAD), version)
        elif kept.end % wiring.PAGE_BYTES > 200:
            continue
        else:  # behind all
            link, number = entries.link_before(damage.whole, kept.end), _number(damage, kept.at) + 1
            game = damage.whole[kept.at + 2]
            record = entries.record_of(kind, game, number, link, random.randbytes(random.randrange(30)))
            record = record[:1] + bytes((kind << 4 | version,)) + record[2:-4]
            record += entries.crc32(record).to_bytes(4, "little")
            damage.content[kept.end : kept.end + len(record)] = record
        actions, missing, readable = damage.expected()
        board = Board(a_flash_with(damage.content))
        assert board.told(reasons.RECORDS_UNKNOWN) == [(1,)]
        if board.actions != damage.kept[-1].actions:  # what was undone later may be left out: the digests agree
            assert board.actions == actions, seed
            assert board.told(reasons.RECORDS_MISSING) == ([(missing, readable)] if readable else []), seed
        if seed % EACH_GOES_ON == 0:
            assert_it_goes_on_from_there(board, random)


def _number(damage: Damage, at: int) -> int:
    return damage.content[at + 3] | damage.content[at + 4] << 8


@cache
def _a_few_actions() -> tuple[bytes, int, int]:
    """A flash with a game of six actions, its first sector, and the place of a blank page behind them."""
    flash = NorFlash(Clock(), 5 * SECTOR)
    journal = journal_in(flash, Spied)
    assert isinstance(journal, Spied)
    assert journal.begin(SETUP.text(), SEATS, [None] * wiring.SEATS)
    for _ in range(6):
        journal.act(legal_action(journal.record, Random(1)))
    assert journal.ring is not None
    return bytes(flash.content), journal._sector, journal._sector * SECTOR + journal.ring.used[journal._sector] * PAGE


def _end_of_actions(whole: bytes, behind: int) -> int:
    """The place behind the last action, on the page before a blank one."""
    return len(whole[:behind].rstrip(b"\xff"))


def _any_content(random: Random) -> bytes:
    length = random.choice((*range(8), 49, random.randrange(entries.LONGEST)))
    few = [random.randrange(12) for _ in range(length)]
    of_the_game = b"\1\0\0\0\1" + b"\xff" * length
    return random.choice((random.randbytes(length), bytes(length), b"\xff" * length, bytes(few), of_the_game))


def _play_on(flash: NorFlash) -> None:
    """Boot, take a laptop's offer, play, and boot again."""
    board = Board(flash)
    referee = board.referee
    if referee.play is not None:
        length = len(referee.play.record.actions)
        if referee.gap_repair is not None:
            referee.gap_repair.take(length, length + 1, 99, [legal_action(referee.play.record, Random(2))])
        for _ in range(3):
            referee.step(5)
        if referee.gap_repair is not None:
            referee.gap_repair.begin()
        act(board, Random(3), 2, [])
        board.journal.undone(1)
    Board(flash)


@pytest.mark.parametrize("kind", range(16))
def test_a_record_of_any_kind_number_and_content_is_read_anywhere(kind: int) -> None:
    whole, sector, behind = _a_few_actions()
    game = whole[sector * SECTOR + ring.HEAD_BYTES + 2]
    for seed in range(20):
        random = Random(16 * seed + kind)
        numbers = (0, 1, 2, 6, 7, 8, 9, 65534, 65535)
        links = (entries.NO_LINK, entries.link_before(whole, _end_of_actions(whole, behind)))
        records = [
            entries.record_of(kind, game, random.choice(numbers), random.choice(links), _any_content(random))
            for _ in range(3)
        ]
        content = bytearray(whole)
        for place, record in enumerate(records):
            content[behind + place * PAGE : behind + place * PAGE + len(record)] = record
        places = [len(content) - SECTOR + 2 * PAGE]  # in the index
        if seed % 4 == 0:  # and in the place of the start, which has no copy
            content[: sector * SECTOR] = b"\xff" * sector * SECTOR
            places.append(sector * SECTOR + ring.HEAD_BYTES)
        for at in places if seed % 2 == 0 else ():
            content[at : at + len(records[0])] = records[0]
        _play_on(a_flash_with(content))


def test_a_record_with_the_highest_number_stops_no_boot_and_loses_only_later_actions() -> None:
    whole, sector, behind = _a_few_actions()
    game = whole[sector * SECTOR + ring.HEAD_BYTES + 2]
    record = entries.record_of(entries.ACTION, game, 65535, entries.NO_LINK, b"1234\x08")
    content = whole[:behind] + record + whole[behind + len(record) :]
    board = Board(a_flash_with(content))
    assert len(board.actions) == 6
    assert (reasons.JOURNAL_IS_FULL,) in board.heard.notes
    _play_on(a_flash_with(content))


def test_a_record_with_a_right_crc_and_any_content_stops_no_boot_and_loses_what_follows() -> None:
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        kept = random.choice(damage.kept)
        content = random.randbytes(kept.end - kept.at - OVERHEAD)
        if kept.kind == entries.BACK:
            content = bytes((255,)) * len(content)
        damage.forge(kept.at, kept.kind, content)
        actions, _, readable = damage.expected()
        board = Board(a_flash_with(damage.content))
        if board.told(reasons.RECORDS_MISSING):
            assert board.actions == actions, seed
            assert board.told(reasons.RECORDS_MISSING) == [(1, readable)], seed
        else:  # a position behind it leads to the end all the same, or it was undone
            last = damage.kept[-1].actions
            assert is_believed(damage, kept) or board.actions == last, seed
            assert len(board.actions) == len(last), seed
            assert board.referee.record.digest() == _record_of(last).digest(), seed
        if seed % EACH_GOES_ON == 0:
            assert_it_goes_on_from_there(board, random)


def is_believed(damage: Damage, kept: Kept) -> bool:
    """Whether a position is saved behind it."""
    return any(later.has_position for later in damage.kept[damage.kept.index(kept) :])


def _record_of(actions: tuple[Action, ...]) -> Record:
    record = Record(SETUP)
    for action in actions:
        record.apply(action)
    return record


def believed_wrongly(seed: int) -> tuple[Damage, tuple[Action, ...]]:
    """A journal with an illegal action before a position, with a right CRC; and the actions before it."""
    random, number = Random(seed), seed
    while True:
        number, damage = number + 1, Damage(number % GAMES, random)
        last = max((place for place, kept in enumerate(damage.kept) if kept.has_position), default=0)
        places = [
            place
            for place in range(2, last)
            if not damage.kept[place].has_position
            and DAVID.action_card(damage.kept[place].actions[-1]) >= 0
            and is_followed_by_a_position(damage.kept[place:])
            and all(len(later.actions) > len(damage.kept[place - 1].actions) for later in damage.kept[place:])
        ]
        if places and DAVID.to_act(_record_of(damage.kept[-1].actions).position):
            break
    place = random.choice(places)
    kept = damage.kept[place]
    damage.forge(kept.at, kept.kind, entries.content_at(damage.whole, kept.at)[:-1] + b"\xf0")  # no card
    return damage, damage.kept[place - 1].actions


def is_followed_by_a_position(kept: Sequence[Kept]) -> bool:
    """Whether a position is saved behind the first of these records before anything is undone."""
    for later in kept[1:]:
        if later.kind == entries.BACK or later.has_position:
            return later.kind != entries.BACK
    return False


def test_undoing_past_an_action_known_by_its_crc_alone_stops_before_it_and_is_reported() -> None:
    for seed in range(0, EACH, 3):
        damage, before = believed_wrongly(seed)
        board = Board(a_flash_with(damage.content))
        play: Any = board.referee.play
        assert len(board.actions) == len(damage.kept[-1].actions), seed
        while not board.told(reasons.RECORDS_MISSING):
            take_back(play, play.record.before_last_decision(), board.referee.seats, board.referee.publisher)
            while play.is_replaying:
                play.step(5, lambda: True)
        assert board.actions == before, seed
        assert Board(board.flash).actions == before, seed
        assert_it_goes_on_from_there(board, Random(seed))


def test_undoing_behind_a_gap_stops_before_such_an_action_too() -> None:
    for seed in range(EACH):
        damage, before = believed_wrongly(seed)
        board = Board(a_flash_with(damage.content))
        whole, record = board.actions, board.referee.record
        offered = legal_action(record, Random(seed))
        record.apply(offered)
        board.journal._records += 1  # the offered actions are lost
        assert board.journal.acted(offered, record.digest())
        assert board.journal.undone(len(before) + 1)
        board = Board(board.flash)
        assert board.actions == whole
        referee = board.referee
        referee.gap_repair.take(len(whole), len(whole) + 1, 99, [offered])
        for _ in range(3 * len(damage.kept)):
            referee.step(5)
        assert referee.gap_repair is None
        assert board.actions in (before, (*before, (DAVID.DEAL,))), seed  # by now chance may have dealt
        assert board.told(reasons.RECORDS_MISSING)[-1][0] == 1
        assert_it_goes_on_from_there(board, Random(seed))


def test_an_action_that_the_link_cannot_carry_is_missing_despite_a_later_position() -> None:
    damage = next(each for each in map(Damage, range(GAMES), repeat(Random(1))) if is_believed(each, each.kept[1]))
    kept = damage.kept[1]
    content = entries.content_at(damage.whole, kept.at)[: entries.DIGEST_BYTES + 1]  # and the verb
    content += b"\xff" * (kept.end - kept.at - OVERHEAD - len(content))
    damage.forge(kept.at, kept.kind, content)
    board = Board(a_flash_with(damage.content))
    assert board.actions == damage.kept[0].actions
    assert board.told(reasons.RECORDS_MISSING) == [(1, len(damage.kept) - 2)]


def test_another_action_with_a_right_crc_is_missing_because_of_its_digest() -> None:
    tried = 0
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        # Actions that were undone later, or are before a position, may have any digest.
        first = max((place for place, kept in enumerate(damage.kept) if kept.has_position), default=-1) + 1
        places = [
            place
            for place in range(first, len(damage.kept))
            if all(len(later.actions) >= len(damage.kept[place].actions) for later in damage.kept[place:])
        ]
        if not places:
            continue
        place = random.choice(places)
        kept, record = damage.kept[place], Record(SETUP)
        for action in damage.kept[place - 1].actions if place else ():
            record.apply(action)
        player, content = DAVID.to_act(record.position)[0], entries.content_at(damage.whole, kept.at)
        legal = [] if player == CHANCE else [packed(action) for action in DAVID.legal(record.position, player)]
        others = [
            other for other in legal if len(other) + entries.DIGEST_BYTES == len(content) and other not in content
        ]
        if not others:
            continue
        tried += 1
        damage.forge(kept.at, kept.kind, content[: entries.DIGEST_BYTES] + random.choice(others))
        actions, _, readable = damage.expected()
        board = Board(a_flash_with(damage.content))
        assert board.actions == actions, seed
        assert board.told(reasons.RECORDS_MISSING) == [(1, readable)], seed
    assert tried > EACH // 2


def test_a_start_with_a_right_crc_and_any_content_stops_no_boot_and_is_reported() -> None:
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        board = Board(a_flash_with(damage.whole))
        journal = board.journal
        at = damage.sector * SECTOR + ring.HEAD_BYTES
        for place in (at, damage.before * SECTOR + journal._behind_before):
            if place != at:  # its copy in the sector before
                page = place // wiring.PAGE_BYTES * wiring.PAGE_BYTES
                place = page + (ring.HEAD_BYTES if page % SECTOR == 0 else 0)
            kind = damage.content[place + 1] >> 4
            content = random.randbytes(damage.content[place] - entries.LINK)
            foreign = entries.record_of(kind, damage.content[at + 2], 0, entries.NO_LINK, content)
            damage.content[place : place + len(foreign)] = foreign
        board = Board(a_flash_with(damage.content))
        assert board.referee.play is None
        assert board.has_reported, seed


def test_a_game_without_a_start_is_reported_while_any_record_can_be_read() -> None:
    for number in range(min(EACH, GAMES)):
        damage = Damage(number, Random(number))
        if len(damage.kept) < 2:
            continue
        damage.fill(damage.before * SECTOR, SECTOR, 0)
        for sector in damage.sectors:
            for page in range(sector * SECTOR, (sector + 1) * SECTOR, wiring.PAGE_BYTES):
                at = page + (ring.HEAD_BYTES if page % SECTOR == 0 else 0)
                if entries.is_record(bytes(damage.content[page : page + wiring.PAGE_BYTES]), at - page):
                    damage.content[at + 4] ^= 1
        board = Board(a_flash_with(damage.content))
        assert board.referee.play is None
        assert board.told(reasons.JOURNAL_DAMAGED), number


@pytest.mark.parametrize("value", [0, 255])
def test_a_wiped_journal_is_reported_and_a_wiped_index_ends_no_game(value: int) -> None:
    for number in range(min(EACH, GAMES)):
        damage = Damage(number, Random(number))
        damage.fill(SECTORS * SECTOR, SECTOR, value)
        board = Board(a_flash_with(damage.content))
        assert board.actions == damage.kept[-1].actions
        assert not board.has_reported
        act(board, Random(1), 1, [])
        has_room = value == 255 and board.actions != damage.kept[-1].actions
        content = bytearray(board.flash.content if has_room else damage.whole)
        content[: SECTORS * SECTOR] = bytes((value,)) * SECTORS * SECTOR
        board = Board(a_flash_with(content))
        assert board.told(reasons.JOURNAL_DAMAGED) == [(0,)]
        board.journal.begin(SETUP.text(), SEATS, [None] * wiring.SEATS)
        board.journal.end()
        assert not Board(board.flash).has_reported


class Noting(NorFlash):
    """Flash that notes its content before each operation: (content, sector, whether it is erased, arguments)."""

    def __init__(self, length: int) -> None:
        super().__init__(Clock(), length)
        self.noted: list[tuple[bytes, int, bool, tuple[Any, ...]]] = []

    def program(self, address: int, page: Buffer) -> None:
        self.noted.append((bytes(self.content), address // SECTOR, False, (address, bytes(page))))
        super().program(address, page)

    def erase(self, sector: int) -> None:
        self.noted.append((bytes(self.content), sector, True, (sector,)))
        super().erase(sector)


def test_a_power_cut_at_any_operation_loses_nothing_and_revives_no_game() -> None:
    flash, index = Noting(4 * SECTOR), 3
    for game in range(20):
        journal = journal_in(flash)
        journal.begin(SETUP.text(), SEATS, [nominal().to_bytes()] * 2)
        for number in range(90 if game == 4 else 1):
            journal.acted((1, 2) + (number,) * 38, 0)
            journal.rest(5000, True)
        assert not journal_in(flash)._index.is_over  # type: ignore[union-attr]
        journal.end()
        for _ in range(400):
            journal.rest(50, True)
    of_index = [noted for noted in flash.noted if noted[1] == index]
    assert any(noted[2] for noted in of_index), "the index is never erased"
    for content, sector, is_erased, arguments in flash.noted[::11] + of_index:
        cut = a_flash_with(content)
        cut.cut_at = 0
        with pytest.raises(PowerCut):
            (cut.erase if is_erased else cut.program)(*arguments)
        cut.power_on()
        again = journal_in(cut)
        assert not again.is_damaged, sector
        if again.is_unfinished:
            reading = again.reading()
            read = list(reading.entries())
            assert not reading.has_lost_sectors(), (sector, len(read))


def test_an_index_filled_by_games_without_a_pause_is_ignored() -> None:
    flash = NorFlash(Clock(), 6 * SECTOR)
    journal, known = journal_in(flash), []
    for _ in range(130):
        journal.begin(SETUP.text(), SEATS, [None] * wiring.SEATS)
        journal.acted((0,), 5)
        again = journal_in(flash)
        assert again.is_unfinished
        assert not again._wiped
        known.append(again.takebacks(0))
        journal.end()
        assert not journal_in(flash).is_unfinished
    assert set(known[:100]) == {0}
    assert known[-1] == entries.MOST_TAKEBACKS
    journal.rest(5000, True)
    journal.begin(SETUP.text(), SEATS, [None] * wiring.SEATS)
    assert journal_in(flash).takebacks(0) == 0


def _of_two_sectors() -> Damage:
    return next(each for each in map(Damage, range(GAMES), repeat(Random(1))) if len(each.sectors) > 1)


def test_wiped_sectors_are_reported_until_the_game_goes_on() -> None:
    damage = _of_two_sectors()
    damage.fill(damage.sectors[-1] * SECTOR, SECTOR, 255)
    board = Board(a_flash_with(damage.content))
    for _ in range(2):
        assert board.told(reasons.END_MISSING) == [(len(board.actions),)]
        board = Board(board.flash)
    act(board, Random(1), 1, [])
    assert not Board(board.flash).has_reported


def test_a_sector_in_the_place_of_the_last_is_reported() -> None:
    damage = _of_two_sectors()
    first, last = damage.sectors[0] * SECTOR, damage.sectors[-1] * SECTOR
    damage.content[last : last + SECTOR] = damage.whole[first : first + SECTOR]
    assert Board(a_flash_with(damage.content)).has_reported


def test_an_ended_game_does_not_return_when_the_mark_cannot_be_set_or_its_sectors_are_damaged_later() -> None:
    for seed in range(min(EACH, 4 * GAMES)):
        damage = Damage(seed % GAMES, Random(seed))
        flash = a_flash_with(damage.whole)
        board = Board(flash)
        flash.broken = {damage.sector} if seed % 2 else {damage.sector, damage.before}
        board.journal.end()
        assert Board(flash).referee.play is None
        for _ in range(40 * 32):
            board.journal.rest(50, True)
        assert Board(flash).referee.play is None
        assert Board(flash).heard.notes == []


def test_an_ended_game_does_not_return_when_the_sector_with_its_start_and_its_mark_is_lost_later() -> None:
    for number in range(min(EACH, GAMES)):
        whole, _, sector, _ = played(number)
        flash = a_flash_with(whole)
        board = Board(flash)
        assert board.referee.play is not None
        board.journal.end()
        flash.content[sector * SECTOR : (sector + 1) * SECTOR] = b"\xff" * SECTOR
        assert Board(flash).referee.play is None, number


def test_a_flipped_bit_neither_removes_nor_sets_the_mark_of_a_finished_game() -> None:
    whole, _, sector, _ = played(1)
    for is_over in (False, True):
        for bit in range(32):
            flash = a_flash_with(whole)
            if is_over:
                journal_in(flash).ring.mark(sector)  # type: ignore[union-attr]
            flash.content[sector * SECTOR + ring.MARK_AT + bit // 8] ^= 1 << bit % 8
            assert (Board(flash).referee.play is None) == is_over
