"""Starting, undoing and abandoning a game by keys, and the laptop's requests."""

import pytest

from tavolo.link.telemetry import LAPTOP
from tavolo.play.council import PATIENCE_MS, WAIT_MS
from tavolo.seat import states
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tests.table.evening import Evening

HOLD_MS = 3300
SEATS_NEEDED = "Every player needs a seat of their own that answers, in clockwise order."


def joined(evening: Evening, *seats: int) -> Evening:
    for seat in seats:
        evening.press(seat, TAKE)
    return evening


def started(evening: Evening, *seats: int) -> Evening:
    joined(evening, *seats)
    for _ in range(3):  # the game and its two options
        evening.press(seats[0], TAKE)
    return evening


def in_the_game(actions: int = 6) -> Evening:
    """A game for three in which only the test moves hands; seats 0, 3 and 5."""
    evening = Evening()
    evening.resume_david(3, actions)
    return evening


def take_back(evening: Evening) -> None:
    """All three agree to undo the last action."""
    evening.press(3, LEFT, RIGHT, hold_ms=HOLD_MS)
    for seat in (0, 3, 5):
        evening.press(seat, TAKE)
    evening.run_ms(500)


def test_players_sit_clockwise_from_the_first_that_joined() -> None:
    evening = started(Evening(), 4, 1, 6)
    assert evening.board.referee.play.seats == (4, 6, 1)
    evening.run_ms(500)
    assert evening.mirror.seats == (4, 6, 1)


def test_a_seat_that_presses_again_leaves() -> None:
    evening = joined(Evening(), 4, 1, 6, 1)
    assert evening.board.referee.lobby.joined == [4, 6]


@pytest.mark.parametrize("seats", [(4, 1), (0, 1, 2, 3, 4, 5, 6)])
def test_too_few_or_too_many_players_cannot_start_and_the_log_says_why(seats: tuple[int, ...]) -> None:
    evening = started(Evening(), *seats)
    assert evening.board.referee.play is None
    assert f"Seats joined: {len(seats)}, but this game is for 3 to 6." in evening.sentences("note")


def test_only_the_first_seat_chooses_games_and_options_whose_values_wrap_round() -> None:
    evening = joined(Evening(), 4, 1, 6)
    evening.press(4, TAKE)
    evening.press(1, RIGHT)
    assert evening.board.referee.lobby.values == [1, -1]
    for key, value in ((RIGHT, 2), (LEFT, 1), (LEFT, 9), (RIGHT, 1)):  # values wrap round
        evening.press(4, key)
        assert evening.board.referee.lobby.values == [value, -1]


def test_a_dealer_who_is_no_player_cannot_start_and_the_log_says_why() -> None:
    evening = joined(Evening(), 4, 1, 6)
    evening.press(4, TAKE)
    evening.press(4, TAKE)
    evening.press(4, LEFT)  # from -1 round to 5
    evening.press(4, TAKE)
    assert evening.board.referee.play is None
    assert "Option 2 cannot have the value 5 in this game." in evening.sentences("note")


def test_both_keys_held_empty_the_lobby() -> None:
    evening = joined(Evening(), 4, 1, 6)
    evening.press(1, LEFT, RIGHT, hold_ms=HOLD_MS)
    assert evening.board.referee.lobby.joined == []


def test_undo_takes_the_last_card_back_when_every_seat_agrees_and_it_can_be_played_again() -> None:
    evening = in_the_game()
    before = list(evening.board.referee.play.record.actions)
    evening.press(3, LEFT, RIGHT, hold_ms=HOLD_MS)
    for seat in (0, 3):
        evening.press(seat, TAKE)
    assert evening.board.referee.play.record.actions == before
    evening.press(5, TAKE)
    evening.run_ms(500)
    assert evening.board.referee.play.record.actions == before[:-1]
    assert evening.mirror.actions == before[:-1]
    assert evening.mirror.in_step is True
    assert "Seat 4 asks to take the last move back: press ✓ at every seat to agree." in evening.sentences("note")
    _, player, card = before[-1]
    seat = evening.virtual_players.follower.seats[player]
    assert f"Cards that go back into seat {seat + 1}'s hand: 1." in evening.sentences("note")
    assert evening.seat_to_play() == seat
    evening.put_in(seat, card)
    assert evening.board.referee.play.record.actions == before
    assert evening.mirror.in_step is True


