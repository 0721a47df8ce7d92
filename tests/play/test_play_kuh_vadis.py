"""Dice at the table: three keys move the cursor over them, and the board rolls."""

from typing import Any

from tavolo.games.kuh_vadis import rules as game
from tavolo.link.telemetry import UNDO
from tavolo.rules.contract import Setup
from tavolo.seat.states import LEFT, RIGHT, TAKE
from tests.play.playing import Playing

SEATS = (6, 1)  # of players 0 and 1
TICKS = 2  # in which chance has acted


class Heard:
    """A publisher that collects actions and previews."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def acted(self, record: Any, action: tuple[int, ...]) -> None:
        self.told.append(("acted", action))

    def choosing(self, seat: int, index: int, count: int, action: tuple[int, ...] | None) -> None:
        self.told.append(("choosing", seat, index, count, action))

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: None


def started(options: str = "1 0 0", falls: tuple[int, ...] = ()) -> tuple[Playing, Heard]:
    """A game in which player 0 begins; `falls` are the faces that dice will show, counted from 0, then only ones."""
    coming = iter(falls)
    heard = Heard()
    setup = Setup(game, 2, tuple(int(word) for word in options.split()))
    return Playing(setup, SEATS, heard, lambda limit: next(coming, 0)), heard


def press(play: Playing, keys: str, seat: int = 6) -> None:
    for key in keys:
        play.key(seat, {"<": LEFT, ">": RIGHT, "v": TAKE}[key])
        for _ in range(TICKS):
            play.step(1)


def rolled(falls: tuple[int, ...] = ()) -> tuple[Playing, Heard]:
    play, heard = started(falls=falls)
    press(play, ">v")
    assert play.record.position.rolls == 1
    return play, heard


def preview(play: Playing) -> tuple[int, ...] | None:
    previews = play.previews()
    return previews[0][1] if previews else None


def test_the_cursor_stays_on_a_die_that_was_put_aside_and_takes_it_back() -> None:
    play, _ = rolled()
    press(play, ">>v")
    assert play.record.position.held == 0b00010
    assert preview(play) == (game.HOLD, 0, 1)
    press(play, "v")
    assert play.record.position.held == 0
    press(play, ">v>v")
    assert play.record.position.held == 0b01100


def test_nothing_stays_chosen_during_a_replay() -> None:
    play, _ = rolled()
    press(play, ">>")
    assert preview(play) is not None
    play.begin_replaying()  # as during a gap repair
    assert preview(play) is None


def test_the_laptop_hears_where_the_cursor_has_stayed() -> None:
    play, heard = rolled()
    press(play, ">>v")
    assert heard.told[-2:] == [("acted", (game.HOLD, 0, 1)), ("choosing", 6, 1, 7, (game.HOLD, 0, 1))]


def test_after_a_roll_the_cursor_starts_at_the_first_die() -> None:
    play, _ = rolled()
    press(play, ">v<<v")  # the first die, stopping, rolling
    assert play.record.position.rolls == 2
    assert preview(play) is None
    press(play, ">")
    assert preview(play) == (game.HOLD, 0, 0)


def test_with_the_last_die_put_aside_there_is_nothing_to_roll_and_the_cursor_starts_over() -> None:
    play, _ = rolled()
    press(play, ">v>v>v>v")
    assert preview(play) == (game.HOLD, 0, 3)
    press(play, ">v")
    assert play.record.position.held == game.ALL_HELD
    assert preview(play) is None
    press(play, "<")
    assert preview(play) == (game.DONE, 0)


def test_stopping_never_leaves_the_cursor_on_a_cell() -> None:
    for falls in ((5, 5, 0, 1, 2), (0, 0, 0, 1, 2), (1, 1, 1, 0, 2), (2, 2, 2, 0, 1), (3, 3, 3, 0, 1)):
        play, _ = rolled(falls)
        press(play, "<v")
        assert play.record.position.phase == game.MARKING
        assert preview(play) is None


def test_the_same_face_of_real_dice_is_entered_by_the_take_key_alone() -> None:
    play, _ = started("1 1 0")
    press(play, "<v")
    assert preview(play) == (game.FACE, 0, 6)
    press(play, "vvv")
    press(play, ">")
    assert preview(play) == (game.FACE, 0, 1)
    press(play, "v")
    assert play.record.position.phase == game.MARKING
    assert bytes(play.record.position.dice) == bytes((6, 6, 6, 6, 1))
    assert preview(play) is None


def test_an_undo_forgets_the_cursor() -> None:
    play, _ = rolled()
    press(play, ">>v")
    play.ask(UNDO)
    for seat in SEATS:
        press(play, "v", seat)
    play.step(1)
    assert play.record.position.held == 0
    assert preview(play) is None
