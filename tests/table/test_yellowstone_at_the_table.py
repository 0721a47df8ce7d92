"""Yellowstone Park played by virtual people through chips, firmware and link: cards in slots, the rest by keys."""

from tavolo.games import load
from tavolo.games.cards import code_of
from tavolo.games.yellowstone_park.position import DEAL, DRAW, KEEP, NO_COLUMN, PLACE, REFILL, SHUFFLE, STOP, TURN_UP
from tavolo.rules.contract import TABLE, Setup
from tavolo.seat.states import RIGHT, TAKE
from tests.table.evening import Evening

PARK = load("yellowstone-park")


def begun(seed: int, players: int, options: tuple[int, ...] | None = None) -> Evening:
    evening = Evening(seed)
    evening.company.start(Setup(PARK, players, options))
    evening.run_until(lambda: evening.board.referee.play is not None, 60_000)
    return evening


def test_a_whole_game_is_played_without_a_refusal_and_all_three_copies_agree() -> None:
    evening = begun(4, 4, (10, 0, 0, 0))
    while not evening.mirror.result:
        assert evening.mirror.in_step is not False
        evening.run_ms(500)
    evening.run_ms(2000)
    truth, board = evening.company.record, evening.board.referee.play.record
    assert PARK.position_text(PARK.view(truth.position, TABLE)) == PARK.position_text(board.position)
    assert evening.mirror.record.digest() == board.digest()
    assert evening.sentences("refusal") == evening.sentences("trouble") == []
    assert {action[0] for action in board.actions} == {DEAL, TURN_UP, PLACE, KEEP, STOP, REFILL, SHUFFLE, DRAW}


def test_a_colour_that_lies_nowhere_goes_where_the_cursor_was_moved() -> None:
    evening = begun(2, 3)
    evening.run_until(lambda: len(evening.board.referee.play.record.actions) == 2)  # the deal and the first card
    evening.hold_people_still()
    evening.run_ms(3000)
    seat, position = evening.seat_to_play(), evening.board.referee.play.record.position
    card = next(card for card in evening.hand(seat) if position.columns[card // 7] == NO_COLUMN)
    evening.put_code_in(seat, code_of(PARK.NAME, card))
    assert len(evening.mirror.actions) == 2
    evening.press(seat, RIGHT)
    evening.press(seat, TAKE)
    empty = [column for column in range(7) if column != 3]
    assert evening.board.referee.play.record.actions[2] == (PLACE, evening.company.player(seat), card, empty[1])
    evening.run_ms(500)
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()
