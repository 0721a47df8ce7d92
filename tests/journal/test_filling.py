"""What the journal has lost, and a laptop that was in step gives back: the board judges it, or everybody is asked."""

from random import Random
from typing import Any

import pytest

from tavolo import wiring
from tavolo.play import reasons
from tavolo.play.filling import HELD_PASSES, HELD_PASSES_AT_THE_END
from tavolo_host.virtual.flash import PowerCut
from tests.journal.test_power_cuts import flash_of, numbers_told
from tests.table.evening import Evening


def an_evening(actions: int = 40) -> Evening:
    evening = Evening(seed=5)
    evening.run_ms(15_000)
    evening.start(3)
    evening.play_actions(actions)
    evening.hold_people_still()
    evening.run_until(lambda: bool(evening.mirror.in_step))
    return evening


def damage(evening: Evening, page: int, pages: int = 1) -> None:
    """Make what is on pages of the game's first sector unreadable."""
    begin = evening.board.journal._sector * wiring.SECTOR_BYTES + page * wiring.PAGE_BYTES
    flash_of(evening).content[begin : begin + pages * wiring.PAGE_BYTES] = bytes(pages * wiring.PAGE_BYTES)


def last_page(evening: Evening) -> int:
    return int(evening.board.journal.ring.used[evening.board.journal._sector]) - 1


def played(evening: Evening) -> list[tuple[int, ...]]:
    play = evening.board.referee.play
    return list(play.record.actions) if play else []


def test_a_gap_is_filled_by_a_laptop_that_was_in_step_as_soon_as_it_leads_to_what_is_behind() -> None:
    evening = an_evening()
    before = played(evening)
    damage(evening, 3)
    evening.table.power_cycle()
    evening.run_ms(200)
    assert len(played(evening)) < len(before)
    evening.run_until(lambda: played(evening) == before, 20_000)
    evening.run_ms(3000)
    assert evening.mirror.in_step
    assert list(evening.mirror.actions) == before
    assert reasons.GAP_FILLED in [numbers[0] for numbers in numbers_told(evening)]
    evening.table.power_cycle()
    evening.run_ms(2000)
    assert played(evening) == before
    assert evening.board.referee.filling is None


@pytest.mark.parametrize("goes_on", [False, True])
def test_what_was_taken_back_behind_a_gap_is_taken_back_again(goes_on: bool) -> None:
    evening = an_evening()
    whole = played(evening)
    evening.company.laptop = evening.mirror
    for person in evening.company.people:
        person.is_visitor = False
    evening.companion.ask("undo")
    evening.run_until(lambda: len(played(evening)) < len(whole), 20_000)
    if goes_on:
        evening.play_actions(len(whole) + 3)
    evening.hold_people_still()
    evening.run_until(lambda: bool(evening.mirror.in_step) and len(evening.mirror.actions) == len(played(evening)))
    before = played(evening)
    damage(evening, 3)
    evening.table.power_cycle()
    evening.run_ms(200)
    assert len(played(evening)) < len(before)
    filling = evening.board.referee.filling
    assert filling is not None
    evening.run_until(lambda: evening.board.referee.filling is None, 20_000)
    assert played(evening) == before
    assert filling.cards_go_back != goes_on
    evening.table.power_cycle()
    evening.run_until(lambda: not evening.board.referee.retelling)
    assert played(evening) == before


def test_a_start_whose_sector_is_gone_is_filled_from_the_first_action_on() -> None:
    evening = an_evening()
    before = played(evening)
    damage(evening, 0, 4)
    evening.table.power_cycle()
    evening.run_until(lambda: played(evening) == before, 20_000)


@pytest.mark.parametrize("agrees", [True, False])
def test_a_lost_end_is_taken_only_when_everybody_agrees(agrees: bool) -> None:
    evening = an_evening()
    before = played(evening)
    damage(evening, last_page(evening))
    evening.table.power_cycle()
    evening.run_until(lambda: evening.board.referee.question is not None, 20_000)
    kept = len(played(evening))
    assert kept < len(before)
    evening.run_ms(300)
    assert (reasons.ASKED_TO_FILL, len(before) - kept) in numbers_told(evening)
    assert evening.mirror.question.what == "fill"
    for seat in (0, 3):
        evening.press(seat, 2)
    assert len(played(evening)) == kept
    evening.press(5, 2 if agrees else 0)
    evening.run_ms(1000)
    assert len(played(evening)) == (len(before) if agrees else kept)
    assert played(evening) == before[: len(played(evening))]


