"""On the Pico: how much memory is free in the journal's game, or where it ran out."""

import gc


def free_heap(table):
    referee = table.referee
    play = referee.play
    what = "played"
    try:
        while referee.replay:
            referee.resume()
        for _ in range(100):
            table.step(5)
    except MemoryError:
        what = "exhausted"
    gc.collect()
    print("\nbench", what, gc.mem_free(), len(play.record.actions))
