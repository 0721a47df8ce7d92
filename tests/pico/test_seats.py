"""A board after power-on: its identity, and whether each seat's slot and keys reach it."""

import pytest

from tavolo import wiring
from tavolo.link.hello import PROTOCOL
from tavolo.play import reasons
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tests.pico.back import HOLD_MS, Back
from tests.pico.orders import Card


@pytest.mark.short
def test_the_board_starts_by_itself_says_hello_and_has_calibrated_every_seat(back: Back) -> None:
    hello = back.hello
    assert (hello["protocol"], hello["seats"]) == (PROTOCOL, "ff")
    assert len(hello["calibration"]) == len(hello["boot"]) == 8
    assert back.mirror.record is None
    assert back.sentences("trouble") == back.sentences("refusal") == []
    earlier = hello["boot"]
    back.restart()
    assert back.hello["boot"] != earlier
    assert back.hello["board"] == hello["board"]


@pytest.mark.short
def test_the_slot_of_each_seat_reads_a_card_and_none_is_played_before_a_game_has_begun(back: Back) -> None:
    for seat in range(wiring.SEATS):
        back.put_in(seat, Card("david-goliath", 11 * seat))
    back.run_until(lambda: len(back.entries("refusal")) == wiring.SEATS)
    expected = {seat: f"Seat {seat + 1}: no game has been started yet." for seat in range(wiring.SEATS)}
    assert {entry.seat: entry.sentence for entry in back.entries("refusal")} == expected
    for seat in range(wiring.SEATS):
        back.take_out(seat)
    back.wait_for_empty_slots()
    assert back.sentences("trouble") == []
    assert back.mirror.record is None


def test_the_keys_of_each_seat_work_in_the_lobby(back: Back) -> None:
    for leader in range(wiring.SEATS):
        others = [(leader + 2) % wiring.SEATS, (leader + 5) % wiring.SEATS]
        # The first to join leads; if a player were left from before, this seat would only join and leave.
        back.press(leader, TAKE)
        since = back.told()
        back.press(leader, TAKE)
        assert back.next_of("note", since).numbers == (reasons.WRONG_NUMBER_OF_PLAYERS, 1, 3, 6)
        for seat in others:
            back.press(seat, TAKE)
        # To the second option, the dealer: from -1 round to 5, to 4, and back to 5, who is no player.
        since = back.told()
        for key in (TAKE, TAKE, LEFT, LEFT, RIGHT, TAKE):
            back.press(leader, key)
        assert back.next_of("note", since).numbers == (reasons.OPTION_NOT_POSSIBLE, 2, 5)
        back.press(leader, LEFT, RIGHT, hold_ms=HOLD_MS)
    assert back.mirror.record is None
