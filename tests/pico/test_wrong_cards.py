"""What must not be played: the board says why, and nothing is played. `table/` has further reasons."""

from tavolo.games import load
from tests.pico.back import Back, foreign_to
from tests.pico.golden_play import Golden, play_golden
from tests.pico.orders import Card

GAME = "david-goliath"
PLAYED = 5  # cards, before the test begins
ABOVE_THE_STOP_MM = 14.0


def lies_there(back: Back, seat: int, kind: str, *cards: Card, stop_at_mm: float = 0.0) -> str:
    """Return what the board says of a card that is put in; it is taken out again."""
    since = back.told()
    back.put_in(seat, *cards, stop_at_mm=stop_at_mm)
    entry = back.next_of(kind, since)
    assert entry.seat == seat
    back.clear_slot(seat)
    return entry.sentence


def test_wrong_cards_and_other_objects_are_refused_and_nothing_is_played(back: Back) -> None:
    golden = Golden(load(GAME), 3)
    play_golden(back, golden, decisions=PLAYED)
    back.wait_for_empty_slots()
    hands = [[action[2] for action in golden.record.actions[1:] if action[1] == player] for player in range(3)]
    mirror = back.mirror
    seats, player = mirror.seats, mirror.seats.index(back.seat_to_play())
    seat = seats[player]
    before = mirror.record.digest(), len(mirror.actions), mirror.of_board[len(mirror.actions)]
    right, next_one = [Card(GAME, card) for card in hands[player] if (1, player, card) not in mirror.actions][:2]
    played = Card(GAME, mirror.actions[1][2])
    foreign = foreign_to(GAME)

    assert lies_there(back, seat, "refusal", played) == f"{played.name.capitalize()} has already been played."
    assert lies_there(back, seat, "refusal", foreign) == f"Seat {seat + 1}: this card does not belong to this game."
    waiting = (player + 1) % len(seats)
    early = next(Card(GAME, card) for card in hands[waiting] if (1, waiting, card) not in mirror.actions)
    assert lies_there(back, seats[waiting], "refusal", early) == f"It is not seat {seats[waiting] + 1}'s turn."
    two = f"Seat {seat + 1}: there are two cards in the slot. Take both out, and put one in."
    assert lies_there(back, seat, "trouble", right, next_one) == two
    half_in = f"Seat {seat + 1}: the card is not fully in. Push it down to the stop."
    assert lies_there(back, seat, "trouble", right, stop_at_mm=ABOVE_THE_STOP_MM) == half_in
    since = back.told()
    back.reach_in(seat)
    told = back.next_of("trouble", since).sentence
    assert told == f"Seat {seat + 1}: that is a hand in the slot, not a card. Nothing is played."
    back.withdraw(seat)
    back.wait_for_empty_slots()

    assert (mirror.record.digest(), len(mirror.actions), mirror.of_board[len(mirror.actions)]) == before
    assert mirror.in_step is True
    back.play_card(seat, right.number)
    assert len(mirror.actions) == before[1] + 1