def test_a_question_changed_to_abandoning_asks_all_again_and_ends_the_game() -> None:
    evening = in_the_game()
    evening.press(3, LEFT, RIGHT, hold_ms=HOLD_MS)
    evening.press(0, TAKE)
    evening.press(3, RIGHT)
    assert evening.sentences("note")[-1] == "Seat 4 asks to abandon the game: press ✓ at every seat to agree."
    evening.press(3, TAKE)
    evening.press(5, TAKE)
    assert evening.board.referee.play is not None
    evening.press(0, TAKE)
    evening.run_ms(500)
    assert evening.board.referee.play is None
    assert evening.mirror.record is None
    assert sorted(evening.board.referee.lobby.joined) == [0, 3, 5]
    assert "The game was abandoned." in evening.sentences("note")


def test_an_undone_card_in_its_slot_is_red_and_no_other_is_taken_while_it_lies_there() -> None:
    evening = in_the_game()
    seat = evening.seat_to_play()
    player = evening.virtual_players.follower.seats.index(seat)
    record = evening.virtual_players.record
    card = record.game.action_card(record.game.legal(record.position, player)[0])
    evening.put_in(seat, card)
    assert evening.board.seats[seat].state == states.IS_ACCEPTED
    take_back(evening)
    assert evening.board.seats[seat].state == states.IS_REFUSED
    length = len(evening.board.referee.play.record.actions)
    other = next(each for each in (0, 3, 5) if each != seat)
    evening.put_in(other, evening.hand(other)[0])
    assert f"Seat {other + 1}: first take the cards out of the slots." in evening.sentences("refusal")
    evening.take_out(other)
    evening.take_out(seat)
    evening.put_in(seat, card)
    assert len(evening.board.referee.play.record.actions) == length + 1


def test_the_laptop_asks_for_undo_and_may_ask_again_at_once_when_all_have_agreed() -> None:
    evening = in_the_game()
    before = len(evening.board.referee.play.record.actions)
    for times in (1, 2):
        request = evening.companion.ask("undo", len(evening.mirror.actions) - 1, LAPTOP)
        evening.run_ms(1000)
        assert request.accepted is None
        for seat in (0, 3, 5):
            evening.press(seat, TAKE)
        evening.run_ms(500)
        assert request.accepted is True
        assert request.sentence == "Everybody has agreed."
        assert request.sentence not in evening.sentences("note")
        assert len(evening.mirror.actions) == before - times


