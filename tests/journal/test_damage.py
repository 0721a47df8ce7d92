"""Whatever happens to the journal's flash: what is before the first damage is played on, and what is lost is said.

With TAVOLO_DAMAGES=N there are N damaged journals, instead of the few of every day.
"""

import os
from collections.abc import Callable
from random import Random

import pytest

from tavolo import wiring
from tavolo.journal import entries, ring
from tavolo.journal.journal import Journal
from tavolo.play import reasons
from tavolo.rules.contract import CHANCE
from tavolo.rules.packing import packed
from tavolo.rules.record import Record
from tavolo_host.virtual.flash import PowerCut
from tests.journal.damaged import (
    DAVID,
    GAMES,
    SECTOR,
    SETUP,
    WAYS,
    Action,
    Board,
    Damage,
    Kept,
    a_flash_with,
    legal_action,
    played,
)

DAMAGES = int(os.environ.get("TAVOLO_DAMAGES", "96"))
OVERHEAD = len(entries.record_of(entries.ACTION, 1, 1, b""))
EACH_GOES_ON = 4  # so many boots until a game is played on: that takes two more
EACH = DAMAGES // (len(WAYS) + 4)


def act(board: Board, random: Random, count: int, stood: list[tuple[tuple[int, ...], ...]]) -> None:
    """Play on; note how the game stands before each action that is kept, and after the last."""
    stood.append(board.actions)
    record = board.referee.record
    for _ in range(count):
        if record is None or DAVID.outcome(record.position) is not None:
            break
        action = legal_action(record, random)
        stood.append((*board.actions, action))
        record.apply(action)
        assert board.journal.acted(action, record.digest()) or board.journal.is_full


def assert_it_goes_on_from_there(board: Board, random: Random) -> None:
    """A power cut a few actions later finds those, whatever lies behind the damage; and so does the next."""
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
    assert last.told(reasons.RECORDS_MISSING) == [] or len(stood) == 1


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_what_is_before_the_damage_goes_on_and_what_is_lost_is_said_and_counted(way: Callable[[Damage], None]) -> None:
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        way(damage)
        actions, _, readable = damage.expected()
        board = Board(a_flash_with(damage.content))
        assert board.actions == actions, seed
        counts = board.told(reasons.RECORDS_MISSING) or board.told(reasons.JOURNAL_DAMAGED) or [(0, 0)]
        # A whole sector that stands in another's place again hides what is between.
        assert counts[0][-1] == readable or (way is Damage.double and 0 < counts[0][-1] < readable), seed
        assert board.has_said or actions == damage.kept[-1].actions, seed
        if board.referee.record and seed % EACH_GOES_ON == 0:
            assert_it_goes_on_from_there(board, random)


def test_what_another_version_has_written_is_left_out_and_said() -> None:
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        place = random.randrange(len(damage.kept) + 1)
        game = damage.content[damage.kept[0].at + 2]
        if place == len(damage.kept):  # behind all
            kept = damage.kept[-1]
            if kept.end % wiring.PAGE_BYTES > 200:
                continue
            at, number, length = kept.end, _number(damage, kept.at) + 1, random.randrange(30)
        else:
            kept = damage.kept[place]
            at, number, length = kept.at, _number(damage, kept.at), kept.end - kept.at - OVERHEAD
        kind = random.choice((entries.ACTION, entries.BACK, *range(10, 14)))
        foreign = entries.record_of(kind, game, number, random.randbytes(length))
        if kind < 9:  # of another version
            foreign = foreign[:1] + bytes((kind << 4 | random.randrange(2, 16),)) + foreign[2:-4]
            foreign += entries.crc32(foreign).to_bytes(4, "little")
        damage.content[at : at + len(foreign)] = foreign
        actions, missing, readable = damage.expected()
        board = Board(a_flash_with(damage.content))
        assert board.told(reasons.RECORDS_UNKNOWN) == [(1,)]
        if board.actions != damage.kept[-1].actions:  # what was taken back later may be left out: the digests meet
            assert board.actions == actions, seed
            assert board.told(reasons.RECORDS_MISSING) == ([(missing, readable)] if readable else []), seed
        if seed % EACH_GOES_ON == 0:
            assert_it_goes_on_from_there(board, random)


