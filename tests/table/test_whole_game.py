"""Of an evening with David & Goliath: laptops that come and go, or are not there, and a card in its slot."""

from tavolo.lights import palette
from tests.table.evening import Evening


def test_a_game_is_started_played_and_ended_without_a_laptop() -> None:
    evening = Evening(seed=7, laptop=False)
    evening.start(3)
    evening.run_until(lambda: evening.board.referee.play.is_over())
    evening.run_ms(2000)
    assert evening.board.referee.play.record.digest() == evening.company.record.digest()
    assert evening.cable.board.written < 20_000  # it does not talk to nobody
    evening.press(0, 2)
    assert evening.board.referee.play is None


def test_a_laptop_that_joins_in_the_middle_has_the_same_digest_and_stays_in_step() -> None:
    evening = Evening(seed=8, laptop=False)
    evening.start(4)
    evening.play_actions(10)
    evening.plug_in()
    evening.run_until(lambda: bool(evening.mirror.in_step), 5000)
    assert len(evening.mirror.actions) >= 10
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()
    evening.play_actions(15)
    assert evening.mirror.in_step is True
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()


def test_a_laptop_that_is_unplugged_and_plugged_in_again_is_brought_up_to_date() -> None:
    evening = Evening(seed=9)
    evening.start(4)
    evening.play_actions(3)
    evening.cable.pull()
    evening.play_actions(6)
    evening.run_until(lambda: bool(evening.mirror.in_step) and len(evening.mirror.actions) >= 6, 60_000)
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()


def test_the_same_evening_twice_is_the_same_to_the_byte() -> None:
    def evening_of(seed: int) -> tuple[str, int, int]:
        evening = Evening(seed)
        evening.start(3)
        evening.play_actions(4)
        return (
            evening.board.referee.play.record.text(),
            evening.table.clock.now_us,
            evening.table.hardware.lamps.frames,
        )

    assert evening_of(3) == evening_of(3)
    assert evening_of(3) != evening_of(4)


def test_an_accepted_card_lights_its_lamp_green_until_it_is_lifted() -> None:
    evening = Evening()
    evening.take_up_david(4, 1)
    seat = evening.seat_to_play()
    evening.put_in(seat, evening.hand(seat)[0])
    assert evening.lamp_colours(seat) == {palette.RGB[palette.ACCEPTED]}
    assert len(evening.mirror.actions) == 2
    evening.take_out(seat)
    assert palette.RGB[palette.ACCEPTED] not in evening.lamp_colours(seat)
