"""What everybody is asked: taking a card back, and giving the game up, by keys alone."""

from tavolo.games import load
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tests.pico.back import HOLD_MS, Back
from tests.pico.golden_play import Golden, play_golden


def asked(back: Back, seat: int) -> str:
    since = back.told()
    back.press(seat, LEFT, RIGHT, hold_ms=HOLD_MS)
    return back.next_of("note", since).sentence


def test_cards_are_taken_back_and_a_game_is_given_up_when_every_seat_agrees(back: Back) -> None:
    golden = Golden(load("david-goliath"), 3)
    play_golden(back, golden, first_seat=1, decisions=4)
    back.wait_for_empty_slots()
    mirror = back.mirror
    _, second, third = mirror.seats
    actions = list(mirror.actions)

    assert asked(back, second) == f"Seat {second + 1} asks to take the last move back: everybody agrees with ✓."
    since = back.told()
    for seat in mirror.seats:
        back.press(seat, TAKE)
    back.run_until(lambda: len(mirror.actions) < len(actions))
    assert list(mirror.actions) == actions[:-1]
    _, player, card = actions[-1]
    back.run_until(lambda: len(back.sentences("note", since)) == 2)
    assert f"Cards that go back into the hand of seat {mirror.seats[player] + 1}: 1." in back.sentences("note", since)
    assert mirror.of_board[4] == mirror.of_mirror[4] == golden.digests[3]
    back.play_card(mirror.seats[player], card)
    assert list(mirror.actions) == actions
    assert mirror.of_board[5] == mirror.of_mirror[5] == golden.digests[4]
    back.wait_for_empty_slots()

    asked(back, third)
    since = back.told()
    back.press(third, RIGHT)
    agree = f"Seat {third + 1} asks to abandon the game: everybody agrees with ✓."
    assert back.next_of("note", since).sentence == agree
    for seat in mirror.seats:
        back.press(seat, TAKE)
    back.run_until(lambda: mirror.record is None)
    assert back.sentences("note")[-1] == "The game was abandoned."
