"""Reading Kuh Vadis' dice off the lights: never the roll before, nothing that is not to be seen, at any dimming."""

from random import Random
from typing import Any

import pytest

from tavolo import wiring
from tavolo.games import field_at, names
from tavolo.games.kuh_vadis import rules as game
from tavolo.games.kuh_vadis import scene as kuh_vadis
from tavolo.lights import lobby, palette
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, Stage
from tavolo.rules.record import Record
from tavolo_host.players.of_game import choose
from tests.rules.kuh_vadis_play import faces, hold, roll, table
from tests.rules.play import new_record
from tests.table.kuh_vadis_lights import read

Colours = list[tuple[int, int, int]]
BEATS = range(0, 1000, BEAT_MS)
DARK = (0, 0, 0)


def field_of(canvas: Canvas, scale: int = 64) -> Colours:
    """The field's pixels, row by row, dimmed to a scale in 64ths as the lights do it."""
    return [tuple(level * scale // 64 for level in palette.RGB[index]) for index in canvas.field]  # type: ignore[misc]


def picture(position: Any, now_ms: int = 0, preview: tuple[int, ...] | None = None, scale: int = 64) -> Colours:
    stage = Stage(position)
    stage.seats, stage.now_ms, stage.preview = (0, 4), now_ms, preview
    canvas = Canvas()
    kuh_vadis.paint(canvas, stage)
    return field_of(canvas, scale)


def spoilt(shown: Colours, column: int, row: int, light: tuple[int, int, int]) -> Colours:
    """The same with another light at one place."""
    place = row * wiring.FIELD_COLUMNS + column
    return [*shown[:place], light, *shown[place + 1 :]]


def falling(record: Record) -> Any:
    """The position of people who have just seen that dice are rolled, and do not know yet how they fall."""
    position = record.position.copy()
    game.apply(position, (game.ROLL, position.player))
    return position


@pytest.mark.parametrize(("seed", "scale"), [(0, 64), (1, 24), (2, 24)])
def test_every_roll_of_a_game_is_read_as_it_fell_and_no_picture_before_it_is_taken_for_it(
    seed: int, scale: int
) -> None:
    random = Random(seed)
    record = new_record(f"kuh-vadis players=2 sheet={seed + 1} table")
    record.apply((game.LOT, seed % 2))
    rolls = 0
    while game.to_act(record.position):
        player = record.position.player
        action = choose(game, game.view(record.position, player), player, random)
        if action[0] == game.ROLL:
            people = falling(record)
            for now_ms in BEATS:
                for preview in (None, *game.legal(record.position, player)):
                    assert read(people, picture(record.position, now_ms, preview, scale)) is None
            record.apply(action)
            outcome = record.chance(random.randrange)
            record.apply(outcome)
            seen = [read(people, picture(record.position, now_ms, None, scale)) for now_ms in BEATS]
            assert seen == [outcome] * len(seen)
            rolls += 1
        else:
            record.apply(action)
    assert rolls > 20


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("real_dice", [0, 1])
def test_the_lot_is_read_once_the_whole_sheet_is_shown(player: int, real_dice: int) -> None:
    record = new_record(f"kuh-vadis players=2 real_dice={real_dice} table")
    people = record.position.copy()
    record.apply((game.LOT, player))
    for now_ms in BEATS:
        assert read(people, picture(record.position, now_ms)) == (game.LOT, player)
    for column, row in ((0, 0), (3, 3), (6, 6)):
        assert read(people, spoilt(picture(record.position), column, row, DARK)) is None


def test_no_picture_of_the_lobby_and_no_dark_field_is_taken_for_a_lot() -> None:
    people = new_record("kuh-vadis players=2 table").position
    assert read(people, [DARK] * (wiring.FIELD_COLUMNS * wiring.FIELD_ROWS)) is None
    stage = Stage()
    stage.joined = [0, 4]
    for name in names():
        stage.game_picture = field_at(names().index(name))
        for stage.option_index, stage.option_value in ((-1, 0), (0, 1), (1, 1), (2, -1)):
            canvas = Canvas()
            lobby.paint(canvas, stage)
            assert read(people, field_of(canvas)) is None


def test_a_roll_is_read_while_dice_are_put_aside_already_but_not_with_the_cursor_on_rolling_or_stopping() -> None:
    record = table()
    people = falling(record)
    roll(record, "5 2 3 cow 1")
    hold(record, "2 4")
    for action in game.legal(record.position, 0):
        seen = {read(people, picture(record.position, now_ms, action)) for now_ms in BEATS}
        is_aside = action[0] == game.HOLD
        assert seen == {(game.ROLLED, *faces("5 2 3 cow 1")) if is_aside else None}


def test_only_rolled_dice_are_entered_and_those_aside_stay() -> None:
    record = table()
    roll(record, "5 2 3 cow 1")
    hold(record, "2 4")
    people = falling(record)
    roll(record, "1 1 4")
    shown = picture(record.position)
    assert read(people, shown) == (game.ROLLED, 1, 1, 4)
    people.dice[1] = 3
    assert read(people, shown) is None


def test_a_die_that_is_half_lit_a_field_with_light_where_this_game_has_none_and_a_dark_one_are_not_read() -> None:
    record = table()
    people = falling(record)
    roll(record, "5 2 3 cow 1")
    shown = picture(record.position)
    assert read(people, shown) is not None
    assert read(record.position, shown) is None, "nothing falls"
    assert read(people, [DARK] * len(shown)) is None
    for place in (kuh_vadis.DIE_PLACES[0] + 2 * wiring.FIELD_COLUMNS, kuh_vadis.DIE_PLACES[3]):
        assert read(people, spoilt(shown, place, 0, DARK)) is None
    for column, row in ((7, 0), (7, 7), (10, 3), (13, 6), (3, 7)):
        assert read(people, spoilt(shown, column, row, (1, 0, 0))) is None
