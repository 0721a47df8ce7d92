"""How long the board takes, once it is ready, until its lights show the game that it found in its journal."""

from host.tools.bench.budgets import RESUME
from host.tools.bench.long_games import SEED, journal_and_length, longest_game
from host.tools.bench.report import Row
from host.tools.bench.starting import ready_ms
from host.tools.bench.watched_table import FROZEN, MS, ROMFS, Variant, WatchedTable
from tavolo import wiring
from tavolo.games import load, names
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import Port

LIMIT_MS = 60_000
TELLING_MS = 60_000
RECORDS = 2000


def rows(precision_ms: int) -> list[Row]:
    """Measure the longest game of each kind, with stretches undone and repeated up to that many records."""
    found = []
    for variant in (FROZEN, ROMFS):
        ready = ready_ms(variant, precision_ms, True)
        for name in names():
            journal, left = journal_and_length(longest_game(load(name)), RECORDS)
            for times in ("typical", "maximum"):
                what = f"resume of {RECORDS:,} records of {name} from ready on, {variant.name}, {times} flash"
                shown, resumed = resume_ms(variant, times, journal, left)
                found.append(Row(what, None if shown is None else shown - ready, RESUME))
                found.append(Row("and until it can be played", resumed - ready, unit="ms"))
    return found


def resume_ms(variant: Variant, times: str, journal: bytes, actions: int) -> tuple[float | None, float]:
    """Return the milliseconds from power-on to the first frame of the field, and until slots are read again.

    The first is None when the board gives the game up. A laptop connects afterwards, to check that all `actions` are
    there.
    """
    with WatchedTable(variant, SEED, times, journal) as table:
        frame = table.await_frame(wiring.FIELD_PIN, lambda frame: any(frame.levels), LIMIT_MS)
        companion = Companion(Port("cable", opener=table.open_port, first_session=1), pass_time=table.pass_time)
        agrees = companion.wait(lambda: companion.mirror.in_step, TELLING_MS)
    assert agrees, "The laptop does not agree with what was resumed."
    # Chance may have acted at once.
    shown = frame.start_ns / MS if len(companion.mirror.actions) >= actions else None
    return shown, next(time for time in table.ticks_ns if time > frame.start_ns) / MS
