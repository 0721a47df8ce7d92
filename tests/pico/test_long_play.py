"""An evening of many games: a whole one of each kind, one after the other, and the board is as quick and has as much
memory at its end as after the first."""

from tavolo.games import names
from tests.pico.back import Back
from tests.pico.golden_play import golden_of, play_golden
from tests.pico.timed_loop import begin_timed_loop, end_timed_loop

LEAST_FREE_BYTES = 140_000  # the lobby keeps the game before, for a laptop that comes; the longest takes some 7,000
FIRST_TIME_BYTES = 2048  # that the first games of each kind take for good: lists that are as long as they get
EVERY_TIME_BYTES = 256  # that one more may take
LONGER = 1.25  # times as long as in the same game before, at most


def test_golden_games_of_all_kinds_one_after_another_leave_the_memory_free_and_the_passes_short(back: Back) -> None:
    goldens = [golden_of(name) for name in names()]
    begin_timed_loop(back)
    for place, golden in enumerate([*goldens, goldens[0], goldens[0]]):
        play_golden(back, golden, first_seat=place)
        back.leave_the_result()
    assert back.sentences("refusal") == back.sentences("trouble") == []
    watched = end_timed_loop(back)
    assert len(watched.free) == len(watched.windows) == len(goldens) + 2
    assert min(watched.free) >= LEAST_FREE_BYTES, watched.free
    assert watched.free[-2] >= watched.free[0] - FIRST_TIME_BYTES, watched.free
    assert watched.free[-1] >= watched.free[-2] - EVERY_TIME_BYTES, watched.free
    assert watched.longest_us(-1) <= watched.longest_us(0) * LONGER, watched.windows
