"""How soon a key is answered, and how long a tick of an idle table takes."""

from random import Random

from host.tools.bench.budgets import IDLE_TICK, KEY_TO_PIXEL
from host.tools.bench.report import Row, rows_for
from host.tools.bench.watched_table import BYTE_NS, FROZEN, MS, ROMFS, Frame, Variant, WatchedTable
from tavolo import wiring

TAKE = 2
HOLD_MS = (40, 80)  # between touch and release, and between release and touch: fast fingers, at any phase of a tick
LIMIT_MS = 1000


def rows(samples: int, idle_ms: int) -> list[Row]:
    """Measure both variants: ticks of the idle lobby, then the answers to `samples` touches."""
    return [row for variant in (FROZEN, ROMFS) for row in rows_of(variant, samples, idle_ms)]


def rows_of(variant: Variant, samples: int, idle_ms: int) -> list[Row]:
    with WatchedTable(variant, seed=11) as table:
        table.wake()
        since = table.pico.now_ns
        table.wait_ms(idle_ms)
        idle = table.idle_lengths_ms(since)
        random = Random(1)
        touch(table, 0, random)  # the first to join leads, and ✓ has another meaning there
        latencies = [touch(table, 1 + number % (wiring.SEATS - 1), random) for number in range(samples)]
    what = f"key touched until first changed pixel, in the lobby, {variant.name}"
    return [
        *rows_for("idle tick in the lobby, between the beats of the lights, " + variant.name, idle, IDLE_TICK),
        *rows_for(what, latencies, KEY_TO_PIXEL),
    ]


def touch(table: WatchedTable, seat: int, random: Random) -> float:
    """Touch ✓ at a seat, which joins or leaves; return the milliseconds until its lamp's data change."""
    body = table.bodies[seat]
    table.wait_ms(random.uniform(*HOLD_MS))
    place = slice(3 * seat, 3 * seat + 3)
    before = next(frame for frame in reversed(table.frames) if frame.pin == wiring.LAMPS_PIN).levels[place]
    touched_ns = table.pico.now_ns
    body.keys[TAKE] = 1.0
    body.feel()
    frame = table.await_frame(wiring.LAMPS_PIN, lambda frame: frame.levels[place] != before, LIMIT_MS)
    table.wait_ms(random.uniform(*HOLD_MS))
    body.keys[TAKE] = 0.0
    body.feel()
    return (changed_at_ns(frame, 3 * seat, before) - touched_ns) / MS


def changed_at_ns(frame: Frame, at: int, before: bytes) -> int:
    """Return when the first changed byte from `at` on is on the wire."""
    changed = next(at + place for place, level in enumerate(before) if frame.levels[at + place] != level)
    return frame.start_ns + changed * BYTE_NS
