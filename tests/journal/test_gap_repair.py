"""Gap repair: a laptop that was in step gives back what the journal has lost; the board or everybody judges it."""

from random import Random
from typing import Any

import pytest

from tavolo import wiring
from tavolo.journal import entries
from tavolo.link.telemetry import LAPTOP, REPAIR, UNDO
from tavolo.play import reasons
from tavolo.play.council import WAIT_MS, take_back
from tavolo.play.gap_repair import HELD_TICKS, HELD_TICKS_AT_THE_END
from tavolo.seat.states import TAKE
from tavolo_host.simulator.flash import PowerCut
from tests.journal.evenings import (
    ERASING_MS,
    an_evening,
    damage,
    damaged_evening,
    flash_of,
    last_page,
    lose_power,
    numbers_told,
    played,
)
from tests.table.evening import Evening


def test_a_laptop_in_step_repairs_a_gap_when_its_offer_leads_to_the_later_records() -> None:
    evening, before = damaged_evening()
    assert len(played(evening)) < len(before)
    evening.run_until(lambda: played(evening) == before, 20_000)
    evening.run_ms(3000)
    assert evening.mirror.in_step
    assert list(evening.mirror.actions) == before
    assert reasons.GAP_REPAIRED in [numbers[0] for numbers in numbers_told(evening)]
    lose_power(evening)
    assert played(evening) == before
    assert evening.board.referee.gap_repair is None


@pytest.mark.parametrize("goes_on", [False, True])
def test_undos_behind_a_gap_are_repeated(goes_on: bool) -> None:
    evening = an_evening()
    whole = played(evening)
    evening.companion.ask("undo", len(whole) - 1, LAPTOP)
    evening.run_ms(300)
    for seat in (0, 3, 5):
        evening.press(seat, 2)
    record = evening.board.referee.record
    assert len(record.actions) < len(whole)
    if goes_on:
        action = next(action for action in _possible(record) if action != whole[len(record.actions)])
        record.apply(action)
        evening.board.journal.acted(action, record.digest())
        evening.board.publisher.acted(record, action)
    evening.run_until(lambda: bool(evening.mirror.in_step) and evening.mirror.actions == played(evening))
    before = played(evening)
    damage(evening, 3)
    lose_power(evening)
    assert len(played(evening)) < len(before)
    gap_repair = evening.board.referee.gap_repair
    assert gap_repair is not None
    evening.run_until(lambda: evening.board.referee.gap_repair is None, 20_000)
    assert played(evening) == before
    assert gap_repair.cards_go_back != goes_on
    lose_power(evening)
    assert played(evening) == before


def test_a_game_without_its_first_sector_is_repaired_from_the_first_action_on() -> None:
    evening, before = damaged_evening(0, 4)
    assert played(evening) == []
    evening.run_until(lambda: played(evening) == before, 20_000)


def test_the_same_peoples_next_game_gets_no_actions_of_the_one_that_a_laptop_knows() -> None:
    """The laptop slept through the second game, whose records are lost whole."""
    evening = an_evening()
    setup, seats = evening.mirror.setup, evening.mirror.seats
    assert setup is not None
    evening.board.journal.end()
    evening.board.journal.begin(setup.text(), seats, [None] * wiring.SEATS)
    for action in played(evening)[:3]:
        assert evening.board.journal.acted(action, 0)
    damage(evening, 0, last_page(evening) + 1)
    lose_power(evening)
    assert played(evening) == []
    assert evening.board.referee.gap_repair is not None
    evening.run_until(lambda: bool(evening.mirror.in_step), 20_000)
    evening.run_ms(3000)
    assert evening.board.referee.question is None
    assert evening.mirror._earlier == ()


@pytest.mark.parametrize("agrees", [True, False])
def test_a_lost_end_is_repaired_only_when_everybody_agrees(agrees: bool) -> None:
    evening, before = damaged_evening(-1)
    evening.run_until(lambda: evening.board.referee.question is not None, 20_000)
    kept = len(played(evening))
    assert kept < len(before)
    evening.run_ms(300)
    assert (reasons.ASKED_TO_REPAIR, len(before) - kept) in numbers_told(evening)
    assert evening.mirror.view.question.what == "fill"
    for seat in (0, 3):
        evening.press(seat, 2)
    assert len(played(evening)) == kept
    evening.press(5, 2 if agrees else 0)
    evening.run_ms(1000)
    assert len(played(evening)) == (len(before) if agrees else kept)
    assert played(evening) == before[: len(played(evening))]


