"""What a worker does: it plays a stretch of matches. Any process that finds this module can be a worker.

It imports as little as possible: the rules can be imported only after the stand-ins for the chip's modules.
"""

from time import process_time
from typing import TYPE_CHECKING, Any

from tavolo_host.runtime import import_paths

if TYPE_CHECKING:
    from tavolo_host.arena.playing import Match


def play_stretch(place: tuple[Any, ...], numbers: range, fingerprint: str) -> "tuple[list[Match], float]":
    """Play matches of the contest with the fields `place`; return them, and the processor time in seconds.

    ValueError if the worker's rules and players have another `fingerprint`.
    """
    import_paths.prepend()
    from tavolo_host.arena import playing
    from tavolo_host.arena.schedule import Contest

    contest, began = Contest(*place), process_time()
    if playing.fingerprint(contest.game) != fingerprint:
        raise ValueError(f"A worker has other rules or players of {contest.game}: all machines need the same Tavolo.")
    return [playing.match(contest, number) for number in numbers], process_time() - began
