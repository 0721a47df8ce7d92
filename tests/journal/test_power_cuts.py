"""Power cuts at the whole table: cards in slots, chips, lamps and laptop, and flash that takes its time."""

from random import Random
from typing import Any

import pytest

from tavolo import wiring
from tavolo.games.cards import code_of
from tavolo.lights import palette
from tavolo.play import reasons, resuming
from tavolo.rules.contract import TABLE
from tavolo.seat import seat as seats
from tavolo_host.virtual import table
from tavolo_host.virtual.flash import NorFlash, PowerCut
from tavolo_host.virtual.table import PASS_MS
from tests.table.evening import DAVID, Evening
from tests.table.test_non_interference import a_game, another_deal, trace_of

LONGEST_MS = 10 * 60 * 1000
SECTORS = wiring.JOURNAL_BYTES // wiring.SECTOR_BYTES


def flash_of(evening: Evening) -> NorFlash:
    flash: NorFlash = evening.table.hardware.journal_flash
    return flash


def is_calm(evening: Evening) -> bool:
    return not any(body.cards or body.is_moving() for body in evening.table.bodies)


def plays(actions: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The cards played; deals follow by themselves."""
    return [action for action in actions if len(action) == 3]


def accepted(evening: Evening) -> int:
    """How many cards the people have seen accepted, or the laptop was told."""
    told = len(plays(evening.mirror.actions)) if evening.companion is not None and evening.mirror.in_step else 0
    return max(told, len(plays(evening.company.record.actions)))


class Outages:
    """Plays an evening on through power cuts; after each, what was accepted has to be there, and at most one more."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.cuts = 0
        self.passes = 0

    def cut(self) -> None:
        before = accepted(self.evening)
        self.cuts += 1
        self.evening.table.power_cycle()
        while self.evening.board.referee.retelling:
            self.evening.table.step()
        played = plays(self.evening.board.referee.play.record.actions)
        assert len(played) - before in (0, 1), (self.cuts, len(played), before)
        seen = plays(self.evening.company.record.actions)
        assert played[: len(seen)] == seen

    def step(self) -> None:
        self.passes += 1
        assert self.passes < LONGEST_MS // PASS_MS, "the game does not come to its end"
        try:
            self.evening.step()
        except PowerCut:
            self.cut()

    def run_to_the_end(self, between_ms: Any) -> None:
        left_ms = between_ms()
        while not (self.evening.board.referee.play.is_over() and is_calm(self.evening)):
            self.step()
            left_ms -= PASS_MS
            if left_ms <= 0:
                left_ms = between_ms()
                self.cut()


def assert_the_people_agree(evening: Evening) -> None:
    evening.run_ms(3000)
    truth = evening.company.record
    public = DAVID.view(truth.position, TABLE)
    assert DAVID.position_text(public) == DAVID.position_text(evening.board.referee.play.record.position)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_game_with_a_power_cut_every_few_moments_is_the_game_that_the_people_played(seed: int) -> None:
    evening = Evening(seed=seed)
    evening.start(3)
    random = Random(seed)
    outages = Outages(evening)
    outages.run_to_the_end(lambda: random.choice((150, 400, 900, 1500)) + random.randrange(900))
    assert outages.cuts > 50
    assert_the_people_agree(evening)
    evening.run_until(lambda: bool(evening.mirror.in_step), 20_000)
    assert evening.mirror.record.digest() == evening.company.record.digest()


def test_a_game_that_loses_power_at_every_one_of_its_flash_operations_comes_to_its_end() -> None:
    evening = Evening(seed=4, laptop=False)
    evening.run_ms(15_000)  # in which all is erased ahead
    evening.start(3, (2, 1))
    outages = Outages(evening)
    flash = flash_of(evening)
    while not (evening.board.referee.play.is_over() and is_calm(evening)):
        if outages.cuts < 200 and flash.cut_at is None:
            # Each operation is cut, and then done again: the next two are let through at most.
            flash.cut_at = flash.operations + (outages.cuts + 1) % 2
        outages.step()
    assert outages.cuts > 60
    assert_the_people_agree(evening)


def test_a_card_that_was_accepted_and_still_lies_there_is_green_again_and_not_played_twice() -> None:
    evening = Evening(seed=2)
    evening.start(3)
    evening.hold_people_still()
    evening.run_ms(3000)
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
    evening.board.referee.leave()
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


def test_a_seat_that_is_another_than_before_is_believed_after_a_while() -> None:
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
    evening = Evening(seed=2, laptop=False)
    evening.start(3)
    evening.hold_people_still()
    evening.run_ms(3000)
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


def test_a_card_that_was_taken_back_has_to_be_taken_out_before_it_is_played_again() -> None:
    evening = Evening(seed=3)
    evening.start(3)
    evening.hold_people_still()
    evening.run_ms(3000)
    seat = evening.seat_to_play()
    card = evening.hand(seat)[0]
    evening.put_in(seat, card)
    evening.press(0, 0, 1, hold_ms=3300)
    for voter in evening.board.referee.play.seats:
        evening.press(voter, 2)
    evening.table.power_cycle()
    evening.run_ms(1000)
    assert len(evening.board.referee.play.record.actions) == 1
    assert palette.RGB[palette.REFUSED] in evening.lamp_colours(seat)
    evening.take_out(seat)
    evening.put_in(seat, card)
    assert len(evening.board.referee.play.record.actions) == 2


def test_a_game_goes_on_without_a_laptop_and_a_laptop_that_comes_is_told() -> None:
    evening = Evening(seed=5, laptop=False)
    evening.start(4)
    evening.play_actions(9)
    evening.hold_people_still()  # nobody is about to put a card in
    actions = list(evening.board.referee.play.record.actions)
    evening.table.power_cycle()
    evening.run_ms(1000)
    assert evening.board.referee.play.record.actions == actions
    assert {seat.state for seat in evening.board.seats} == {0}  # at once: none has to be calibrated
    evening.plug_in()
    evening.run_until(lambda: bool(evening.mirror.in_step), 5000)
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()
    evening.run_ms(500)
    assert f"Power is back; the game goes on after {len(actions)} actions." in evening.sentences("note")


def test_a_game_that_was_abandoned_or_left_is_not_taken_up_again() -> None:
    evening = Evening(seed=5)
    evening.start(3)
    evening.play_actions(5)
    evening.hold_people_still()
    evening.press(0, 0, 1, hold_ms=3300)
    evening.press(0, 1)
    for voter in evening.board.referee.play.seats:
        evening.press(voter, 2)
    assert evening.board.referee.play is None
    evening.table.power_cycle()
    evening.run_ms(2000)
    assert evening.board.referee.play is None


def test_a_game_that_is_over_shows_its_result_after_a_power_cut_until_it_is_left() -> None:
    evening = Evening(seed=5, laptop=False)
    evening.start(3)
    evening.run_until(lambda: evening.board.referee.play.is_over() and is_calm(evening))
    evening.table.power_cycle()
    evening.run_ms(1000)
    assert evening.board.referee.play.is_over()
    evening.press(0, 2)
    evening.table.power_cycle()
    evening.run_ms(1000)
    assert evening.board.referee.play is None


def numbers_told(evening: Evening) -> list[tuple[int, ...]]:
    """What the board has said about the whole table."""
    return [entry.numbers for entry in evening.mirror.log if entry.kind == "note" and entry.numbers]


def test_a_flipped_bit_costs_the_actions_from_there_on_and_says_how_many_and_whose_cards_go_back() -> None:
    evening = Evening(seed=5)
    evening.run_ms(15_000)
    evening.start(3)
    evening.play_actions(40)
    actions = list(evening.board.referee.play.record.actions)
    sector = evening.board.journal._sector
    flash_of(evening).content[sector * wiring.SECTOR_BYTES + 4 * wiring.PAGE_BYTES + 60] ^= 1
    evening.hold_people_still()
    evening.table.power_cycle()
    evening.mirror._agreed = 0  # it has nothing to give back
    evening.run_ms(4000)
    record = evening.board.referee.play.record
    kept = len(record.actions)
    assert 10 < kept < len(actions)
    assert record.actions == actions[:kept]
    assert (reasons.RECORDS_MISSING, 1, len(actions) - kept - 1) in numbers_told(evening)
    back = [numbers[1:] for numbers in numbers_told(evening) if numbers[0] == reasons.CARDS_GO_BACK]
    gone = [action[1] for action in actions[kept + 1 :]]
    assert back == [(player, gone.count(player)) for player in range(3) if player in gone]
    assert evening.mirror.in_step
    assert len(evening.mirror.actions) == kept


def test_a_game_whose_start_is_nowhere_is_said_to_be_lost_and_a_new_one_can_begin() -> None:
    evening = Evening(seed=5)
    evening.run_ms(15_000)
    evening.start(3)
    evening.play_actions(20)
    journal, content = evening.board.journal, flash_of(evening).content
    for sector in (journal._before, journal._sector):
        content[sector * wiring.SECTOR_BYTES + 60] ^= 1
    evening.hold_people_still()
    evening.table.power_cycle()
    evening.run_ms(4000)
    assert evening.board.referee.play is None
    assert (reasons.JOURNAL_DAMAGED, 28) in numbers_told(evening)
    evening.press(0, 2)
    for seat in (3, 5):
        evening.press(seat, 2)
    for _ in range(3):
        evening.press(0, 2)
    assert evening.board.referee.play is not None
    evening.table.power_cycle()
    evening.run_ms(2000)
    assert evening.board.referee.play is not None


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
    evening = Evening(seed=5)
    evening.board.journal.begin(setup, seats, [])
    evening.board.journal.acted((0,), 0)
    evening.table.power_cycle()
    evening.run_ms(4000)
    assert evening.board.referee.play is None
    assert (reasons.JOURNAL_DAMAGED, 0) in numbers_told(evening)


@pytest.mark.parametrize("action", [(1, 0, 3), (), (99,), (1, 77, 3), (1, 0, 100_000), (0, *range(30))])
def test_an_action_that_the_rules_do_not_allow_is_missing_and_the_game_goes_on_without(action: tuple[int, ...]) -> None:
    evening = Evening(seed=5)
    evening.board.journal.begin("david-goliath players=3 table", (0, 3, 5), [])
    evening.board.journal.acted(action, 0)
    evening.board.journal.acted((1, 0, 4), 0)
    evening.table.power_cycle()
    evening.run_ms(4000)
    assert evening.board.referee.play is not None
    assert (reasons.RECORDS_MISSING, 1, 1) in numbers_told(evening)


def test_a_game_of_other_rules_is_said_and_kept_until_a_new_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(seed=5)
    evening.run_ms(15_000)
    evening.start(3)
    evening.play_actions(20)
    actions = list(evening.board.referee.play.record.actions)
    evening.hold_people_still()
    with monkeypatch.context() as other:
        other.setattr(table, "firmware_digests", lambda: ("11111111", "22222222"))
        evening.table.power_cycle()
        evening.run_ms(15_000)
        assert evening.board.referee.play is None
        assert (reasons.GAME_OF_OTHER_RULES,) in numbers_told(evening)
    evening.table.power_cycle()
    evening.run_ms(1000)
    assert evening.board.referee.play.record.actions == actions


def test_nothing_is_erased_while_a_game_is_played_and_little_in_the_lobby() -> None:
    evening = Evening(seed=8, laptop=False)
    evening.run_ms(15_000)
    flash = flash_of(evening)
    assert flash.wear == [1] * SECTORS
    evening.start(3)
    evening.run_until(lambda: evening.board.referee.play.is_over())
    evening.run_ms(10_000)
    assert flash.wear == [1] * SECTORS
    evening.press(0, 2)
    evening.run_ms(10_000)
    assert sum(flash.wear) == SECTORS + 1  # the game's own sector is kept: the last start is known by it
    evening.start(3)
    evening.play_actions(2)
    assert sum(flash.wear) == SECTORS + 1
    assert evening.board.referee.play is not None


def test_a_long_game_is_repeated_some_actions_a_pass() -> None:
    evening = Evening(seed=9, laptop=False)
    evening.start(6)
    evening.play_actions(60)
    evening.table.power_cycle()
    passes = 0
    while evening.board.referee.retelling:
        evening.step()
        passes += 1
    assert passes <= 2 + 70 // resuming.LISTINGS_A_PASS + 70 // resuming.ACTIONS_A_PASS


# ---- what nobody may know


def flash_after(deal: tuple[int, ...], plays: list[tuple[int, ...]], leak: Any = None) -> list[tuple[int, bytes]]:
    """Everything that is programmed, with its time in µs."""
    programmed: list[tuple[int, bytes]] = []

    def watch(evening: Evening) -> None:
        flash = flash_of(evening)
        program = flash.program

        def program_and_tell(address: int, page: bytes) -> None:
            programmed.append((evening.table.clock.now_us, bytes(page)))
            program(address, page)

        flash.program = program_and_tell  # type: ignore[method-assign]
        if leak is not None:
            leak(evening)

    trace_of(deal, plays, watch)
    return programmed


def leak_into_flash(evening: Evening) -> None:
    """A firmware that knew a hand, and kept a bit of it."""
    evening.board.journal.went_back(sum(evening.hand(0)) % 2)


def test_hands_that_the_board_was_not_shown_change_nothing_in_flash() -> None:
    deal, *plays = a_game(Random(3), 20)
    other = another_deal(Random(4), deal, plays)
    assert len(flash_after(deal, plays)) >= 20
    assert flash_after(deal, plays) == flash_after(other, plays)


def test_a_leak_into_flash_is_found() -> None:
    deal, *plays = a_game(Random(7), 7)
    others = [another_deal(Random(seed), deal, plays) for seed in range(4)]
    kept = flash_after(deal, plays, leak_into_flash)
    assert any(flash_after(other, plays, leak_into_flash) != kept for other in others)
