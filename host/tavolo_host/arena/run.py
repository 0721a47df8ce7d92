"""Hands the missing matches to the workers, and stores the results.

Only this process stores anything. If a worker is lost, another plays its stretch: a match is determined by its number,
so it comes out the same.
"""

from collections.abc import Callable, Iterator
from dataclasses import astuple
from time import monotonic
from typing import NamedTuple

from distributed import Client, Future, KilledWorker, as_completed

from tavolo_host.arena.cluster import threads
from tavolo_host.arena.playing import Match
from tavolo_host.arena.store import Planned, Store
from tavolo_host.arena.task import play_stretch

STRETCH_S = 1.0  # of processor time: long compared with the overhead, short enough to wait for
MOST_MATCHES = 5000  # in a stretch
AHEAD = 2  # queued stretches for each worker

Played = tuple[list[Match], float]  # the result of `play_stretch`


class Stretch(NamedTuple):
    """Matches of a contest that one worker plays."""

    planned: Planned
    numbers: range


def stretches_of(store: Store, seconds: dict[int, float]) -> Iterator[Stretch]:
    """Cut what is missing into stretches, as long as the `seconds` of a match suggest; they are known by contest."""
    for planned in store.planned():
        for missing in store.missing(planned):
            first = missing.start
            while first < missing.stop:
                took = seconds.get(planned.id)
                length = 1 if took is None else max(1, min(MOST_MATCHES, int(STRETCH_S / max(took, 1e-6))))
                yield Stretch(planned, range(first, min(first + length, missing.stop)))
                first += length


def play_missing(client: Client, store: Store, sitting: int, played: Callable[[Planned, int], None]) -> None:
    """Play all missing matches that `store` has planned; call `played` with a contest and how many more were stored.

    ValueError, in a sentence, when a worker has another Tavolo, or none, and when one stretch loses every worker.
    """
    began = monotonic()
    seconds_of: dict[int, float] = {}  # of a match, by contest
    stretches = stretches_of(store, seconds_of)
    waiting: dict[Future[Played], Stretch] = {}
    completed = as_completed()

    def hand_out() -> None:
        while len(waiting) < (1 + AHEAD) * max(1, threads(client)):
            stretch = next(stretches, None)
            if stretch is None:
                return
            planned, numbers = stretch
            place = astuple(planned.contest)
            future = client.submit(play_stretch, place, numbers, planned.fingerprint, pure=False)
            waiting[future] = stretch
            completed.add(future)

    hand_out()
    for future in completed:
        stretch = waiting.pop(future)
        matches, seconds = _result(future, stretch)
        store.add(stretch.planned, matches, sitting, seconds, monotonic() - began)
        seconds_of[stretch.planned.id] = seconds / len(matches)
        played(stretch.planned, len(matches))
        hand_out()


def _result(future: Future[Played], stretch: Stretch) -> Played:
    name, numbers = stretch.planned.contest.game, stretch.numbers
    try:
        result: Played = future.result()
    except KilledWorker as problem:
        raise ValueError(
            f"Every worker that played the matches {numbers.start} to {numbers.stop - 1} of {name} was lost."
        ) from problem
    except ImportError as problem:
        raise ValueError(f"A worker lacks a package, and needs the same Tavolo: {problem}.") from problem
    return result