@pytest.mark.parametrize("asker", [0, LAPTOP])
def test_an_offer_is_voted_on_after_another_question_and_the_wait_that_follows(asker: int) -> None:
    evening, _ = damaged_evening(-1)
    evening.run_ms(20)
    evening.board.referee.ask(UNDO, asker=asker)
    evening.run_ms(2000)
    evening.press(5, 0)
    if asker == LAPTOP:
        evening.run_ms(WAIT_MS - 2000)
        assert evening.board.referee.question is None
    evening.run_ms(2000)
    assert evening.board.referee.question.what == REPAIR


def test_a_new_game_ends_the_repair_of_the_one_before() -> None:
    evening, _ = damaged_evening()
    referee = evening.board.referee
    assert referee.gap_repair is not None
    referee.begin(referee.record.setup, referee.playing)
    assert (referee.gap_repair, referee.lost_records) == (None, None)


MANY = 200  # more than the index has room for


@pytest.mark.parametrize(
    ("is_page_lost", "is_index_lost", "takebacks"),
    [(False, True, 0), (True, False, 0), (True, False, MANY), (True, True, 0)],
)
def test_an_undo_while_a_laptop_was_away_survives_its_outdated_offer(
    is_page_lost: bool, is_index_lost: bool, takebacks: int
) -> None:
    evening = an_evening(20)
    referee = evening.board.referee
    play = referee.play
    for _ in range(takebacks):
        play.carry_out(_possible(play.record)[0])
        take_back(play, play.record.before_last_decision(), referee.seats, referee.publisher)
        while play.is_replaying:
            play.step(5, lambda: True)
    for _ in range(2):
        play.carry_out(_possible(play.record)[0])
    evening.run_until(lambda: bool(evening.mirror.in_step) and evening.mirror.actions == played(evening))
    evening.cable.pull()
    laptop, evening.companion = evening.companion, None
    evening.board.referee.ask(UNDO)
    for seat in (0, 3, 5):
        evening.press(seat, 2)
    if is_index_lost:
        evening.table.hardware.journal_index.content[:] = b"\xff" * wiring.INDEX_BYTES
    if is_page_lost:  # with the undone action, and the undo
        damage(evening, last_page(evening))
    else:
        flash_of(evening).cut_at = flash_of(evening).operations
        with pytest.raises(PowerCut):
            play.carry_out(next(action for action in _possible(play.record) if action not in laptop.mirror.actions))
    lose_power(evening)
    kept = played(evening)
    assert len(kept) < len(laptop.mirror.actions)
    evening.companion = laptop
    for _ in range(20):
        evening.run_ms(300)
        if evening.board.referee.question:
            for seat in (0, 3, 5):
                evening.press(seat, 2)
    assert played(evening) == kept == list(evening.mirror.actions)
    assert (reasons.OFFER_IS_OLD,) in numbers_told(evening)


@pytest.mark.parametrize("action", ["another card", (77,), (1,), (1, 0, 999), (1, -8, 3), (0, 1, 2, 3)])
def test_an_offer_that_does_not_lead_to_the_later_records_is_refused_and_reported(action: Any) -> None:
    evening, before = damaged_evening()
    evening.companion.mirror._agreed = 0  # it has nothing to offer
    evening.run_ms(3000)
    kept = len(played(evening))
    if action == "another card":
        action = next(action for action in _possible(evening.board.referee.record) if action not in before)
        offered = [action, *before[kept + 1 :]]
    else:
        offered = [action]
    for place, each in enumerate(offered):
        evening.companion.port.send("fill", kept + place, kept + len(offered), 0, (each,))
        evening.run_ms(20)
    evening.run_ms(1000)
    assert len(played(evening)) == kept
    assert (reasons.GAP_NOT_REPAIRED,) in numbers_told(evening)


