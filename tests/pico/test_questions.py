"""Questions to everybody: undo, by keys alone."""

from tavolo.games import load
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tests.pico.back import HOLD_MS, Back
from tests.pico.golden_play import Golden, play_golden


def test_a_card_is_taken_back_when_every_seat_agrees_and_can_be_played_again(back: Back) -> None:
    golden = Golden(load("david-goliath"), 3)
    play_golden(back, golden, first_seat=1, decisions=4)
    back.wait_for_empty_slots()
    mirror = back.mirror
    second = mirror.seats[1]
    actions = list(mirror.actions)

    since = back.told()
    back.press(second, LEFT, RIGHT, hold_ms=HOLD_MS)
    asked = f"Seat {second + 1} asks to take the last move back: press ✓ at every seat to agree."
    assert back.next_of("note", since).sentence == asked
    since = back.told()
    for seat in mirror.seats:
        back.press(seat, TAKE)
    back.run_until(lambda: len(mirror.actions) < len(actions))
    assert list(mirror.actions) == actions[:-1]
    _, player, card = actions[-1]
    returned = f"Cards that go back into seat {mirror.seats[player] + 1}'s hand: 1."
    back.run_until(lambda: returned in back.sentences("note", since))
    assert mirror.of_board[4] == mirror.of_mirror[4] == golden.digests[3]
    back.play_card(mirror.seats[player], card)
    assert list(mirror.actions) == actions
    assert mirror.of_board[5] == mirror.of_mirror[5] == golden.digests[4]
