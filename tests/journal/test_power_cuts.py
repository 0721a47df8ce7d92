"""Power cuts at the whole table: cards in slots, chips, lamps and laptop, and flash that takes its time."""

import pytest

from tavolo import wiring
from tavolo.games.cards import code_of
from tavolo.lights import palette
from tavolo.play import reasons
from tavolo.rules.contract import TABLE
from tavolo.seat import seat as seats
from tavolo_host.people import table
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import NorFlash, PowerCut
from tests.journal.damaged import Board
from tests.journal.evenings import ERASING_MS, an_evening, flash_of, lose_power, numbers_told, played
from tests.table.evening import DAVID, Evening

SECTORS = wiring.JOURNAL_BYTES // wiring.SECTOR_BYTES


def is_calm(evening: Evening) -> bool:
    return not any(body.cards or body.is_moving() for body in evening.table.bodies)


def plays(actions: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The cards played; deals follow by themselves."""
    return [action for action in actions if len(action) == 3]


@pytest.mark.slow
def test_a_game_with_a_power_cut_at_each_flash_operation_ends_with_its_result() -> None:
    evening = Evening(seed=4)
    evening.run_ms(ERASING_MS)
    evening.start(3, (2, 1))
    flash, cuts = flash_of(evening), 0
    while not (evening.board.referee.play.is_over() and is_calm(evening)):
        assert evening.table.clock.now_us < 600_000_000, "the game does not come to its end"
        if cuts < 200 and flash.cut_at is None:
            # Each operation is cut, and then done again: the next two are let through at most.
            flash.cut_at = flash.operations + (cuts + 1) % 2
        try:
            evening.step()
        except PowerCut:
            cuts += 1
            seen = plays(evening.virtual_players.record.actions)  # the cards that virtual players have seen accepted
            told = len(plays(evening.mirror.actions)) if evening.mirror.in_step else 0
            lose_power(evening)
            kept = plays(played(evening))
            assert len(kept) - max(told, len(seen)) in (0, 1), (cuts, len(kept), told, len(seen))
            assert kept[: len(seen)] == seen
    assert cuts > 60
    evening.run_ms(3000)
    truth = evening.virtual_players.record
    public = DAVID.view(truth.position, TABLE)
    assert DAVID.position_text(public) == DAVID.position_text(evening.board.referee.play.record.position)
    assert evening.mirror.in_step
    assert evening.mirror.record.digest() == DAVID.digest(truth.position)
    lose_power(evening)
    assert evening.board.referee.play.is_over()  # its result is shown until a player leaves it
    evening.run_ms(1000)
    evening.press(0, 2)
    lose_power(evening)
    assert evening.board.referee.play is None


def about_to_play(laptop: bool = False) -> Evening:
    """A game that has just begun; virtual players are off."""
    evening = Evening(seed=2, laptop=laptop)
    evening.start(3)
    evening.hold_people_still()
    evening.run_ms(3000)
    return evening


def test_an_accepted_card_that_still_lies_there_is_green_again_and_not_played_twice() -> None:
    evening = about_to_play(laptop=True)
    seat = evening.seat_to_play()
    evening.put_in(seat, evening.hand(seat)[0])
    before = [seat.calibration.empty for seat in evening.board.seats]
    evening.table.power_cycle()
    evening.run_ms(500)
    assert [seat.calibration.empty for seat in evening.board.seats] == before  # nothing was calibrated on a card
    assert len(evening.board.referee.play.record.actions) == 2
    assert evening.lamp_colours(seat) == {palette.RGB[palette.ACCEPTED]}
    evening.take_out(seat)
    assert palette.RGB[palette.ACCEPTED] not in evening.lamp_colours(seat)
    assert evening.sentences("refusal") == []


def test_the_card_that_ended_a_deal_and_still_lies_there_does_not_begin_the_next() -> None:
    evening = Evening(seed=6, laptop=False)
    evening.start(3, (2, -1))
    evening.run_until(lambda: len(evening.board.referee.play.record.actions) == 46 - 1)
    evening.hold_people_still()
    evening.run_until(lambda: is_calm(evening))
    last = evening.seat_to_play()
    evening.put_in(last, evening.hand(last)[0])
    record = evening.board.referee.play.record
    assert len(record.actions) == 47  # and the next deal
    evening.board.referee.play.record.position.leader = evening.board.referee.play.seats.index(last)
    evening.table.power_cycle()
    evening.run_ms(1000)
    assert len(evening.board.referee.play.record.actions) == 47
    assert evening.lamp_colours(last) == {palette.RGB[palette.ACCEPTED]}


def in_the_lobby_with_cards_in_all_slots() -> Evening:
    evening = Evening(seed=2, laptop=False)
    evening.start(3)
    evening.play_actions(2)
    evening.hold_people_still()
    evening.board.referee.close()
    for seat in range(wiring.SEATS):
        evening.body(seat).do(evening.body(seat).put_in(code_of(DAVID.NAME, 11 * seat)))
    evening.run_ms(2000)
    evening.table.power_cycle()
    return evening


def test_no_slot_is_calibrated_on_a_card_in_the_lobby_but_as_soon_as_it_is_taken_out() -> None:
    evening = in_the_lobby_with_cards_in_all_slots()
    evening.run_ms(10_000)
    assert [seat.calibration for seat in evening.board.seats] == [None] * wiring.SEATS
    for seat in range(wiring.SEATS):
        evening.take_out(seat)
    evening.run_ms(1000)
    assert None not in [seat.calibration for seat in evening.board.seats]


def test_a_replaced_seat_is_accepted_after_a_while() -> None:
    evening = in_the_lobby_with_cards_in_all_slots()
    for seat in range(wiring.SEATS):
        evening.take_out(seat)
        evening.body(seat).slot.pad_stray_pf = [pf * 1.15 for pf in evening.body(seat).slot.pad_stray_pf]
        evening.body(seat).feel()
    evening.table.power_cycle()
    evening.run_ms(seats.EARLIER_HOLDS_MS // 2)
    assert [seat.calibration for seat in evening.board.seats] == [None] * wiring.SEATS
    evening.run_ms(seats.EARLIER_HOLDS_MS // 2 + 2000)
    assert None not in [seat.calibration for seat in evening.board.seats]


def test_a_card_that_was_not_in_flash_yet_is_played_when_power_is_back() -> None:
    evening = about_to_play()
    seat = evening.seat_to_play()
    flash_of(evening).cut_at = flash_of(evening).operations
    with pytest.raises(PowerCut):
        evening.put_in(seat, evening.hand(seat)[0])
    evening.table.power_cycle()
    evening.run_ms(200)
    assert len(evening.board.referee.play.record.actions) == 2
    assert evening.lamp_colours(seat) == {palette.RGB[palette.ACCEPTED]}


def test_a_slot_that_was_empty_when_power_came_reads_what_comes_next_as_new() -> None:
    evening = Evening(seed=2)
    evening.start(3)
    evening.play_actions(4)
    evening.hold_people_still()
    evening.table.power_cycle()
    evening.run_ms(1000)
    seat = evening.board.referee.play.seats[evening.board.referee.play.record.actions[-1][1]]
    evening.put_in(seat, evening.board.referee.play.record.actions[-1][2])  # the card that lies on the table
    assert palette.RGB[palette.REFUSED] in evening.lamp_colours(seat)


def test_a_game_goes_on_without_a_laptop_and_a_later_one_catches_up() -> None:
    evening = an_evening(laptop=False)
    actions = played(evening)
    assert len(actions) >= 40
    assert {seat.state for seat in evening.board.seats} == {0}  # at once: none has to be calibrated
    evening.plug_in()
    evening.run_until(lambda: bool(evening.mirror.in_step), 5000)
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()
    evening.run_ms(500)
    assert f"Power is back; the game resumes after {len(actions)} actions." in evening.sentences("note")


def test_an_abandoned_or_finished_game_does_not_resume() -> None:
    evening = an_evening()
    evening.press(0, 0, 1, hold_ms=3300)
    evening.press(0, 1)
    for voter in evening.board.referee.play.seats:
        evening.press(voter, 2)
    assert evening.board.referee.play is None
    lose_power(evening)
    assert evening.board.referee.play is None


@pytest.mark.parametrize(
    ("setup", "seats"),
    [
        ("yesterdays-game players=3 table", (0, 3, 5)),
        ("david-goliath players=3 table", (0, 3)),
        ("david-goliath players=3 table", (0, 3, 9)),
        ("", ()),
    ],
)
def test_a_game_that_cannot_be_played_here_ends_in_the_lobby(setup: str, seats: tuple[int, ...]) -> None:
    board = Board(NorFlash(Clock(), 4 * wiring.SECTOR_BYTES))
    board.journal.begin(setup, seats, [])
    board.journal.acted((0,), 0)
    again = Board(board.flash)
    assert again.referee.play is None
    assert again.told(reasons.JOURNAL_DAMAGED) == [(0,)]


def test_a_game_of_other_rules_is_reported_and_kept_until_a_new_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = an_evening()
    actions = played(evening)
    with monkeypatch.context() as other:
        other.setattr(table, "firmware_digests", lambda: ("11111111", "22222222"))
        evening.table.power_cycle()
        evening.run_ms(ERASING_MS)
        assert evening.board.referee.play is None
        assert (reasons.GAME_OF_OTHER_RULES,) in numbers_told(evening)
    lose_power(evening)
    assert played(evening) == actions


def test_nothing_is_erased_while_a_game_is_played_and_little_in_the_lobby() -> None:
    evening = Evening(seed=8, laptop=False)
    evening.run_ms(ERASING_MS)
    flash = flash_of(evening)
    assert flash.wear == [1] * SECTORS
    evening.start(3)
    evening.play_actions(10)
    evening.hold_people_still()
    evening.run_ms(ERASING_MS)
    assert flash.wear == [1] * SECTORS
    evening.board.referee.close()
    evening.run_ms(ERASING_MS)
    assert sum(flash.wear) == SECTORS + 1  # the game's own sector is kept: it identifies the last start
    evening.start(3)
    assert sum(flash.wear) == SECTORS + 1
