"""The board's memory: what is in it, what ticks leave there, and that it suffices for an evening of many games and a
long game from the journal.
"""

import json

import pytest

from host.tools.bench import long_games
from host.tools.bench.starting import resume_ms
from tavolo.games import folder_of, load, names
from tavolo.rules.contract import Setup
from tests.pico.back import Back
from tests.pico.golden_play import golden_of, play_golden
from tests.pico.timed_loop import LONGER, begin_timed_loop, end_timed_loop

# The board's program, made interruptible: no watchdog runs, and Ctrl-C works as at a prompt.
MAIN = """
import main

class Unguarded:
    word = 0
    was_bitten = False

    def watch(self):
        pass

    feed = watch

main.main(Unguarded())
"""
PACKAGE = "tavolo.games."
SHOWN_MS = 3000  # from power on until the lights show a game


def begin_main(back: Back) -> None:
    back.run_script(MAIN, ends=False)
    back.plug_in()
    back.run_until(back.is_ready)


def begin(back: Back, name: str) -> None:
    """Let the fewest players start a game."""
    game = load(name)
    back.start(tuple(range(game.SEATS[0])), Setup(game, game.SEATS[0]).text())


def games_in_memory(back: Back) -> set[str]:
    """Prints the games whose rules or scenes are loaded. This interrupts the board's program, which runs as MAIN."""
    loaded = back.question("import sys\nprint(*sys.modules)").split()
    return {name for name in names() if any((each + ".").startswith(f"{PACKAGE}{folder_of(name)}.") for each in loaded)}


@pytest.mark.short
def test_of_games_that_are_begun_one_after_another_only_the_last_is_in_memory(back: Back) -> None:
    begin_main(back)
    first, *_, last = names()
    begin(back, first)
    back.abandon()
    begin(back, last)
    assert games_in_memory(back) == {last}


# The table in a game that nobody plays. Records for every tick what it left, and whether it had anything to do.
_WATCH = """
import gc, json, time
from array import array
import build_digests
from pico import Pico
from tavolo import wiring
from tavolo.assembly import build
from tavolo.games import load
from tavolo.link.hello import Identity
from tavolo.rules.contract import Setup

hardware = Pico(wiring)
table = build(hardware, hardware.serial(), Identity(build_digests.FIRMWARE, build_digests.RULES, "garbage", "0"))
left = array("L", [0] * {ticks})
idle = bytearray({ticks})

def wait(ticks):
    for _ in range(ticks):
        table.step(5)

def watch():
    gc.collect()
    gc.disable()
    for number in range({ticks}):
        before = gc.mem_alloc()
        table.step(5)
        left[number] = gc.mem_alloc() - before
        idle[number] = table.is_idle()
    gc.enable()
    return [max([left[n] for n in range({ticks}) if idle[n] == kind]) for kind in (1, 0)]

wait(400)  # until the seats are calibrated
game = load("tanz-der-hornochsen")
table.referee.begin(Setup(game, 8), tuple(range(8)))
wait(100)
found = json.dumps(watch())
time.sleep(100)
"""
WATCHING_MS = 8000
TICKS = 120  # of 5 ms, so that four beats of the lights are among them
IDLE_BYTES = 16  # a seat that looks after its chip, six times a second
BEAT_BYTES = 1700  # as `COLLECTING` in `main` assumes


@pytest.mark.short
def test_an_idle_tick_leaves_no_garbage_and_a_beat_of_the_lights_little(back: Back) -> None:
    back.run_script(_WATCH.format(ticks=TICKS), ends=False)
    back.run_ms(WATCHING_MS)
    idle, beat = json.loads(back.question("print(found)"))
    assert idle <= IDLE_BYTES
    assert 0 < beat <= BEAT_BYTES


LEAST_FREE_BYTES = 140_000  # the lobby keeps the last game, for a laptop that connects; the longest takes some 7,000
FIRST_TIME_BYTES = 2048  # that the first games of each kind take for good: lists at their greatest length
EVERY_TIME_BYTES = 256  # that one more may take


def test_golden_games_of_all_kinds_one_after_another_leave_memory_free_and_ticks_short(back: Back) -> None:
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


LONG_GAMES = ("kuh-vadis", pytest.param("tanz-der-hornochsen", marks=pytest.mark.short), "yellowstone-park")


@pytest.mark.needs_emulator("a journal that was written elsewhere")
@pytest.mark.parametrize("name", LONG_GAMES)
def test_a_long_game_that_is_resumed_from_romfs_with_less_memory_reaches_the_laptop(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_games, "calibrations", list)  # which the board then has to find
    record = long_games.longest_game(load(name))
    count = len(record.actions) - 1
    assert count > 400
    shown_ms, _ = resume_ms("ROMFS", "typical", long_games.journal_of(record), count)
    assert shown_ms is not None
    assert shown_ms < SHOWN_MS
