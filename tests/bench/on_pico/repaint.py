"""On the Pico: how long a repaint of everything takes, in microseconds: in the lobby, then along the journal's game."""

import gc
import time

STRIPS_FREE_MS = 4  # after which nothing goes out on any line


def repaint(table, play, what):
    picture = table._picture
    for strip in picture.lights._strips:
        strip.shown[:] = b"\xff" * len(strip.shown)  # so that all of it differs
    picture.has_changed = True
    gc.collect()
    time.sleep_ms(STRIPS_FREE_MS)
    before = time.ticks_us()
    picture.paint(play, table.lobby)
    print("\nbench", what, time.ticks_diff(time.ticks_us(), before))


def repaints(table, step):
    play = table.play
    lobby = table.lobby
    table._picture.show_lobby()
    repaint(table, None, "lobby")
    lobby.joined = list(range(len(table.seats)))
    repaint(table, None, "lobby")
    for key in (2, 1, 0, 0, 0):
        lobby.press(0, key)
        repaint(table, None, "lobby")
    table._picture.show_game(play)
    while play.is_resuming:
        play.resume(step)
        repaint(table, play, "game")
