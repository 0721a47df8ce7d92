"""The board's main loop as a script for its raw prompt, with a stopwatch.

It measures how long the ticks of a game take, with the garbage collection after them, and how much memory is free in
the lobby. Otherwise it is `firmware/main.py`, on the same parts, and talks to the laptop.
"""

import json
from dataclasses import dataclass

from tests.pico.back import Back

_LOOP = """
import gc, time, build_digests
from array import array
from sys import modules
from main import COLLECTING, COLLECTING_PATIENCE, STARTING, forget, forget_games
from pico import Pico
from tavolo import wiring
from tavolo.assembly import build
from tavolo.link.hello import Identity

# What is written down has its place from the beginning, so that it takes no memory away while it is watched.
longest, passed, game_of = array("L", [0] * {most}), array("H", [0] * {most}), array("B", [0] * {most})
free = array("L", [0] * {most_games})
in_lobby, in_play = array("L", [0] * {most_steps}), array("L", [0] * {most_steps})
windows = games = 0

def main():
    global windows, games
    hardware = Pico(wiring)
    boot = "".join(["%02x" % number for number in hardware.entropy(4)])
    table = build(hardware, hardware.serial(), Identity(build_digests.FIRMWARE, build_digests.RULES, "timed", boot))
    forget(modules, STARTING)
    last = hardware.now_ms()
    ticks = worst = 0
    began = since = last
    play = None
    while True:
        now = hardware.now_ms()
        start = time.ticks_us()
        table.step(now - last)
        last = now
        patience = COLLECTING if table.is_quiet() else COLLECTING_PATIENCE
        if table.garbage > patience and (table.is_quiet() or table.is_idle()):
            gc.collect()
            table.garbage = 0
        took = time.ticks_diff(time.ticks_us(), start)
        step = min(took // {step_us}, {most_steps} - 1)
        if table.referee.play is None:
            if play is not None:
                forget_games(modules)
                gc.collect()
                free[games - 1] = gc.mem_free()
            play = None
            in_lobby[step] += {window_ms} < now - began <= 2 * {window_ms}  # the seats are calibrated then
            continue
        if table.referee.play is not play:  # the pass in which it began is not one of play
            play = table.referee.play
            forget_games(modules, play.record.game.NAME)
            ticks = worst = 0
            since = now
            games += 1
            continue
        ticks += 1
        in_play[step] += 1
        worst = max(worst, took)
        if now - since >= {window_ms}:
            longest[windows], passed[windows], game_of[windows] = worst, ticks, games - 1
            windows += 1
            ticks = worst = 0
            since = now

main()
"""
WINDOW_MS = 5000
MOST_WINDOWS, MOST_GAMES = 500, 12
STEP_US, MOST_STEPS = 100, 300  # of the lengths that are counted
ERASING_MS = 20  # what a sector of flash takes at least
# A longest tick may be that many times as long as one before it: when garbage is collected is random. A rig stretches
# the clock in both, by some 0.5 ms a tick, so it needs no allowance of its own.
LONGER = 1.25


@dataclass
class Watched:
    """For each game (longest tick in µs, number of ticks) of every WINDOW_MS; after each, free bytes.

    `in_lobby` and `in_play` are the lengths of ticks in ms, rounded up to STEP_US: of the second WINDOW_MS after the
    start, without those that erase flash ahead, and of all games.
    """

    windows: list[list[tuple[int, int]]]
    free: list[int]
    in_lobby: list[float]
    in_play: list[float]

    def longest_us(self, game: int, first: int = 0, end: int | None = None) -> int:
        return max(longest for longest, _ in self.windows[game][first:end])


def begin_timed_loop(back: Back) -> None:
    """Run the timed loop on the board, with the laptop beside it."""
    sizes = {"most": MOST_WINDOWS, "most_games": MOST_GAMES, "step_us": STEP_US, "most_steps": MOST_STEPS}
    back.run_script(_LOOP.format(window_ms=WINDOW_MS, **sizes), ends=False)
    back.plug_in()
    back.run_until(back.is_ready)


def end_timed_loop(back: Back) -> Watched:
    """Stop the loop and return what it has measured; the laptop is closed then."""
    answer = back.question(
        "import json\n"
        "print(json.dumps([list(zip(game_of[:windows], longest[:windows], passed[:windows])), list(free[:games]),"
        " list(in_lobby), list(in_play)]))"
    )
    found, free, *counts = json.loads(answer)
    in_lobby, in_play = (
        [STEP_US * step / 1000 for step, count in enumerate(each, 1) for _ in range(count)] for each in counts
    )
    return Watched(
        [[(longest, ticks) for game, longest, ticks in found if game == each] for each in range(len(free))],
        free,
        [each for each in in_lobby if each < ERASING_MS],
        in_play,
    )
