"""How long the board takes from power-on until it is ready, and then until its lights show the game in its journal.

On every evening but the first the board knows the seats' calibrations from the last game, and only checks them.
"""

from collections.abc import Iterator
from functools import cache

from host.tools.bench.keys import ready_ms
from host.tools.bench.long_games import SEED, journal_and_length, journal_of_a_start, longest_game
from host.tools.bench.report import Values
from host.tools.bench.watched_table import MS, WatchedTable
from tavolo import wiring
from tavolo.games import load, names
from tavolo.journal.journal import Journal
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port

LONGEST_MS = 4000  # until it is ready
SHOWN_MS = TOLD_MS = 60_000  # at most
RECORDS = 2000


def ready(variant: str, precision_ms: int) -> Iterator[Values]:
    """Measure the usual start, and the one before the first game ever."""
    yield Values(f"ready, {variant}", [ready_after(variant, precision_ms)])
    with WatchedTable(variant, seed=12) as table:
        yield Values("first", [ready_ms(table, precision_ms, LONGEST_MS)])


@cache
def ready_after(variant: str, precision_ms: int) -> float:
    """Return the milliseconds from power-on until a board that knows its calibrations is ready."""
    with WatchedTable(variant, seed=12) as table:
        play_once(table)
        return ready_ms(table, precision_ms, LONGEST_MS)


def play_once(table: WatchedTable) -> None:
    """Start a game, and end it as the table does."""
    flash = journal_of_a_start(table)
    table.pico.cut_power()
    for body in table.bodies:
        body.cards, body.hand = [], 0.0
        body.feel()
    Journal(flash).end()
    table.pico.write_flash(wiring.JOURNAL_ADDRESS, bytes(flash.content))


def resumed(variant: str, precision_ms: int) -> Iterator[Values]:
    """Measure the longest game of each kind, with stretches undone and repeated up to that many records."""
    ready = ready_after(variant, precision_ms)
    for name in names():
        journal, left = journal_and_length(longest_game(load(name)), RECORDS)
        for times in ("typical", "maximum"):
            shown, playable = resume_ms(variant, times, journal, left)
            words = {"game": name, "times": times, "records": f"{RECORDS:,} records"}
            yield Values("shown", [None if shown is None else shown - ready], words)
            yield Values("playable", [playable - ready])


def resume_ms(variant: str, times: str, journal: bytes, actions: int) -> tuple[float | None, float]:
    """Return the milliseconds from power-on to the first frame of the field, and until slots are read again.

    The first is None when the board gives the game up. A laptop connects afterwards, to check that all `actions` are
    there.
    """
    with WatchedTable(variant, SEED, times, journal) as table:
        frame = table.await_frame(wiring.FIELD_PIN, lambda frame: any(frame.levels), SHOWN_MS)
        companion = Companion(Port("cable", opener=table.open_port, first_session=1), pass_time=table.pass_time)
        agrees = companion.wait(lambda: companion.mirror.in_step, TOLD_MS)
    assert agrees, "The laptop does not agree with what was resumed."
    # Chance may have acted at once.
    shown = frame.start_ns / MS if len(companion.mirror.actions) >= actions else None
    return shown, next(time for time in table.ticks_ns if time > frame.start_ns) / MS
