"""What must not be played: the lamp and the log say why, and nothing is played."""

from collections.abc import Iterator

import pytest

from tavolo.games.cards import code_of
from tavolo.lights import palette
from tavolo_host.slot.capacitance import InsertedCard
from tests.table.evening import DAVID, Evening

RED = palette.RGB[palette.REFUSED]
AMBER = palette.RGB[palette.WARNING]
DARK = palette.RGB[palette.OFF]


@pytest.fixture
def evening() -> Iterator[Evening]:
    """A game for three after four cards; from then on only the test moves hands."""
    evening = Evening()
    evening.resume_david(3, 5)
    before = evening.board.referee.play.record.digest()
    yield evening
    assert evening.board.referee.play.record.digest() == before, "something was played"
    assert evening.mirror.record.digest() == before
    assert evening.mirror.in_step is True


def test_a_card_that_was_played_before_is_refused(evening: Evening) -> None:
    seat = evening.seat_to_play()
    evening.put_in(seat, evening.mirror.actions[1][2])
    assert evening.lamp_colours(seat) == {RED, DARK}
    played = DAVID.card_text(evening.mirror.actions[1][2]).replace("-", " ").capitalize()
    assert evening.refusals() == [(seat, f"{played} has already been played.")]


def test_a_card_with_a_code_of_no_card_of_this_game_is_refused(evening: Evening) -> None:
    seat = evening.seat_to_play()
    evening.put_code_in(seat, code_of("tanz-der-hornochsen", 3))
    assert evening.lamp_colours(seat) == {RED, DARK}
    assert evening.refusals() == [(seat, f"Seat {seat + 1}: this card does not belong to this game.")]


def test_a_card_that_this_number_of_players_does_not_use_is_refused(evening: Evening) -> None:
    seat = evening.seat_to_play()
    evening.put_in(seat, DAVID.card_from_text("red-10"))
    assert evening.lamp_colours(seat) == {RED, DARK}
    assert evening.refusals() == [(seat, "Red 10 is not in the deck of this game.")]


def test_a_card_out_of_turn_is_refused(evening: Evening) -> None:
    seat = next(seat for seat in evening.virtual_players.follower.seats if seat != evening.seat_to_play())
    evening.put_in(seat, evening.hand(seat)[0])
    assert evening.lamp_colours(seat) == {RED, DARK}
    assert evening.refusals() == [(seat, f"It is not seat {seat + 1}'s turn.")]


def test_a_card_at_a_seat_that_does_not_play_is_refused(evening: Evening) -> None:
    seat = next(seat for seat in range(8) if seat not in evening.virtual_players.follower.seats)
    evening.put_in(seat, evening.hand(evening.seat_to_play())[0])
    assert evening.lamp_colours(seat) == {RED, DARK}
    assert evening.refusals() == [(seat, f"Seat {seat + 1} does not take part in this game.")]


def test_a_hand_in_the_slot_is_no_card(evening: Evening) -> None:
    seat = evening.seat_to_play()
    evening.body(seat).hand = 1.0
    evening.body(seat).feel()
    evening.run_ms(1500)
    assert evening.lamp_colours(seat) == {AMBER, DARK}
    assert evening.sentences("trouble") == [
        f"Seat {seat + 1}: that is a hand in the slot, not a card. Nothing is played."
    ]


def test_a_card_half_in_is_not_read(evening: Evening) -> None:
    seat = evening.seat_to_play()
    evening.put_in(seat, evening.hand(seat)[0], stop_at_mm=14.0)
    assert evening.lamp_colours(seat) == {AMBER, DARK}
    assert evening.sentences("trouble") == [f"Seat {seat + 1}: the card is not fully in. Push it down to the stop."]


def test_two_cards_at_once_are_not_read(evening: Evening) -> None:
    seat = evening.seat_to_play()
    first, second = (code_of(DAVID.NAME, card) for card in evening.hand(seat)[:2])
    evening.body(seat).cards = [InsertedCard(first), InsertedCard(second)]
    evening.body(seat).feel()
    evening.run_ms(1500)
    assert evening.lamp_colours(seat) == {AMBER, DARK}
    assert evening.sentences("trouble") == [
        f"Seat {seat + 1}: there are two cards in the slot. Take both out, and put one in."
    ]


def test_a_card_that_is_lifted_before_it_was_read_is_not_played(evening: Evening) -> None:
    seat = evening.seat_to_play()
    body = evening.body(seat)
    code = code_of(DAVID.NAME, evening.hand(seat)[0])
    for short in (30.0, 12.0, 6.0, 5.0, 4.0, 6.0, 12.0, 30.0):  # almost in, and out again
        body.cards = [InsertedCard(code, short_mm=short)]
        body.feel()
        evening.run_ms(25)
    body.cards = []
    body.feel()
    evening.run_ms(300)
    assert AMBER in evening.lamp_colours(seat)
    assert evening.sentences("trouble") == [
        f"Seat {seat + 1}: the card was lifted before it could be read. Nothing is played."
    ]


def test_no_card_is_played_before_a_game_has_begun() -> None:
    evening = Evening(seed=4)
    evening.put_in(2, 7)
    assert evening.lamp_colours(2) == {RED, DARK}
    assert evening.refusals() == [(2, "Seat 3: no game has been started yet.")]
    assert evening.mirror.record is None
