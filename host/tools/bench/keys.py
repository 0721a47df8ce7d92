"""How soon a key is answered, how long a tick of an idle table takes, and when a board that starts answers its keys.

A `table` is a `WatchedTable`, or a board of which only the pins are seen (`at_pins`).
"""

from bisect import bisect_left
from collections.abc import Iterator
from random import Random
from typing import Any

from host.tools.bench.report import Values
from host.tools.bench.watched_table import BYTE_NS, MS, WatchedTable, hold
from tavolo import wiring
from tavolo.lights import palette

HOLD_MS = (40, 80)  # between touch and release, and between release and touch: fast fingers, at any phase of a tick
LIMIT_MS = 1000
ANSWERED_MS = 150  # ample, after the touch: eight keys at once take their time
WRAP_NS = (1 << 32) * 1000  # of a rig's clock


def idle_and_answers(variant: str, samples: int, idle_ms: int) -> Iterator[Values]:
    """Measure ticks of the idle lobby, then the answers to `samples` touches."""
    with WatchedTable(variant, seed=11) as table:
        table.wake()
        since = table.pico.now_ns
        table.wait_ms(idle_ms)
        yield Values("idle", table.idle_lengths_ms(since))
        yield Values("key", answers_ms(table, samples))


def answers_ms(table: Any, samples: int) -> list[float]:
    """Touch ✓ at one seat after the other; return for each touch the milliseconds until it is answered."""
    random = Random(1)
    answer_ms(table, 0, random)  # the first to join leads, and ✓ has another meaning there
    return [answer_ms(table, 1 + number % (wiring.SEATS - 1), random) for number in range(samples)]


def answer_ms(table: Any, seat: int, random: Random) -> float:
    """Touch ✓ at a seat, which joins or leaves; return the milliseconds until its lamp's data change."""
    table.wait_ms(random.uniform(*HOLD_MS))
    place = slice(3 * seat, 3 * seat + 3)
    before = next(frame for frame in reversed(table.frames) if frame.pin == wiring.LAMPS_PIN).levels[place]
    touched_ns = table.touch(seat)
    frame = table.await_frame(wiring.LAMPS_PIN, lambda frame: frame.levels[place] != before, LIMIT_MS)
    table.wait_ms(random.uniform(*HOLD_MS))
    hold(table.bodies[seat], 0.0)
    changed = next(at for at, level in enumerate(before, place.start) if frame.levels[at] != level)
    return (frame.start_ns + changed * BYTE_NS - touched_ns()) % WRAP_NS / MS


def ready_ms(table: Any, precision_ms: int, longest_ms: int) -> float:
    """Return how long after its start a board answers ✓ at every seat, rounded up to `precision_ms`.

    Nothing looks into the board: ✓ is touched and held at every seat some time after the start, and only a seat that
    was calibrated by then answers. The earliest time at which all eight answer is found by bisection.
    """
    times_ms = range(0, longest_ms, precision_ms)
    return precision_ms * bisect_left(times_ms, True, key=lambda after_ms: is_ready(table, after_ms))


def is_ready(table: Any, after_ms: int) -> bool:
    """Start the board, and hold ✓ of every seat for a while, that many milliseconds later."""
    table.restart()
    table.wait_ms(after_ms)
    for body in table.bodies:
        hold(body, 1.0)
    table.wait_ms(ANSWERED_MS)
    for body in table.bodies:
        hold(body, 0.0)
    return all(looks_joined(seat, table.lamps.pixels[seat]) for seat in range(wiring.SEATS))


def looks_joined(seat: int, colour: tuple[int, int, int]) -> bool:
    """Return whether a lamp shows the colour of a seat that has joined."""
    return colour in (palette.RGB[palette.SEAT + seat], palette.RGB[palette.SEAT_DIM + seat])
