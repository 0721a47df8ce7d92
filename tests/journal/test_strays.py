"""Records of other journals, other places and other times: they are left out, and what they hide is reported.

With TAVOLO_DAMAGES=N there are N damaged journals instead of a few.
"""

import os
from collections.abc import Callable
from random import Random

import pytest

from tavolo.journal import entries, ring
from tavolo.play import reasons
from tests.journal.damage_cases import IMPOSSIBLE, OTHER_GAME, POSSIBLE, Case, tried
from tests.journal.damaged import GAMES, Board, Damage, a_flash_with, journal_in, linked_to, relink
from tests.journal.kept_journals import PAGE, SECTOR, SECTORS, Game, Kept, Noting, kept_journal, rest

DAMAGES = int(os.environ.get("TAVOLO_DAMAGES", "100"))
JOURNALS = min(40, DAMAGES // 20)


def test_damage_is_silent_only_where_the_board_itself_could_have_left_the_same_bytes() -> None:
    found = [tried(place, JOURNALS) for place in range(DAMAGES)]
    assert [(place, *each) for place, each in enumerate(found) if each[1] in (IMPOSSIBLE, OTHER_GAME)] == []
    assert (Case.cut_at_a_record.__doc__, POSSIBLE) in found


def a_long_game(board: int = 1, number: int = 2) -> Kept:
    """The journal of the same game on more than one sector, as this board keeps it."""
    return next(
        kept
        for moves in range(0, 900, 9)
        if len((kept := kept_journal("david-goliath", board, moves, number)).sectors) > 1
    )


def a_short_game(board: int = 1, number: int = 2) -> Kept:
    """The journal of another game, on one sector."""
    return next(
        kept
        for moves in range(0, 900, 9)
        if len((kept := kept_journal("david-goliath", board, moves, number)).sectors) == 1
        and kept.length > 8
        and len([at for at in kept.places if at >= last_page(kept)]) > 3
    )


def last_page(kept: Kept) -> int:
    """Where the last page with a record begins."""
    return kept.places[-1] // PAGE * PAGE


def switched_on(content: bytes | bytearray) -> Board:
    return Board(a_flash_with(content))


def with_sector(content: bytes, sector: int, other: bytes) -> bytearray:
    """What is left when a sector has another content."""
    found = bytearray(content)
    found[sector * SECTOR : (sector + 1) * SECTOR] = other[sector * SECTOR : (sector + 1) * SECTOR]
    return found


@pytest.mark.parametrize("journal", [a_long_game, a_short_game])
def test_an_undamaged_journal_reports_nothing(journal: Callable[[], Kept]) -> None:
    kept = journal()
    board = switched_on(kept.content)
    assert board.actions == kept.actions
    assert not board.has_reported


@pytest.mark.parametrize("place", [0, -1])
@pytest.mark.parametrize("journal", [a_long_game, a_short_game])
def test_no_sector_of_another_board_is_played_even_with_the_same_moves(
    journal: Callable[..., Kept], place: int
) -> None:
    ours, theirs = journal(1), journal(2)
    assert (theirs.actions, theirs.sectors) == (ours.actions, ours.sectors)
    board = switched_on(with_sector(ours.content, ours.sectors[place], theirs.content))
    assert board.has_reported
    assert hash((board.actions, board.referee.record.digest())) in ours.states if board.referee.record else True
    calibrations = zip(board.journal.calibrations, ours.calibrations, strict=True)
    assert all(known in (None, right) for known, right in calibrations)


def test_no_page_of_another_board_is_played() -> None:
    ours, theirs = a_long_game(1), a_long_game(2)
    for at in range(ours.sectors[0] * SECTOR, (ours.sectors[0] + 1) * SECTOR - PAGE, PAGE):
        content = bytearray(ours.content)
        content[at : at + PAGE] = theirs.content[at : at + PAGE]
        board = switched_on(content)
        assert hash((board.actions, board.referee.record.digest())) in ours.states
        # The start has a copy, and calibrations are measured again.
        assert board.has_reported or board.actions == ours.actions


def test_the_game_of_a_newer_start_from_another_board_is_not_played() -> None:
    ours, theirs = a_short_game(1), a_short_game(2, number=3)
    sector = theirs.sectors[0]
    board = switched_on(with_sector(ours.content, sector, theirs.content))
    assert board.referee.play is None
    assert board.told(reasons.JOURNAL_DAMAGED)


def put_aside(kept: Kept) -> bytes:
    """The same board's flash when the game is put aside."""
    flash = a_flash_with(kept.content)
    Board(flash).journal.put_aside()
    return bytes(flash.content)


def test_neither_a_copy_of_another_start_nor_its_end_changes_the_game() -> None:
    ours, theirs = a_short_game(1), a_short_game(2)
    board = switched_on(with_sector(ours.content, ours.before, put_aside(theirs)))
    assert board.actions == ours.actions


def test_the_mark_of_another_boards_finished_game_ends_no_game_silently() -> None:
    ours, theirs = a_short_game(1), a_short_game(2)
    assert switched_on(with_sector(ours.content, ours.sectors[0], put_aside(theirs))).has_reported


def test_a_start_and_a_copy_that_differ_are_reported_when_the_index_is_lost() -> None:
    ours, theirs = a_short_game(1), a_short_game(2)
    content = with_sector(ours.content, ours.before, theirs.content)
    content[SECTORS * SECTOR :] = b"\xff" * SECTOR
    board = switched_on(content)
    assert board.referee.play is None
    assert board.told(reasons.JOURNAL_DAMAGED)


def test_an_index_of_another_board_ends_no_game() -> None:
    ours, theirs = a_short_game(1), a_short_game(2)
    assert switched_on(with_sector(ours.content, SECTORS, put_aside(theirs))).actions == ours.actions


def test_an_index_with_another_boards_later_game_that_is_over_ends_no_game_silently() -> None:
    ours, theirs = a_short_game(1), a_short_game(2, number=3)
    assert switched_on(with_sector(ours.content, SECTORS, put_aside(theirs))).told(reasons.JOURNAL_DAMAGED)


def test_the_index_knows_the_last_game_after_it_was_erased() -> None:
    flash = Noting()
    journal = journal_in(flash)
    while not any(place == SECTORS and page is None for place, page in flash.noted):
        journal.begin("david-goliath players=3 table", (1, 3, 5), [None] * 8)
        journal.end()
        if journal._index.wants_erasing():
            rest(journal)
    assert journal_in(flash)._index.game == journal.game


def test_a_game_that_only_the_index_says_is_over_is_reported() -> None:
    ours = a_short_game()
    board = switched_on(with_sector(ours.content, SECTORS, put_aside(ours)))
    assert board.referee.play is None
    assert board.told(reasons.JOURNAL_DAMAGED)
    board.journal.put_aside()
    assert not Board(board.flash).has_reported


def played_on(records: int) -> tuple[Noting, Game]:
    """A board, and its only game with so many records."""
    flash = Noting()
    game = Game(journal_in(flash), "david-goliath", 9, 1)
    rest(game.journal)
    game.begin(Random(1))
    game.play(records)
    return flash, game


def test_takebacks_that_only_the_index_has_counted_are_reported_until_the_game_goes_on() -> None:
    flash, game = played_on(6)
    whole = bytes(flash.content)
    game.table.undo(4)
    game.journal.undone(4)
    board = switched_on(whole[: SECTORS * SECTOR] + flash.content[SECTORS * SECTOR :])
    assert board.told(reasons.LAST_RECORD_MISSING) == [()]
    action = game.public[len(board.actions)]
    board.referee.record.apply(action)
    board.journal.acted(action, board.referee.record.digest())
    again = Board(board.flash)
    assert again.actions == board.actions
    assert not again.has_reported
    assert again.referee.record.takebacks == board.referee.record.takebacks


def test_a_sectors_first_record_is_reported_missing_when_only_the_head_is_left() -> None:
    flash, game = played_on(1)
    while game.journal.ring.sector == game.journal._sector:
        game.play(1)
    content = bytearray(flash.content)
    begin = game.journal.ring.sector * SECTOR
    behind = begin + entries.behind(content[begin : begin + PAGE], ring.HEAD_BYTES)
    content[behind : begin + SECTOR] = b"\xff" * (begin + SECTOR - behind)
    assert switched_on(content).told(reasons.LAST_RECORD_MISSING) == [()]


def test_a_page_of_another_game_in_the_place_of_the_last_is_reported() -> None:
    ours, theirs = a_short_game(1), a_short_game(2, number=3)
    content, at, given = bytearray(ours.content), last_page(ours), last_page(theirs)
    content[at : at + PAGE] = theirs.content[given : given + PAGE]
    assert switched_on(content).told(reasons.LAST_RECORD_MISSING)


def swap_pages(content: bytearray, one: int, other: int) -> None:
    content[one : one + PAGE], content[other : other + PAGE] = content[other : other + PAGE], content[one : one + PAGE]


def test_the_last_page_in_the_place_of_a_page_of_the_index_is_reported() -> None:
    ours = a_short_game()
    content = bytearray(ours.content)
    swap_pages(content, last_page(ours), (SECTORS + 1) * SECTOR - 4 * PAGE)
    board = switched_on(content)
    assert board.actions != ours.actions
    assert board.told(reasons.LAST_RECORD_MISSING)


def test_records_in_a_sector_that_the_index_does_not_list_hide_others() -> None:
    flash, game = played_on(1)
    ring_ = game.journal.ring
    while ring_.sector == game.journal._sector:
        game.play(1)
    index = flash.content[SECTORS * SECTOR :]
    game.play(30)
    content = bytearray(flash.content)
    swap_pages(content, ring_.sector * SECTOR, game.journal._before * SECTOR)
    content[SECTORS * SECTOR :] = index  # with as many takebacks as are left
    board = switched_on(content)
    assert 0 < len(board.actions) != len(game.table.actions)
    assert board.told(reasons.LAST_RECORD_MISSING)


def test_a_position_that_is_not_linked_to_the_last_record_may_hide_another() -> None:
    kept = Kept(*played_on(25), begin=0)
    content = bytearray(kept.content)
    content[SECTORS * SECTOR :] = b"\xff" * SECTOR  # which may have counted more takebacks
    first = next(at for at in kept.places if at >= last_page(kept))
    number = (content[first + 3] | content[first + 4] << 8) - 1
    position = entries.record_of(entries.POSITION, 1, number, b"??", bytes(30))
    content[first : first + PAGE] = position.ljust(PAGE, b"\xff")
    assert switched_on(content).told(reasons.LAST_RECORD_MISSING)


def test_a_record_that_is_not_linked_to_the_one_before_is_missing() -> None:
    for seed in range(24):
        damage = Damage(seed % GAMES, Random(seed))
        kept = Random(seed).choice(damage.kept)
        record = linked_to(damage.whole[kept.at : kept.end], b"??")
        damage.content[kept.at : kept.end] = record
        actions, _, readable = damage.expected()
        board = switched_on(damage.content)
        assert board.actions == actions, seed
        assert board.told(reasons.RECORDS_MISSING) == [(1, readable)] or readable == 0, seed
        assert board.has_reported, seed


def test_strays_are_not_counted_among_the_readable_records() -> None:
    kept = Kept(*played_on(80), begin=0)
    pages = {at // PAGE * PAGE for at in kept.places[12:]} - {kept.places[12] // PAGE * PAGE, last_page(kept)}
    pages = {page for page in pages if kept.content[page + 1] >> 4 != entries.POSITION}
    for page in pages:
        content = bytearray(kept.content)
        places = [at for at in kept.places if page <= at < page + PAGE]
        relink(content, places, linked_to(content[places[0] : entries.behind(content, places[0])], b"??"))
        board = switched_on(content)
        ((missing, readable),) = board.told(reasons.RECORDS_MISSING)
        numbered = [at for at in kept.places if content[at + 1] >> 4 != entries.POSITION]
        assert missing == len([at for at in numbered if at in places])
        assert readable == len([at for at in numbered if at >= page + PAGE])
    assert pages


def repaired(records: int) -> tuple[Noting, int, tuple[tuple[int, ...], ...]]:
    """A board that has lost the end of a page and gone on; where the next page begins, and the actions then."""
    flash, game = played_on(8)
    journal = game.journal
    at = journal._sector * SECTOR + (journal.ring.used[journal._sector] - 1) * PAGE
    flash.content[at + 40 : at + PAGE] = bytes(PAGE - 40)
    board = Board(flash)
    record = board.referee.record
    for _ in range(records):
        action = game.public[len(record.actions)]
        record.apply(action)
        assert board.journal.acted(action, record.digest())
    return flash, at + PAGE, board.actions


def test_pages_in_the_wrong_order_hide_nothing_behind_a_repair() -> None:
    flash, one, actions = repaired(20)
    content, other = bytearray(flash.content), one + PAGE
    swap_pages(content, one, other)
    board = switched_on(content)
    assert board.actions != actions
    assert board.has_reported


def test_a_repair_that_is_not_linked_to_what_was_left_is_void() -> None:
    flash, at, actions = repaired(5)
    assert switched_on(flash.content).actions == actions
    content = bytearray(flash.content)
    cut = bytes(content[at : entries.behind(content, at)])
    assert cut[1] >> 4 == entries.CUT
    relink(content, [at, at + len(cut)], linked_to(cut, b"??"))
    board = switched_on(content)
    assert board.actions == actions[: len(actions) - 5]
    assert board.has_reported
