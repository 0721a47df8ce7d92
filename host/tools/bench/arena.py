"""How much faster an arena is on two workers than on one: the same matches, in this computer's own time.

The workers are up before the clock starts, as in an arena that takes long.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from host.tools.bench.report import Values
from tavolo_host.arena.cluster import workers_of
from tavolo_host.arena.playing import fingerprint
from tavolo_host.arena.run import play_missing
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Store

CONTEST = Contest("david-goliath", 4, ("plain", "easy", "sensible"))


def speed(deals: int, rounds: int) -> Iterator[Values]:
    """Measure a contest of that many deals, by one worker and by two in turn, in several rounds."""
    pairs = [(seconds(1, deals), seconds(2, deals)) for _ in range(rounds)]
    games = deals * CONTEST.per_deal
    words = {"games": games, "game": CONTEST.game}
    yield Values("ratio", [alone / together for alone, together in pairs], words)
    yield Values("rate", [games / together for _, together in pairs], words)


def seconds(workers: int, deals: int) -> float:
    """Return how long that many workers take until everything is stored."""
    with TemporaryDirectory() as folder, Store(Path(folder) / "results") as store, workers_of(None, workers) as client:
        store.plan(CONTEST, deals, fingerprint(CONTEST.game))
        sitting = store.begin_sitting("", "", "", workers)
        began = perf_counter()
        play_missing(client, store, sitting, lambda planned, matches: None)
        return perf_counter() - began
