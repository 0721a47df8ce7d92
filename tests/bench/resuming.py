"""How long the board takes from power on until its lights show the game that it has found in its journal."""

from tavolo import wiring
from tavolo.games import load, names
from tavolo_host.companion import Companion
from tavolo_host.port import Port
from tests.bench.budgets import RESUME
from tests.bench.long_games import SEED, journal_of, longest_game
from tests.bench.report import Row
from tests.bench.watched_table import FROZEN, MS, ROMFS, Variant, WatchedTable

LIMIT_MS = 60_000
TELLING_MS = 60_000
SYNTHETIC_ACTIONS = 2000


def rows() -> list[Row]:
    """The longest game of each kind, and the longest of all again and again, to so many actions."""
    games = [longest_game(load(name)) for name in names()]
    found = []
    for variant in (FROZEN, ROMFS):
        for record in games:
            count = len(record.actions) - 1
            for times in ("typical", "maximum"):
                name = f"resume of {record.game.NAME}'s longest game, {count} actions, {variant.name}, {times} flash"
                found.append(Row(name, resume_ms(variant, times, journal_of(record), count), RESUME))
        record = max(games, key=lambda record: len(record.actions))
        journal = journal_of(record, SYNTHETIC_ACTIONS)
        left = (SYNTHETIC_ACTIONS - 1) % (len(record.actions) - 1) + 1
        name = (
            f"resume of {SYNTHETIC_ACTIONS:,} actions of {record.game.NAME}, taken back and played anew, {variant.name}"
        )
        found.append(Row(name, resume_ms(variant, "typical", journal, left), unit="ms"))
    return found


def resume_ms(variant: Variant, times: str, journal: bytes, actions: int) -> float | None:
    """The milliseconds from power on until the first frame of the field; None when the board gives the game up.

    A laptop hears of it afterwards, so that it is seen that all `actions` are there.
    """
    with WatchedTable(variant, SEED, times, journal) as table:
        frame = table.await_frame(wiring.FIELD_PIN, lambda frame: any(frame.levels), LIMIT_MS)
        companion = Companion(Port("cable", opener=table.open_port, first_session=1))
        for _ in range(TELLING_MS // 5):
            table.wait_ms(5)
            companion.step(5)
            if companion.mirror.in_step:
                break
    assert companion.mirror.in_step, "The laptop does not agree with what was resumed."
    # Chance may have had something to do at once.
    return frame.start_ns / MS if len(companion.mirror.actions) >= actions else None
