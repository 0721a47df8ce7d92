"""Yellowstone Park played by virtual players through chips, firmware and link: cards in slots, the rest by keys."""

from tavolo.games import load
from tavolo.games.cards import code_of
from tavolo.games.yellowstone_park.position import NO_COLUMN, PLACE
from tavolo.rules.contract import Setup
from tavolo.seat.states import RIGHT, TAKE
from tests.table.evening import Evening

PARK = load("yellowstone-park")


def test_a_colour_that_is_not_on_the_board_goes_to_the_cursor() -> None:
    evening = Evening(2)
    evening.start_by_keys(Setup(PARK, 3))
    evening.run_until(lambda: evening.board.referee.play is not None, 60_000)
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
    assert evening.board.referee.play.record.actions[2] == (
        PLACE,
        evening.virtual_players.people[seat].player,
        card,
        empty[1],
    )
    evening.run_ms(500)
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()