@pytest.mark.parametrize("is_answered", [True, False])
def test_after_a_refusal_the_laptop_may_not_ask_for_a_while_but_a_seat_may_at_once(is_answered: bool) -> None:
    evening = in_the_game()

    def answer_to(what: str) -> str:
        request = evening.companion.ask(what, *((0,) if what == "undo" else ()), LAPTOP)
        evening.run_ms(500)
        if evening.board.referee.question:
            if is_answered:
                evening.press(5, RIGHT)
            else:
                evening.run_ms(PATIENCE_MS - 1000)
                assert evening.board.referee.question is not None
            evening.run_until(lambda: request.accepted is not None, 2000)
        assert request.accepted is False
        return str(request.sentence)

    no = "Seat 6 does not agree; the game goes on." if is_answered else "Not everybody has answered; the game goes on."
    assert answer_to("undo") == no
    later = (
        "Not everybody agreed to the laptop's last request: it may ask again in {} seconds; a seat may ask at any time."
    )
    for what in ("undo", "abandon"):
        assert answer_to(what) == later.format(WAIT_MS // 1000)
        assert evening.sentences("note")[-1] == later.format(WAIT_MS // 1000)
    evening.press(3, LEFT, RIGHT, hold_ms=HOLD_MS)
    assert evening.board.referee.question is not None
    evening.press(5, RIGHT)
    evening.run_ms(WAIT_MS)
    evening.companion.ask("abandon", LAPTOP)
    evening.run_ms(500)
    assert evening.board.referee.question is not None


def test_there_is_nothing_to_undo_before_the_first_card() -> None:
    evening = in_the_game(1)
    request = evening.companion.ask("undo", len(evening.mirror.actions) - 1, LAPTOP)
    evening.run_ms(500)
    assert (request.accepted, request.sentence) == (False, "There is nothing to take back.")


def test_the_laptop_starts_a_game_only_when_none_is_played() -> None:
    evening = Evening(seed=3)
    request = evening.companion.ask("new", (1, 4, 6), "david-goliath players=3 deals=2 dealer=0 table")
    evening.run_ms(500)
    assert request.accepted is True
    assert evening.mirror.record.setup.text() == "david-goliath players=3 deals=2 dealer=0 table"
    assert evening.mirror.seats == (1, 4, 6)
    again = evening.companion.ask("new", (1, 4, 6), "david-goliath players=3 table")
    evening.run_ms(500)
    assert again.accepted is False
    assert again.sentence == "A game is in progress; finish or abandon it first."


def test_a_lobby_that_a_player_left_refuses_the_number_of_players_not_an_option() -> None:
    evening = joined(Evening(), 4, 1, 6)
    evening.press(4, TAKE)
    evening.press(6, TAKE)
    evening.press(4, TAKE)
    assert evening.sentences("note")[-1] == "Seats joined: 2, but this game is for 3 to 6."
    assert evening.board.referee.play is None


def test_a_seat_that_does_not_play_cannot_ask() -> None:
    evening = in_the_game()
    evening.press(7, LEFT, RIGHT, hold_ms=HOLD_MS)
    assert evening.board.referee.question is None


def test_a_second_seat_that_holds_both_keys_does_not_ask_again() -> None:
    evening = in_the_game()
    evening.press(3, LEFT, RIGHT, hold_ms=HOLD_MS)
    evening.press(0, TAKE)
    question = evening.board.referee.question
    evening.press(5, LEFT, RIGHT, hold_ms=HOLD_MS)
    assert evening.board.referee.question is question
    assert question.agreed == [True, False, False]


def test_a_seat_whose_sensor_is_lost_does_not_block_the_others() -> None:
    evening = in_the_game()
    evening.table.hardware.chips[5].present = False
    evening.run_ms(500)
    before = len(evening.board.referee.play.record.actions)
    evening.press(3, LEFT, RIGHT, hold_ms=HOLD_MS)
    evening.press(3, TAKE)
    evening.press(0, TAKE)
    assert len(evening.board.referee.play.record.actions) == before - 1


def test_a_lost_sensor_is_reported_with_its_seat_and_hello_has_the_present_seats() -> None:
    evening = Evening()
    assert evening.companion.port.board["seats"] == "ff"
    assert evening.companion.port.board["calibration"] != "-"
    evening.table.hardware.chips[5].present = False
    evening.run_ms(500)
    assert evening.companion.port.board["seats"] == "df"
    told = "Seat 6 cannot be read at the moment: its sensor does not answer properly."
    assert told in evening.sentences("trouble")
    evening.table.hardware.chips[5].present = True
    evening.run_ms(5000)
    assert evening.companion.port.board["seats"] == "ff"
    assert "Seat 6 can be read again." in evening.sentences("trouble")


def test_a_finished_game_is_left_with_the_take_key_and_can_be_undone_before() -> None:
    evening = in_the_game(46)
    assert evening.board.referee.play.is_over()
    evening.press(0, LEFT)
    evening.press(0, RIGHT)
    assert evening.board.referee.play is not None
    take_back(evening)
    assert not evening.board.referee.play.is_over()
    assert len(evening.mirror.actions) == 45


@pytest.mark.parametrize(
    ("seats", "setup", "sentence"),
    [
        ((1, 4, 6), "chess players=3 table", "The board does not know this game or option."),
        ((1, 4), "david-goliath players=3 table", SEATS_NEEDED),
        ((1, 4, 4), "david-goliath players=3 table", SEATS_NEEDED),
        ((4, 1, 6), "david-goliath players=3 table", SEATS_NEEDED),
        ((1, 4, 5), "david-goliath players=3 table", SEATS_NEEDED),  # the last one's sensor is not there
        ((1, 4, 6), "david-goliath players=3 dealt", SEATS_NEEDED),  # cards are real at a table
    ],
)
def test_an_impossible_request_is_answered_with_the_reason(seats: tuple[int, ...], setup: str, sentence: str) -> None:
    evening = Evening()
    evening.table.hardware.chips[5].present = False
    evening.run_ms(500)
    request = evening.companion.ask("new", seats, setup)
    evening.run_ms(500)
    assert (request.accepted, request.sentence) == (False, sentence)
    assert evening.board.referee.play is None