@pytest.mark.parametrize("seed", range(3))
def test_a_power_cut_during_a_gap_repair_loses_nothing_silently(seed: int) -> None:
    evening, before = damaged_evening()
    flash = flash_of(evening)
    flash.cut_at = flash.operations + Random(seed).randrange(20)
    with pytest.raises(PowerCut):
        evening.run_until(lambda: played(evening) == before, 20_000)
    lose_power(evening)
    kept = len(played(evening))
    assert played(evening) == before[:kept]
    told = [note[0] for note in evening.board.publisher._notes]
    assert kept == len(before) or reasons.RECORDS_MISSING in told or reasons.LAST_RECORD_MISSING in told


def test_a_repair_that_a_power_cut_interrupts_is_reported_missing() -> None:
    evening, before = damaged_evening()
    kept = len(played(evening))
    evening.run_until(lambda: len(played(evening)) > kept + 2, 20_000)
    left = len(before) - len(played(evening))
    assert left > 0
    lose_power(evening)
    assert (reasons.RECORDS_MISSING, left, 0) in evening.board.publisher._notes


def test_a_game_that_goes_on_is_not_repaired_any_more() -> None:
    evening, before = damaged_evening()
    kept = len(played(evening))
    record = evening.board.referee.record
    action = next(action for action in _possible(record) if action != before[kept])
    record.apply(action)
    evening.board.journal.acted(action, record.digest())
    evening.run_ms(6000)
    assert played(evening) == [*before[:kept], action]
    lose_power(evening)
    assert played(evening) == [*before[:kept], action]


def _possible(record: Any) -> list[tuple[int, ...]]:
    return list(record.game.legal(record.position, record.game.to_act(record.position)[0]))


@pytest.mark.parametrize("is_gap", [True, False])
def test_chance_waits_long_for_a_repair_only_when_something_is_known_to_be_missing(
    is_gap: bool,
) -> None:
    evening, before = damaged_evening(3 if is_gap else -1)
    gap_repair = evening.board.referee.gap_repair
    assert gap_repair.held_ticks() == (HELD_TICKS if is_gap else HELD_TICKS_AT_THE_END)
    kept = len(played(evening))
    gap_repair.take(kept, len(before), 0, before[kept : kept + 1])
    assert gap_repair.held_ticks() == HELD_TICKS


def _is_action(page: bytes, at: int) -> bool:
    return entries.is_record(page, at) and entries.kind_at(page, at) == entries.ACTION


def torn_end(laptop: bool) -> tuple[Evening, list[Any]]:
    """A table whose only action, by chance, is torn at power-on, and what a laptop knew."""
    evening = Evening(seed=5, laptop=laptop)
    evening.run_ms(ERASING_MS)
    evening.start(3)
    evening.run_until(lambda: len(played(evening)) == 1)
    before = played(evening)
    if laptop:
        evening.hold_people_still()
        evening.run_until(lambda: bool(evening.mirror.in_step) and evening.mirror.actions == before)
    content = flash_of(evening).content
    begin = evening.board.journal._sector * wiring.SECTOR_BYTES
    places = [(begin + page * wiring.PAGE_BYTES, at) for page in range(last_page(evening) + 1) for at in range(200)]
    page, at = [place for place in places if _is_action(content[place[0] : place[0] + wiring.PAGE_BYTES], place[1])][-1]
    content[page + at] ^= 1
    for place in range(page + at + 1, begin + wiring.SECTOR_BYTES):
        content[place] = 0xFF
    evening.hold_people_still()
    lose_power(evening)
    assert played(evening) == []
    return evening, before


def test_chance_acts_four_seconds_after_a_torn_end_that_nobody_repairs() -> None:
    evening, _ = torn_end(laptop=False)
    evening.run_ms(3500)
    assert played(evening) == []
    evening.run_ms(1500)
    assert len(played(evening)) == 1


def test_chance_waits_while_everybody_is_asked_about_its_draw() -> None:
    evening, before = torn_end(laptop=True)
    evening.run_ms(40_000)
    assert (played(evening), evening.board.referee.question.what) == ([], REPAIR)
    for seat in evening.board.referee.play.seats:
        evening.press(seat, TAKE)
    evening.run_ms(500)
    assert played(evening) == before
