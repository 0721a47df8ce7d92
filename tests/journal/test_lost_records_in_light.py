"""Lost records in light: read from the pixels' wires, and painted alike by a watching laptop."""

from collections.abc import Iterable

import pytest

from tavolo import wiring
from tavolo.lights import palette, slots
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, BEATS, UNCOUNTED, Stage
from tavolo.play import reasons
from tavolo.play.resuming import LOST_RECORDS_MS, LostRecords
from tavolo_host.simulator.hardware import TICK_MS
from tests.journal.evenings import an_evening, damage_start, damaged_evening, lose_power, numbers_told, played
from tests.table.evening import Evening
from tests.table.test_watched_lights import Watchers

DARK = (0, 0, 0)
AMBER = palette.RGB[palette.WARNING]
EVERY_OTHER = tuple(range(0, wiring.TRACK_PIXELS, 2))
BOOT_MS = 1500


def spaces_in_amber(evening: Evening) -> list[tuple[int, ...]]:
    """Which spaces of the track were amber while all others were dark, each time it changed, for a second."""
    seen: list[tuple[int, ...]] = []
    for _ in range(BEATS * BEAT_MS // TICK_MS):
        evening.step()
        pixels = evening.table.hardware.track.pixels
        amber = tuple(space for space, colour in enumerate(pixels) if colour == AMBER)
        assert all(colour in (AMBER, DARK) for colour in pixels), pixels
        seen += [amber] if [amber] != seen[-1:] else []
    return seen


def is_shown(evening: Evening) -> bool:
    """Whether amber is on the track within a second."""
    shown = False
    for _ in range(BEATS * BEAT_MS // TICK_MS):
        evening.step()
        shown = shown or AMBER in evening.table.hardware.track.pixels
    return shown


def assert_it_blinks_three_times_a_second(seen: Iterable[tuple[int, ...]], spaces: tuple[int, ...]) -> None:
    told = list(seen)
    assert set(told) == {spaces, ()}
    assert told.count(spaces) in (3, 4)  # a second may begin within one


def test_without_a_laptop_the_track_counts_the_lost_actions_and_lamps_show_whose_cards_go_back() -> None:
    evening, before = damaged_evening(laptop=False)
    evening.run_ms(BOOT_MS)
    kept = len(played(evening))
    assert_it_blinks_three_times_a_second(spaces_in_amber(evening), tuple(range(len(before) - kept)))
    notes = evening.board.publisher._notes
    ((missing, readable),) = [note[1:] for note in notes if note[0] == reasons.RECORDS_MISSING]
    assert missing + readable == len(before) - kept
    gone = [action[1] for action in before[-readable:]]
    back = [note[1:] for note in notes if note[0] == reasons.CARDS_GO_BACK]
    assert back == [(player, gone.count(player)) for player in range(3) if player in gone]
    for player, seat in enumerate(evening.board.referee.playing):
        assert (evening.lamp_colours(seat) == {AMBER, DARK}) == (player in gone)
    evening.run_ms(LOST_RECORDS_MS)
    assert not is_shown(evening)
    assert all(AMBER not in evening.lamp_colours(seat) for seat in evening.board.referee.playing)


def test_a_game_lost_as_a_whole_is_shown_in_the_lobby_until_another_begins() -> None:
    evening = an_evening(laptop=False)
    damage_start(evening)
    evening.table.power_cycle()
    evening.run_ms(BOOT_MS)
    assert evening.board.referee.play is None
    assert evening.board.publisher._notes[0][0] == reasons.JOURNAL_DAMAGED
    assert_it_blinks_three_times_a_second(spaces_in_amber(evening), EVERY_OTHER)
    for seat in (0, 3, 5):
        evening.press(seat, 2)
    for _ in range(3):
        evening.press(0, 2)
    assert evening.board.referee.play is not None
    assert not is_shown(evening)
    lose_power(evening)
    assert evening.board.referee.play is not None


def test_a_game_that_has_lost_nothing_shows_nothing() -> None:
    evening = an_evening(laptop=False)
    evening.table.power_cycle()
    evening.run_ms(BOOT_MS)
    assert not is_shown(evening)


def test_a_watching_laptop_paints_lost_records_like_the_board() -> None:
    evening, before = damaged_evening()
    evening.mirror._agreed = 0  # it has nothing to offer
    evening.run_ms(BOOT_MS)
    watchers = Watchers(evening)
    watchers.run_ms(2000)
    assert_it_blinks_three_times_a_second(spaces_in_amber(evening), tuple(range(len(before) - len(played(evening)))))
    lost_records = evening.mirror.view.lost_records
    assert (lost_records.count, len(lost_records.seats) > 0) == (len(before) - len(played(evening)), True)
    watchers.run_ms(LOST_RECORDS_MS)
    assert watchers.seen["loss"] > 100
    assert evening.mirror.view.lost_records is None


def test_repaired_records_are_not_shown_as_lost_any_more() -> None:
    evening, before = damaged_evening()
    evening.run_until(lambda: played(evening) == before, LOST_RECORDS_MS // 2)
    evening.run_ms(100)
    assert not is_shown(evening)


@pytest.mark.parametrize("agrees", [True, False])
def test_lost_records_are_shown_while_everybody_is_asked_about_them(agrees: bool) -> None:
    evening, _ = damaged_evening(-1)
    evening.run_until(lambda: evening.board.referee.question is not None, 20_000)
    watchers = Watchers(evening)
    watchers.run_ms(LOST_RECORDS_MS + 2000)
    assert evening.board.referee.question is not None
    assert_it_blinks_three_times_a_second(spaces_in_amber(evening), EVERY_OTHER)
    for seat in (0, 3):
        watchers.press(seat, 2)
    watchers.press(5, 2 if agrees else 0)
    watchers.run_ms(1000)
    assert not is_shown(evening)
    assert (reasons.GAP_REPAIRED in [numbers[0] for numbers in numbers_told(evening)]) == agrees


@pytest.mark.parametrize("count", [1, wiring.TRACK_PIXELS, wiring.TRACK_PIXELS + 1, 5000, UNCOUNTED])
def test_more_lost_actions_than_spaces_fill_the_track_and_differ_from_an_unknown_number(count: int) -> None:
    stage, canvas = Stage(), Canvas()
    stage.lost_records = LostRecords(count, [])
    slots.paint(canvas, stage)
    lit = [space for space, colour in enumerate(canvas.track) if colour == palette.WARNING]
    assert lit == (list(EVERY_OTHER) if count == UNCOUNTED else list(range(min(count, wiring.TRACK_PIXELS))))
