"""The whole way: cards in slots, through chips, firmware and link, to the laptop. In made-up time."""

import time

import pytest

from tavolo.lights import palette
from tavolo.rules.contract import TABLE
from tests.table.evening import DAVID, Evening


@pytest.fixture(autouse=True)
def nobody_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    def slept(seconds: float) -> None:
        raise AssertionError(f"slept for {seconds} s")

    monkeypatch.setattr(time, "sleep", slept)


def digests_of(record) -> list[int]:
    """The digest after each action, repeated from the start."""
    position = DAVID.start(record.setup)
    digests = []
    for action in record.actions:
        DAVID.apply(position, action)
        digests.append(DAVID.digest(position))
    return digests


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_whole_game_has_equal_digests_on_board_and_mirror_after_every_action(players: int) -> None:
    evening = Evening(seed=players)
    seen: dict[int, int] = {}

    def over() -> bool:
        assert evening.mirror.in_step is not False
        if evening.mirror.record is not None:
            seen[len(evening.mirror.actions)] = evening.mirror.record.digest()
        return bool(evening.mirror.result)

    evening.start(players)
    evening.run_until(over)
    record = evening.board.referee.play.record
    expected = digests_of(record)
    assert len(expected) == 1 + 15 * players
    assert [seen[number + 1] for number in range(len(expected))] == expected
    assert evening.mirror.result.startswith("Most points: seat ")
    assert evening.sentences("refusal") == evening.sentences("trouble") == []


def test_the_people_at_the_table_agree_with_the_board_on_everything_public() -> None:
    evening = Evening(seed=11)
    evening.start(3)
    evening.run_until(lambda: evening.board.referee.play.is_over())
    evening.run_ms(2000)
    truth = evening.company.record
    public = truth.game.view(truth.position, TABLE)
    assert DAVID.position_text(public) == DAVID.position_text(evening.board.referee.play.record.position)


def test_two_deals_and_a_dealer_are_chosen_with_keys() -> None:
    evening = Evening(seed=5)
    evening.start(3, (2, 1))
    assert evening.board.referee.play.record.setup.text() == "david-goliath players=3 deals=2 dealer=1 table"
    evening.run_until(lambda: evening.board.referee.play.is_over())
    evening.run_ms(1000)
    assert len(evening.mirror.actions) == 2 * (1 + 45)
    assert evening.mirror.in_step is True


def test_a_game_is_started_played_and_ended_without_a_laptop() -> None:
    evening = Evening(seed=7, laptop=False)
    evening.start(4)
    evening.run_until(lambda: evening.board.referee.play.is_over())
    evening.run_ms(2000)
    assert evening.board.referee.play.record.digest() == evening.company.record.digest()
    assert evening.cable.board.written < 20_000  # it does not talk to nobody
    evening.press(0, 2)
    assert evening.board.referee.play is None


def test_a_laptop_that_joins_in_the_middle_has_the_same_digest_and_stays_in_step() -> None:
    evening = Evening(seed=8, laptop=False)
    evening.start(4)
    evening.play_actions(30)
    evening.plug_in()
    evening.run_until(lambda: bool(evening.mirror.in_step), 5000)
    assert len(evening.mirror.actions) >= 30
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()
    evening.run_until(lambda: bool(evening.mirror.result))
    assert evening.mirror.in_step is True
    assert len(evening.mirror.actions) == 61


def test_a_laptop_that_is_unplugged_and_plugged_in_again_is_brought_up_to_date() -> None:
    evening = Evening(seed=9)
    evening.start(4)
    evening.play_actions(10)
    evening.cable.pull()
    evening.play_actions(20)
    evening.run_until(lambda: bool(evening.mirror.in_step) and len(evening.mirror.actions) >= 20, 60_000)
    assert evening.mirror.record.digest() == evening.board.referee.play.record.digest()


def test_the_same_evening_twice_is_the_same_to_the_byte() -> None:
    def evening_of(seed: int) -> tuple[str, int, int]:
        evening = Evening(seed)
        evening.start(3)
        evening.play_actions(12)
        return (
            evening.board.referee.play.record.text(),
            evening.table.clock.now_us,
            evening.table.hardware.lamps.frames,
        )

    assert evening_of(3) == evening_of(3)
    assert evening_of(3) != evening_of(4)


def test_an_accepted_card_lights_its_lamp_green_until_it_is_lifted() -> None:
    evening = Evening(seed=2)
    evening.start(4)
    evening.hold_people_still()
    evening.run_ms(3000)
    seat = evening.seat_to_play()
    evening.put_in(seat, evening.hand(seat)[0])
    assert evening.lamp_colours(seat) == {palette.RGB[palette.ACCEPTED]}
    assert len(evening.mirror.actions) == 2
    evening.take_out(seat)
    assert palette.RGB[palette.ACCEPTED] not in evening.lamp_colours(seat)