def _number(damage: Damage, at: int) -> int:
    return damage.content[at + 3] | damage.content[at + 4] << 8


def test_a_record_with_a_right_crc_and_any_content_stops_no_boot_and_costs_what_is_behind_it() -> None:
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        kept = random.choice(damage.kept)
        content = random.randbytes(kept.end - kept.at - OVERHEAD)
        if kept.kind == entries.BACK:
            content = bytes((255,)) * len(content)
        game = damage.content[kept.at + 2]
        foreign = entries.record_of(kept.kind, game, _number(damage, kept.at), content)
        damage.content[kept.at : kept.end] = foreign
        actions, _, readable = damage.expected()
        board = Board(a_flash_with(damage.content))
        if board.told(reasons.RECORDS_MISSING):
            assert board.actions == actions, seed
            assert board.told(reasons.RECORDS_MISSING) == [(1, readable)], seed
        else:  # a position behind it leads to the end all the same, or it was taken back
            last = damage.kept[-1].actions
            assert is_believed(damage, kept) or board.actions == last, seed
            assert len(board.actions) == len(last), seed
            assert board.referee.record.digest() == digest_after(last), seed
        if seed % EACH_GOES_ON == 0:
            assert_it_goes_on_from_there(board, random)


def is_believed(damage: Damage, kept: Kept) -> bool:
    """Whether a position is kept behind it."""
    return any(later.has_position for later in damage.kept[damage.kept.index(kept) :])


def digest_after(actions: tuple[Action, ...]) -> int:
    record = Record(SETUP)
    for action in actions:
        record.apply(action)
    return record.digest()


def test_another_action_with_a_right_crc_is_missing_as_it_does_not_lead_where_the_game_went() -> None:
    tried = 0
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        # What was taken back later, or is before a position, need not lead anywhere.
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
        game = damage.content[kept.at + 2]
        other = content[: entries.DIGEST_BYTES] + random.choice(others)
        damage.content[kept.at : kept.end] = entries.record_of(kept.kind, game, _number(damage, kept.at), other)
        actions, _, readable = damage.expected()
        board = Board(a_flash_with(damage.content))
        assert board.actions == actions, seed
        assert board.told(reasons.RECORDS_MISSING) == [(1, readable)], seed
    assert tried > EACH // 2


def test_a_start_with_a_right_crc_and_any_content_stops_no_boot_and_is_said() -> None:
    for seed in range(EACH):
        random = Random(seed)
        damage = Damage(seed % GAMES, random)
        board = Board(a_flash_with(damage.whole))
        journal = board.journal
        at = damage.sector * SECTOR + ring.HEAD_BYTES
        for place in (at, damage.before * SECTOR + journal._behind_before):
            if place != at:  # what the sector before says of it
                page = place // wiring.PAGE_BYTES * wiring.PAGE_BYTES
                place = page + (ring.HEAD_BYTES if page % SECTOR == 0 else 0)
            kind = damage.content[place + 1] >> 4
            foreign = entries.record_of(kind, damage.content[at + 2], 0, random.randbytes(damage.content[place]))
            damage.content[place : place + len(foreign)] = foreign
        board = Board(a_flash_with(damage.content))
        assert board.referee.play is None
        assert board.has_said, seed


def test_a_game_without_a_start_is_said_as_long_as_any_record_can_be_read_wherever_that_is() -> None:
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


def test_a_marked_game_does_not_return_when_a_bit_of_the_mark_flips_nor_is_one_marked_by_it() -> None:
    whole, _, sector, _ = played(1)
    for is_over in (False, True):
        for bit in range(32):
            flash = a_flash_with(whole)
            if is_over:
                Journal(flash, len(whole)).ring.mark(sector)  # type: ignore[union-attr]
            flash.content[sector * SECTOR + ring.MARK_AT + bit // 8] ^= 1 << bit % 8
            assert (Board(flash).referee.play is None) == is_over
