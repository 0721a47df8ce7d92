"""The rig at the board: what only it can do to a board, by wires, and that the board bears it."""

import os
from random import Random

import pytest

from host.tools.bench.at_pins import Pins
from host.tools.bench.keys import answer_ms
from host.tools.bench.rows import KEY_TO_PIXEL
from tavolo import wiring
from tavolo.games import load
from tavolo.seat import states
from tavolo_host.simulator.rig import Rig
from tests.pico.back import foreign_to
from tests.pico.golden_play import Golden, play_golden
from tests.pico.joined_table import JoinedTable
from tests.pico.orders import Card
from tests.pico.rig_back import RigBack, RigHands

pytestmark = pytest.mark.needs_rig

FIRST_BUS = range(4)  # its seats
GAME = "david-goliath"
RESETS = int(os.environ.get("TAVOLO_RESETS", "3"))  # in one evening
MOST_IN_A_ROW = 9
LATEST_RESET_MS = 1200  # after a card was put in, or the reset before: the board may be anywhere in its start
BUSY_MS = 100
GREETING = 3 * b"l00000001 1 0 hello\n"  # no multiple of an order's length
BACK = "Seat {} can be read again."
NOT_STARTED = "Seat {}: no game has been started yet."


def show_a_card(back: RigBack, seat: int) -> None:
    """Put a card in, and see that it is read."""
    since = back.told()
    back.put_in(seat, foreign_to("david-goliath"))
    assert back.next_of("refusal", since).sentence == NOT_STARTED.format(seat + 1)
    back.clear_slot(seat)


def are_absent(back: RigBack, *seats: int) -> bool:
    return {seat for seat, state in enumerate(back.mirror.view.slots) if state == states.IS_ABSENT} == set(seats)


def look_rarely(rig: Rig, patch: pytest.MonkeyPatch) -> None:
    """Let the laptop's end of a rig work in few steps, as on a computer that is busy."""
    step, waiting_ms = rig.step, 0

    def step_rarely(elapsed_ms: int) -> None:
        nonlocal waiting_ms
        waiting_ms += elapsed_ms
        if waiting_ms >= BUSY_MS:
            step(waiting_ms)
            waiting_ms = 0

    patch.setattr(rig, "step", step_rarely)


@pytest.mark.parametrize("is_busy", [False, pytest.param(True, marks=pytest.mark.short)])
def test_a_board_is_reset_by_its_pin_and_reads_the_rigs_chips_again(
    rigged: RigBack, monkeypatch: pytest.MonkeyPatch, is_busy: bool
) -> None:
    show_a_card(rigged, 2)
    boot = rigged.hello["boot"]
    with monkeypatch.context() as patch:
        if is_busy:
            look_rarely(rigged.hands.rig, patch)
        rigged.power_cycle()
        rigged.run_until(rigged.is_ready)
    assert rigged.hello["boot"] != boot
    show_a_card(rigged, 6)
    late = [BACK.format(seat + 1) for seat in range(wiring.SEATS)] if is_busy else []  # a late chip may seem lost
    assert set(rigged.sentences("trouble")) <= set(late)


def test_a_chip_that_is_gone_is_missed_and_found_again_when_it_is_back(rigged: RigBack) -> None:
    chip = rigged.hands.rig.chips[5]
    chip.present = False
    rigged.run_until(lambda: are_absent(rigged, 5))
    show_a_card(rigged, 4)
    chip.power_cycle()
    chip.present = True
    rigged.run_until(lambda: are_absent(rigged))
    show_a_card(rigged, 5)


def test_a_data_line_that_is_held_low_stops_the_seats_of_its_bus_alone(rigged: RigBack) -> None:
    rigged.hands.rig.hold_data(0, True)
    rigged.run_until(lambda: are_absent(rigged, *FIRST_BUS))
    show_a_card(rigged, 7)
    rigged.hands.rig.hold_data(0, False)
    rigged.run_until(lambda: are_absent(rigged))
    show_a_card(rigged, 0)


def test_a_key_is_answered_in_time_by_the_rigs_clock(rigged: RigBack) -> None:
    hands, random = rigged.hands, Random(1)
    pins = Pins(rigged, hands.bodies, hands.rig.strips[wiring.LAMPS_PIN], hands.power_cycle)
    hands.rig.listener = pins.show
    for seat in (2, 7):
        assert 0 < answer_ms(pins, seat, random) <= KEY_TO_PIXEL.limit


@pytest.mark.parametrize("byte", [0, 1, 2])
def test_a_byte_that_is_not_acknowledged_once_is_repeated_and_nobody_notices(rigged: RigBack, byte: int) -> None:
    rig = rigged.hands.rig
    for seat in (1, 6):
        rig.refuse(seat, byte)
        rigged.run_until(lambda seat=seat: (seat, byte) in rig.refused)
        show_a_card(rigged, seat)
    assert rig.refused == [(1, byte), (6, byte)]
    assert rigged.sentences("trouble") == []


def test_a_rig_begins_again_although_another_program_has_left_half_of_an_order() -> None:
    table = JoinedTable()
    try:
        rig = table.open_rig()
        rig.hold_data(0, True)
        for _ in range(20):
            rig.step(table.pass_time())
        table.rig_port.write(GREETING)
        hands = RigHands(table.open_rig(), table.pass_time)
        show_a_card(RigBack("cable", hands, table.open_board), 0)
    finally:
        table.close()


def test_a_game_goes_on_after_resets_at_any_moment_and_loses_no_action(rigged: RigBack) -> None:
    golden, random, left = Golden(load(GAME), 3), Random(1), RESETS
    play_golden(rigged, golden, decisions=1)
    for place in range(2, len(golden.record.actions)):
        _, player, card = golden.record.actions[place]
        seat, boot = rigged.mirror.seats[player], rigged.hello["boot"]
        rigged.wait_for_empty_slots()
        rigged.put_in(seat, Card(GAME, card))
        for _ in range(min(left, random.randint(1, MOST_IN_A_ROW))):
            rigged.run_ms(random.randrange(LATEST_RESET_MS))
            rigged.hands.power_cycle()
        rigged.run_until(lambda boot=boot: rigged.hello.get("boot", boot) != boot and rigged.mirror.in_step)
        assert place <= len(rigged.mirror.actions) <= place + 1
        rigged.run_until(lambda place=place: len(rigged.mirror.actions) == place + 1)
        told = rigged.mirror.of_board[place + 1], rigged.mirror.of_mirror[place + 1]
        assert told == (golden.digests[place], golden.digests[place])
        rigged.take_out(seat)
        left = RESETS - rigged.hands.resets
        if not left:
            return
    raise AssertionError(f"The game was over before {left} of the resets.")