def test_what_does_not_lead_to_what_is_behind_the_gap_is_refused_and_said() -> None:
    evening = an_evening()
    before = played(evening)
    damage(evening, 3)
    evening.table.power_cycle()
    evening.companion.mirror._agreed = 0  # it knows nothing of its own
    evening.run_ms(3000)
    kept = len(played(evening))
    offered = before[kept : kept + 1]
    offered[0] = (1, offered[0][1], next(card for card in range(90) if (1, offered[0][1], card) not in before))
    for place, action in enumerate(offered):
        evening.companion.port.send("fill", kept + place, kept + len(offered), (action,))
        evening.run_ms(20)
    evening.run_ms(1000)
    assert len(played(evening)) == kept
    assert (reasons.GAP_NOT_FILLED,) in numbers_told(evening)


@pytest.mark.parametrize("action", [(77,), (1,), (1, 0, 999), (1, -8, 3), (0, 1, 2, 3)])
def test_nothing_that_is_offered_stops_the_board(action: tuple[int, ...]) -> None:
    evening = an_evening(20)
    damage(evening, 3)
    evening.table.power_cycle()
    evening.companion.mirror._agreed = 0
    evening.run_ms(3000)
    kept = len(played(evening))
    evening.companion.port.send("fill", kept, kept + 1, (action,))
    evening.run_ms(500)
    assert len(played(evening)) == kept
    assert (reasons.GAP_NOT_FILLED,) in numbers_told(evening)


@pytest.mark.parametrize("seed", range(4))
def test_a_power_cut_while_a_gap_is_filled_loses_nothing_silently(seed: int) -> None:
    evening = an_evening()
    before = played(evening)
    damage(evening, 3)
    evening.table.power_cycle()
    flash = flash_of(evening)
    flash.cut_at = flash.operations + Random(seed).randrange(20)
    with pytest.raises(PowerCut):
        evening.run_until(lambda: played(evening) == before, 20_000)
    evening.table.power_cycle()
    evening.run_until(lambda: not evening.board.referee.retelling)
    kept = len(played(evening))
    assert played(evening) == before[:kept]
    told = [note[0] for note in evening.board.herald._notes]
    assert kept == len(before) or reasons.RECORDS_MISSING in told or reasons.LAST_RECORD_MISSING in told


def test_what_was_to_be_filled_in_when_power_failed_is_told_to_be_missing() -> None:
    evening = an_evening()
    before = played(evening)
    damage(evening, 3)
    evening.table.power_cycle()
    evening.run_ms(200)
    kept = len(played(evening))
    evening.run_until(lambda: len(played(evening)) > kept + 2, 20_000)
    left = len(before) - len(played(evening))
    assert left > 0
    evening.table.power_cycle()
    evening.run_until(lambda: not evening.board.referee.retelling)
    assert (reasons.RECORDS_MISSING, left, 0) in evening.board.herald._notes


def test_a_game_that_goes_on_without_is_not_filled_any_more() -> None:
    evening = an_evening()
    before = played(evening)
    damage(evening, 3)
    evening.table.power_cycle()
    evening.run_until(lambda: not evening.board.referee.retelling)
    kept = len(played(evening))
    record = evening.board.referee.record
    action = next(action for action in _possible(record) if action != before[kept])
    record.apply(action)
    evening.board.journal.acted(action, record.digest())
    evening.run_ms(6000)
    assert played(evening) == [*before[:kept], action]
    evening.table.power_cycle()
    evening.run_until(lambda: not evening.board.referee.retelling)
    assert played(evening) == [*before[:kept], action]


def _possible(record: Any) -> list[tuple[int, ...]]:
    return list(record.game.legal(record.position, record.game.to_act(record.position)[0]))


@pytest.mark.parametrize("is_gap", [True, False])
def test_chance_waits_long_for_what_a_laptop_may_give_back_only_where_something_is_known_to_be_missing(
    is_gap: bool,
) -> None:
    evening = an_evening(40 if is_gap else 20)
    before = played(evening)
    damage(evening, 3 if is_gap else last_page(evening))
    evening.table.power_cycle()
    evening.run_until(lambda: not evening.board.referee.retelling)
    filling = evening.board.referee.filling
    assert filling.held_passes == (HELD_PASSES if is_gap else HELD_PASSES_AT_THE_END)
    kept = len(played(evening))
    filling.take(kept, len(before), before[kept : kept + 1])
    assert filling.held_passes == HELD_PASSES


def test_chance_acts_four_seconds_after_a_torn_end_that_nobody_fills() -> None:
    evening = Evening(seed=5, laptop=False)
    evening.run_ms(15_000)
    evening.start(3)
    evening.run_until(lambda: len(played(evening)) == 1)
    content = flash_of(evening).content
    begin = evening.board.journal._sector * wiring.SECTOR_BYTES
    page = content[begin : begin + (last_page(evening) + 1) * wiring.PAGE_BYTES]
    content[begin + len(page.rstrip(b"\xff")) - 1] ^= 1
    evening.hold_people_still()
    evening.table.power_cycle()
    evening.run_until(lambda: not evening.board.referee.retelling)
    assert played(evening) == []
    evening.run_ms(3500)
    assert played(evening) == []
    evening.run_ms(1500)
    assert len(played(evening)) == 1
