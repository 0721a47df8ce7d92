"""What a worker does: it plays a stretch of matches. Any process that finds this module can be a worker.

It imports as little as possible: the rules can be imported only after the stand-ins for the chip's modules.
"""

from time import process_time
from typing import TYPE_CHECKING

from tavolo_host.runtime import import_paths

if TYPE_CHECKING:
    from tavolo_host.arena.playing import Match


def play_stretch(
    game: str, seats: int, levels: tuple[str, ...], alone: str, first: int, beyond: int, fingerprint: str
) -> "tuple[list[Match], float]":
    """Play the matches of a contest from `first` to before `beyond`; return them, and the processor time in seconds.

    ValueError if the worker's rules and players have another `fingerprint`.
    """
    import_paths.prepend()
    from tavolo_host.arena import playing
    from tavolo_host.arena.schedule import Contest

    if playing.fingerprint(game) != fingerprint:
        raise ValueError(f"A worker has other rules or players of {game}: all machines need the same Tavolo.")
    contest, began = Contest(game, seats, levels, alone), process_time()
    return [playing.match(contest, number) for number in range(first, beyond)], process_time() - began
