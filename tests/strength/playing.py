"""One game of the player under test against the reference.

Games are numbered. Each deal is played once for every seat, by the player under test there and the reference at all
others: chance draws the same for all of them.
"""

import signal
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from tavolo.games import folder_of, load
from tavolo_host import chip
from tavolo_host.arena import playing
from tavolo_host.arena.playing import Choose, play
from tavolo_host.game_parts import points, shares
from tavolo_host.levels import choose

REFERENCE = Path(__file__).parent / "reference"


@dataclass(frozen=True)
class Result:
    """Of a game: the player's share of the win, and how many points it is ahead of the others' mean."""

    share: float
    margin: float


def tested(name: str, level: str) -> Choose:
    """Return how the virtual player of a level chooses that the laptop has now."""
    game = load(name)
    return lambda known, player, random: choose(game, known, player, random, level)


def reference(name: str) -> Choose:
    """Return how the reference chooses."""
    chosen: Choose = import_module(f"tests.strength.reference.{folder_of(name)}").choose
    return chosen


def prepare() -> None:
    """Make a process ready that plays beside others; of Ctrl-C it hears from the one that started it."""
    chip.put_first()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def played(name: str, seats: int, level: str, number: int) -> tuple[int, Result]:
    """Return a game's number and its result, of the laptop's player of a level against the reference."""
    return number, result_of(name, seats, number, tested(name, level), reference(name))


def result_of(name: str, seats: int, number: int, player: Choose, others: Choose) -> Result:
    """Play a game by its number: which deal it is, and at which seat the player sits."""
    deal, seat = divmod(number, seats)
    choosing = [others] * seats
    choosing[seat] = player
    position = play(name, choosing, deal).position
    standing = points(load(name), position)
    own = standing.pop(seat)
    return Result(shares(load(name), position)[seat], own - sum(standing) / len(standing))


def edition(name: str) -> str:
    """Return a mark of all that decides how a game goes: its rules, the player under test, and the reference."""
    reference = b"".join(file.read_bytes() for file in sorted(REFERENCE.glob(f"{folder_of(name)}*.py")))
    return sha256(playing.edition(name).encode() + reference).hexdigest()[:8]
