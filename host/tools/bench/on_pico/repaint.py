"""On the Pico: the microseconds of a whole repaint, in the lobby, then along the journal's game."""

import gc
import time

from tavolo.play.lobby import Lobby

STRIPS_FREE_MS = 4  # after which nothing goes out on any line


def repaint(table, what):
    showing = table.showing
    for strip in showing.lights._strips:
        strip.shown[:] = b"\xff" * len(strip.shown)  # so that every pixel differs
    showing.has_changed = True
    showing.picture.look_at(table.referee)  # loads the scene, which is not counted
    gc.collect()
    time.sleep_ms(STRIPS_FREE_MS)
    before = time.ticks_us()
    showing.show(table.referee)
    print("\nbench", what, time.ticks_diff(time.ticks_us(), before))


def repaints(table, step):
    referee = table.referee
    record, referee.record = referee.record, None
    referee.lobby = Lobby()
    repaint(table, "lobby")
    referee.lobby.joined = list(range(len(table.seats)))
    repaint(table, "lobby")
    for key in (2, 1, 0, 0, 0):
        referee.lobby.press(0, key)
        repaint(table, "lobby")
    referee.record = record
    more = True
    while more:
        for _ in range(step):
            more = more and referee.replay.step()
        repaint(table, "game")
